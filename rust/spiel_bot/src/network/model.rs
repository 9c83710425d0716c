//! [`PolicyValueNet`]: an observation in; a value, the expected result and a logit for each action out.

use serde::{Deserialize, Serialize};

use super::kernel;

/// How the layers follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Layer after layer, each `relu(x W + b)`.
    Mlp,
    /// A first layer, then blocks `relu(x + relu(x W1 + b1) W2 + b2)`.
    Residual,
}

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// How the layers follow one another.
    pub kind: Kind,
    /// Values of an observation.
    pub inputs: usize,
    /// Units of a layer.
    pub width: usize,
    /// Hidden layers, or residual blocks after the first layer.
    pub depth: usize,
    /// Logits of the policy.
    pub actions: usize,
}

impl Shape {
    /// Square layers after the first one.
    fn square_layers(&self) -> usize {
        match self.kind {
            Kind::Mlp => self.depth - 1,
            Kind::Residual => 2 * self.depth,
        }
    }

    /// How many parameters a network of this size has.
    pub fn parameters(&self) -> usize {
        let first = (self.inputs + 1) * self.width;
        let square = self.square_layers() * (self.width + 1) * self.width;
        first + square + (self.actions + HEADS) * (self.width + 1)
    }

    /// Refuses sizes that no network can have. Only what this has let pass may be allocated.
    pub fn check(&self) -> Result<(), String> {
        let sizes = [
            ("inputs", self.inputs, 1 << 16),
            ("width", self.width, 1 << 14),
            ("depth", self.depth, 64),
            ("actions", self.actions, 1 << 16),
        ];
        for (name, size, most) in sizes {
            if size == 0 || size > most {
                return Err(format!("{name}: must be 1 to {most}, not {size}"));
            }
        }
        if self.parameters() > MOST_PARAMETERS {
            return Err(format!(
                "width: {} with a depth of {} makes a network of {} parameters; at most \
                 {MOST_PARAMETERS} are accepted",
                self.width,
                self.depth,
                self.parameters()
            ));
        }
        Ok(())
    }
}

/// The most parameters that a network may have: 1 GB, and thrice that while it learns.
pub const MOST_PARAMETERS: usize = 1 << 28;

/// What the heads beside the policy say, each seen by the observer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outputs {
    /// What is still to be gained, in the units of the search.
    pub value: f32,
    /// The expected result of the game, about -1 to 1.
    pub result: f32,
}

/// How many heads there are beside the policy.
pub(super) const HEADS: usize = 2;

/// A named part of the parameters: a matrix or, with one column, a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name in files.
    pub name: String,
    /// Rows and columns.
    pub dimensions: [usize; 2],
    /// Where it begins.
    pub start: usize,
}

impl Part {
    /// Where it stands among all parameters.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.dimensions[0] * self.dimensions[1]
    }
}

/// A network and its parameters, all in one row, so that optimizers, sums of gradients and files
/// need not know the layers.
///
/// Layers are kept as `inputs x outputs` matrices; the policy as one row for each action, so that
/// logits are computed for legal actions alone.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyValueNet {
    shape: Shape,
    parts: Vec<Part>,
    pub(super) parameters: Vec<f32>,
}

/// The activations of a batch; kept by the caller, so that no batch allocates.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    /// One matrix for each layer, `rows x width`.
    pub(super) layers: Vec<Vec<f32>>,
}

impl Activations {
    /// The last layer of one row of the batch.
    pub(super) fn last(&self, row: usize, width: usize) -> &[f32] {
        let last = self.layers.last().expect("a network has a layer");
        &last[row * width..][..width]
    }
}

/// The parts of the parameters by what they are for.
pub(super) mod part {
    /// The first layer's matrix; its bias follows, then both of every further layer.
    pub const FIRST: usize = 0;
    /// The policy's matrix, counted from the end.
    pub const POLICY: usize = 4;
    /// The policy's bias.
    pub const POLICY_BIAS: usize = 3;
    /// The matrix of the heads for value and result.
    pub const HEADS: usize = 2;
    /// Their bias.
    pub const HEADS_BIAS: usize = 1;
}

impl PolicyValueNet {
    /// A network that knows nothing: every action is as likely and every value 0.
    pub fn new(shape: Shape, seed: u64) -> PolicyValueNet {
        let mut network = PolicyValueNet::zeroed(shape);
        let mut random = fastrand::Rng::with_seed(seed);
        let layers = 1 + shape.square_layers();
        for layer in 0..layers {
            // A block's second matrix begins at zero, so that the block begins as the identity.
            let closes_block = shape.kind == Kind::Residual && layer > 0 && layer % 2 == 0;
            if closes_block {
                continue;
            }
            let part = &network.parts[part::FIRST + 2 * layer];
            // Few of an observation's values differ from zero, so they may weigh more.
            let fan_in = if layer == 0 {
                part.dimensions[0].div_ceil(4)
            } else {
                part.dimensions[0]
            };
            let bound = (6.0 / fan_in as f32).sqrt();
            for weight in &mut network.parameters[part.range()] {
                *weight = (2.0 * random.f32() - 1.0) * bound;
            }
        }
        network
    }

    /// A network of zeros.
    pub(super) fn zeroed(shape: Shape) -> PolicyValueNet {
        let width = shape.width;
        let mut parts = Vec::new();
        let mut start = 0;
        let mut add = |name: String, dimensions: [usize; 2]| {
            parts.push(Part {
                name,
                dimensions,
                start,
            });
            start += dimensions[0] * dimensions[1];
        };
        add("layers.0.weight".into(), [shape.inputs, width]);
        add("layers.0.bias".into(), [width, 1]);
        for layer in 1..=shape.square_layers() {
            add(format!("layers.{layer}.weight"), [width, width]);
            add(format!("layers.{layer}.bias"), [width, 1]);
        }
        add("policy.weight".into(), [shape.actions, width]);
        add("policy.bias".into(), [shape.actions, 1]);
        add("heads.weight".into(), [HEADS, width]);
        add("heads.bias".into(), [HEADS, 1]);
        PolicyValueNet {
            shape,
            parts,
            parameters: vec![0.0; start],
        }
    }

    /// The network's size.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The parameters by name.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// All parameters, part after part.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// All parameters, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// A part counted from the end; see [`part`].
    pub(super) fn tail_part(&self, from_end: usize) -> std::ops::Range<usize> {
        self.parts[self.parts.len() - from_end].range()
    }

    /// The matrix and the bias of a hidden layer.
    pub(super) fn layer(&self, layer: usize) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        (
            self.parts[2 * layer].range(),
            self.parts[2 * layer + 1].range(),
        )
    }

    /// Computes the layers for a batch of observations, one after the other; then ask
    /// [`PolicyValueNet::outputs`] and [`PolicyValueNet::logits`] for each row.
    pub fn forward(&self, observations: &[f32], activations: &mut Activations) {
        let Shape {
            inputs,
            width,
            kind,
            ..
        } = self.shape;
        let rows = observations.len() / inputs;
        let count = 1 + self.shape.square_layers();
        activations.layers.resize_with(count, Vec::new);
        for layer in 0..count {
            let (weight, bias) = self.layer(layer);
            let (before, rest) = activations.layers.split_at_mut(layer);
            let out = &mut rest[0];
            out.clear();
            for _ in 0..rows {
                out.extend_from_slice(&self.parameters[bias.clone()]);
            }
            let weight = &self.parameters[weight];
            match before.last() {
                None => kernel::multiply_add_sparse(observations, weight, inputs, width, out),
                Some(input) => kernel::multiply_add(input, weight, width, width, out),
            }
            if kind == Kind::Residual && layer > 0 && layer % 2 == 0 {
                kernel::add_scaled(1.0, &before[layer - 2], out);
            }
            for value in out.iter_mut() {
                *value = value.max(0.0);
            }
        }
    }

    /// The heads of a row of the last [`PolicyValueNet::forward`].
    pub fn outputs(&self, activations: &Activations, row: usize) -> Outputs {
        let width = self.shape.width;
        let hidden = activations.last(row, width);
        let weight = &self.parameters[self.tail_part(part::HEADS)];
        let bias = &self.parameters[self.tail_part(part::HEADS_BIAS)];
        Outputs {
            value: bias[0] + kernel::dot(hidden, &weight[..width]),
            result: bias[1] + kernel::dot(hidden, &weight[width..]),
        }
    }

    /// The logits of these actions for a row of the last [`PolicyValueNet::forward`].
    pub fn logits(
        &self,
        activations: &Activations,
        row: usize,
        actions: &[u16],
        logits: &mut [f32],
    ) {
        let width = self.shape.width;
        let hidden = activations.last(row, width);
        let weight = &self.parameters[self.tail_part(part::POLICY)];
        let bias = &self.parameters[self.tail_part(part::POLICY_BIAS)];
        for (logit, &action) in logits.iter_mut().zip(actions) {
            let action = usize::from(action);
            *logit = bias[action] + kernel::dot(hidden, &weight[action * width..][..width]);
        }
    }
}

/// Turns logits into probabilities, in place.
pub fn softmax(logits: &mut [f32]) {
    let most = logits
        .iter()
        .fold(f32::NEG_INFINITY, |most, &logit| most.max(logit));
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = (*logit - most).exp();
        sum += *logit;
    }
    for logit in logits.iter_mut() {
        *logit /= sum;
    }
}
