//! What results tell: confidence intervals for games that share their dice in pairs.

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The normal distribution leaves 2.5 % beyond so many standard deviations.
const Z: f64 = 1.959_964;

/// The interval of a mean score, from scores (0 to 1) in pairs; the last one may be alone.
///
/// Wilson's interval, which stays honest near 0 and 1, for the number of independent games that
/// tell as much as these: the games of a pair share their dice, and the scatter of the pairs' means
/// shows how much that was worth.
pub fn paired_interval<P: AsRef<[f64]>>(pairs: &[P]) -> Interval {
    let scores: Vec<f64> = pairs
        .iter()
        .flat_map(|pair| pair.as_ref())
        .copied()
        .collect();
    let mut n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    if pairs.len() >= 20 && mean > 0.0 && mean < 1.0 {
        let scatter: f64 = pairs
            .iter()
            .map(|pair| {
                let size = pair.as_ref().len() as f64;
                let deviation = pair.as_ref().iter().sum::<f64>() / size - mean;
                size * deviation * deviation
            })
            .sum();
        let variance = scatter / (pairs.len() - 1) as f64;
        // 1 for independent games; bounds for samples too small to tell more.
        n /= (variance / (mean * (1.0 - mean))).clamp(0.5, 2.0);
    }
    let center = (mean + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let spread = (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).sqrt();
    let half = Z / (1.0 + Z * Z / n) * spread;
    Interval {
        low: (center - half).max(0.0),
        high: (center + half).min(1.0),
    }
}

/// The interval of the mean of independent values, by their scatter; as wide as the line for fewer
/// than two.
pub fn mean_interval(values: &[f64]) -> Interval {
    let n = values.len() as f64;
    if values.len() < 2 {
        return Interval {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        };
    }
    let mean = values.iter().sum::<f64>() / n;
    let scatter: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let half = Z * (scatter / (n - 1.0) / n).sqrt();
    Interval {
        low: mean - half,
        high: mean + half,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_give_wilsons_interval() {
        // 8 of 10, from tables of Wilson's interval.
        let pairs = [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0], [1.0, 1.0], [0.0, 0.0]];
        let Interval { low, high } = paired_interval(&pairs);
        assert!((low - 0.490).abs() < 1e-3 && (high - 0.943).abs() < 1e-3);
    }

    #[test]
    fn pairs_that_cancel_luck_narrow_the_interval() {
        let split = vec![[1.0, 0.0]; 50];
        let mut alike = vec![[1.0, 1.0]; 25];
        alike.extend(vec![[0.0, 0.0]; 25]);
        let width = |pairs: &[[f64; 2]]| {
            let Interval { low, high } = paired_interval(pairs);
            high - low
        };
        assert!(width(&split) < 0.7 * width(&alike));
    }

    #[test]
    fn intervals_of_means_shrink_with_the_number() {
        let few = mean_interval(&[0.0, 1.0, 0.0, 1.0]);
        let many = mean_interval(&[0.0, 1.0].repeat(50));
        assert!(few.low < many.low && many.low < 0.5 && 0.5 < many.high && many.high < few.high);
        assert_eq!(mean_interval(&[3.0]).high, f64::INFINITY);
    }
}
