//! Judging positions by the network and what lies a few plays ahead.
//!
//! A decision is judged by the positions that its actions lead to; a position in which a roll is due
//! by the network, or by the mean of the decisions that the 21 rolls bring. One *ply* is one play.

use trictrac_store::{ActionId, ActionList, Color, Dice, DiceShape, HOLE, Phase, State};

use crate::inputs::Inputs;
use crate::network::{DISCOUNT, Layer, Network, Values};

/// How many holes `color` is ahead, a point being a twelfth of one.
pub fn lead(state: &State, color: Color) -> f32 {
    let total = |color| {
        let score = state.score(color);
        f32::from(u16::from(score.holes) * HOLE + u16::from(score.points))
    };
    (total(color) - total(color.opponent())) / f32::from(HOLE)
}

/// What a position promises a player, by a network.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// Holes that he will be ahead by, counting what is still to come less the later it comes.
    pub discounted_lead: f32,
    /// Probability of winning the game, a draw counting half.
    pub win: f32,
    /// Holes that he will have more than the other at the end of the game.
    pub margin: f32,
}

impl Outlook {
    /// What a choice goes by, in holes. Leads alone would play on for holes that cannot win the game
    /// any more, winning chances alone are too much alike to tell plays apart early in a game.
    pub fn utility(&self) -> f32 {
        self.discounted_lead + HOLES_FOR_THE_GAME * self.win
    }

    /// The same for the other player.
    fn reversed(&self) -> Outlook {
        Outlook {
            discounted_lead: -self.discounted_lead,
            win: 1.0 - self.win,
            margin: -self.margin,
        }
    }

    fn for_player(&self, same: bool) -> Outlook {
        if same { *self } else { self.reversed() }
    }

    fn add(&mut self, weight: f32, other: &Outlook) {
        self.discounted_lead += weight * other.discounted_lead;
        self.win += weight * other.win;
        self.margin += weight * other.margin;
    }
}

/// How many holes of lead are given for the whole game. Chosen by matches: see the model card.
const HOLES_FOR_THE_GAME: f32 = 10.0;

/// By how much a choice is worse than the best one, in winning chances.
///
/// The network knows better what a play does to the lead than what that does to the result, so both
/// have a say in the utility; here it is changed into winning chances, at the rate that a lead has at
/// this score.
pub fn winning_chances_lost(state: &State, best: &Outlook, other: &Outlook) -> f32 {
    // As in the judgement of the hand-written players: a lead counts by the root of what is still
    // to be played.
    const STEEPNESS: f32 = 0.35;
    let state = &state.without_marques();
    let holes = Color::ALL.map(|player| f32::from(state.score(player).holes));
    let to_go = f32::from(state.options().target_holes) - (holes[0] + holes[1]) / 2.0;
    let chances_a_hole = 2.0 * STEEPNESS / (to_go + 0.5).sqrt() * best.win * (1.0 - best.win);
    let lost = (best.utility() - other.utility()).max(0.0);
    (lost * chances_a_hole / (1.0 + HOLES_FOR_THE_GAME * chances_a_hole)).min(best.win)
}

/// An action and what it promises the player who decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The action.
    pub action: ActionId,
    /// What it leads to.
    pub outlook: Outlook,
}

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// How many plays, at least 1: the player's own, the answer to it, and so on.
    pub plies: u8,
    /// How many of a player's own actions are looked at beyond the first ply: the best ones by the
    /// network alone. Of the answers to them only half as many, rounded up.
    pub kept: usize,
    /// Are the best two actions, where they are nearly as good as each other, looked at one ply
    /// further? Only of the decision itself, not of those that are foreseen.
    pub settles_doubts: bool,
}

/// Two actions are nearly as good as each other when they are fewer holes apart than this.
const DOUBT: f32 = 0.1;

impl Depth {
    /// The network's word alone.
    const NONE: Depth = Depth {
        plies: 0,
        kept: 0,
        settles_doubts: false,
    };

    /// So many plies, over the best five actions. Two plies settle doubts by a third one; one is for
    /// those who have no time, and three have looked that far already.
    pub const fn plies(plies: u8) -> Depth {
        Depth {
            plies,
            kept: 5,
            settles_doubts: plies == 2,
        }
    }

    /// What settles a doubt between two actions.
    const fn settling(self) -> Depth {
        Depth {
            plies: self.plies + 1,
            kept: 2,
            settles_doubts: false,
        }
    }

    /// What remains of it after one play.
    fn after_play(self) -> Depth {
        Depth {
            plies: self.plies - 1,
            kept: self.kept.div_ceil(2),
            settles_doubts: false,
        }
    }
}

/// Every action of a decision with its outlook, in the order of the actions; empty when nobody
/// decides. Of claims there is only that of what is due. With more than one ply, those that were
/// looked at further come out with what was seen there, and the others as the network alone judges
/// them, but never better than the worst of those.
pub fn judge_actions(network: &Network, state: &State, depth: Depth) -> Vec<Judged> {
    if let Some(claim) = state.honest_claim() {
        let outlook = outlook(network, state, state.decider(), depth);
        return vec![Judged {
            action: claim,
            outlook,
        }];
    }
    let state = &state.without_schools().without_marques();
    let mut actions = ActionList::new();
    state.legal_actions(&mut actions);
    let mut judged = Vec::with_capacity(actions.len());
    judge_listed(
        &mut Sweep::new(network),
        state,
        &actions,
        depth,
        &mut judged,
    );
    if depth.settles_doubts {
        settle_doubt(network, state, depth, &mut judged);
    }
    judged
}

/// What a position promises `color`: any position, whatever has to happen next.
pub fn outlook(network: &Network, state: &State, color: Color, depth: Depth) -> Outlook {
    let state = &state.without_schools().without_marques();
    let own = match state.phase() {
        Phase::Roll => {
            let rolled = Depth {
                plies: depth.plies - 1,
                ..depth
            };
            before_roll(&mut Sweep::new(network), state, rolled)
        }
        Phase::Over => at_the_end(state, state.mover()),
        Phase::HoldOrGo | Phase::Move | Phase::LastGo | Phase::Claim | Phase::ClaimReceived => {
            let judged = judge_actions(network, state, depth);
            best(&judged).map_or(Outlook::default(), |best| best.outlook)
        }
    };
    own.for_player(state.mover() == color)
}

/// The action with the greatest utility, of equal ones the first.
pub fn best(judged: &[Judged]) -> Option<Judged> {
    judged.iter().copied().reduce(better)
}

fn better(best: Judged, other: Judged) -> Judged {
    if other.outlook.utility() > best.outlook.utility() {
        other
    } else {
        best
    }
}

/// The best action by the network alone, one play ahead. It is that of [`judge_actions`], without
/// allocating.
pub fn best_at_once(network: &Network, state: &State) -> Option<Judged> {
    match state.honest_claim() {
        Some(action) => Some(Judged {
            action,
            outlook: outlook_at_once(network, state, state.decider()),
        }),
        None => best_play(network, &state.without_schools()),
    }
}

/// [`outlook`] by the network alone, one play ahead, without allocating.
pub fn outlook_at_once(network: &Network, state: &State, color: Color) -> Outlook {
    let state = state.without_schools();
    let own = match best_play(network, &state) {
        Some(best) => best.outlook,
        None if state.is_over() => at_the_end(&state, state.mover()),
        None => before_roll(&mut Sweep::new(network), &state, Depth::NONE),
    };
    own.for_player(state.mover() == color)
}

fn best_play(network: &Network, state: &State) -> Option<Judged> {
    let mut actions = ActionList::new();
    state.legal_actions(&mut actions);
    let mut sweep = Sweep::new(network);
    let judged = actions
        .iter()
        .map(|action| judge(&mut sweep, state, action));
    judged.reduce(better)
}

/// What an action promises the mover, by the network alone.
fn judge(sweep: &mut Sweep<'_>, state: &State, action: ActionId) -> Judged {
    let mut after = *state;
    after.apply_unchecked(action);
    let outlook = after_play(sweep, &after, state.mover(), Depth::NONE);
    Judged { action, outlook }
}

pub(crate) fn judge_listed(
    sweep: &mut Sweep<'_>,
    state: &State,
    actions: &ActionList,
    depth: Depth,
    judged: &mut Vec<Judged>,
) {
    judged.clear();
    judged.extend(actions.iter().map(|action| judge(sweep, state, action)));
    if depth.plies < 2 || judged.len() < 2 {
        return;
    }
    let order = best_first(judged);
    look_further(
        sweep.network,
        state,
        depth,
        &order[..depth.kept.clamp(1, order.len())],
        judged,
    );
}

/// Looks one ply further at the best two actions if they are nearly as good as each other.
fn settle_doubt(network: &Network, state: &State, depth: Depth, judged: &mut [Judged]) {
    let order = best_first(judged);
    if let [first, second, ..] = order[..] {
        let [ahead, behind] = [first, second].map(|index| judged[index].outlook.utility());
        if ahead - behind < DOUBT {
            look_further(network, state, depth.settling(), &order[..2], judged);
        }
    }
}

/// The places of the actions in `judged`, that of the best one first.
fn best_first(judged: &[Judged]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..judged.len()).collect();
    order.sort_by(|&one, &other| {
        let [one, other] = [one, other].map(|index| judged[index].outlook.utility());
        other.total_cmp(&one)
    });
    order
}

/// Judges these actions by what lies so far ahead; the others come out no better than the worst of
/// them.
fn look_further(
    network: &Network,
    state: &State,
    depth: Depth,
    chosen: &[usize],
    judged: &mut [Judged],
) {
    let mut worst = f32::INFINITY;
    for &index in chosen {
        let mut after = *state;
        after.apply_unchecked(judged[index].action);
        let mut sweep = Sweep::new(network);
        let outlook = after_play(&mut sweep, &after, state.mover(), depth.after_play());
        worst = worst.min(outlook.utility());
        judged[index].outlook = outlook;
    }
    for (index, judged) in judged.iter_mut().enumerate() {
        if !chosen.contains(&index) {
            let excess = (judged.outlook.utility() - worst).max(0.0);
            judged.outlook.discounted_lead -= excess;
        }
    }
}

/// What the position after a play promises `player`, looking so far beyond it.
fn after_play(sweep: &mut Sweep<'_>, after: &State, player: Color, depth: Depth) -> Outlook {
    if after.is_over() {
        return at_the_end(after, player);
    }
    let mut outlook = before_roll(sweep, after, depth).for_player(after.mover() == player);
    let now = lead(after, player);
    outlook.discounted_lead = now + DISCOUNT * (outlook.discounted_lead - now);
    outlook
}

/// What a position in which a roll is due promises the player to roll.
fn before_roll(sweep: &mut Sweep<'_>, state: &State, depth: Depth) -> Outlook {
    if depth.plies == 0 {
        return sweep.outlook(state);
    }
    let roller = state.mover();
    let mut mean = Outlook::default();
    let mut actions = ActionList::new();
    let mut judged = Vec::new();
    DiceShape::Unordered.for_each_outcome(state, |outcome, probability| {
        let mut rolled = *state;
        rolled
            .roll_with_actions(Dice::ALL_21[outcome], &mut actions)
            .expect("a roll that the state allows");
        let found = if rolled.is_decision() {
            judge_listed(sweep, &rolled, &actions, depth, &mut judged);
            best(&judged).map_or(Outlook::default(), |best| best.outlook)
        } else {
            after_play(sweep, &rolled, roller, Depth::NONE)
        };
        mean.add(probability as f32, &found);
    });
    mean
}

fn at_the_end(state: &State, player: Color) -> Outlook {
    let winner = state.outcome().and_then(|outcome| outcome.winner);
    let holes = |color: Color| f32::from(state.score(color).holes);
    Outlook {
        discounted_lead: lead(state, player),
        win: winner.map_or(0.5, |winner| f32::from(u8::from(winner == player))),
        margin: holes(player) - holes(player.opponent()),
    }
}

/// Evaluates positions one after another. The first one of each player to roll is computed in full,
/// later ones by what differs from it.
pub struct Sweep<'n> {
    network: &'n Network,
    first: [Option<(Inputs, Layer)>; 2],
}

impl<'n> Sweep<'n> {
    /// A sweep over the plays of a new decision.
    pub fn new(network: &'n Network) -> Sweep<'n> {
        Sweep {
            network,
            first: [None; 2],
        }
    }

    /// The hidden sums of a position in which a roll is due.
    fn sums(&mut self, state: &State) -> Layer {
        match &mut self.first[state.mover().index()] {
            Some((first, its_sums)) => {
                let inputs = Inputs::of_similar(state, first);
                self.network.sums_from(&inputs, first, its_sums)
            }
            first => {
                let inputs = Inputs::of(state);
                let sums = self.network.sums(&inputs);
                *first = Some((inputs, sums));
                sums
            }
        }
    }

    /// One output for a position in which a roll is due.
    pub fn output(&mut self, state: &State, head: usize) -> f32 {
        let sums = self.sums(state);
        self.network.output(head, &sums)
    }

    /// What the network says of a position in which a roll is due, for the player to roll.
    fn outlook(&mut self, state: &State) -> Outlook {
        let sums = self.sums(state);
        let Values { gain, win, margin } = self.network.values_of(&sums);
        let now = lead(state, state.mover());
        Outlook {
            discounted_lead: now + gain,
            win,
            margin: now + margin,
        }
    }
}
