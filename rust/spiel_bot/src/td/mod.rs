//! Temporal differences: the network plays against itself, and after each game the value of every
//! position is drawn towards what came of it.
//!
//! | module | what it holds |
//! |---|---|
//! | `self_play` | a game of the network against itself |
//! | `learning` | what the network takes from a game |
//! | `training` | many games on several threads, with a schedule |
//! | `transcript` | games as bytes, played where the learning is not |

pub mod learning;
pub mod self_play;
pub mod training;
pub mod transcript;
