//! The value network: one hidden layer of rectified sums over the few inputs that are not 0, and
//! three outputs. Plain loops that compilers turn into vector instructions, wider ones where the
//! processor has them; no allocation.

use std::borrow::Cow;

use crate::inputs::{INPUTS, Inputs};

/// How many hidden units there are.
pub const HIDDEN: usize = 624;
/// How many outputs.
pub const HEADS: usize = 3;
/// One number for each hidden unit.
pub type Layer = [f32; HIDDEN];

/// The output for [`Values::gain`].
pub const GAIN: usize = 0;
/// The output whose logistic function is [`Values::win`].
pub const WIN: usize = 1;
/// The output for [`Values::margin`], in units of [`MARGIN_UNIT`].
pub const MARGIN: usize = 2;
/// How many holes one unit of the third output stands for.
pub const MARGIN_UNIT: f32 = 8.0;
/// What a hole counts that is one roll further away.
pub const DISCOUNT: f32 = 0.975;

/// What a position in which a roll is due promises the player to roll.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Values {
    /// Holes (and points, a twelfth of a hole each) that the player will gain from now on, less the
    /// other's, each discounted by [`DISCOUNT`] for every roll until then.
    pub gain: f32,
    /// Probability of winning the game, a draw counting half.
    pub win: f32,
    /// Holes that the player will have more at the end than now, less the other's, points included.
    pub margin: f32,
}

/// The weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// What each input adds to the hidden units: [`INPUTS`] rows.
    pub rows: Cow<'static, [Layer]>,
    /// What the hidden units start from.
    pub bias: Layer,
    /// What the hidden units add to each output.
    pub heads: [Layer; HEADS],
    /// What the outputs start from.
    pub head_bias: [f32; HEADS],
}

impl Network {
    /// A network whose weights are all 0.
    pub fn zero() -> Network {
        Network {
            rows: Cow::Owned(vec![[0.0; HIDDEN]; INPUTS]),
            bias: [0.0; HIDDEN],
            heads: [[0.0; HIDDEN]; HEADS],
            head_bias: [0.0; HEADS],
        }
    }

    /// The sums of the hidden units, before they are rectified.
    pub fn sums(&self, inputs: &Inputs) -> Layer {
        let mut sums = self.bias;
        inputs.for_each(|index, value| add(&mut sums, value, &self.rows[index]));
        sums
    }

    /// The same sums from those of a similar position.
    pub fn sums_from(&self, inputs: &Inputs, similar: &Inputs, its_sums: &Layer) -> Layer {
        let mut sums = *its_sums;
        inputs.for_each_change(similar, |index, change| {
            add(&mut sums, change, &self.rows[index]);
        });
        sums
    }

    /// One output.
    pub fn output(&self, head: usize, sums: &Layer) -> f32 {
        self.head_bias[head] + rectified_dot(sums, &self.heads[head])
    }

    /// The values that belong to these sums.
    pub fn values_of(&self, sums: &Layer) -> Values {
        Values {
            gain: self.output(GAIN, sums),
            win: logistic(self.output(WIN, sums)),
            margin: MARGIN_UNIT * self.output(MARGIN, sums),
        }
    }

    /// The values of a position in which a roll is due, for the player to roll.
    pub fn values(&self, inputs: &Inputs) -> Values {
        self.values_of(&self.sums(inputs))
    }
}

/// The logistic function.
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Makes a version of each function for processors with AVX2, and one that picks. Both compute the
/// same, bit for bit: nothing is fused, and the order of the additions is fixed.
macro_rules! dispatched {
    ($($(#[$docs:meta])* $visible:vis fn $name:ident = $body:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?;)*) => {$(
        $(#[$docs])*
        #[inline]
        $visible fn $name($($argument: $kind),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide($($argument: $kind),*) $(-> $result)? {
                    $body($($argument),*)
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has the instructions that the function is compiled for.
                    #[allow(unsafe_code)]
                    return unsafe { wide($($argument),*) };
                }
            }
            $body($($argument),*)
        }
    )*};
}

dispatched! {
    /// Adds `factor` times `row` to `sums`.
    pub fn add = add_body(sums: &mut Layer, factor: f32, row: &Layer);
    /// The sum of the products of the rectified `sums` and `weights`.
    fn rectified_dot = rectified_dot_body(sums: &Layer, weights: &Layer) -> f32;
}

#[inline(always)]
fn add_body(sums: &mut Layer, factor: f32, row: &Layer) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

#[inline(always)]
fn rectified_dot_body(sums: &Layer, weights: &Layer) -> f32 {
    // As many sums side by side as vector registers like; the order of the additions is fixed.
    const LANES: usize = 16;
    let mut lanes = [0.0; LANES];
    for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for lane in 0..LANES {
            lanes[lane] += sums[lane].max(0.0) * weights[lane];
        }
    }
    lanes.iter().sum()
}
