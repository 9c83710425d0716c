//! The rules of Trictrac, and nothing else.
#![forbid(unsafe_code)]

mod board;
mod checkers;
mod color;
mod dice;
mod field;
mod options;
mod score;

pub use board::Board;
pub use checkers::{CHECKERS, Checkers};
pub use color::Color;
pub use dice::{Dice, Die};
pub use field::{Field, FieldSet, Quarter};
pub use options::{ExitRule, GameValue, OPTION_NAMES, OptionError, Options};
pub use score::{HOLE, Score, holds_flag};
