//! The arithmetic of a network: products of matrices and a few loops over slices.
//!
//! The loops are written so that LLVM turns them into vector instructions. On x86-64 they are
//! compiled twice, for any processor and for those with AVX2 and FMA, and the processor decides at
//! run time. A row's result depends neither on the other rows of the batch nor on their number, so
//! neither batching nor threads change what a network computes.

/// Columns of a tile: two AVX registers.
const COLUMNS: usize = 16;
/// Rows of a tile: as many as leave registers for a row of the right factor.
const ROWS: usize = 6;

/// Makes of each function a version for processors with AVX2 and FMA, and one that picks.
macro_rules! dispatched {
    ($($(#[$docs:meta])* fn $name:ident = $body:ident($($argument:ident: $kind:ty),* $(,)?) $(-> $result:ty)?;)*) => {$(
        $(#[$docs])*
        #[inline]
        pub fn $name($($argument: $kind),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma")]
                fn vectorised($($argument: $kind),*) $(-> $result)? {
                    $body::<true>($($argument),*)
                }
                if std::arch::is_x86_feature_detected!("avx2")
                    && std::arch::is_x86_feature_detected!("fma")
                {
                    // SAFETY: the processor has the instructions that the function is compiled for.
                    #[allow(unsafe_code)]
                    return unsafe { vectorised($($argument),*) };
                }
            }
            $body::<{ cfg!(target_arch = "aarch64") }>($($argument),*)
        }
    )*};
}

dispatched! {
    /// `out += left * right`, row-major: `left` has rows of `inner` values, `right` is `inner` rows
    /// of `columns`.
    fn multiply_add = multiply_add_body(
        left: &[f32], right: &[f32], inner: usize, columns: usize, out: &mut [f32],
    );
    /// The same for a left factor of mostly zeros.
    fn multiply_add_sparse = multiply_add_sparse_body(
        left: &[f32], right: &[f32], inner: usize, columns: usize, out: &mut [f32],
    );
    /// `out += transposed(left) * right` for a left factor of mostly zeros; both have the same rows,
    /// of `inner` and of `columns` values.
    fn transposed_multiply_add_sparse = transposed_multiply_add_sparse_body(
        left: &[f32], right: &[f32], inner: usize, columns: usize, out: &mut [f32],
    );
    /// The scalar product.
    fn dot = dot_body(one: &[f32], other: &[f32]) -> f32;
    /// `out += factor * values`.
    fn add_scaled = add_scaled_body(factor: f32, values: &[f32], out: &mut [f32]);
    /// One step of Adam with decoupled weight decay.
    fn adam_step = adam_step_body(
        step: &AdamStep, gradient: &[f32], first: &mut [f32], second: &mut [f32],
        parameters: &mut [f32],
    );
}

/// The numbers of one step of Adam.
#[derive(Clone, Copy, Debug)]
pub struct AdamStep {
    /// The learning rate.
    pub rate: f32,
    /// How much of each weight the step takes away, relative to the learning rate.
    pub decay: f32,
    /// How slowly the mean of the gradients follows.
    pub beta1: f32,
    /// How slowly the mean of their squares follows.
    pub beta2: f32,
    /// What the means lack because they began at zero: `1 - beta^steps`.
    pub correction1: f32,
    /// The same for the squares.
    pub correction2: f32,
}

/// `a * b + c`, rounded once where the processor can.
#[inline(always)]
fn fused<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

#[inline(always)]
fn multiply_add_body<const FMA: bool>(
    left: &[f32],
    right: &[f32],
    inner: usize,
    columns: usize,
    out: &mut [f32],
) {
    let rows = out.len() / columns;
    assert!(left.len() == rows * inner && right.len() == inner * columns);
    if rows < ROWS || !columns.is_multiple_of(COLUMNS) {
        return multiply_add_sparse_body::<FMA>(left, right, inner, columns, out);
    }
    // Rows of the left factor are copied into the order in which tiles read them.
    let mut strip = vec![[0.0; ROWS]; inner];
    for (left, out) in left
        .chunks(ROWS * inner)
        .zip(out.chunks_mut(ROWS * columns))
    {
        for (row, values) in left.chunks_exact(inner).enumerate() {
            for (factors, &value) in strip.iter_mut().zip(values) {
                factors[row] = value;
            }
        }
        for column in (0..columns).step_by(COLUMNS) {
            tile::<FMA>(&strip, right, columns, column, out);
        }
    }
}

/// A strip of rows of the left factor times some columns of the right one.
#[inline(always)]
fn tile<const FMA: bool>(
    strip: &[[f32; ROWS]],
    right: &[f32],
    columns: usize,
    column: usize,
    out: &mut [f32],
) {
    // Rows are written out below, and not counted by a loop: only so does LLVM keep their sums in
    // registers, which is fifteen times as fast.
    let mut sums = [[0.0f32; COLUMNS]; ROWS];
    for (sums, out) in sums.iter_mut().zip(out.chunks_exact(columns)) {
        *sums = *out[column..].first_chunk().expect("a whole tile");
    }
    let [mut s0, mut s1, mut s2, mut s3, mut s4, mut s5] = sums;
    for (factors, row) in strip.iter().zip(right.chunks_exact(columns)) {
        let values: &[f32; COLUMNS] = row[column..].first_chunk().expect("a whole tile");
        add_row::<FMA>(&mut s0, factors[0], values);
        add_row::<FMA>(&mut s1, factors[1], values);
        add_row::<FMA>(&mut s2, factors[2], values);
        add_row::<FMA>(&mut s3, factors[3], values);
        add_row::<FMA>(&mut s4, factors[4], values);
        add_row::<FMA>(&mut s5, factors[5], values);
    }
    let sums = [s0, s1, s2, s3, s4, s5];
    for (sums, out) in sums.iter().zip(out.chunks_exact_mut(columns)) {
        out[column..column + COLUMNS].copy_from_slice(sums);
    }
}

#[inline(always)]
fn add_row<const FMA: bool>(sums: &mut [f32; COLUMNS], factor: f32, values: &[f32; COLUMNS]) {
    for lane in 0..COLUMNS {
        sums[lane] = fused::<FMA>(factor, values[lane], sums[lane]);
    }
}

#[inline(always)]
fn multiply_add_sparse_body<const FMA: bool>(
    left: &[f32],
    right: &[f32],
    inner: usize,
    columns: usize,
    out: &mut [f32],
) {
    for (left, out) in left.chunks_exact(inner).zip(out.chunks_exact_mut(columns)) {
        for (&factor, row) in left.iter().zip(right.chunks_exact(columns)) {
            if factor != 0.0 {
                add_scaled_body::<FMA>(factor, row, out);
            }
        }
    }
}

#[inline(always)]
fn transposed_multiply_add_sparse_body<const FMA: bool>(
    left: &[f32],
    right: &[f32],
    inner: usize,
    columns: usize,
    out: &mut [f32],
) {
    for (left, right) in left.chunks_exact(inner).zip(right.chunks_exact(columns)) {
        for (&factor, out) in left.iter().zip(out.chunks_exact_mut(columns)) {
            if factor != 0.0 {
                add_scaled_body::<FMA>(factor, right, out);
            }
        }
    }
}

#[inline(always)]
fn dot_body<const FMA: bool>(one: &[f32], other: &[f32]) -> f32 {
    const LANES: usize = 32;
    let mut sums = [0.0f32; LANES];
    let (one_chunks, other_chunks) = (one.chunks_exact(LANES), other.chunks_exact(LANES));
    let rest = one_chunks.remainder().iter().zip(other_chunks.remainder());
    let rest = rest.fold(0.0, |sum, (&a, &b)| fused::<FMA>(a, b, sum));
    for (one, other) in one_chunks.zip(other_chunks) {
        for ((sum, &a), &b) in sums.iter_mut().zip(one).zip(other) {
            *sum = fused::<FMA>(a, b, *sum);
        }
    }
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
        width /= 2;
    }
    sums[0] + rest
}

#[inline(always)]
fn add_scaled_body<const FMA: bool>(factor: f32, values: &[f32], out: &mut [f32]) {
    for (sum, &value) in out.iter_mut().zip(values) {
        *sum = fused::<FMA>(factor, value, *sum);
    }
}

#[inline(always)]
fn adam_step_body<const FMA: bool>(
    step: &AdamStep,
    gradient: &[f32],
    first: &mut [f32],
    second: &mut [f32],
    parameters: &mut [f32],
) {
    /// Keeps the division finite where all gradients were zero.
    const EPSILON: f32 = 1e-8;
    let rate = step.rate / step.correction1;
    let shrink = 1.0 - step.rate * step.decay;
    let moments = first.iter_mut().zip(second);
    for ((parameter, &slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments) {
        *mean = fused::<FMA>(step.beta1, *mean, (1.0 - step.beta1) * slope);
        *square = fused::<FMA>(step.beta2, *square, (1.0 - step.beta2) * slope * slope);
        let scale = (*square / step.correction2).sqrt() + EPSILON;
        *parameter = *parameter * shrink - rate * *mean / scale;
    }
}

/// Writes the transposed of a matrix with rows of `columns` values.
pub fn transpose(matrix: &[f32], columns: usize, out: &mut [f32]) {
    let rows = matrix.len() / columns;
    for (row, values) in matrix.chunks_exact(columns).enumerate() {
        for (column, &value) in values.iter().enumerate() {
            out[column * rows + row] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(count: usize, random: &mut fastrand::Rng) -> Vec<f32> {
        (0..count).map(|_| random.f32() - 0.5).collect()
    }

    fn plain(left: &[f32], right: &[f32], inner: usize, columns: usize) -> Vec<f32> {
        let rows = left.len() / inner;
        let mut out = vec![0.0; rows * columns];
        for row in 0..rows {
            for column in 0..columns {
                let terms = (0..inner).map(|i| {
                    f64::from(left[row * inner + i]) * f64::from(right[i * columns + column])
                });
                out[row * columns + column] = terms.sum::<f64>() as f32;
            }
        }
        out
    }

    fn assert_near(found: &[f32], expected: &[f32]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-4,
                "{found} instead of {expected}"
            );
        }
    }

    #[test]
    fn products_are_those_of_the_textbook() {
        let mut source = fastrand::Rng::with_seed(1);
        for (rows, inner, columns) in [
            (1, 3, 2),
            (5, 217, 128),
            (6, 64, 16),
            (19, 128, 48),
            (8, 7, 5),
        ] {
            let left = random(rows * inner, &mut source);
            let right = random(inner * columns, &mut source);
            let expected = plain(&left, &right, inner, columns);
            for product in [multiply_add, multiply_add_sparse] {
                let mut out = vec![0.0; rows * columns];
                product(&left, &right, inner, columns, &mut out);
                assert_near(&out, &expected);
            }
            let mut turned = vec![0.0; left.len()];
            transpose(&left, inner, &mut turned);
            let mut out = vec![0.0; rows * columns];
            transposed_multiply_add_sparse(&turned, &right, rows, columns, &mut out);
            assert_near(&out, &expected);
        }
    }

    #[test]
    fn a_row_does_not_depend_on_its_batch() {
        let mut source = fastrand::Rng::with_seed(2);
        let (rows, inner, columns) = (20, 128, 64);
        let left = random(rows * inner, &mut source);
        let right = random(inner * columns, &mut source);
        let mut together = vec![0.1; rows * columns];
        multiply_add(&left, &right, inner, columns, &mut together);
        for row in 0..rows {
            let mut alone = vec![0.1; columns];
            multiply_add(
                &left[row * inner..][..inner],
                &right,
                inner,
                columns,
                &mut alone,
            );
            assert_eq!(alone, together[row * columns..][..columns]);
        }
    }

    #[test]
    fn scalar_products_take_any_length() {
        let mut source = fastrand::Rng::with_seed(3);
        for length in [0, 1, 31, 32, 33, 200] {
            let (one, other) = (random(length, &mut source), random(length, &mut source));
            let expected: f32 = one.iter().zip(&other).map(|(a, b)| a * b).sum();
            assert_near(&[dot(&one, &other)], &[expected]);
        }
    }
}
