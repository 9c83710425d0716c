//! The judgement that guides the search.

use trictrac_play::Judge;
use trictrac_store::{ActionList, State};

use crate::ffi;
use crate::guard::{EngineError, guarded};
use crate::positions::unpack;

pub fn expected_results(position: &ffi::Position) -> Result<Vec<ffi::JudgedAction>, EngineError> {
    guarded(|| {
        let state = unpack(position);
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
