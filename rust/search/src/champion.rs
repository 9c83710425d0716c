//! The network that comes with the crate. How it was made and what it scored is in its model card,
//! `docs/models.md`.

use std::borrow::Cow;

use crate::inputs::INPUTS;
use crate::network::{HEADS, HIDDEN, Layer, Network};
use crate::weights::HEADER;

const BYTES: &[u8; Network::BYTES] = include_bytes!("../weights/champion.bin");

/// The shipped network. The compiler has read it, so nothing is left to do, to allocate or to lock.
pub fn champion() -> &'static Network {
    static NETWORK: Network = Network {
        rows: Cow::Borrowed(&ROWS),
        bias: numbers(INPUTS * HIDDEN),
        heads: layers((INPUTS + 1) * HIDDEN),
        head_bias: numbers((INPUTS + 1 + HEADS) * HIDDEN),
    };
    &NETWORK
}

#[allow(
    long_running_const_eval,
    reason = "two hundred thousand numbers take a second"
)]
static ROWS: [Layer; INPUTS] = layers(0);

/// So many numbers of the weights, from this one on.
const fn numbers<const N: usize>(first: usize) -> [f32; N] {
    let mut numbers = [0.0; N];
    let mut index = 0;
    while index < N {
        let at = HEADER + 4 * (first + index);
        let bytes = [BYTES[at], BYTES[at + 1], BYTES[at + 2], BYTES[at + 3]];
        numbers[index] = f32::from_le_bytes(bytes);
        index += 1;
    }
    numbers
}

/// So many layers, from this number on.
const fn layers<const N: usize>(first: usize) -> [Layer; N] {
    let mut layers = [[0.0; HIDDEN]; N];
    let mut index = 0;
    while index < N {
        layers[index] = numbers(first + index * HIDDEN);
        index += 1;
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_reads_what_the_program_reads() {
        assert_eq!(Network::from_bytes(BYTES).as_ref(), Ok(champion()));
    }
}
