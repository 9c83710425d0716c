//! What every question about a roll starts from: masks of the board, computed once.

use crate::board::Board;
use crate::checkers::Checkers;
use crate::dice::{Dice, Die};
use crate::field::{Field, FieldSet, Quarter};
use crate::rules::Rules;

/// The roller's board and dice with the masks that legal plays and scoring share. All fields are
/// in the roller's numbering.
pub(crate) struct Situation {
    pub(crate) own: Checkers,
    pub(crate) dice: Dice,
    pub(crate) rules: Rules,
    /// Own checkers: one or more, two or more, three or more.
    pub(crate) own_1: FieldSet,
    pub(crate) own_2: FieldSet,
    pub(crate) own_3: FieldSet,
    /// The opponent's checkers: one or more, two or more.
    pub(crate) opp_1: FieldSet,
    pub(crate) opp_2: FieldSet,
    /// Where a checker may rest in passing.
    pub(crate) may_rest: FieldSet,
    /// Where a checker may stay at the end of the play.
    pub(crate) may_stay: FieldSet,
}

impl Situation {
    pub(crate) fn new(board: &Board, dice: Dice, rules: Rules) -> Situation {
        let Board { own, opp } = *board;
        let opp_1 = opp.one_or_more().mirrored();
        let may_rest = FieldSet::ALL.without(opp_1);
        let own_1 = own.one_or_more();
        let mut may_stay = may_rest.without(FieldSet::only(Field::OPPONENT_CORNER));
        // The opponent's jans matter only when a checker can get there.
        if own_1.bits() >> (13 - dice.sum()) != 0 {
            may_stay = may_stay.without(forbidden_jans(&opp));
        }
        Situation {
            own,
            dice,
            rules,
            own_1,
            own_2: own.two_or_more(),
            own_3: own.three_or_more(),
            opp_1,
            opp_2: opp.two_or_more().mirrored(),
            may_rest,
            may_stay,
        }
    }

    pub(crate) const fn high(&self) -> u8 {
        self.dice.high().number()
    }

    pub(crate) const fn low(&self) -> u8 {
        self.dice.low().number()
    }

    /// The die that shows this number.
    pub(crate) const fn die(&self, with_high: bool) -> Die {
        if with_high {
            self.dice.high()
        } else {
            self.dice.low()
        }
    }

    /// The two fields at these distances before `field` if a checker can leave both at once, as
    /// sets (empty when it cannot): two different fields, or two checkers on one.
    pub(crate) fn pair_before(&self, field: u8) -> Option<(FieldSet, FieldSet)> {
        let field = i32::from(field);
        let first = FieldSet::numbered(field - i32::from(self.high()));
        let second = FieldSet::numbered(field - i32::from(self.low()));
        let enough = if self.dice.is_double() {
            self.own_2
        } else {
            self.own_1
        };
        let both = !first.is_empty() && !second.is_empty() && enough.includes(first.or(second));
        both.then_some((first, second))
    }

    /// The quarter that is full, if one is.
    pub(crate) fn full_quarter(&self) -> Option<Quarter> {
        Quarter::FILLABLE
            .into_iter()
            .find(|quarter| self.own_2.includes(quarter.fields()))
    }

    /// The quarter that lacks one or two checkers, if one does, and the fields they are missing on:
    /// one field (twice when it is empty) or two half-fields.
    pub(crate) fn nearly_full_quarter(&self) -> Option<(Quarter, Missing)> {
        Quarter::FILLABLE.into_iter().find_map(|quarter| {
            let mut missing = quarter.fields().without(self.own_2);
            let first = missing.next()?;
            let held = self.own_1.contains(first);
            match missing.next() {
                None if held => Some((quarter, Missing::One(first))),
                None => Some((quarter, Missing::Two(first, first))),
                Some(second) => {
                    let halves = held && self.own_1.contains(second) && missing.is_empty();
                    halves.then_some((quarter, Missing::Two(first, second)))
                }
            }
        })
    }

    /// The sources from which a checker can go without opening `quarter`: outside it, or from a
    /// third checker on.
    pub(crate) fn surplus(&self, quarter: Quarter) -> FieldSet {
        FieldSet::ALL.without(quarter.fields()).or(self.own_3)
    }
}

/// What a nearly full quarter lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// One checker on this half-field.
    One(Field),
    /// One checker on each of these half-fields, or two on this one empty field.
    Two(Field, Field),
}

/// The fields where no checker may stay because the opponent can still fill that jan of his
/// (`docs/rules.md#forbidden-jan`). A small jan that can be filled leaves a big one that can.
fn forbidden_jans(opp: &Checkers) -> FieldSet {
    if !opp.can_fill(Quarter::Big) {
        FieldSet::EMPTY
    } else if !opp.can_fill(Quarter::Small) {
        Quarter::OpponentBig.fields()
    } else {
        Quarter::OpponentBig.fields().or(Quarter::Return.fields())
    }
}
