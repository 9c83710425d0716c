//! The actions of a decision from the best one down, with what each of the others loses.

use trictrac_store::{ActionId, State};

use crate::lookahead::{Depth, judge_actions, winning_chances_lost};
use crate::network::Network;

/// An action and its worth to the player who decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The action.
    pub action: ActionId,
    /// Probability of winning the game, a draw counting half.
    pub win: f32,
    /// Winning chances lost against the best action; 0 for that.
    pub loss: f32,
    /// Holes that the player will have more than the other at the end of the game.
    pub margin: f32,
}

/// All actions of a decision, the best one first, of equal ones the smaller; empty when nobody
/// decides.
pub fn rank(network: &Network, state: &State, depth: Depth) -> Vec<Ranked> {
    let mut judged = judge_actions(network, state, depth);
    judged.sort_by(|one, other| {
        let [one, other] = [one, other].map(|judged| judged.outlook.utility());
        other.total_cmp(&one)
    });
    let Some(best) = judged.first().map(|judged| judged.outlook) else {
        return Vec::new();
    };
    let ranked = judged.iter().map(|judged| {
        let loss = winning_chances_lost(state, &best, &judged.outlook);
        Ranked {
            action: judged.action,
            win: best.win - loss,
            loss,
            margin: judged.outlook.margin,
        }
    });
    ranked.collect()
}
