//! The jans of the opening: six tables, two tables, mezeas and their contres. Each is told from the
//! board alone; at most one applies.

use super::Jan;
use crate::field::{Field, FieldSet, Quarter};
use crate::situation::Situation;

/// The opening jan of this roll, if there is one.
#[inline(always)]
pub(super) fn jan(situation: &Situation, rolls: u8) -> Option<Jan> {
    match situation.own.count(Field::TALON) {
        11 if rolls == 3 && is_six_tables(situation) => Some(Jan::SixTables),
        13 => {
            let corner_is_free = situation.opp_1.and(opponent_corner()).is_empty();
            let corner_is_held = situation.opp_2.includes(opponent_corner());
            let (jan, contre) = if is_two_tables(situation) {
                (Jan::TwoTables, Jan::ContreTwoTables)
            } else if is_mezeas(situation) {
                (Jan::Mezeas, Jan::ContreMezeas)
            } else {
                return None;
            };
            if corner_is_free {
                Some(jan)
            } else {
                corner_is_held.then_some(contre)
            }
        }
        _ => None,
    }
}

const fn opponent_corner() -> FieldSet {
    FieldSet::only(Field::OPPONENT_CORNER)
}

/// On the third roll four checkers stand singly on 2..=7 and the dice reach the two fields left,
/// both empty, from the talon (`docs/rules.md#six-tables`).
fn is_six_tables(situation: &Situation) -> bool {
    let tables = Quarter::Small.fields().forward(1);
    let singles = situation.own_1.without(situation.own_2).and(tables);
    let left = tables.without(situation.own_1).without(situation.opp_1);
    let talon = FieldSet::only(Field::TALON);
    let reached = talon
        .forward(situation.high())
        .or(talon.forward(situation.low()));
    singles.len() == 4 && left.len() == 2 && left == reached
}

/// Thirteen on the talon, and the two others can be brought to 12 and 13, one by each number
/// (`docs/rules.md#two-tables`).
fn is_two_tables(situation: &Situation) -> bool {
    let mut down = situation.own_1.without(FieldSet::only(Field::TALON));
    if situation.own.count_on(down) != 2 || down.contains(Field::CORNER) {
        return false;
    }
    let Some(first) = down.next() else {
        return false;
    };
    let second = down.next().unwrap_or(first);
    let (first, second) = (first.number(), second.number());
    let (a, c) = (situation.high(), situation.low());
    [(a, c), (c, a)]
        .into_iter()
        .any(|(one, other)| matches!((first + one, second + other), (12, 13) | (13, 12)))
}

/// Thirteen on the talon, two on the corner, and an ace (`docs/rules.md#mezeas`).
fn is_mezeas(situation: &Situation) -> bool {
    situation.own.count(Field::CORNER) == 2 && situation.dice.has(1)
}
