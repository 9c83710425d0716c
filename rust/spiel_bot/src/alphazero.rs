//! AlphaZero: games that a network plays against itself with a search teach it what the search found.
//!
//! A step plays whole games ([`self_play`]), adds what they teach to the replay ([`Replay`]) and
//! learns from it ([`learn`]). Every game and every batch draws from a seed of its own, so a run
//! is repeated by its seed, whatever the number of threads and wherever it was interrupted.

mod half;
mod learner;
mod replay;
mod self_play;
mod targets;

pub use learner::{LearningPlan, learn};
pub use replay::{Example, Replay, Segment};
pub use self_play::{SelfPlay, SelfPlayResult, Temperature, self_play};
pub use targets::Blend;

/// A seed for the part of a run that has these numbers.
pub fn derived_seed(seed: u64, numbers: &[u64]) -> u64 {
    numbers.iter().fold(seed, |mixed, &number| {
        // The finalizer of SplitMix64: neighbouring numbers give unrelated seeds.
        let mut z = (mixed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93))
            .wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

#[cfg(test)]
mod tests;
