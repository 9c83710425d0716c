//! Action ids: every sequence of steps that reaches a legal board has ids, the smallest of a
//! board's class is the board's action.

use std::collections::{BTreeMap, BTreeSet};

use super::plays::{Plays, Sequence, Step, after};
use super::{Board, Roll, own};

pub const GO: u16 = 1;

/// The points that a player can claim, and the number of that action.
pub fn claims() -> impl Iterator<Item = (u32, u16)> {
    (0..=126).step_by(2).zip(514..)
}

fn id(low_first: bool, first: u16, second: u16) -> u16 {
    2 + 256 * u16::from(low_first) + 16 * first + second
}

/// The ordinals of the checkers on a field, counted from the roller's field 1.
fn ordinals(board: &Board, field: usize) -> std::ops::RangeInclusive<u16> {
    let behind: i32 = (1..field).map(|f| own(board, f)).sum();
    let upto = behind + own(board, field);
    (behind as u16 + 1)..=(upto as u16)
}

/// All ids of one sequence of steps.
fn ids(before: &Board, roll: Roll, sequence: &[Step]) -> Vec<u16> {
    // Whether a number can be the first of the two dice in the order the id states.
    let orders_with = |number: usize, first: bool| {
        [false, true].into_iter().filter(move |&low_first| {
            let die = if first != low_first {
                roll.high
            } else {
                roll.low
            };
            die == number
        })
    };
    let mut ids = Vec::new();
    match *sequence {
        [] => ids.extend([false, true].map(|low_first| id(low_first, 0, 0))),
        [step] => {
            for checker in ordinals(before, step.from) {
                ids.extend(orders_with(step.number, true).map(|o| id(o, checker, 0)));
                ids.extend(orders_with(step.number, false).map(|o| id(o, 0, checker)));
            }
        }
        [one, two] => {
            let between = after(before, one);
            for low_first in orders_with(one.number, true) {
                for first in ordinals(before, one.from) {
                    let second = ordinals(&between, two.from);
                    ids.extend(second.map(|second| id(low_first, first, second)));
                }
            }
        }
        _ => unreachable!("a play has at most two steps"),
    }
    ids
}

/// The ids of every legal board.
pub fn classes(before: &Board, roll: Roll, plays: &Plays) -> BTreeMap<Board, BTreeSet<u16>> {
    let class_of = |sequences: &[Sequence]| {
        sequences
            .iter()
            .flat_map(|sequence| ids(before, roll, sequence))
            .collect()
    };
    plays
        .legal
        .iter()
        .map(|board| (*board, class_of(&plays.playable[board])))
        .collect()
}
