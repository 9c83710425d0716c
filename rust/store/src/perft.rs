//! Counting the tree of the game, chance nodes included, to compare two generators of it.

use crate::action::{ActionId, ActionList};
use crate::dice::Dice;
use crate::state::State;
use crate::table::Phase;

/// How many sequences of `depth` transitions lead on from the state. A roll is one transition and
/// counts once for each order of its dice; so is a decision. A finished game has no transitions.
///
/// ```
/// # use trictrac_store::{Options, State, perft};
/// let start = State::new(Options::default());
/// assert_eq!(perft(&start, 1), 30);
/// assert_eq!(perft(&start, 2), 58);
/// ```
pub fn perft(state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for_each_successor(state, |_, weight, successor| {
        count += weight * perft(successor, depth - 1);
    });
    count
}

/// One transition: a roll, or a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// These dice are rolled.
    Roll(Dice),
    /// This action is taken.
    Decide(ActionId),
}

/// Splits [`perft`] by the first transition: the transition, its count, and the state it leads to.
pub fn divide(state: &State, depth: u32) -> Vec<(Transition, u64, State)> {
    let mut lines = Vec::new();
    for_each_successor(state, |transition, weight, successor| {
        let count = weight * perft(successor, depth.saturating_sub(1));
        lines.push((transition, count, *successor));
    });
    lines
}

fn for_each_successor(state: &State, mut visit: impl FnMut(Transition, u64, &State)) {
    if state.phase() == Phase::Roll {
        for dice in Dice::ALL_21 {
            let mut successor = *state;
            if successor.roll(dice).is_ok() {
                visit(Transition::Roll(dice), u64::from(dice.weight()), &successor);
            }
        }
        return;
    }
    let mut actions = ActionList::new();
    state.legal_actions(&mut actions);
    for action in actions.iter() {
        let mut successor = *state;
        successor.apply_unchecked(action);
        visit(Transition::Decide(action), 1, &successor);
    }
}
