//! Policy improvement by planning with Gumbel noise (Danihelka and others, 2022), in small
//! functions over a root's actions. Values here are the mover's.

use super::settings::Settings;
use crate::network::softmax;

/// What the search knows of one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub logit: f32,
    pub prior: f32,
    pub visits: u32,
    /// Means nothing before the first visit.
    pub value: f32,
}

/// For each simulation, how many visits the action has that it goes to: all considered actions once
/// or more, then the better half of them, and so on.
pub(super) fn visit_sequence(considered: u32, simulations: u32) -> Vec<u32> {
    if considered <= 1 {
        return (0..simulations).collect();
    }
    let rounds = considered.next_power_of_two().trailing_zeros();
    let mut sequence = Vec::with_capacity(simulations as usize);
    let mut visits = vec![0; considered as usize];
    let mut left = considered;
    while sequence.len() < simulations as usize {
        for _ in 0..(simulations / (rounds * left)).max(1) {
            for visits in &mut visits[..left as usize] {
                sequence.push(*visits);
                *visits += 1;
            }
        }
        left = (left / 2).max(2);
    }
    sequence.truncate(simulations as usize);
    sequence
}

/// What is added to each action's logit for its value: those never visited are held for a mixture
/// of the network's estimate and of what the others brought.
pub(super) fn value_bonus(
    candidates: &[Candidate],
    estimate: f32,
    settings: &Settings,
) -> Vec<f32> {
    let visited = || candidates.iter().filter(|candidate| candidate.visits > 0);
    let visits: u32 = visited().map(|candidate| candidate.visits).sum();
    let most = visited()
        .map(|candidate| candidate.visits)
        .max()
        .unwrap_or(0);
    let weight: f32 = visited()
        .map(|candidate| candidate.prior.max(f32::MIN_POSITIVE))
        .sum();
    let mixed = if visits == 0 {
        estimate
    } else {
        let weighted = visited()
            .map(|candidate| candidate.prior.max(f32::MIN_POSITIVE) * candidate.value)
            .sum::<f32>();
        (estimate + visits as f32 * weighted / weight) / (visits as f32 + 1.0)
    };
    let completed = |candidate: &Candidate| {
        if candidate.visits > 0 {
            candidate.value
        } else {
            mixed
        }
    };
    let values = || candidates.iter().map(completed);
    let least = values().fold(f32::INFINITY, f32::min);
    // Differences that mean nothing are not blown up.
    let span = (values().fold(f32::NEG_INFINITY, f32::max) - least).max(settings.least_span);
    let factor = (settings.value_visits + most as f32) * settings.value_scale;
    values()
        .map(|value| factor * (value - least) / span)
        .collect()
}

/// The action that the next simulation goes to, or with the visits of the most visited one the
/// action to play: the best by noise, logit and value among those with so many visits.
pub(super) fn best(candidates: &[Candidate], noise: &[f32], bonus: &[f32], visits: u32) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (index, candidate) in candidates.iter().enumerate() {
        let worth = noise[index] + candidate.logit + bonus[index];
        if candidate.visits == visits && worth > best.1 {
            best = (index, worth);
        }
    }
    best.0
}

/// The policy that the search has found to be better than the network's.
pub(super) fn improved_policy(candidates: &[Candidate], bonus: &[f32]) -> Vec<f32> {
    let mut policy: Vec<f32> = candidates
        .iter()
        .zip(bonus)
        .map(|(candidate, bonus)| candidate.logit + bonus)
        .collect();
    softmax(&mut policy);
    policy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulations_are_halved_round_by_round() {
        assert_eq!(visit_sequence(1, 3), [0, 1, 2]);
        assert_eq!(visit_sequence(4, 8), [0, 0, 0, 0, 1, 1, 2, 2]);
        assert_eq!(visit_sequence(16, 8), [0; 8]);
        assert_eq!(visit_sequence(3, 7), [0, 0, 0, 1, 1, 2, 2]);
        for (considered, simulations) in [(2, 1), (5, 33), (16, 200), (16, 17)] {
            assert_eq!(
                visit_sequence(considered, simulations).len(),
                simulations as usize
            );
        }
    }

    #[test]
    fn untried_actions_are_held_for_the_mixture() {
        let candidate = |prior: f32, visits, value| Candidate {
            logit: prior.ln(),
            prior,
            visits,
            value,
        };
        let candidates = [
            candidate(0.5, 3, 0.6),
            candidate(0.25, 1, 0.0),
            candidate(0.25, 0, 99.0),
        ];
        let settings = Settings {
            value_scale: 1.0,
            value_visits: 7.0,
            least_span: 0.1,
            ..Settings::default()
        };
        // (0.2 + 4 * (0.5 * 0.6 + 0.25 * 0.0) / 0.75) / 5 = 0.36, and 0.36 / 0.6 of the span.
        let bonus = value_bonus(&candidates, 0.2, &settings);
        for (found, expected) in bonus.iter().zip([10.0, 0.0, 6.0]) {
            assert!((found - expected).abs() < 1e-4, "{bonus:?}");
        }
        assert_eq!(best(&candidates, &[0.0, 0.0, 0.0], &bonus, 3), 0);
        assert_eq!(best(&candidates, &[9.0, 0.0, 0.0], &bonus, 0), 2);
    }

    #[test]
    fn the_improved_policy_is_worth_more_than_the_networks() {
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..200 {
            let mut priors: Vec<f32> = (0..6).map(|_| 3.0 * random.f32()).collect();
            softmax(&mut priors);
            let candidates: Vec<_> = priors
                .iter()
                .map(|&prior| Candidate {
                    logit: prior.ln(),
                    prior,
                    visits: 1,
                    value: random.f32(),
                })
                .collect();
            let worth = |policy: &[f32]| -> f32 {
                policy
                    .iter()
                    .zip(&candidates)
                    .map(|(p, candidate)| p * candidate.value)
                    .sum()
            };
            let bonus = value_bonus(&candidates, 0.5, &Settings::default());
            let improved = improved_policy(&candidates, &bonus);
            assert!(worth(&improved) > worth(&priors), "{candidates:?}");
        }
    }
}
