//! The state as plain bytes, for keeping it by value on the far side of a bridge and for handing it
//! from one door to another. Not a format for files: it changes with its version.
//!
//! ```text
//! byte  0..=31   the mover's checkers and the other side's, four planes each
//!       32..=39  White's and Black's points, holes, cut, holes_cut
//!       40, 41   dice
//!       42       phase; bit 7 for Black to move
//!       43, 44   White's and Black's rolls
//!       45       1: exit, 2: first roll pending
//!       46       opening
//!       47       school
//!       48, 49   turns
//!       50       owed
//!       51, 52   marqués won by White and Black
//!       53       refaits; bit 7 when Black began the marqué
//!       54..=57  White's tokens
//!       58..=62  rules
//!       63       version
//! ```

use std::fmt::{self, Display, Formatter};

use crate::checkers::Checkers;
use crate::color::Color;
use crate::format::MOST_TOKENS;
use crate::rules::Rules;
use crate::score::Score;
use crate::state::State;
use crate::table::{Phase, Table};
use crate::tally::Tally;
use crate::validate::Faults;

/// Bit 7 of a byte that holds a player besides a small number.
const BLACK: u8 = 0x80;

/// Why bytes are no state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackError {
    /// There are so many, and not [`State::BYTES`].
    Length(usize),
    /// They were written by another version, this one.
    Version(u8),
    /// They are not what [`State::to_bytes`] writes for any state.
    Form,
    /// They stand for an arrangement that is no position of the game.
    Faults(Faults),
}

impl Display for UnpackError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::Length(length) => write!(
                formatter,
                "{length} bytes are no position: it has {}",
                State::BYTES
            ),
            UnpackError::Version(version) => write!(
                formatter,
                "the bytes of the position are of version {version}, but {} is understood",
                State::BYTES_VERSION
            ),
            UnpackError::Form => formatter.write_str("the bytes stand for no position"),
            UnpackError::Faults(faults) => write!(formatter, "no such position: {faults}"),
        }
    }
}

impl std::error::Error for UnpackError {}

impl State {
    /// How many bytes [`State::to_bytes`] writes.
    pub const BYTES: usize = 64;

    /// What the last of the bytes is: another number for another meaning of the others.
    pub const BYTES_VERSION: u8 = 3;

    /// The state as bytes, the last of which is [`State::BYTES_VERSION`].
    pub fn to_bytes(&self) -> [u8; State::BYTES] {
        let State {
            table,
            tally,
            rules,
        } = self;
        let mut bytes = [0; State::BYTES];
        for (side, chunk) in table.sides.iter().zip(bytes.chunks_exact_mut(16)) {
            for (plane, word) in side.planes().iter().zip(chunk.chunks_exact_mut(4)) {
                word.copy_from_slice(&plane.to_le_bytes());
            }
        }
        let [white, black] = tally.scores;
        let turns = table.turns.to_le_bytes();
        let tokens = tally.tokens.to_le_bytes();
        let rules = rules.to_bytes();
        bytes[32..].copy_from_slice(&[
            white.points,
            white.holes,
            u8::from(white.cut),
            u8::from(white.holes_cut),
            black.points,
            black.holes,
            u8::from(black.cut),
            u8::from(black.holes_cut),
            table.dice[0],
            table.dice[1],
            table.phase as u8 | with(table.mover),
            table.rolls[0],
            table.rolls[1],
            u8::from(table.exit) | u8::from(table.first_roll) << 1,
            table.opening,
            tally.school,
            turns[0],
            turns[1],
            table.owed,
            tally.wins[0],
            tally.wins[1],
            tally.refaits | with(tally.starter),
            tokens[0],
            tokens[1],
            tokens[2],
            tokens[3],
            rules[0],
            rules[1],
            rules[2],
            rules[3],
            rules[4],
            State::BYTES_VERSION,
        ]);
        bytes
    }

    /// The state of bytes from anywhere: their version and everything in them is checked.
    ///
    /// ```
    /// # use trictrac_store::{Options, State, UnpackError};
    /// let start = State::new(Options::default());
    /// let mut bytes = start.to_bytes();
    /// assert_eq!(State::from_bytes(&bytes), Ok(start));
    /// bytes[32] = 3;
    /// assert!(matches!(State::from_bytes(&bytes), Err(UnpackError::Faults(_))));
    /// assert_eq!(State::from_bytes(&bytes[1..]), Err(UnpackError::Length(63)));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<State, UnpackError> {
        let length = UnpackError::Length(bytes.len());
        let bytes: &[u8; State::BYTES] = bytes.try_into().map_err(|_| length)?;
        let [.., version] = *bytes;
        if version != State::BYTES_VERSION {
            return Err(UnpackError::Version(version));
        }
        let claimed = State::from_own_bytes(bytes);
        let state = claimed.to_setup().into_state();
        let state = state.map_err(UnpackError::Faults)?;
        if state.to_bytes() == *bytes {
            Ok(state)
        } else {
            Err(UnpackError::Form)
        }
    }

    /// The state that [`State::to_bytes`] of this very build wrote; nothing is checked. Other bytes
    /// give some state that is safe to use and means nothing.
    pub fn from_own_bytes(bytes: &[u8; State::BYTES]) -> State {
        let checkers = |at: usize| {
            let word = |plane: usize| {
                let at = at + 4 * plane;
                u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
            };
            Checkers::from_planes([word(0), word(1), word(2), word(3)])
        };
        let score = |at: usize| Score {
            points: bytes[at],
            holes: bytes[at + 1],
            cut: bytes[at + 2] != 0,
            holes_cut: bytes[at + 3] != 0,
        };
        let tokens = i32::from_le_bytes([bytes[54], bytes[55], bytes[56], bytes[57]]);
        State {
            table: Table {
                sides: [checkers(0), checkers(16)],
                turns: u16::from_le_bytes([bytes[48], bytes[49]]),
                mover: player_with(bytes[42]),
                phase: match bytes[42] & !BLACK {
                    0 => Phase::Roll,
                    1 => Phase::HoldOrGo,
                    2 => Phase::Move,
                    3 => Phase::LastGo,
                    5 => Phase::Claim,
                    6 => Phase::ClaimReceived,
                    _ => Phase::Over,
                },
                dice: [bytes[40], bytes[41]],
                rolls: [bytes[43], bytes[44]],
                owed: bytes[50],
                exit: bytes[45] & 1 != 0,
                first_roll: bytes[45] & 2 != 0,
                opening: bytes[46],
            },
            tally: Tally {
                scores: [score(32), score(36)],
                tokens: tokens.clamp(-MOST_TOKENS, MOST_TOKENS),
                wins: [bytes[51], bytes[52]],
                refaits: bytes[53] & !BLACK,
                starter: player_with(bytes[53]),
                school: bytes[47],
            },
            rules: Rules::from_bytes([bytes[58], bytes[59], bytes[60], bytes[61], bytes[62]]),
        }
    }
}

/// The bit for a player in a byte that also holds a small number.
const fn with(player: Color) -> u8 {
    match player {
        Color::White => 0,
        Color::Black => BLACK,
    }
}

/// The player whose bit is in the byte.
const fn player_with(byte: u8) -> Color {
    if byte & BLACK == 0 {
        Color::White
    } else {
        Color::Black
    }
}
