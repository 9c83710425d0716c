//! Players that judge positions, and counting the tree of the game.

use trictrac_play::Judge;
use trictrac_store::{ActionList, State, holds_flag};

use crate::ffi;
use crate::guard::{EngineError, guarded};
use crate::positions::unpack;

fn judge_named(name: &str) -> Result<Judge, EngineError> {
    let found = Judge::ALL.into_iter().find(|judge| judge.name() == name);
    found.ok_or_else(|| EngineError(format!("there is no player \"{name}\" in the engine")))
}

pub fn choose(position: &ffi::Position, player: &str) -> Result<i64, EngineError> {
    guarded(|| {
        let action = judge_named(player)?.choose(&unpack(position));
        let action = action.ok_or_else(|| EngineError("there is nothing to decide".to_owned()))?;
        Ok(i64::from(action.0))
    })
}

pub fn judge_actions(
    position: &ffi::Position,
    player: &str,
) -> Result<Vec<ffi::JudgedAction>, EngineError> {
    guarded(|| {
        let mut judged = Vec::new();
        judge_named(player)?.for_each_judged(&unpack(position), |action, points| {
            judged.push(ffi::JudgedAction {
                action: action.0.into(),
                worth: points.into(),
            });
        });
        Ok(judged)
    })
}

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

pub fn flag_holder(position: &ffi::Position) -> Result<i32, EngineError> {
    guarded(|| {
        let [white, black] = unpack(position).to_setup().scores;
        Ok(if holds_flag(&white, &black) {
            0
        } else if holds_flag(&black, &white) {
            1
        } else {
            -1
        })
    })
}

pub fn perft(position: &ffi::Position, depth: u32) -> Result<u64, EngineError> {
    guarded(|| Ok(trictrac_store::perft(&unpack(position), depth)))
}
