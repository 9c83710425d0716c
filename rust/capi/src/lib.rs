//! The games as C sees them: conversions and checks, no rule.
//!
//! `include/*.h` are the documentation; `tests/headers.rs` compares them with what stands here. A
//! state is the caller's memory: every call unpacks it, asks the game, and packs it again. Nothing
//! allocates, and a panic, which would be a bug, ends at the door as an error. Not here: players,
//! search and learning, which a program in C writes itself (`examples/c`), and dice.

#![allow(
    missing_docs,
    clippy::missing_safety_doc,
    reason = "the headers describe every call, and what its pointers must lead to"
)]

pub mod codes;
pub mod config;
pub mod error;
mod memory;
pub mod table;
pub mod trictrac;
