//! Trictrac as a [`GameEnv`]. The rules are the engine's; here is only what a caller chooses: the
//! shape of the dice and the scale of results.

use std::fmt::{self, Display, Formatter};

use trictrac_store::observation::{COMPACT, FEATURES};
use trictrac_store::{
    ActionId, ActionList, Color, DiceShape, Format, NUM_ACTIONS, NUM_ACTIONS_WITH_CLAIMS,
    Observation, Options, Phase, State, Utility,
};

use crate::action_set::ActionSet;
use crate::game_env::{Action, GameEnv, PLAYERS, Refusal, Shape, Sizes, Turn, Uniform};

/// Added to the checkers of a field, so that none of an observation's numbers is negative.
const NO_CHECKERS: f32 = 15.0;

/// The longest tensor: written games and schools append what they add to a position.
const FEATURES_OF_WRITTEN_WITH_SCHOOLS: [usize; 1] = [FEATURES + 10];

/// What can be chosen before a game of Trictrac.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TrictracConfig {
    /// The rules that can be chosen. Values out of range are brought into it, as by [`State::new`].
    pub options: Options,
    /// How a roll is divided into chance nodes.
    pub dice: DiceShape,
    /// The scale of [`GameEnv::returns`] and [`GameEnv::outcome`].
    pub utility: Utility,
}

/// A game of Trictrac at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trictrac {
    state: State,
    dice: DiceShape,
    utility: Utility,
    /// The legal actions of this decision. The dice bring them to light for little more than the
    /// price of the roll; here they answer both what is legal and whether an action is.
    legal: ActionSet,
}

impl Trictrac {
    /// A game that goes on from this position; the options are the position's own.
    pub fn from_state(state: State, dice: DiceShape, utility: Utility) -> Trictrac {
        Trictrac {
            state,
            dice,
            utility,
            legal: legal_actions(&state),
        }
    }

    /// Takes the legal actions as they were found before.
    pub(crate) const fn from_parts(
        state: State,
        dice: DiceShape,
        utility: Utility,
        legal: ActionSet,
    ) -> Trictrac {
        Trictrac {
            state,
            dice,
            utility,
            legal,
        }
    }

    pub(crate) const fn legal(&self) -> &ActionSet {
        &self.legal
    }

    /// The position.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// How a roll is divided into chance nodes.
    pub const fn dice(&self) -> DiceShape {
        self.dice
    }

    /// The scale of results.
    pub const fn utility(&self) -> Utility {
        self.utility
    }

    /// An outcome that chance can have, as often as its probability says.
    fn pick_outcome(&self, random: &mut impl Uniform) -> Option<Action> {
        if !self.dice.is_unrestricted(&self.state) {
            return self.pick_restricted_outcome(random);
        }
        let outcome = match self.dice {
            DiceShape::Ordered => random.below(36),
            DiceShape::Sequential => random.below(6),
            DiceShape::Unordered => {
                let (one, other) = (random.below(6), random.below(6));
                let (high, low) = (one.max(other) + 1, one.min(other) + 1);
                high * (high - 1) / 2 + low - 1
            }
        };
        Some(outcome as Action)
    }

    /// The same when doubles are barred or a die lies on the table: the outcomes that remain are
    /// equally likely in all shapes.
    fn pick_restricted_outcome(&self, random: &mut impl Uniform) -> Option<Action> {
        let mut outcomes = [(0, 0.0); Trictrac::SIZES.num_outcomes];
        let count = self.chance_outcomes(&mut outcomes);
        (count > 0).then(|| outcomes[random.below(count as u32) as usize].0)
    }
}

pub(crate) fn turn_of(state: &State) -> Turn {
    match state.phase() {
        Phase::Roll => Turn::Chance,
        Phase::HoldOrGo | Phase::Move | Phase::LastGo | Phase::Claim | Phase::ClaimReceived => {
            Turn::Player(state.decider().index())
        }
        Phase::Over => Turn::Over,
    }
}

fn legal_actions(state: &State) -> ActionSet {
    if !state.is_decision() {
        return ActionSet::EMPTY;
    }
    let mut actions = ActionList::new();
    state.legal_actions(&mut actions);
    ActionSet::of(&actions)
}

/// Takes an action, and says which are legal then.
pub(crate) fn decide(state: &mut State, action: Action) -> ActionSet {
    state.apply_unchecked(ActionId(action));
    legal_actions(state)
}

/// Lets chance have an outcome, and says which actions are legal then.
pub(crate) fn roll(
    state: &mut State,
    dice: DiceShape,
    outcome: Action,
) -> Result<ActionSet, Refusal> {
    if state.phase() != Phase::Roll {
        return Err(Refusal::NotAChanceNode);
    }
    let mut actions = ActionList::new();
    dice.apply_with_actions(state, outcome.into(), &mut actions)
        .map_err(|_| Refusal::Impossible(outcome))?;
    Ok(ActionSet::of(&actions))
}

impl Display for Trictrac {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.state, formatter)
    }
}

fn color(player: usize) -> Color {
    Color::ALL[player]
}

impl GameEnv for Trictrac {
    type Config = TrictracConfig;

    const NAME: &'static str = "trictrac";

    const SIZES: Sizes = Sizes {
        num_actions: NUM_ACTIONS_WITH_CLAIMS,
        num_outcomes: DiceShape::Ordered.len(),
        max_actions: ActionList::CAPACITY,
        observation: Shape(&[COMPACT]),
        features: Shape(&FEATURES_OF_WRITTEN_WITH_SCHOOLS),
    };

    fn new(config: &TrictracConfig) -> Trictrac {
        Trictrac {
            state: State::new(config.options),
            dice: config.dice,
            utility: config.utility,
            legal: ActionSet::EMPTY,
        }
    }

    fn sizes(&self) -> Sizes {
        let options = self.state.options();
        Sizes {
            num_actions: if options.schools {
                NUM_ACTIONS_WITH_CLAIMS
            } else {
                NUM_ACTIONS
            },
            num_outcomes: self.dice.len(),
            features: Shape(match (options.format, options.schools) {
                (Format::Ordinary, false) => &[FEATURES],
                (Format::Ordinary, true) => &[FEATURES + 2],
                (Format::Written, false) => &[FEATURES + 8],
                (Format::Written, true) => &FEATURES_OF_WRITTEN_WITH_SCHOOLS,
            }),
            ..Trictrac::SIZES
        }
    }

    fn turn(&self) -> Turn {
        turn_of(&self.state)
    }

    fn mover(&self) -> usize {
        self.state.decider().index()
    }

    fn legal_actions(&self, actions: &mut [Action]) -> usize {
        self.legal.write(actions)
    }

    fn is_legal(&self, action: Action) -> bool {
        self.legal.contains(action)
    }

    fn apply_unchecked(&mut self, action: Action) {
        self.legal = decide(&mut self.state, action);
    }

    fn chance_outcomes(&self, outcomes: &mut [(Action, f64)]) -> usize {
        let mut count = 0;
        self.dice
            .for_each_outcome(&self.state, |outcome, probability| {
                outcomes[count] = (outcome as Action, probability);
                count += 1;
            });
        count
    }

    fn apply_chance(&mut self, outcome: Action) -> Result<(), Refusal> {
        self.legal = roll(&mut self.state, self.dice, outcome)?;
        Ok(())
    }

    fn sample_chance(&mut self, random: &mut impl Uniform) {
        if self.state.phase() != Phase::Roll {
            return;
        }
        if let Some(outcome) = self.pick_outcome(random) {
            // Refused only by a game made of words that nobody packed.
            let _ = self.apply_chance(outcome);
        }
    }

    /// The engine's `compact` tensor as every game has it, in the same places: of the 24 fields the
    /// checkers, own ones positive and the opponent's negative, plus 15; then the seat to move, the
    /// phase, both dice, and four numbers of each player's score.
    fn observation(&self, player: usize, values: &mut [u8]) {
        let mut compact = [0.0; COMPACT];
        Observation::Compact
            .fill_common(&self.state, color(player), &mut compact)
            .expect("the buffer is as long as the tensor");
        for value in &mut compact[..24] {
            *value += NO_CHECKERS;
        }
        for (byte, value) in values[..COMPACT].iter_mut().zip(compact) {
            *byte = value as u8;
        }
    }

    fn features(&self, player: usize, values: &mut [f32]) {
        let len = self.sizes().features.len();
        Observation::Features
            .fill(&self.state, color(player), &mut values[..len])
            .expect("the slice is as long as the tensor");
    }

    fn returns(&self) -> [f64; PLAYERS] {
        self.utility.returns(&self.state)
    }

    /// By `win` 1, 0 or -1. By `margin` the difference in holes times the value of the game, without
    /// the division that [`GameEnv::returns`] makes; in a written game the tokens. By `score` each
    /// player's points, 12 for a hole, or tokens.
    fn outcome(&self) -> [i64; PLAYERS] {
        match (self.utility, self.state.outcome()) {
            (Utility::Win | Utility::Score, _) => {
                self.utility.returns(&self.state).map(|value| value as i64)
            }
            (Utility::Margin, None) => [0; PLAYERS],
            (Utility::Margin, Some(outcome)) => {
                let [white, black] = Color::ALL.map(|color| self.state.score(color).holes);
                let holes = (i64::from(white) - i64::from(black)) * i64::from(outcome.value);
                let gain = match self.state.written_score() {
                    Some(written) => written.tokens[0].into(),
                    None => holes,
                };
                [gain, -gain]
            }
        }
    }
}
