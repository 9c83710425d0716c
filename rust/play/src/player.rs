//! Who chooses, and what choices rest on.

use trictrac_store::{ActionId, ActionList, Color, State};

use crate::judge::Judge;
use crate::luck::Luck;

/// Says what positions are worth, in which a roll is due or the game is over, and no points wait to
/// be claimed.
pub trait Evaluator {
    /// What the position promises `color`, in this evaluator's own unit; of two positions the
    /// better one has more. The other player's is the negative of it.
    fn worth(&self, state: &State, color: Color) -> f32;

    /// The expected result of the game for `color`, -1 to 1.
    fn expected_result(&self, state: &State, color: Color) -> f32;
}

/// Chooses actions.
pub trait Player {
    /// The play, or Go, that this player takes; none when nobody decides. No points are claimed in
    /// this state: [`Player::choose`] has seen to that.
    fn decide(&mut self, state: &State) -> Option<ActionId>;

    /// The action that this player takes; none when nobody decides. Every player claims exactly what
    /// is due, and then plays as in a game without schools.
    fn choose(&mut self, state: &State) -> Option<ActionId> {
        state
            .honest_claim()
            .or_else(|| self.decide(&state.without_schools()))
    }
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn decide(&mut self, state: &State) -> Option<ActionId> {
        (**self).decide(state)
    }
}

/// Takes any legal action, each as likely as the others.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    luck: Luck,
}

impl RandomPlayer {
    /// The player whose choices follow from this seed.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer {
            luck: Luck::new(seed),
        }
    }
}

impl Player for RandomPlayer {
    fn decide(&mut self, state: &State) -> Option<ActionId> {
        let mut actions = ActionList::new();
        state.legal_actions(&mut actions);
        if actions.is_empty() {
            return None;
        }
        let choice = self.luck.below(actions.len() as u32) as usize;
        actions.iter().nth(choice)
    }
}

/// Takes the action whose position the evaluator judges best; of equal ones the smallest.
#[derive(Clone, Copy, Debug)]
pub struct Judging<E>(pub E);

impl<E: Evaluator> Player for Judging<E> {
    fn decide(&mut self, state: &State) -> Option<ActionId> {
        let mut actions = ActionList::new();
        state.legal_actions(&mut actions);
        let mut best: Option<(ActionId, f32)> = None;
        for action in actions.iter() {
            let mut after = *state;
            after.apply_unchecked(action);
            let worth = self.0.worth(&after, state.mover());
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((action, worth));
            }
        }
        best.map(|(action, _)| action)
    }
}

impl Evaluator for Judge {
    fn worth(&self, state: &State, color: Color) -> f32 {
        self.points(state, color)
    }

    fn expected_result(&self, state: &State, color: Color) -> f32 {
        Judge::expected_result(*self, state, color)
    }
}
