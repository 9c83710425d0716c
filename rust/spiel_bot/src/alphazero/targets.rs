//! What a finished game says about the values of its positions.

use crate::network::Outputs;

/// One decision of a game, as its targets are computed from. All is player 0's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moment {
    /// What player 0 had gained at the decision.
    pub score: f32,
    /// The same after the action.
    pub score_after: f32,
    /// Did chance decide after the action?
    pub chance_after: bool,
    /// What the search expected of the action; nothing where there was no choice.
    pub expected: Option<Outputs>,
}

/// What targets are mixed from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// How much the rest of the game counts against the next search's word: 1 for the game alone.
    pub lambda: f32,
    /// What a gain is worth when chance decides once more before it.
    pub discount: f32,
}

/// What player 0 could expect at a decision, and after its action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Targets {
    pub here: Outputs,
    pub after: Outputs,
}

/// The targets of each moment. `score` is what player 0 had gained when the game was over, and
/// `result` how it ended.
pub(super) fn targets(moments: &[Moment], score: f32, result: f32, blend: &Blend) -> Vec<Targets> {
    let mut later = Outputs { value: 0.0, result };
    let mut next_score = score;
    let mut found = Vec::with_capacity(moments.len());
    for moment in moments.iter().rev() {
        // What chance brings at once does not fade; what comes after it does, as in the search.
        let fade = if moment.chance_after {
            blend.discount
        } else {
            1.0
        };
        let after = Outputs {
            value: next_score - moment.score_after + fade * later.value,
            result: later.result,
        };
        let here = Outputs {
            value: moment.score_after - moment.score + after.value,
            result: later.result,
        };
        found.push(Targets { here, after });
        later = match moment.expected {
            Some(expected) => Outputs {
                value: mixed(here.value, expected.value, blend.lambda),
                result: mixed(here.result, expected.result, blend.lambda),
            },
            None => here,
        };
        next_score = moment.score;
    }
    found.reverse();
    found
}

fn mixed(game: f32, search: f32, lambda: f32) -> f32 {
    lambda * game + (1.0 - lambda) * search
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn expected(value: f32) -> Option<Outputs> {
        Some(Outputs { value, result: 0.0 })
    }

    fn values(blend: &Blend) -> Vec<[f32; 2]> {
        let found = targets(&MOMENTS, 3.0, 1.0, blend);
        let pair = |targets: &Targets| [targets.here.value, targets.after.value];
        found.iter().map(pair).collect()
    }

    const MOMENTS: [Moment; 3] = [
        Moment {
            score: 0.0,
            score_after: 0.0,
            chance_after: true,
            expected: expected(0.3),
        },
        Moment {
            score: 1.0,
            score_after: 0.5,
            chance_after: true,
            expected: expected(-0.5),
        },
        Moment {
            score: 2.0,
            score_after: 2.0,
            chance_after: false,
            expected: None,
        },
    ];

    #[test]
    fn the_game_alone() {
        let found = values(&Blend {
            lambda: 1.0,
            discount: 1.0,
        });
        assert_eq!(found, [[3.0, 3.0], [2.0, 2.5], [1.0, 1.0]]);
    }

    #[test]
    fn the_future_fades_at_each_roll() {
        let found = values(&Blend {
            lambda: 1.0,
            discount: 0.5,
        });
        // 2.0 after the second action: 1.5 by the roll, then half of 1.0.
        assert_eq!(found, [[1.75, 1.75], [1.5, 2.0], [1.0, 1.0]]);
    }

    #[test]
    fn searches_have_their_say() {
        let found = values(&Blend {
            lambda: 0.5,
            discount: 1.0,
        });
        // The second decision counts for the first as the mean of 2.0 and -0.5.
        assert_eq!(found, [[1.75, 1.75], [2.0, 2.5], [1.0, 1.0]]);
    }

    #[test]
    fn results_are_mixed_too() {
        let blend = Blend {
            lambda: 0.5,
            discount: 0.9,
        };
        let found = targets(&MOMENTS, 3.0, 1.0, &blend);
        let results: Vec<f32> = found.iter().map(|targets| targets.here.result).collect();
        // The last decision was none, so what comes after it counts in full.
        assert_eq!(results, [0.5, 1.0, 1.0]);
    }
}
