//! The network that comes with the crate. How it was made and what it scored is in its model card,
//! `docs/models.md`.

use std::sync::LazyLock;

use crate::network::Network;

static BYTES: &[u8] = include_bytes!("../weights/champion.bin");

/// The shipped network; read once, in a millisecond.
pub fn champion() -> &'static Network {
    static NETWORK: LazyLock<Network> =
        LazyLock::new(|| Network::from_bytes(BYTES).expect("the weights that the tests have read"));
    &NETWORK
}
