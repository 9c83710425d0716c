//! The judgement that guides the search.

use trictrac_play::Judge;
use trictrac_store::{ActionId, ActionList, Phase, State};

use crate::ffi;
use crate::guard::{EngineError, guarded};
use crate::positions::{pack, unpack};

pub fn known_action(position: &ffi::Position) -> Result<i32, EngineError> {
    guarded(|| {
        let state = unpack(position);
        let known = state.honest_claim().or_else(|| {
            let may_leave = state.written_score().is_some() && state.phase() == Phase::HoldOrGo;
            if !may_leave {
                return None;
            }
            let mut actions = ActionList::new();
            state.legal_actions(&mut actions);
            let leaves = Judge::Careful.choose(&state) == Some(ActionId::GO);
            match actions.ids() {
                [go, ..] if leaves => Some(ActionId(*go)),
                [_, play] => Some(ActionId(*play)),
                _ => None,
            }
        });
        Ok(known.map_or(-1, |action| action.0.into()))
    })
}

pub fn searched_position(position: &ffi::Position) -> Result<ffi::Position, EngineError> {
    guarded(|| {
        let state = unpack(position);
        if state.written_score().is_none() {
            return Ok(pack(&state));
        }
        Ok(pack(&state.held().without_marques()))
    })
}

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
