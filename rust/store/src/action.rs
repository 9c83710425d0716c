//! The action ids, 514 of them and 64 more with schools, and what they stand for.
//!
//! ```text
//! 0                        reserved for the roll, which is a chance node: never legal
//! 1                        Go
//! 2 + o*256 + c1*16 + c2   a play; 2 alone is the play that moves nothing
//!     o    0: the higher die is played first, 1: the lower die is
//!     c1   checker moved by the first die played, 0: that die is not played
//!     c2   checker moved by the second one, counted after the first step
//! 514 + points/2           a claim of 0 to 126 points, with schools only
//! ```
//!
//! A checker's number is its *ordinal*: the mover's checkers are counted 1 to 15 from his field 1
//! on. Several ids can stand for the same play; the smallest of them is the legal one.

use crate::checkers::{Checkers, Cumulative};
use crate::dice::{Dice, Die};
use crate::field::Field;
use crate::play::{Destination, Play, Step};

/// How many action ids a game without schools has: 0 to 513.
pub const NUM_ACTIONS: usize = 514;
/// How many action ids a game with schools has: 0 to 577.
pub const NUM_ACTIONS_WITH_CLAIMS: usize = NUM_ACTIONS + CLAIMS;

/// How many claims there are, and the highest of them in points.
const CLAIMS: usize = 64;
pub(crate) const MOST_CLAIMED: u8 = 126;

/// An action's number. Only [`ActionId::GO`] and the ids that `State::legal_actions` lists can be
/// applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ActionId(pub u16);

impl ActionId {
    /// S'en aller: both sides return to the start, the same player rolls.
    pub const GO: ActionId = ActionId(1);
    /// The play that moves nothing.
    pub const PASS: ActionId = ActionId(FIRST_PLAY);

    /// Does the number stand for a play, possible or not?
    pub const fn is_play(self) -> bool {
        self.0 >= FIRST_PLAY && (self.0 as usize) < NUM_ACTIONS
    }

    /// The claim of these points, if they are an even number up to 126.
    ///
    /// ```
    /// # use trictrac_store::ActionId;
    /// assert_eq!(ActionId::claim(8), Some(ActionId(518)));
    /// assert_eq!(ActionId(518).claimed(), Some(8));
    /// assert_eq!(ActionId::claim(3), None);
    /// ```
    pub const fn claim(points: u8) -> Option<ActionId> {
        if points > MOST_CLAIMED || !points.is_multiple_of(2) {
            return None;
        }
        Some(ActionId(FIRST_CLAIM + points as u16 / 2))
    }

    /// The points that the number claims; `None` when it is no claim.
    pub const fn claimed(self) -> Option<u8> {
        match self.0.checked_sub(FIRST_CLAIM) {
            Some(half) if half < CLAIMS as u16 => Some(2 * half as u8),
            _ => None,
        }
    }

    /// What the number says without a position; `None` when there is no such action.
    ///
    /// ```
    /// # use trictrac_store::ActionId;
    /// assert_eq!(ActionId(1).name().as_deref(), Some("Go"));
    /// assert_eq!(ActionId(2 + 16 + 2).name().as_deref(), Some("high die: checker 1, low die: checker 2"));
    /// ```
    pub fn name(self) -> Option<String> {
        let code = match self.0 {
            0 => return Some("Roll".to_string()),
            1 => return Some("Go".to_string()),
            _ if self.is_play() => self.0 - FIRST_PLAY,
            _ => return self.claimed().map(|points| format!("Claim {points}")),
        };
        let mut dice = ["high", "low"];
        if code >= LOW_DIE_FIRST {
            dice.reverse();
        }
        let checker = |ordinal: u16| match ordinal {
            0 => "not played".to_string(),
            ordinal => format!("checker {ordinal}"),
        };
        Some(format!(
            "{} die: {}, {} die: {}",
            dice[0],
            checker(code >> 4 & 15),
            dice[1],
            checker(code & 15)
        ))
    }
}

const FIRST_PLAY: u16 = 2;
const FIRST_CLAIM: u16 = NUM_ACTIONS as u16;
const LOW_DIE_FIRST: u16 = 256;

/// The id of a play of two numbers.
pub(crate) const fn two_steps(low_first: bool, ordinal_1: u8, ordinal_2: u8) -> u16 {
    let order = if low_first { LOW_DIE_FIRST } else { 0 };
    FIRST_PLAY + order + ordinal_1 as u16 * 16 + ordinal_2 as u16
}

/// The smallest id of a play of one number. A double can be read as "first die not played".
pub(crate) const fn one_step(dice: Dice, with_high: bool, ordinal: u8) -> u16 {
    if with_high && !dice.is_double() {
        two_steps(false, ordinal, 0)
    } else {
        two_steps(false, 0, ordinal)
    }
}

/// What an id says, before anybody asks whether it is allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spelled {
    /// The dice in the order in which the id plays them.
    dice: [Die; 2],
    /// The ordinals of the checkers; 0 for a die that is not played.
    ordinals: [u8; 2],
}

impl Spelled {
    /// Splits an id that is a play.
    pub(crate) const fn new(id: ActionId, dice: Dice) -> Option<Spelled> {
        if !id.is_play() {
            return None;
        }
        let code = id.0 - FIRST_PLAY;
        let dice = if code >= LOW_DIE_FIRST {
            [dice.low(), dice.high()]
        } else {
            [dice.high(), dice.low()]
        };
        Some(Spelled {
            dice,
            ordinals: [(code >> 4 & 15) as u8, (code & 15) as u8],
        })
    }

    /// The steps on these checkers; `None` when an ordinal has no checker. Two different checkers
    /// that would both stop on the opponent's corner take their own one by puissance: nothing else
    /// can be meant.
    pub(crate) fn play(&self, own: &Checkers) -> Option<Play> {
        let [first_die, second_die] = self.dice;
        let [first_ordinal, second_ordinal] = self.ordinals;
        let cumulative = own.cumulative();
        let first = match first_ordinal {
            0 => None,
            ordinal => Some(Step::ordinary(cumulative.field_of(ordinal)?, first_die)),
        };
        let second = match second_ordinal {
            0 => None,
            ordinal => {
                let from = match first {
                    None => cumulative.field_of(ordinal)?,
                    Some(step) => field_after(&cumulative, first_ordinal, step.to, ordinal)?,
                };
                Some(Step::ordinary(from, second_die))
            }
        };
        Some(match (first, second) {
            (None, None) => Play::PASS,
            (Some(step), None) | (None, Some(step)) => Play::one(step),
            (Some(first), Some(second)) => {
                let past_corner = Field::OPPONENT_CORNER.number();
                let both_pass = first.from.number() + first_die.number() == past_corner
                    && second.from.number() + second_die.number() == past_corner;
                if both_pass {
                    let corner = |step: Step| Step {
                        to: Destination::Field(Field::CORNER),
                        ..step
                    };
                    Play::two(corner(first), corner(second))
                } else {
                    Play::two(first, second)
                }
            }
        })
    }
}

/// The field of the checker with `ordinal` once the checker with the ordinal `moved` has gone on to
/// `to`.
fn field_after(before: &Cumulative, moved: u8, to: Destination, ordinal: u8) -> Option<Field> {
    let of_others = |ordinal: u8| before.field_of(ordinal + u8::from(ordinal >= moved));
    let Destination::Field(to) = to else {
        return of_others(ordinal);
    };
    let others_up_to = before.up_to(to) - 1;
    match ordinal {
        _ if ordinal <= others_up_to => of_others(ordinal),
        _ if ordinal == others_up_to + 1 => Some(to),
        _ => before.field_of(ordinal),
    }
}

/// What an action means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// S'en aller.
    Go,
    /// To hold, and play.
    Play(Play),
    /// To claim points.
    Claim(u8),
}

/// The legal actions of a decision, in ascending order. Filled by the engine, kept by the caller.
#[derive(Clone, Copy, Debug)]
pub struct ActionList {
    ids: [u16; ActionList::CAPACITY],
    len: u16,
}

impl ActionList {
    /// Most actions a decision can have: `Go`, 15 x 15 pairs of checkers and 15 chains.
    pub const CAPACITY: usize = 256;

    /// An empty list.
    pub const fn new() -> ActionList {
        ActionList {
            ids: [0; ActionList::CAPACITY],
            len: 0,
        }
    }

    /// Empties the list.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// The ids as plain numbers, ascending.
    pub fn ids(&self) -> &[u16] {
        &self.ids[..usize::from(self.len)]
    }

    /// The actions, ascending.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ActionId> + '_ {
        self.ids().iter().map(|&id| ActionId(id))
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Is there none?
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Is the action in the list?
    pub fn contains(&self, action: ActionId) -> bool {
        self.ids().binary_search(&action.0).is_ok()
    }

    /// Appends an id, larger than all before. An id beyond the capacity would be dropped; no board
    /// has that many.
    pub(crate) fn push(&mut self, id: u16) {
        if let Some(slot) = self.ids.get_mut(usize::from(self.len)) {
            *slot = id;
            self.len += 1;
        }
    }

    /// Makes it the list of all claims.
    pub(crate) fn fill_with_claims(&mut self) {
        self.len = CLAIMS as u16;
        for (id, slot) in (FIRST_CLAIM..).zip(&mut self.ids[..CLAIMS]) {
            *slot = id;
        }
    }

    /// Drops the first id.
    pub(crate) fn remove_first(&mut self) {
        self.ids.copy_within(1..usize::from(self.len), 0);
        self.len -= 1;
    }

    /// Keeps the first `len` ids.
    pub(crate) fn truncate(&mut self, len: u16) {
        self.len = self.len.min(len);
    }

    /// Sorts what stands from `start` on.
    pub(crate) fn sort_from(&mut self, start: usize) {
        if let Some(ids) = self.ids.get_mut(start..usize::from(self.len)) {
            ids.sort_unstable();
        }
    }
}

impl Default for ActionList {
    fn default() -> ActionList {
        ActionList::new()
    }
}

/// Ordinals of the first checker of each field, before and after a first step.
pub(crate) struct Ordinals {
    up_to: [u8; 25],
}

impl Ordinals {
    pub(crate) const fn new(own: &Checkers) -> Ordinals {
        Ordinals {
            up_to: own.cumulative().to_array(),
        }
    }

    /// Ordinal of the field's first checker.
    pub(crate) const fn of(&self, field: Field) -> u8 {
        self.up_to[field.number() as usize - 1] + 1
    }

    /// The same after a checker has gone from `from` to `to` (a field's number, or past the end).
    pub(crate) const fn after(&self, from: Field, to: u8, field: Field) -> u8 {
        let between = from.number() < field.number() && field.number() <= to;
        self.of(field) - between as u8
    }
}
