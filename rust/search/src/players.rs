//! The players `td` and `td:PLIES`, and the network as an evaluator for other searches.

use trictrac_play::{Evaluator, Player};
use trictrac_store::{ActionId, Color, State};

use crate::lookahead::{Depth, best, judge_actions, outlook};
use crate::network::Network;

/// Takes the action that promises most.
#[derive(Clone, Copy, Debug)]
pub struct TdPlayer<'n> {
    /// Whose judgement it is.
    pub network: &'n Network,
    /// How far it looks.
    pub depth: Depth,
}

impl Player for TdPlayer<'_> {
    fn decide(&mut self, state: &State) -> Option<ActionId> {
        let judged = judge_actions(self.network, state, self.depth);
        best(&judged).map(|best| best.action)
    }
}

/// In holes.
impl Evaluator for Network {
    fn worth(&self, state: &State, color: Color) -> f32 {
        outlook(self, state, color, Depth::plies(1)).discounted_lead
    }

    fn expected_result(&self, state: &State, color: Color) -> f32 {
        2.0 * outlook(self, state, color, Depth::plies(1)).win - 1.0
    }
}
