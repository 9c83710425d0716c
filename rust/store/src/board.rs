//! The board from the mover's side. Knows no rule.

use crate::checkers::Checkers;
use crate::field::{Field, FieldSet};

/// Both players' checkers, from the side of the player who rolls or moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The mover's checkers, in the mover's numbering.
    pub own: Checkers,
    /// The opponent's checkers, in the *opponent's* numbering: his field 1 is the mover's 24.
    pub opp: Checkers,
}

impl Board {
    /// The board at the start of every setting.
    pub const START: Board = Board {
        own: Checkers::START,
        opp: Checkers::START,
    };

    /// The board as the other player sees it.
    pub const fn mirrored(self) -> Board {
        Board {
            own: self.opp,
            opp: self.own,
        }
    }

    /// Fields, in the mover's numbering, that hold an opponent's checker.
    pub const fn occupied_by_opponent(&self) -> FieldSet {
        self.opp.one_or_more().mirrored()
    }

    /// The count of a field in the mover's numbering: positive for own checkers, negative for the
    /// opponent's.
    pub const fn signed_count(&self, field: Field) -> i8 {
        self.own.count(field) as i8 - self.opp.count(field.mirrored()) as i8
    }

    /// All 24 signed counts; entry 0 is field 1.
    pub fn signed(&self) -> [i8; 24] {
        std::array::from_fn(|index| {
            Field::new(index as u8 + 1).map_or(0, |field| self.signed_count(field))
        })
    }

    /// The board with these signed counts, if no side has more than fifteen checkers.
    pub fn from_signed(counts: &[i8; 24]) -> Option<Board> {
        let mut board = Board {
            own: Checkers::NONE,
            opp: Checkers::NONE,
        };
        let (mut own_total, mut opp_total) = (0u16, 0u16);
        for (field, &count) in Field::all().zip(counts) {
            let checkers = count.unsigned_abs();
            let total = if count > 0 {
                &mut own_total
            } else {
                &mut opp_total
            };
            *total += u16::from(checkers);
            if *total > 15 {
                return None;
            }
            if count > 0 {
                board.own.set(field, checkers);
            } else {
                board.opp.set(field.mirrored(), checkers);
            }
        }
        Some(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_counts_round_trip_and_mirror() {
        let mut counts = [0; 24];
        counts[0] = 3;
        counts[11] = 2;
        counts[4] = -1;
        counts[23] = -9;
        let board = Board::from_signed(&counts).unwrap();
        assert_eq!(board.signed(), counts);
        let mirrored = board.mirrored().signed();
        for index in 0..24 {
            assert_eq!(mirrored[index], -counts[23 - index]);
        }
    }

    #[test]
    fn more_than_fifteen_checkers_are_refused() {
        let mut counts = [0; 24];
        counts[0] = 15;
        counts[1] = 1;
        assert_eq!(Board::from_signed(&counts), None);
    }
}
