//! Fields, sets of fields and the six-field quarters. Counts of checkers live in `checkers.rs`.

/// One of the 24 fields, always in some player's own numbering: 1 is that player's talon,
/// 12 his rest corner, 13 the other player's rest corner and 24 the other player's talon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field(u8);

impl Field {
    /// The player's own talon, where his fifteen checkers start.
    pub const TALON: Field = Field(1);
    /// The player's own rest corner.
    pub const CORNER: Field = Field(12);
    /// The other player's rest corner.
    pub const OPPONENT_CORNER: Field = Field(13);

    /// The field with this number, if it is 1 to 24.
    ///
    /// ```
    /// # use trictrac_store::Field;
    /// assert_eq!(Field::new(12), Some(Field::CORNER));
    /// assert_eq!(Field::new(25), None);
    /// ```
    pub const fn new(number: u8) -> Option<Field> {
        match number {
            1..=24 => Some(Field(number)),
            _ => None,
        }
    }

    /// Every field, 1 to 24.
    pub fn all() -> impl DoubleEndedIterator<Item = Field> + Clone {
        (1..=24).map(Field)
    }

    /// The number, 1 to 24.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The same field in the other player's numbering.
    pub const fn mirrored(self) -> Field {
        Field(25 - self.0)
    }

    /// Fields 1..=6 and 19..=24, where a hit is worth more than on the big table.
    pub const fn is_on_small_table(self) -> bool {
        FieldSet::SMALL_TABLE.contains(self)
    }

    /// The field `distance` further on, if it is on the board.
    pub const fn plus(self, distance: u8) -> Option<Field> {
        Field::new(self.0 + distance)
    }

    /// The field `distance` further back, if it is on the board.
    pub const fn minus(self, distance: u8) -> Option<Field> {
        if distance < self.0 {
            Some(Field(self.0 - distance))
        } else {
            None
        }
    }
}

/// One of the four groups of six fields (a *jan* as a place), in a player's own numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Quarter {
    /// Fields 1..=6, the player's small jan.
    Small = 0,
    /// Fields 7..=12, the player's big jan.
    Big = 1,
    /// Fields 13..=18, the other player's big jan.
    OpponentBig = 2,
    /// Fields 19..=24, the player's return jan.
    Return = 3,
}

impl Quarter {
    /// All four, from the player's talon on.
    pub const ALL: [Quarter; 4] = [
        Quarter::Small,
        Quarter::Big,
        Quarter::OpponentBig,
        Quarter::Return,
    ];
    /// The quarters that a player can fill; the other player's corner bars the fourth one.
    pub const FILLABLE: [Quarter; 3] = [Quarter::Small, Quarter::Big, Quarter::Return];

    /// The six fields.
    pub const fn fields(self) -> FieldSet {
        FieldSet(0x3f << (1 + 6 * self as u32))
    }
}

/// A set of fields; bit `f` stands for field `f`, so that moving on by `n` is a shift by `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FieldSet(u32);

impl FieldSet {
    /// No field.
    pub const EMPTY: FieldSet = FieldSet(0);
    /// All 24 fields.
    pub const ALL: FieldSet = FieldSet(0x01ff_fffe);
    /// Fields 1..=6 and 19..=24.
    pub const SMALL_TABLE: FieldSet = Quarter::Small.fields().or(Quarter::Return.fields());
    /// Fields 7..=18.
    pub const BIG_TABLE: FieldSet = Quarter::Big.fields().or(Quarter::OpponentBig.fields());

    /// The set with these bits; bits that are no field are dropped.
    pub(crate) const fn from_bits(bits: u32) -> FieldSet {
        FieldSet(bits & FieldSet::ALL.0)
    }

    /// The bits; bit `f` is field `f`.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of this one field.
    pub const fn only(field: Field) -> FieldSet {
        FieldSet(1 << field.number())
    }

    /// The set of the field with this number, empty when there is no such field.
    pub(crate) const fn numbered(number: i32) -> FieldSet {
        if number >= 1 && number <= 24 {
            FieldSet(1 << number)
        } else {
            FieldSet::EMPTY
        }
    }

    /// Is the field in the set?
    pub const fn contains(self, field: Field) -> bool {
        self.0 >> field.number() & 1 != 0
    }

    /// Is there no field in the set?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is every field of `other` in this set?
    pub const fn includes(self, other: FieldSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// How many fields are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The fields of both sets together.
    pub const fn or(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 | other.0)
    }

    /// The fields that are in both sets.
    pub const fn and(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 & other.0)
    }

    /// The fields of this set that are not in the other one.
    pub const fn without(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 & !other.0)
    }

    /// Each field moved on by `distance`; what leaves the board is dropped.
    pub const fn forward(self, distance: u8) -> FieldSet {
        FieldSet((self.0 << distance) & FieldSet::ALL.0)
    }

    /// Each field moved back by `distance`; what leaves the board is dropped.
    pub const fn backward(self, distance: u8) -> FieldSet {
        FieldSet((self.0 >> distance) & FieldSet::ALL.0)
    }

    /// The same fields in the other player's numbering.
    pub const fn mirrored(self) -> FieldSet {
        FieldSet(self.0.reverse_bits() >> 6)
    }

    /// The field with the lowest number.
    pub const fn lowest(self) -> Option<Field> {
        if self.0 == 0 {
            None
        } else {
            Some(Field(self.0.trailing_zeros() as u8))
        }
    }
}

impl Iterator for FieldSet {
    type Item = Field;

    /// Takes the lowest field out of the set.
    fn next(&mut self) -> Option<Field> {
        let field = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(field)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for FieldSet {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirroring_a_set_mirrors_each_field() {
        for field in Field::all() {
            let mirrored = FieldSet::only(field).mirrored();
            assert_eq!(mirrored, FieldSet::only(field.mirrored()));
            assert_eq!(mirrored.mirrored(), FieldSet::only(field));
        }
    }

    #[test]
    fn quarters_cover_the_board_once() {
        let all = Quarter::ALL.iter().fold(FieldSet::EMPTY, |set, quarter| {
            assert!(set.and(quarter.fields()).is_empty());
            set.or(quarter.fields())
        });
        assert_eq!(all, FieldSet::ALL);
        assert_eq!(FieldSet::SMALL_TABLE.or(FieldSet::BIG_TABLE), all);
    }

    #[test]
    fn shifts_drop_what_leaves_the_board() {
        let ends = FieldSet::numbered(1).or(FieldSet::numbered(24));
        assert_eq!(ends.forward(6), FieldSet::numbered(7));
        assert_eq!(ends.backward(6), FieldSet::numbered(18));
    }
}
