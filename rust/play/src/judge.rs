//! Hand-written judgement of positions, one play ahead.
//!
//! Points marked for a roll never depend on the play, so a choice is between *positions*. A hole is
//! twelve points. There is no randomness here.

use trictrac_store::{ActionId, ActionList, Color, HOLE, State};

use crate::careful;
use crate::written;

/// A way to judge positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judge {
    /// Counts the points of this roll and of the next.
    Greedy,
    /// Also weighs jans, corner, pace and stray checkers.
    Careful,
}

/// What a won game is worth to a judge, in points: more than any position.
const GAME: f32 = 1e6;

/// What a token is worth to a judge, in points.
pub const TOKEN: f32 = 5.0;

/// How far the payment of a marqué strays from nothing, in tokens.
const TOKENS_OF_MARQUE: f32 = 22.0;

impl Judge {
    /// Both judges.
    pub const ALL: [Judge; 2] = [Judge::Greedy, Judge::Careful];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Judge::Greedy => "greedy",
            Judge::Careful => "careful",
        }
    }

    /// How many points `color` is ahead, when a roll is due or the game is over. Of a written game
    /// what counts is tokens, won and expected; one of them is worth [`TOKEN`] points.
    pub fn points(self, state: &State, color: Color) -> f32 {
        if state.written_score().is_some() {
            return TOKEN * self.tokens(state, color);
        }
        if let Some(outcome) = state.outcome() {
            return match outcome.winner {
                Some(winner) if winner == color => GAME,
                Some(_) => -GAME,
                None => 0.0,
            };
        }
        let lead = total(state, color) - total(state, color.opponent());
        lead + self.beyond_marks(state, color)
    }

    /// What the position is worth beyond the points already marked.
    fn beyond_marks(self, state: &State, color: Color) -> f32 {
        match self {
            Judge::Greedy => expectation(state, color, 1.0, 1.0),
            Judge::Careful => careful::worth(state, color),
        }
    }

    /// How many tokens `color` has and can expect of the present marqué of a written game.
    pub fn tokens(self, state: &State, color: Color) -> f32 {
        if state.is_over() {
            return written::tokens(state, color, 0.0);
        }
        written::tokens(state, color, self.points_ahead(state, color))
    }

    /// How many points `color` is ahead within the present hole, when a roll is due.
    pub fn points_ahead(self, state: &State, color: Color) -> f32 {
        let points = |player: Color| f32::from(state.score(player).points);
        points(color) - points(color.opponent()) + self.beyond_marks(state, color)
    }

    /// Judges every legal action for the player who decides, in the order of the actions; nothing
    /// when nobody decides. Of claims there is only that of what is due, with nothing to weigh: 0.
    pub fn for_each_judged(self, state: &State, mut visit: impl FnMut(ActionId, f32)) {
        if let Some(claim) = state.honest_claim() {
            return visit(claim, 0.0);
        }
        let state = &state.without_schools();
        let mut actions = ActionList::new();
        state.legal_actions(&mut actions);
        for action in actions.iter() {
            let mut after = *state;
            after.apply_unchecked(action);
            visit(action, self.points(&after, state.mover()));
        }
    }

    /// The action with the best judgement, of equal ones the smallest; none when nobody decides.
    pub fn choose(self, state: &State) -> Option<ActionId> {
        let mut best: Option<(ActionId, f32)> = None;
        self.for_each_judged(state, |action, worth| {
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((action, worth));
            }
        });
        best.map(|(action, _)| action)
    }

    /// The expected result of the game for `color`, -1 to 1, when a roll is due or the game is over:
    /// the lead against what is still to be played. Fitted to the ends of 2,000 games of the careful
    /// player.
    pub fn expected_result(self, state: &State, color: Color) -> f32 {
        const STEEPNESS: f32 = 0.35;
        if let Some(written) = state.written_score() {
            let to_go = f32::from(state.options().marques - written.marque) + 0.5;
            return (self.tokens(state, color) / (TOKENS_OF_MARQUE * to_go.sqrt())).tanh();
        }
        let holes = Color::ALL.map(|player| f32::from(state.score(player).holes));
        let to_go = f32::from(state.options().target_holes) - (holes[0] + holes[1]) / 2.0;
        let lead = self.points(state, color) / f32::from(HOLE);
        (STEEPNESS * lead / (to_go + 0.5).sqrt()).tanh()
    }
}

/// All points that a player has marked, holes included.
fn total(state: &State, color: Color) -> f32 {
    let score = state.score(color);
    f32::from(u16::from(score.holes) * HOLE + u16::from(score.points))
}

/// What the next roll of the player to roll and the one after it promise, both on the present
/// board, in points for `color`; weighted.
pub(crate) fn expectation(state: &State, color: Color, roller: f32, waiter: f32) -> f32 {
    let next = state.prospects(state.mover());
    let later = state.prospects(state.mover().opponent());
    let sum = roller * (next.roller - next.other) - waiter * (later.roller - later.other);
    if state.mover() == color { sum } else { -sum }
}
