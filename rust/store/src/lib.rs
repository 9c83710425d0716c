#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod action;
mod board;
mod chance;
mod checkers;
mod color;
mod dice;
mod drawing;
mod excerpt;
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
mod proposal;
mod prospects;
mod query;
mod rules;
mod score;
mod scoring;
mod setup;
mod situation;
mod state;
mod table;
mod tally;
mod utility;
mod validate;

pub use action::{Action, ActionId, ActionList, NUM_ACTIONS, NUM_ACTIONS_WITH_CLAIMS};
pub use board::Board;
pub use chance::{DiceShape, ImpossibleOutcome};
pub use checkers::{CHECKERS, Checkers};
pub use color::Color;
pub use dice::{Dice, Die};
pub use drawing::Drawing;
pub use excerpt::Excerpt;
pub use explain::IllegalPlay;
pub use field::{Field, FieldSet, Quarter};
pub use format::Outcome;
pub use id::{ID_LEN, NoId, ParseIdError};
pub use notation::{ParsePlayError, ParsePositionError};
pub use observation::Observation;
pub use options::{
    ExitRule, Format, GameValue, MarqueFirst, Numbers, OPTION_NAMES, OptionError, OptionValue,
    Options, RefaitConsolation, Settlement,
};
pub use packed::UnpackError;
pub use perft::{Transition, divide, perft};
pub use play::{Destination, Play, Step};
pub use proposal::{Proposal, Refusal};
pub use prospects::Prospects;
pub use query::{Answer, PlayAnswer, Query, QueryError, Side};
pub use score::{HOLE, Score, holds_flag};
pub use scoring::{Beneficiary, Event, EventList, Jan, Way, WayMove};
pub use setup::Setup;
pub use state::{IllegalAction, IllegalRoll, State};
pub use table::Phase;
pub use tally::WrittenScore;
pub use utility::Utility;
pub use validate::{Fault, Faults};
