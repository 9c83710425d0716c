//! Networks, their training by self-play, and search, in Rust alone.
//!
//! Each algorithm is a module of its own and touches none of the others; what they share is below
//! them: [`network`].

#![deny(unsafe_code)]

pub mod alphazero;
pub mod mcts;
pub mod network;
