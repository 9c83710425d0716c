//! The state as plain bytes, for keeping it by value on the far side of a bridge. Not a format for
//! files: it may change with any version.

use crate::checkers::Checkers;
use crate::color::Color;
use crate::options::{ExitRule, GameValue, Options};
use crate::score::Score;
use crate::state::{Phase, Side, State};

impl State {
    /// How many bytes [`State::to_bytes`] writes.
    pub const BYTES: usize = 64;

    /// The state as bytes. The last one is 0 and means nothing, so a caller can use its place.
    pub fn to_bytes(&self) -> [u8; State::BYTES] {
        let mut bytes = [0; State::BYTES];
        for (side, chunk) in self.sides.iter().zip(bytes.chunks_exact_mut(20)) {
            for (plane, word) in side.checkers.planes().iter().zip(chunk.chunks_exact_mut(4)) {
                word.copy_from_slice(&plane.to_le_bytes());
            }
            let score = side.score;
            chunk[16..].copy_from_slice(&[
                score.points,
                score.holes,
                u8::from(score.cut),
                u8::from(score.holes_cut),
            ]);
        }
        let turns = self.turns.to_le_bytes();
        let max_turns = self.options.max_turns.to_le_bytes();
        let options = &self.options;
        bytes[40..].copy_from_slice(&[
            self.rolls[0],
            self.rolls[1],
            self.mover as u8,
            self.phase as u8,
            self.dice[0],
            self.dice[1],
            self.owed,
            u8::from(self.exit),
            u8::from(self.first_roll),
            self.opening,
            turns[0],
            turns[1],
            max_turns[0],
            max_turns[1],
            options.target_holes,
            options.game_value as u8,
            options.exit_rule as u8,
            u8::from(options.first_roll_no_double),
            u8::from(options.exact_exit_mandatory),
            u8::from(options.exit_dead_number_penalty),
            u8::from(options.pile_de_misere),
            u8::from(options.jan_de_rencontre),
            u8::from(options.margot),
            0,
        ]);
        bytes
    }

    /// The state that [`State::to_bytes`] wrote. Other bytes give some state that is safe to use and
    /// means nothing.
    pub fn from_bytes(bytes: &[u8; State::BYTES]) -> State {
        let side = |at: usize| {
            let word = |plane: usize| {
                let at = at + 4 * plane;
                u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
            };
            Side {
                checkers: Checkers::from_planes([word(0), word(1), word(2), word(3)]),
                score: Score {
                    points: bytes[at + 16],
                    holes: bytes[at + 17],
                    cut: bytes[at + 18] != 0,
                    holes_cut: bytes[at + 19] != 0,
                },
            }
        };
        State {
            sides: [side(0), side(20)],
            rolls: [bytes[40], bytes[41]],
            mover: if bytes[42] == 0 {
                Color::White
            } else {
                Color::Black
            },
            phase: match bytes[43] {
                0 => Phase::Roll,
                1 => Phase::HoldOrGo,
                2 => Phase::Move,
                3 => Phase::LastGo,
                _ => Phase::Over,
            },
            dice: [bytes[44], bytes[45]],
            owed: bytes[46],
            exit: bytes[47] != 0,
            first_roll: bytes[48] != 0,
            opening: bytes[49],
            turns: u16::from_le_bytes([bytes[50], bytes[51]]),
            options: Options {
                max_turns: u16::from_le_bytes([bytes[52], bytes[53]]),
                target_holes: bytes[54],
                game_value: match bytes[55] {
                    0 => GameValue::Simple,
                    1 => GameValue::Double,
                    _ => GameValue::Quadruple,
                },
                exit_rule: match bytes[56] {
                    0 => ExitRule::Laws,
                    1 => ExitRule::MinOverflow,
                    _ => ExitRule::Sequential,
                },
                first_roll_no_double: bytes[57] != 0,
                exact_exit_mandatory: bytes[58] != 0,
                exit_dead_number_penalty: bytes[59] != 0,
                pile_de_misere: bytes[60] != 0,
                jan_de_rencontre: bytes[61] != 0,
                margot: bytes[62] != 0,
            },
        }
    }
}
