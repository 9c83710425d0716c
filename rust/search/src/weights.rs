//! Networks as bytes: numbers and nothing else, behind a header that names their shape and before a
//! checksum of it all. Little-endian throughout.
//!
//! ```text
//! 8 bytes   "ttvalue1"
//! 3 x u32   inputs, hidden units, outputs
//! f32 ...   the first layer input by input, the hidden biases, output by output, output biases
//! u64       FNV-1a of all bytes before
//! ```

use crate::inputs::INPUTS;
use crate::network::{HEADS, HIDDEN, Network};

const MAGIC: &[u8; 8] = b"ttvalue1";
const SHAPE: [usize; 3] = [INPUTS, HIDDEN, HEADS];
pub(crate) const HEADER: usize = MAGIC.len() + 4 * SHAPE.len();
const NUMBERS: usize = INPUTS * HIDDEN + HIDDEN + HEADS * HIDDEN + HEADS;
const CHECKSUM: usize = 8;

/// Why bytes are not the weights of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadWeights {
    /// They do not begin as weights do.
    Foreign,
    /// They are of a network of another shape: inputs, hidden units, outputs.
    OtherShape([usize; 3]),
    /// There are too many or too few.
    Length(usize),
    /// The checksum is not theirs.
    Altered,
    /// One of the weights is infinite or no number.
    NotFinite,
}

impl std::fmt::Display for BadWeights {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadWeights::Foreign => write!(formatter, "these are no weights of a value network"),
            BadWeights::OtherShape(shape) => write!(
                formatter,
                "the network has {shape:?} inputs, hidden units and outputs, but {SHAPE:?} are needed"
            ),
            BadWeights::Length(bytes) => write!(
                formatter,
                "the weights have {bytes} bytes, but it must be {}",
                Network::BYTES
            ),
            BadWeights::Altered => write!(formatter, "the checksum of the weights is wrong"),
            BadWeights::NotFinite => write!(formatter, "a weight is not a finite number"),
        }
    }
}

impl std::error::Error for BadWeights {}

impl Network {
    /// How many bytes [`Network::to_bytes`] makes.
    pub const BYTES: usize = HEADER + 4 * NUMBERS + CHECKSUM;

    /// The weights as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Network::BYTES);
        bytes.extend_from_slice(MAGIC);
        for size in SHAPE {
            bytes.extend_from_slice(&(size as u32).to_le_bytes());
        }
        let layers = self.rows.iter().chain([&self.bias]).chain(&self.heads);
        for weight in layers.flatten().chain(&self.head_bias) {
            bytes.extend_from_slice(&weight.to_le_bytes());
        }
        let checksum = fnv1a(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The network that [`Network::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, BadWeights> {
        if !bytes.starts_with(MAGIC) {
            return Err(BadWeights::Foreign);
        }
        let (words, _) = bytes[MAGIC.len()..].as_chunks::<4>();
        if words.len() < SHAPE.len() {
            return Err(BadWeights::Length(bytes.len()));
        }
        let shape = std::array::from_fn(|index| u32::from_le_bytes(words[index]) as usize);
        if shape != SHAPE {
            return Err(BadWeights::OtherShape(shape));
        }
        if bytes.len() != Network::BYTES {
            return Err(BadWeights::Length(bytes.len()));
        }
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if fnv1a(content).to_le_bytes() != checksum {
            return Err(BadWeights::Altered);
        }
        let mut network = Network::zero();
        let layers = network
            .rows
            .to_mut()
            .iter_mut()
            .chain([&mut network.bias])
            .chain(&mut network.heads);
        let weights = layers.flatten().chain(&mut network.head_bias);
        for (weight, word) in weights.zip(&words[SHAPE.len()..]) {
            *weight = f32::from_le_bytes(*word);
            if !weight.is_finite() {
                return Err(BadWeights::NotFinite);
            }
        }
        Ok(network)
    }
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
