//! Many searches in step: each forward pass of the network answers all of them.

use std::ops::Deref;

use trictrac_env::{Action, GameEnv};

use super::search::Search;
use crate::network::{Activations, Outputs, PolicyValueNet};

/// Whoever knows what positions are worth and which actions look good.
pub trait Evaluator<G> {
    /// Looks at all these games at once, each from the side of its mover.
    fn look<'a>(&mut self, games: impl Iterator<Item = &'a G>)
    where
        G: 'a;

    /// What the mover of the game in this place of the last look can expect.
    fn outputs(&self, place: usize) -> Outputs;

    /// The logits of these actions there.
    fn logits(&self, place: usize, actions: &[Action], logits: &mut [f32]);
}

/// Runs searches to their end.
pub fn run_together<G: GameEnv>(
    searches: &mut [&mut Search<G>],
    evaluator: &mut impl Evaluator<G>,
) {
    let mut logits = Vec::new();
    let mut waiting: Vec<usize> = (0..searches.len()).collect();
    loop {
        waiting.retain(|&index| searches[index].advance());
        if waiting.is_empty() {
            return;
        }
        evaluator.look(waiting.iter().map(|&index| searches[index].leaf()));
        for (place, &index) in waiting.iter().enumerate() {
            let actions = searches[index].leaf_actions();
            logits.clear();
            logits.resize(actions.len(), 0.0);
            evaluator.logits(place, actions, &mut logits);
            searches[index].provide(evaluator.outputs(place), &logits);
        }
    }
}

/// A network, borrowed or shared, as an [`Evaluator`].
#[derive(Clone, Debug)]
pub struct NetworkEvaluator<N> {
    network: N,
    observations: Vec<f32>,
    activations: Activations,
}

impl<N: Deref<Target = PolicyValueNet>> NetworkEvaluator<N> {
    /// This network's judgement.
    pub fn new(network: N) -> NetworkEvaluator<N> {
        NetworkEvaluator {
            network,
            observations: Vec::new(),
            activations: Activations::default(),
        }
    }
}

impl<G: GameEnv, N: Deref<Target = PolicyValueNet>> Evaluator<G> for NetworkEvaluator<N> {
    fn look<'a>(&mut self, games: impl Iterator<Item = &'a G>)
    where
        G: 'a,
    {
        let inputs = self.network.shape().inputs;
        let mut end = 0;
        for game in games {
            let start = end;
            end += inputs;
            if self.observations.len() < end {
                self.observations.resize(end, 0.0);
            }
            game.features(game.mover(), &mut self.observations[start..end]);
        }
        self.network
            .forward(&self.observations[..end], &mut self.activations);
    }

    fn outputs(&self, place: usize) -> Outputs {
        self.network.outputs(&self.activations, place)
    }

    fn logits(&self, place: usize, actions: &[Action], logits: &mut [f32]) {
        self.network
            .logits(&self.activations, place, actions, logits);
    }
}
