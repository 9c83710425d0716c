//! Whoever plays: at random, by a network's policy, by a search, or by Trictrac's own judgements;
//! and matches between them.

mod matches;
mod players;

pub use matches::{Contest, GameResult, Tally};
pub use players::{NetworkAgent, PlayerAgent, RandomAgent, SearchAgent};

use trictrac_env::{Action, GameEnv};

/// Chooses actions.
pub trait Agent<G: GameEnv> {
    /// A legal action for the player who decides.
    fn choose(&mut self, game: &G) -> Action;
}

impl<G: GameEnv, A: Agent<G> + ?Sized> Agent<G> for Box<A> {
    fn choose(&mut self, game: &G) -> Action {
        (**self).choose(game)
    }
}
