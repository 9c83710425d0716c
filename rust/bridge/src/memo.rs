//! The legal actions of the position that this thread asked for last.
//!
//! OpenSpiel rolls, lists the legal actions and applies one of them in three calls on the same
//! state. Each of them needs the analysis of the roll, which is most of the engine's work; with the
//! last result kept here it is made once.

use std::cell::RefCell;

use trictrac_store::{ActionList, State};

thread_local! {
    static LAST: RefCell<Option<(State, ActionList)>> = const { RefCell::new(None) };
}

/// Calls `with` with the legal actions of `state`.
pub fn with_legal_actions<T>(state: &State, with: impl FnOnce(&ActionList) -> T) -> T {
    LAST.with_borrow_mut(|last| match last {
        Some((known, actions)) if known == state => with(actions),
        _ => {
            let mut actions = ActionList::new();
            state.legal_actions(&mut actions);
            with(&last.insert((*state, actions)).1)
        }
    })
}

/// Keeps the actions that came with `state`.
pub fn remember(state: &State, actions: &ActionList) {
    LAST.set(Some((*state, *actions)));
}
