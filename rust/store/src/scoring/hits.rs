//! Hitting half-fields, truly and falsely, and the opponent's corner. Nothing moves: hits are
//! counted on the board before the play.

use super::{Event, Jan, tariff};
use crate::dice::Dice;
use crate::field::{Field, FieldSet};
use crate::situation::Situation;

/// The opponent's half-fields that the dice hit, by way (`docs/rules.md#true-hit`,
/// `docs/rules.md#false-hit`).
pub(super) struct Hits {
    /// By the high number.
    high: FieldSet,
    /// By the low number, if it is another one.
    low: FieldSet,
    /// By both numbers with a free rest.
    combined: FieldSet,
    /// By both numbers, every rest being barred, and in no other way.
    falsely: FieldSet,
}

impl Hits {
    pub(super) fn new(situation: &Situation) -> Hits {
        let (a, c) = (situation.high(), situation.low());
        let own = situation.own_1;
        let targets = situation.opp_1.without(situation.opp_2);
        // A half-field of the opponent's does not bar a rest: it is a target itself.
        let open = FieldSet::ALL.without(situation.opp_2);
        let rested = own.and(open.backward(a).or(open.backward(c)));
        let high = own.forward(a).and(targets);
        let low = if situation.dice.is_double() {
            FieldSet::EMPTY
        } else {
            own.forward(c).and(targets)
        };
        let combined = rested.forward(a + c).and(targets);
        let hit = high.or(low).or(combined);
        Hits {
            high,
            low,
            combined,
            falsely: own.forward(a + c).and(targets).without(hit),
        }
    }

    /// The points of all hits, to the roller and to the opponent.
    pub(super) fn points(&self, dice: Dice) -> (u16, u16) {
        let big = u16::from(tariff::points(Jan::HitBigTable, dice));
        let small = u16::from(tariff::points(Jan::HitSmallTable, dice));
        let value = |set: FieldSet| {
            if set.is_empty() {
                return 0;
            }
            let on_small = set.and(FieldSet::SMALL_TABLE).len() as u16;
            let on_big = set.and(FieldSet::BIG_TABLE).len() as u16;
            on_small * small + on_big * big
        };
        (
            value(self.high) + value(self.low) + value(self.combined),
            value(self.falsely),
        )
    }

    /// The hits one by one, by field.
    pub(super) fn for_each(&self, dice: Dice, mut enter: impl FnMut(Event)) {
        let truly = self.high.or(self.low).or(self.combined);
        for field in truly.or(self.falsely) {
            let ways = [self.high, self.low, self.combined]
                .iter()
                .filter(|set| set.contains(field))
                .count();
            let jan = match (truly.contains(field), field.is_on_small_table()) {
                (true, true) => Jan::HitSmallTable,
                (true, false) => Jan::HitBigTable,
                (false, true) => Jan::FalseHitSmallTable,
                (false, false) => Jan::FalseHitBigTable,
            };
            let ways = ways.max(1) as u8;
            enter(Event {
                jan,
                ways,
                points: tariff::points(jan, dice) * ways,
                field: Some(field),
            });
        }
    }
}

/// Is the opponent's empty corner hit (`docs/rules.md#corner-hit`)? The two checkers that hold the
/// own corner take no part.
pub(super) fn hits_corner(situation: &Situation) -> bool {
    let corner = FieldSet::only(Field::CORNER);
    let opponents = FieldSet::only(Field::OPPONENT_CORNER);
    let occupied = situation.own_1.or(situation.opp_1);
    if !situation.own_2.includes(corner) || occupied.includes(opponents) {
        return false;
    }
    let Some((first, second)) = situation.pair_before(Field::OPPONENT_CORNER.number()) else {
        return false;
    };
    // An ace is played from the own corner, where a third checker must stand (a fourth for two).
    !first.or(second).includes(corner)
        || if situation.dice.is_double() {
            situation.own.four_or_more().includes(corner)
        } else {
            situation.own_3.includes(corner)
        }
}
