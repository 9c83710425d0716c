//! The proof that the engine follows the laws: worked examples, the corpus of treatise positions,
//! and a slow second implementation of the rules.
//!
//! One test program, so that the reference implementation is compiled once.

mod cases;
mod compare;
mod corpus;
mod engine;
mod examples;
mod fuzz;
mod perft;
mod properties;
mod question;
mod reference;
mod rules;
mod self_check;
mod setups;
mod statistics;
mod tensors;
