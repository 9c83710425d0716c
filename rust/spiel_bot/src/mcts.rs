//! Tree search with a network's help, for any [`GameEnv`](trictrac_env::GameEnv).
//!
//! A [`Search`] is advanced until it needs the network's word on a position, and goes on when it
//! has it; so many searches can walk in step and share each forward pass ([`run_together`]).
//! Values are what is still to be gained, in the unit of a [`Scale`], from player 0's side inside
//! the tree.

mod gumbel;
mod search;
mod settings;
mod together;
mod tree;

pub use search::{Choice, Search};
pub use settings::{Chance, Root, Scale, Settings, result};
pub use together::{Evaluator, NetworkEvaluator, run_together};

#[cfg(test)]
mod tests;
