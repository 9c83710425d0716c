//! A step's learning: batches from the replay.

use super::replay::Replay;
use crate::derived_seed;
use crate::network::{Batch, Losses, Rates, Trainer};

/// How a step learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearningPlan {
    /// Batches.
    pub batches: usize,
    /// Examples in a batch.
    pub batch_size: usize,
    /// Learning rate and weights of the losses.
    pub rates: Rates,
    /// Seed of this step.
    pub seed: u64,
}

/// Learns from batches drawn from the replay; `None` when `go_on` has said no. The losses are the
/// means over all batches.
pub fn learn(
    plan: &LearningPlan,
    replay: &Replay,
    trainer: &mut Trainer,
    go_on: &impl Fn() -> bool,
) -> Option<Losses> {
    let mut random = fastrand::Rng::with_seed(derived_seed(plan.seed, &[u64::MAX]));
    let inputs = trainer.network.shape().inputs;
    let mut losses = Losses::default();
    let mut batch = Batch::default();
    for _ in 0..plan.batches {
        if !go_on() {
            return None;
        }
        replay.sample(plan.batch_size, inputs, &mut random, &mut batch);
        losses.merge(&trainer.learn(&batch, &plan.rates));
    }
    Some(losses)
}
