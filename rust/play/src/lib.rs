//! Playing: where dice come from, who chooses, the one loop of a game, and matches that compare
//! players. The rules are `trictrac-store`'s; players that learned or search are `trictrac-search`'s.
//!
//! ```
//! use trictrac_play::{Judge, Judging, Match, RandomPlayer};
//!
//! let contest = Match { games: 20, seed: 1, ..Match::default() };
//! let result = contest.play(
//!     |_seed| Judging(Judge::Greedy),
//!     |seed| RandomPlayer::new(seed),
//! );
//! assert!(result.win_rate() > 0.8);
//! ```

#![forbid(unsafe_code)]

pub mod careful;
mod game;
mod judge;
mod luck;
mod matches;
mod player;
mod shortlist;
mod statistics;
pub mod written;

pub use game::{Course, follow, play_game, playout};
pub use judge::{Judge, TOKEN};
pub use luck::Luck;
pub use matches::{GameResult, Match, MatchResult};
pub use player::{Evaluator, Judging, Player, RandomPlayer};
pub use shortlist::Shortlist;
pub use statistics::{Interval, mean_interval, paired_interval};
