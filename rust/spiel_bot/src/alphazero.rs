//! AlphaZero: games that a network plays against itself with a search teach it what the search found.
//!
//! A step plays whole games ([`self_play`]), adds what they teach to the replay ([`Replay`]) and
//! learns from it ([`learn`]). Every game and every batch draws from a seed of its own, so a run
//! is repeated by its seed, whatever the number of threads and wherever it was interrupted.

mod config;
mod half;
mod learner;
mod replay;
mod self_play;
mod targets;
mod task;
mod teaching;
mod training;

pub use config::{Config, METHOD, PRESETS, Reward};
pub use learner::{LearningPlan, learn};
pub use replay::{Example, Replay, Segment};
pub use self_play::{SelfPlay, SelfPlayResult, Temperature, self_play};
pub use targets::Blend;
pub use task::{Task, parse_game};
pub use teaching::{taught_decisions, teach};
pub use training::{NETWORK_FILE, OPTIMIZER_FILE, REPLAY_FILE, Training, play_games, step_files};

#[cfg(test)]
mod tests;
