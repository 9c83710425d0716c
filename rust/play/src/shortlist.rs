//! Which actions are worth a search. A decision has some twenty, too many to try each often enough
//! to tell them apart; this choice decides how strong a search with few simulations is.

use trictrac_store::{ActionId, ActionList, State};

use crate::player::Evaluator;

/// The best few actions by an evaluator, looking one play ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortlist {
    /// At most so many, but all of those that are equal to the last one.
    pub actions: usize,
    /// None that is expected to end so much worse than the best one, in expected result (-1 to 1).
    pub margin: f32,
}

impl Default for Shortlist {
    fn default() -> Shortlist {
        Shortlist {
            actions: 5,
            margin: 0.05,
        }
    }
}

impl Shortlist {
    /// The actions of a decision that are worth a search, each with its expected result for the
    /// player who decides, in the order of the actions; empty when nobody decides.
    pub fn of(&self, state: &State, evaluator: &impl Evaluator) -> Vec<(ActionId, f32)> {
        if let Some(claim) = state.honest_claim() {
            let result = evaluator.expected_result(&state.without_schools(), state.decider());
            return vec![(claim, result)];
        }
        let state = &state.without_schools();
        let mut actions = ActionList::new();
        state.legal_actions(&mut actions);
        let mut judged: Vec<(ActionId, f32)> = actions
            .iter()
            .map(|action| {
                let mut after = *state;
                after.apply_unchecked(action);
                (action, evaluator.expected_result(&after, state.mover()))
            })
            .collect();
        let mut results: Vec<f32> = judged.iter().map(|&(_, result)| result).collect();
        results.sort_by(|one, other| other.total_cmp(one));
        if let (Some(best), Some(last)) = (
            results.first(),
            results.get(self.actions.clamp(1, results.len().max(1)) - 1),
        ) {
            let least = last.max(best - self.margin);
            judged.retain(|&(_, result)| result >= least);
        }
        judged
    }
}
