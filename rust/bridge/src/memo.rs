//! The legal actions of the position that this thread asked for last.
//!
//! OpenSpiel rolls, lists the legal actions and applies one of them in three calls on the same
//! state. Each of them needs the analysis of the roll, which is most of the engine's work; with the
//! last result kept here it is made once.

use std::cell::RefCell;

use trictrac_store::ActionList;

use crate::ffi::Position;
use crate::guard::EngineError;
use crate::positions::unpack;

/// A position and its legal actions; no position while they are being written.
struct Memo {
    position: Option<Position>,
    actions: ActionList,
}

thread_local! {
    static LAST: RefCell<Memo> = const {
        RefCell::new(Memo { position: None, actions: ActionList::new() })
    };
}

/// Calls `with` with the legal actions of `position`.
pub fn with_legal_actions<T>(position: &Position, with: impl FnOnce(&ActionList) -> T) -> T {
    LAST.with_borrow_mut(|last| {
        if last.position.as_ref() != Some(position) {
            last.position = None;
            unpack(position).legal_actions(&mut last.actions);
            last.position = Some(*position);
        }
        with(&last.actions)
    })
}

/// Keeps the actions that `step` writes down for the position that it reaches.
pub fn remember(
    step: impl FnOnce(&mut ActionList) -> Result<Position, EngineError>,
) -> Result<Position, EngineError> {
    LAST.with_borrow_mut(|last| {
        last.position = None;
        let reached = step(&mut last.actions)?;
        last.position = Some(reached);
        Ok(reached)
    })
}
