//! How a network learns: losses, their gradients, Adam.

use super::kernel::{self, AdamStep};
use super::model::{Activations, HEADS, Kind, PolicyValueNet, part, softmax};

/// Examples that are learned from together.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The observations, one after the other.
    pub observations: Vec<f32>,
    /// What value and result should be, two numbers for each observation.
    pub targets: Vec<f32>,
    /// The legal actions of all observations; none where there is no policy to learn.
    pub actions: Vec<u16>,
    /// The probability that each of these actions should have.
    pub policy: Vec<f32>,
    /// Where the actions of each observation end.
    pub action_ends: Vec<usize>,
}

impl Batch {
    /// How many examples there are.
    pub fn len(&self) -> usize {
        self.action_ends.len()
    }

    /// Is there no example?
    pub fn is_empty(&self) -> bool {
        self.action_ends.is_empty()
    }

    /// Forgets all examples.
    pub fn clear(&mut self) {
        self.observations.clear();
        self.targets.clear();
        self.actions.clear();
        self.policy.clear();
        self.action_ends.clear();
    }

    /// Closes an example whose observation and policy have been appended.
    pub fn finish_example(&mut self, value: f32, result: f32) {
        self.targets.extend([value, result]);
        self.action_ends.push(self.actions.len());
    }
}

/// Mean losses of the examples seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Cross-entropy of the policy, over the examples that have one.
    pub policy: f64,
    /// Squared error of the value.
    pub value: f64,
    /// Squared error of the result.
    pub result: f64,
    /// Examples, and those with a policy.
    pub examples: [usize; 2],
}

impl Losses {
    /// The losses of both sets of examples.
    pub fn merge(&mut self, other: &Losses) {
        let mean = |one: f64, count: usize, two: f64, more: usize| {
            (one * count as f64 + two * more as f64) / (count + more).max(1) as f64
        };
        let ([all, taught], [more, more_taught]) = (self.examples, other.examples);
        self.policy = mean(self.policy, taught, other.policy, more_taught);
        self.value = mean(self.value, all, other.value, more);
        self.result = mean(self.result, all, other.result, more);
        self.examples = [all + more, taught + more_taught];
    }
}

/// The state of Adam beside the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Means of the gradients.
    pub first: Vec<f32>,
    /// Means of their squares.
    pub second: Vec<f32>,
    /// Steps made.
    pub steps: u64,
}

impl Adam {
    /// For so many parameters.
    pub fn new(parameters: usize) -> Adam {
        Adam {
            first: vec![0.0; parameters],
            second: vec![0.0; parameters],
            steps: 0,
        }
    }
}

/// What learning needs beside a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Adam's learning rate.
    pub learning_rate: f32,
    /// What a step takes from each weight, relative to the learning rate.
    pub weight_decay: f32,
    /// How much the loss of the policy counts; those of value and result count 1.
    pub policy_weight: f32,
}

/// Examples whose gradients are summed up before those of the next ones: by number, never by
/// thread, so that the same batch teaches the same whatever the number of threads.
const CHUNK: usize = 64;

/// Teaches a network batch by batch.
#[derive(Debug)]
pub struct Trainer {
    /// What is learning.
    pub network: PolicyValueNet,
    /// What Adam remembers.
    pub adam: Adam,
    threads: usize,
    workers: Vec<Worker>,
}

/// What a chunk's gradients are computed in.
#[derive(Debug, Default)]
struct Worker {
    activations: Activations,
    /// The slope of each layer's output.
    slopes: Vec<Vec<f32>>,
    /// A transposed matrix.
    turned: Vec<f32>,
    gradient: Vec<f32>,
    probabilities: Vec<f32>,
    losses: Losses,
}

impl Trainer {
    /// Goes on with what Adam remembers.
    pub fn new(network: PolicyValueNet, adam: Adam, threads: usize) -> Trainer {
        Trainer {
            network,
            adam,
            threads,
            workers: Vec::new(),
        }
    }

    /// One step down the gradient of a batch; the losses are those before the step.
    pub fn learn(&mut self, batch: &Batch, rates: &Rates) -> Losses {
        let chunks = batch.len().div_ceil(CHUNK);
        self.workers
            .resize_with(chunks.max(self.workers.len()), Worker::default);
        let workers = &mut self.workers[..chunks];
        let network = &self.network;
        let share = chunks.div_ceil(self.threads.max(1)).max(1);
        let run = |first: usize, workers: &mut [Worker]| {
            for (index, worker) in workers.iter_mut().enumerate() {
                worker.run(network, batch, first + index, rates.policy_weight);
            }
        };
        if share >= chunks {
            run(0, workers);
        } else {
            std::thread::scope(|scope| {
                for (index, workers) in workers.chunks_mut(share).enumerate() {
                    scope.spawn(move || run(index * share, workers));
                }
            });
        }
        let mut losses = Losses::default();
        if let Some((sum, rest)) = workers.split_first_mut() {
            losses.merge(&sum.losses);
            for worker in rest {
                losses.merge(&worker.losses);
                kernel::add_scaled(1.0, &worker.gradient, &mut sum.gradient);
            }
            self.adam.steps += 1;
            let (beta1, beta2) = (0.9f32, 0.999f32);
            let steps = self.adam.steps.min(1 << 30) as i32;
            let step = AdamStep {
                rate: rates.learning_rate,
                decay: rates.weight_decay,
                beta1,
                beta2,
                correction1: 1.0 - beta1.powi(steps),
                correction2: 1.0 - beta2.powi(steps),
            };
            let Adam { first, second, .. } = &mut self.adam;
            kernel::adam_step(
                &step,
                &sum.gradient,
                first,
                second,
                &mut self.network.parameters,
            );
        }
        losses
    }

    /// The gradient of the mean loss of a batch, for tests.
    #[cfg(test)]
    fn gradient(&self, batch: &Batch) -> (Losses, Vec<f32>) {
        let mut worker = Worker::default();
        assert!(batch.len() <= CHUNK);
        worker.run(&self.network, batch, 0, 1.0);
        (worker.losses, worker.gradient)
    }
}

impl Worker {
    /// The gradient of one chunk's share in the mean loss of the batch.
    fn run(&mut self, network: &PolicyValueNet, batch: &Batch, chunk: usize, policy_weight: f32) {
        let rows = chunk * CHUNK..((chunk + 1) * CHUNK).min(batch.len());
        let shape = network.shape();
        let (inputs, width) = (shape.inputs, shape.width);
        let observations = &batch.observations[rows.start * inputs..rows.end * inputs];
        network.forward(observations, &mut self.activations);
        self.gradient.clear();
        self.gradient.resize(network.parameters().len(), 0.0);
        let layers = self.activations.layers.len();
        self.slopes.resize_with(layers, Vec::new);
        for slopes in &mut self.slopes {
            slopes.clear();
            slopes.resize(rows.len() * width, 0.0);
        }
        self.losses = Losses::default();
        let share = 1.0 / batch.len() as f32;
        for row in 0..rows.len() {
            self.start_row(network, batch, rows.start + row, row, share, policy_weight);
        }
        self.go_back(network, observations);
    }

    /// Losses of one example, and the slopes of its heads and of its last layer.
    fn start_row(
        &mut self,
        network: &PolicyValueNet,
        batch: &Batch,
        example: usize,
        row: usize,
        share: f32,
        policy_weight: f32,
    ) {
        let width = network.shape().width;
        let outputs = network.outputs(&self.activations, row);
        let hidden = self.activations.last(row, width);
        let slopes =
            &mut self.slopes.last_mut().expect("a network has a layer")[row * width..][..width];
        let errors = [
            outputs.value - batch.targets[2 * example],
            outputs.result - batch.targets[2 * example + 1],
        ];
        let heads = network.tail_part(part::HEADS);
        let heads_bias = network.tail_part(part::HEADS_BIAS);
        for (head, error) in errors.into_iter().enumerate().take(HEADS) {
            let slope = 2.0 * error * share;
            let weights = heads.start + head * width..heads.start + (head + 1) * width;
            kernel::add_scaled(slope, &network.parameters[weights.clone()], slopes);
            kernel::add_scaled(slope, hidden, &mut self.gradient[weights]);
            self.gradient[heads_bias.start + head] += slope;
        }
        let mut losses = Losses {
            value: f64::from(errors[0] * errors[0]),
            result: f64::from(errors[1] * errors[1]),
            examples: [1, 0],
            policy: 0.0,
        };
        let start = example
            .checked_sub(1)
            .map_or(0, |before| batch.action_ends[before]);
        let actions = &batch.actions[start..batch.action_ends[example]];
        let targets = &batch.policy[start..batch.action_ends[example]];
        if !actions.is_empty() {
            self.probabilities.clear();
            self.probabilities.resize(actions.len(), 0.0);
            network.logits(&self.activations, row, actions, &mut self.probabilities);
            softmax(&mut self.probabilities);
            let policy = network.tail_part(part::POLICY);
            let policy_bias = network.tail_part(part::POLICY_BIAS);
            for ((&action, &target), &probability) in
                actions.iter().zip(targets).zip(&self.probabilities)
            {
                losses.policy -= f64::from(target) * f64::from(probability.max(1e-30)).ln();
                let slope = (probability - target) * share * policy_weight;
                let start = policy.start + usize::from(action) * width;
                kernel::add_scaled(slope, &network.parameters[start..start + width], slopes);
                kernel::add_scaled(slope, hidden, &mut self.gradient[start..start + width]);
                self.gradient[policy_bias.start + usize::from(action)] += slope;
            }
            losses.examples[1] = 1;
        }
        self.losses.merge(&losses);
    }

    /// From the last layer's slopes to all gradients.
    fn go_back(&mut self, network: &PolicyValueNet, observations: &[f32]) {
        let shape = network.shape();
        let width = shape.width;
        for layer in (0..self.slopes.len()).rev() {
            let (before, rest) = self.slopes.split_at_mut(layer);
            let slopes = &mut rest[0];
            for (slope, &output) in slopes.iter_mut().zip(&self.activations.layers[layer]) {
                if output <= 0.0 {
                    *slope = 0.0;
                }
            }
            let (weight, bias) = network.layer(layer);
            for row in slopes.chunks_exact(width) {
                kernel::add_scaled(1.0, row, &mut self.gradient[bias.clone()]);
            }
            let gradient = &mut self.gradient[weight.clone()];
            let Some(previous) = before.last_mut() else {
                kernel::transposed_multiply_add_sparse(
                    observations,
                    slopes,
                    shape.inputs,
                    width,
                    gradient,
                );
                continue;
            };
            let input = &self.activations.layers[layer - 1];
            let rows = input.len() / width;
            self.turned.resize(input.len(), 0.0);
            kernel::transpose(input, width, &mut self.turned);
            kernel::multiply_add(&self.turned, slopes, rows, width, gradient);
            self.turned.resize(width * width, 0.0);
            kernel::transpose(&network.parameters[weight], width, &mut self.turned);
            kernel::multiply_add(slopes, &self.turned, width, width, previous);
            if shape.kind == Kind::Residual && layer % 2 == 0 {
                kernel::add_scaled(1.0, slopes, &mut before[layer - 2]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::Shape;
    use super::*;

    fn shape(kind: Kind) -> Shape {
        Shape {
            kind,
            inputs: 7,
            width: 16,
            depth: 2,
            actions: 5,
        }
    }

    /// Every second example has no policy.
    fn examples(count: usize, seed: u64) -> Batch {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut batch = Batch::default();
        for example in 0..count {
            batch
                .observations
                .extend((0..7).map(|_| if random.bool() { random.f32() } else { 0.0 }));
            if example % 2 == 0 {
                let mut policy = [random.f32(), random.f32(), random.f32()];
                softmax(&mut policy);
                batch.actions.extend([0, 2, 4]);
                batch.policy.extend(policy);
            }
            batch.finish_example(random.f32() - 0.5, random.f32() - 0.5);
        }
        batch
    }

    /// A network none of whose parameters is zero.
    fn network(kind: Kind) -> PolicyValueNet {
        let mut network = PolicyValueNet::new(shape(kind), 3);
        let mut random = fastrand::Rng::with_seed(4);
        for parameter in network.parameters_mut() {
            *parameter += 0.2 * (random.f32() - 0.5);
        }
        network
    }

    fn mean_loss(losses: &Losses) -> f64 {
        let [all, taught] = losses.examples;
        losses.value + losses.result + losses.policy * taught as f64 / all as f64
    }

    #[test]
    fn gradients_are_the_slopes_of_the_losses() {
        for kind in [Kind::Mlp, Kind::Residual] {
            let batch = examples(9, 5);
            let network = network(kind);
            let trainer = |network| Trainer::new(network, Adam::new(0), 1);
            let (_, gradient) = trainer(network.clone()).gradient(&batch);
            let mut checked = 0;
            for index in (0..gradient.len()).step_by(7) {
                let loss_at = |offset: f32| {
                    let mut moved = network.clone();
                    moved.parameters_mut()[index] += offset;
                    mean_loss(&trainer(moved).gradient(&batch).0)
                };
                let step = 2e-3;
                let slope = (loss_at(step) - loss_at(-step)) / f64::from(2.0 * step);
                let difference = (slope - f64::from(gradient[index])).abs();
                assert!(
                    difference < 2e-3 + 0.02 * slope.abs(),
                    "{kind:?} {index}: {slope} {}",
                    gradient[index]
                );
                checked += usize::from(slope.abs() > 1e-4);
            }
            assert!(checked > 20, "{checked} slopes are not zero");
        }
    }

    #[test]
    fn threads_change_nothing() {
        let rates = Rates {
            learning_rate: 0.01,
            weight_decay: 1e-4,
            policy_weight: 1.0,
        };
        let train = |threads| {
            let network = PolicyValueNet::new(shape(Kind::Residual), 1);
            let parameters = network.parameters().len();
            let mut trainer = Trainer::new(network, Adam::new(parameters), threads);
            for seed in 0..5 {
                trainer.learn(&examples(300, seed), &rates);
            }
            trainer.network
        };
        assert_eq!(train(1), train(3));
    }

    #[test]
    fn what_is_repeated_is_learned() {
        let rates = Rates {
            learning_rate: 0.01,
            weight_decay: 0.0,
            policy_weight: 1.0,
        };
        for kind in [Kind::Mlp, Kind::Residual] {
            let network = PolicyValueNet::new(shape(kind), 1);
            let parameters = network.parameters().len();
            let mut trainer = Trainer::new(network, Adam::new(parameters), 1);
            let batch = examples(20, 9);
            let first = trainer.learn(&batch, &rates);
            for _ in 0..500 {
                trainer.learn(&batch, &rates);
            }
            let last = trainer.learn(&batch, &rates);
            assert!(
                last.value < 0.05 * first.value,
                "{kind:?}: {first:?} {last:?}"
            );
            assert!(
                last.result < 0.05 * first.result,
                "{kind:?}: {first:?} {last:?}"
            );
            assert!(last.policy < first.policy, "{kind:?}: {first:?} {last:?}");
        }
    }
}
