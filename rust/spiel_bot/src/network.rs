//! Networks with a policy and a value: their shape, what they compute, how they learn.

pub mod files;
pub mod kernel;
mod learning;
mod model;
pub mod safetensors;

pub use learning::{Adam, Batch, Losses, Rates, Trainer};
pub use model::{Activations, Kind, Outputs, Part, PolicyValueNet, Shape, softmax};
