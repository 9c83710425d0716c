//! Networks, their training by self-play, and search, in Rust alone.
//!
//! Each algorithm is a module of its own and touches none of the others; what they share is below
//! them: [`network`]. Not here: the rules, the games ([`trictrac_env::GameEnv`]), and what the shipped
//! players need to play (`trictrac-search`), which loads without any of this.

#![deny(unsafe_code)]

pub mod agent;
pub mod alphazero;
pub mod mcts;
pub mod network;
pub mod run;
pub mod td;

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
