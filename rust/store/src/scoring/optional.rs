//! Margot la fendue, a historical jan that the laws leave out.

use super::{Event, Jan, Ledger, tariff};
use crate::field::FieldSet;
use crate::situation::Situation;

/// The empty fields between two of the opponent's half-fields.
pub(super) fn gaps(situation: &Situation) -> FieldSet {
    let halves = situation.opp_1.without(situation.opp_2);
    halves
        .forward(1)
        .and(halves.backward(1))
        .without(situation.opp_1)
        .without(situation.own_1)
}

/// Enters the numbers that reach an empty field between two of the opponent's half-fields, one way
/// a number and field (`docs/rules.md#margot`).
pub(super) fn margot(situation: &Situation, ledger: &mut impl Ledger) {
    let (a, c) = (situation.high(), situation.low());
    let gaps = gaps(situation);
    let open = FieldSet::ALL.without(situation.opp_2);
    let rested = situation.own_1.and(open.backward(a).or(open.backward(c)));
    let by_low = if situation.dice.is_double() {
        FieldSet::EMPTY
    } else {
        situation.own_1.forward(c)
    };
    let reached = [situation.own_1.forward(a), by_low, rested.forward(a + c)];
    let ways: u32 = reached.iter().map(|set| set.and(gaps).len()).sum();
    if ways > 0 {
        let ways = ways as u8;
        ledger.enter(Event {
            jan: Jan::Margot,
            ways,
            points: tariff::points(Jan::Margot, situation.dice) * ways,
            field: None,
        });
    }
}
