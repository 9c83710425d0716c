//! What a finished game says about the values of its positions.

/// One decision of a game, as its targets are computed from. Values are player 0's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moment {
    /// What player 0 had gained at the decision.
    pub score: f32,
    /// The same after the action.
    pub score_after: f32,
    /// Did chance decide after the action?
    pub chance_after: bool,
    /// What the search expected of the action; nothing where there was no choice.
    pub expected: Option<f32>,
}

/// What targets are mixed from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// How much the rest of the game counts against the next search's word: 1 for the game alone.
    pub lambda: f32,
    /// What a gain is worth when chance decides once more before it.
    pub discount: f32,
}

/// What player 0 gained from each decision on, and from each position after an action on; in the
/// order of the moments. `end` is what player 0 had gained when the game was over.
pub(super) fn targets(moments: &[Moment], end: f32, blend: &Blend) -> Vec<[f32; 2]> {
    let mut later = 0.0;
    let mut next_score = end;
    let mut found = vec![[0.0; 2]; moments.len()];
    for (moment, found) in moments.iter().zip(&mut found).rev() {
        let fade = if moment.chance_after {
            blend.discount
        } else {
            1.0
        };
        let after = fade_in(next_score - moment.score_after, later, fade);
        let here = moment.score_after - moment.score + after;
        *found = [here, after];
        later = match moment.expected {
            Some(expected) => blend.lambda * here + (1.0 - blend.lambda) * expected,
            None => here,
        };
        next_score = moment.score;
    }
    found
}

/// What chance brings at once does not fade; what comes after it does. Search trees fade the same.
fn fade_in(gain: f32, later: f32, fade: f32) -> f32 {
    gain + fade * later
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOMENTS: [Moment; 3] = [
        Moment {
            score: 0.0,
            score_after: 0.0,
            chance_after: true,
            expected: Some(0.3),
        },
        Moment {
            score: 1.0,
            score_after: 0.5,
            chance_after: true,
            expected: Some(-0.5),
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
        let found = targets(
            &MOMENTS,
            3.0,
            &Blend {
                lambda: 1.0,
                discount: 1.0,
            },
        );
        assert_eq!(found, [[3.0, 3.0], [2.0, 2.5], [1.0, 1.0]]);
    }

    #[test]
    fn the_future_fades_at_each_roll() {
        let found = targets(
            &MOMENTS,
            3.0,
            &Blend {
                lambda: 1.0,
                discount: 0.5,
            },
        );
        // 2.0 after the second action: 1.5 by the roll, then half of 1.0.
        assert_eq!(found, [[1.75, 1.75], [1.5, 2.0], [1.0, 1.0]]);
    }

    #[test]
    fn searches_have_their_say() {
        let found = targets(
            &MOMENTS,
            3.0,
            &Blend {
                lambda: 0.5,
                discount: 1.0,
            },
        );
        // The second decision counts for the first as the mean of 2.0 and -0.5.
        assert_eq!(found, [[1.75, 1.75], [2.0, 2.5], [1.0, 1.0]]);
    }
}
