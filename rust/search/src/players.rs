//! The players `td` and `td:PLIES`, and the network as an evaluator for other searches.

use trictrac_play::{Evaluator, Judge, Player};
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
    /// The network knows the ordinary game. In a written one, whether to leave is decided by what the
    /// marqué is worth, by the careful player's judgement.
    fn decide(&mut self, state: &State) -> Option<ActionId> {
        let is_written = state.written_score().is_some();
        if is_written && Judge::Careful.choose(state) == Some(ActionId::GO) {
            return Some(ActionId::GO);
        }
        let mut judged = judge_actions(self.network, state, self.depth);
        if is_written && judged.len() > 1 {
            judged.retain(|judged| judged.action != ActionId::GO);
        }
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
