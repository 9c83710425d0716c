#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod action;
mod analyse;
mod board;
mod chance;
mod checkers;
mod color;
mod dice;
mod explain;
mod field;
mod format;
mod id;
mod movegen;
mod notation;
pub mod observation;
mod options;
mod packed;
mod perft;
mod play;
mod score;
mod scoring;
mod setup;
mod situation;
mod state;
mod utility;

pub use action::{Action, ActionId, ActionList, NUM_ACTIONS};
pub use analyse::{AnalysedPlay, Answer, Query, QueryError, Side, analyse};
pub use board::Board;
pub use chance::{DiceShape, ImpossibleOutcome};
pub use checkers::{CHECKERS, Checkers};
pub use color::Color;
pub use dice::{Dice, Die};
pub use explain::IllegalPlay;
pub use field::{Field, FieldSet, Quarter};
pub use format::Outcome;
pub use id::{ID_LEN, ParseIdError};
pub use notation::{ParsePlayError, ParsePositionError};
pub use observation::Observation;
pub use options::{ExitRule, GameValue, OPTION_NAMES, OptionError, Options};
pub use perft::{Transition, divide, perft};
pub use play::{Destination, Play, Step};
pub use score::{HOLE, Score, holds_flag};
pub use scoring::{Award, AwardList, Beneficiary, Jan};
pub use setup::{Fault, Faults, Setup};
pub use state::{IllegalAction, IllegalRoll, Phase, State};
pub use utility::Utility;
