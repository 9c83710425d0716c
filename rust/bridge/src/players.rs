//! The judgement that guides the search.

use trictrac_play::Judge;
use trictrac_store::{ActionId, ActionList, State};

use crate::ffi;
use crate::guard::{EngineError, guarded};
use crate::positions::unpack;

pub fn expected_results(position: &ffi::Position) -> Result<Vec<ffi::JudgedAction>, EngineError> {
    guarded(|| {
        let state = unpack(position);
        if let Some(claim) = state.honest_claim() {
            return Ok(vec![claim_result(&state, claim)]);
        }
        let state = state.without_schools();
        let mut actions = ActionList::new();
        state.legal_actions(&mut actions);
        let judged = actions.iter().map(|action| {
            let mut after: State = state;
            after.apply_unchecked(action);
            ffi::JudgedAction {
                action: action.0.into(),
                worth: Judge::Careful.expected_result(&after, state.mover()).into(),
            }
        });
        Ok(judged.collect())
    })
}

/// Of claims only that of what is due comes into question. What follows is judged as if the roller
/// played like the careful player.
fn claim_result(state: &State, claim: ActionId) -> ffi::JudgedAction {
    let decider = state.decider();
    let mut after = state.without_schools();
    if let Some(action) = Judge::Careful.choose(&after) {
        after.apply_unchecked(action);
    }
    ffi::JudgedAction {
        action: claim.0.into(),
        worth: Judge::Careful.expected_result(&after, decider).into(),
    }
}
