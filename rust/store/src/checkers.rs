//! One player's checkers, counted bit-sliced. Knows no rule.

use crate::field::{Field, FieldSet, Quarter};

/// How many checkers a player has at the start of a setting.
pub const CHECKERS: u8 = 15;

/// One player's checkers on the board, in that player's own numbering.
///
/// The 24 counts of 0 to 15 are stored bit-sliced: plane `k` holds bit `k` of every count, and bit
/// `f` of a plane belongs to field `f`.
///
/// ```text
/// field      24 23 ...  3  2  1
/// plane 0     .  .  ... .  .  1     field 1 holds 0b1111 = 15 checkers
/// plane 1     .  .  ... .  .  1
/// plane 2     .  .  ... .  .  1
/// plane 3     .  .  ... .  .  1
/// ```
///
/// So the questions of move generation (where are one or more, two or more, three or more?) are
/// two or three bit operations on the whole board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checkers {
    planes: [u32; 4],
}

impl Checkers {
    /// No checker.
    pub const NONE: Checkers = Checkers { planes: [0; 4] };
    /// All fifteen on the talon.
    pub const START: Checkers = Checkers { planes: [0b10; 4] };

    /// How many checkers stand on the field.
    pub const fn count(&self, field: Field) -> u8 {
        let bit = field.number() as u32;
        let [p0, p1, p2, p3] = self.planes;
        ((p0 >> bit & 1) | (p1 >> bit & 1) << 1 | (p2 >> bit & 1) << 2 | (p3 >> bit & 1) << 3) as u8
    }

    /// Fields with one checker or more.
    pub const fn one_or_more(&self) -> FieldSet {
        let [p0, p1, p2, p3] = self.planes;
        FieldSet::from_bits(p0 | p1 | p2 | p3)
    }

    /// Fields with two checkers or more (cases).
    pub const fn two_or_more(&self) -> FieldSet {
        let [_, p1, p2, p3] = self.planes;
        FieldSet::from_bits(p1 | p2 | p3)
    }

    /// Fields with three checkers or more.
    pub const fn three_or_more(&self) -> FieldSet {
        let [p0, p1, p2, p3] = self.planes;
        FieldSet::from_bits((p0 & p1) | p2 | p3)
    }

    /// Fields with four checkers or more.
    pub const fn four_or_more(&self) -> FieldSet {
        let [_, _, p2, p3] = self.planes;
        FieldSet::from_bits(p2 | p3)
    }

    /// Fields with exactly one checker (half-fields).
    pub const fn exactly_one(&self) -> FieldSet {
        let [p0, p1, p2, p3] = self.planes;
        FieldSet::from_bits(p0 & !(p1 | p2 | p3))
    }

    /// How many checkers stand on these fields.
    pub const fn count_on(&self, fields: FieldSet) -> u8 {
        let [p0, p1, p2, p3] = self.planes;
        let mask = fields.bits();
        ((p0 & mask).count_ones()
            + 2 * (p1 & mask).count_ones()
            + 4 * (p2 & mask).count_ones()
            + 8 * (p3 & mask).count_ones()) as u8
    }

    /// How many checkers are on the board.
    pub const fn total(&self) -> u8 {
        self.count_on(FieldSet::ALL)
    }

    /// Is there no checker on the board?
    pub const fn is_empty(&self) -> bool {
        self.one_or_more().is_empty()
    }

    /// Puts one checker on the field. The field must hold fewer than fifteen.
    pub(crate) const fn add(&mut self, field: Field) {
        let mut carry = FieldSet::only(field).bits();
        let mut plane = 0;
        while plane < 4 {
            let next = self.planes[plane] & carry;
            self.planes[plane] ^= carry;
            carry = next;
            plane += 1;
        }
    }

    /// Takes one checker from the field. The field must hold one.
    pub(crate) const fn remove(&mut self, field: Field) {
        let mut borrow = FieldSet::only(field).bits();
        let mut plane = 0;
        while plane < 4 {
            let next = !self.planes[plane] & borrow;
            self.planes[plane] ^= borrow;
            borrow = next;
            plane += 1;
        }
    }

    /// Sets the count of a field, 0 to 15.
    pub(crate) const fn set(&mut self, field: Field, count: u8) {
        let mut plane = 0;
        while plane < 4 {
            let bit = (count >> plane & 1) as u32;
            let at = field.number();
            self.planes[plane] = self.planes[plane] & !(1 << at) | bit << at;
            plane += 1;
        }
    }

    /// Is the quarter full: two checkers or more on each of its six fields?
    pub const fn fills(&self, quarter: Quarter) -> bool {
        self.two_or_more().includes(quarter.fields())
    }

    /// Running totals: how many checkers stand on fields 1 up to each field.
    pub(crate) const fn cumulative(&self) -> Cumulative {
        let mut words = [0; 4];
        let mut before = 0;
        let mut quarter = 0;
        while quarter < 4 {
            let totals = self.quarter_totals(quarter);
            words[quarter] = totals + before * SIX_ONES;
            before += totals >> 40;
            quarter += 1;
        }
        Cumulative { words }
    }

    /// Running totals within one quarter, one byte a field.
    const fn quarter_totals(&self, quarter: usize) -> u64 {
        let from = 1 + 6 * quarter;
        let [p0, p1, p2, p3] = self.planes;
        RUNNING[(p0 >> from & 0x3f) as usize]
            + 2 * RUNNING[(p1 >> from & 0x3f) as usize]
            + 4 * RUNNING[(p2 >> from & 0x3f) as usize]
            + 8 * RUNNING[(p3 >> from & 0x3f) as usize]
    }

    /// Can this player still fill his quarter, by material alone: is there, for each of its fields,
    /// enough at or behind that field for the fields up to it? (`docs/rules.md#forbidden-jan`)
    pub const fn can_fill(&self, quarter: Quarter) -> bool {
        const NEEDED: u64 = 0x0c0a_0806_0402;
        const HIGH_BITS: u64 = 0x8080_8080_8080;
        let totals = match quarter {
            Quarter::Small => self.quarter_totals(0),
            Quarter::Big => self.quarter_totals(1) + (self.quarter_totals(0) >> 40) * SIX_ONES,
            Quarter::OpponentBig => return false,
            Quarter::Return => self.cumulative().words[3],
        };
        ((totals | HIGH_BITS) - NEEDED) & HIGH_BITS == HIGH_BITS
    }

    /// The planes, for packing.
    pub(crate) const fn planes(&self) -> [u32; 4] {
        self.planes
    }

    /// Checkers with these planes; bits that are no field are dropped.
    pub(crate) const fn from_planes(planes: [u32; 4]) -> Checkers {
        let all = FieldSet::ALL.bits();
        Checkers {
            planes: [
                planes[0] & all,
                planes[1] & all,
                planes[2] & all,
                planes[3] & all,
            ],
        }
    }
}

const SIX_ONES: u64 = 0x0101_0101_0101;

/// For each six bits, how many of them are set up to each one, a byte each. Multiplications could
/// make it, sixteen of them each time that checkers are counted; a table of 512 bytes is quicker.
static RUNNING: [u64; 64] = {
    let mut totals = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        let mut bit = 0;
        while bit < 6 {
            // The bit counts in its own byte and in all after it.
            let on = (bits >> bit & 1) as u64;
            totals[bits] += on * (SIX_ONES << (8 * bit) & (SIX_ONES * 0xff));
            bit += 1;
        }
        bits += 1;
    }
    totals
};

/// Running totals of a player's checkers, from field 1 on: six bytes a quarter.
///
/// They translate between fields and *ordinals*, the numbers 1 to 15 that a player's checkers have
/// when they are counted from his talon on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cumulative {
    words: [u64; 4],
}

impl Cumulative {
    /// Checkers on fields 1 to `field`.
    pub(crate) const fn up_to(&self, field: Field) -> u8 {
        let index = field.number() as usize - 1;
        (self.words[index / 6] >> (8 * (index % 6))) as u8
    }

    /// Ordinal of the first checker that stands (or would stand) on the field.
    pub(crate) const fn first_ordinal(&self, field: Field) -> u8 {
        match field.minus(1) {
            Some(behind) => self.up_to(behind) + 1,
            None => 1,
        }
    }

    /// The totals as an array: entry `f` counts the checkers on fields 1 to `f`.
    pub(crate) const fn to_array(self) -> [u8; 25] {
        let mut array = [0; 25];
        let mut quarter = 0;
        while quarter < 4 {
            let bytes = self.words[quarter].to_le_bytes();
            let mut offset = 0;
            while offset < 6 {
                array[1 + 6 * quarter + offset] = bytes[offset];
                offset += 1;
            }
            quarter += 1;
        }
        array
    }

    /// The field of the checker with this ordinal (1 or more), if there are that many.
    pub(crate) const fn field_of(&self, ordinal: u8) -> Option<Field> {
        const HIGH_BITS: u64 = 0x8080_8080_8080;
        // A byte keeps its high bit when its total reaches the ordinal; the others lie before.
        let mut before = 0;
        let mut quarter = 0;
        while quarter < 4 {
            let reached = (self.words[quarter] | HIGH_BITS) - ordinal as u64 * SIX_ONES;
            let reached = reached & HIGH_BITS;
            if reached != 0 {
                return Field::new(before + 1 + (reached.trailing_zeros() / 8) as u8);
            }
            before += 6;
            quarter += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Checkers {
        let mut checkers = Checkers::NONE;
        for (number, count) in [(1, 4), (3, 1), (7, 2), (12, 3), (19, 1), (24, 4)] {
            checkers.set(Field::new(number).unwrap(), count);
        }
        checkers
    }

    #[test]
    fn adding_and_removing_changes_one_count() {
        for field in Field::all() {
            let mut checkers = Checkers::NONE;
            for count in 0..15 {
                assert_eq!(checkers.count(field), count);
                checkers.add(field);
            }
            assert_eq!(checkers.total(), 15);
            for count in (0..15).rev() {
                checkers.remove(field);
                assert_eq!(checkers.count(field), count);
            }
            assert!(checkers.is_empty());
        }
    }

    #[test]
    fn thresholds_agree_with_counts() {
        for count in 0..=15 {
            let field = Field::new(9).unwrap();
            let mut checkers = Checkers::NONE;
            checkers.set(field, count);
            assert_eq!(checkers.one_or_more().contains(field), count >= 1);
            assert_eq!(checkers.two_or_more().contains(field), count >= 2);
            assert_eq!(checkers.three_or_more().contains(field), count >= 3);
            assert_eq!(checkers.four_or_more().contains(field), count >= 4);
            assert_eq!(checkers.exactly_one().contains(field), count == 1);
        }
    }

    #[test]
    fn cumulative_totals_find_fields_and_ordinals() {
        let checkers = some();
        let cumulative = checkers.cumulative();
        let array = cumulative.to_array();
        let mut total = 0;
        for field in Field::all() {
            assert_eq!(cumulative.first_ordinal(field), total + 1);
            for ordinal in total + 1..=total + checkers.count(field) {
                assert_eq!(cumulative.field_of(ordinal), Some(field));
            }
            total += checkers.count(field);
            assert_eq!(cumulative.up_to(field), total);
            assert_eq!(array[field.number() as usize], total);
        }
        assert_eq!(total, 15);
        assert_eq!(cumulative.field_of(16), None);
    }

    #[test]
    fn forbidden_jan_counts_material_at_or_behind_each_field() {
        assert!(Checkers::START.can_fill(Quarter::Small));
        assert!(Checkers::START.can_fill(Quarter::Big));
        assert!(!some().can_fill(Quarter::Small));
        // Example X38: on field 9 there are four at or behind, and six would be needed.
        let mut passed = Checkers::NONE;
        for (number, count) in [(7, 2), (8, 2), (10, 2), (11, 3), (12, 4), (23, 2)] {
            passed.set(Field::new(number).unwrap(), count);
        }
        assert!(!passed.can_fill(Quarter::Big));
    }
}
