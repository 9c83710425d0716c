//! What the network takes from a finished game: TD(lambda), computed from its end to its beginning.

use trictrac_search::network::{
    DISCOUNT, GAIN, HEADS, HIDDEN, Layer, MARGIN, MARGIN_UNIT, Network, WIN, add, logistic,
};

use super::self_play::Game;

/// How strongly a game changes the network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The step along the gradient.
    pub rate: f32,
    /// How much of a target comes from what happened later, instead of the value of the next
    /// position: for each output.
    pub lambdas: [f32; HEADS],
    /// How much each output's error counts.
    pub weights: [f32; HEADS],
}

/// Sums of squared errors, for the log.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    /// Of each output.
    pub squared: [f64; HEADS],
    /// How many positions they are of.
    pub positions: u64,
}

impl Errors {
    /// Adds others.
    pub fn add(&mut self, other: &Errors) {
        for (sum, more) in self.squared.iter_mut().zip(other.squared) {
            *sum += more;
        }
        self.positions += other.positions;
    }

    /// The mean squared error of each output.
    pub fn means(&self) -> [f64; HEADS] {
        self.squared.map(|sum| sum / self.positions.max(1) as f64)
    }
}

/// Learns from a game.
pub fn learn(network: &mut Network, game: &Game, step: &Step) -> Errors {
    let mut errors = Errors::default();
    // Target and value of the position after the one in hand, for its player to roll.
    let mut target = [0.0, game.result, game.rounding / MARGIN_UNIT];
    let mut value = target;
    let mut is_last = true;
    for roll in game.rolls.iter().rev() {
        // The end is seen from the last roller's side; other positions from their own roller's.
        let same_side = is_last || roll.rolls_again;
        is_last = false;
        let next: [f32; HEADS] = std::array::from_fn(|head| {
            let mixed = value[head] + step.lambdas[head] * (target[head] - value[head]);
            match (head, same_side) {
                (_, true) => mixed,
                (WIN, false) => 1.0 - mixed,
                (_, false) => -mixed,
            }
        });
        target = [
            roll.gained + DISCOUNT * next[GAIN],
            next[WIN],
            roll.gained / MARGIN_UNIT + next[MARGIN],
        ];
        let sums = network.sums(&roll.inputs);
        let mut slope: Layer = [0.0; HIDDEN];
        for head in 0..HEADS {
            let output = network.output(head, &sums);
            value[head] = if head == WIN {
                logistic(output)
            } else {
                output
            };
            let error = target[head] - value[head];
            errors.squared[head] += f64::from(error * error);
            let pull = step.rate * step.weights[head] * error;
            add(&mut slope, pull, &network.heads[head]);
            network.head_bias[head] += pull;
            for (weight, sum) in network.heads[head].iter_mut().zip(&sums) {
                *weight += pull * sum.max(0.0);
            }
        }
        errors.positions += 1;
        for (slope, &sum) in slope.iter_mut().zip(&sums) {
            *slope = if sum > 0.0 { *slope } else { 0.0 };
        }
        add(&mut network.bias, 1.0, &slope);
        let rows = network.rows.to_mut();
        roll.inputs
            .for_each(|index, input| add(&mut rows[index], input, &slope));
    }
    errors
}
