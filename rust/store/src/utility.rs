//! What a position is worth to each player as numbers.

use std::ops::RangeInclusive;

use crate::color::Color;
use crate::format::most_tokens_of_match;
use crate::options::{Format, GameValue, Options};
use crate::score::HOLE;
use crate::state::State;

/// Tokens of a marqué that count as much as a won game does.
const TOKENS_OF_MARQUE: f64 = 32.0;

/// The scale of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Utility {
    /// 1 for the winner and -1 for the loser; 0 for a draw and while the game goes on.
    #[default]
    Win = 0,
    /// The difference in holes, as a part of those that win, times the value of the game and divided
    /// by the largest such value; in a written game the tokens, divided by 32 for each marqué and
    /// cut off at 1. 0 while the game goes on.
    Margin = 1,
    /// Each player's own total, 12 for a hole and 1 for a point, at every moment; in a written game
    /// his tokens.
    Score = 2,
}

impl Utility {
    /// Every scale.
    pub const ALL: [Utility; 3] = [Utility::Win, Utility::Margin, Utility::Score];

    /// The name: `win`, `margin` or `score`.
    pub const fn name(self) -> &'static str {
        match self {
            Utility::Win => "win",
            Utility::Margin => "margin",
            Utility::Score => "score",
        }
    }

    /// The least and the greatest value that a player can have in a game with these options.
    pub fn range(self, options: &Options) -> RangeInclusive<f64> {
        match (self, options.format) {
            (Utility::Win | Utility::Margin, _) => -1.0..=1.0,
            // The last hole can leave a remainder of ten points.
            (Utility::Score, Format::Ordinary) => {
                0.0..=f64::from(u16::from(options.target_holes) * HOLE + 10)
            }
            (Utility::Score, Format::Written) => {
                let most = f64::from(most_tokens_of_match(options));
                -most..=most
            }
        }
    }

    /// Is one player's gain always the other one's loss?
    pub const fn is_zero_sum(self, options: &Options) -> bool {
        match (self, options.format) {
            (Utility::Win | Utility::Margin, _) | (Utility::Score, Format::Written) => true,
            (Utility::Score, Format::Ordinary) => false,
        }
    }

    /// The position's value to White and to Black.
    pub fn returns(self, state: &State) -> [f64; 2] {
        match self {
            Utility::Win => win(state),
            Utility::Margin => margin(state),
            Utility::Score => score(state),
        }
    }
}

/// What White has, and Black has not.
const fn zero_sum(white: f64) -> [f64; 2] {
    [white, 0.0 - white]
}

fn win(state: &State) -> [f64; 2] {
    match state.outcome().and_then(|outcome| outcome.winner) {
        Some(Color::White) => zero_sum(1.0),
        Some(Color::Black) => zero_sum(-1.0),
        None => zero_sum(0.0),
    }
}

fn margin(state: &State) -> [f64; 2] {
    let Some(outcome) = state.outcome() else {
        return zero_sum(0.0);
    };
    let options = state.options();
    if let Some(written) = state.written_score() {
        let all = TOKENS_OF_MARQUE * f64::from(options.marques);
        return zero_sum((f64::from(written.tokens[0]) / all).clamp(-1.0, 1.0));
    }
    if outcome.winner.is_none() {
        return zero_sum(0.0);
    }
    let largest = match options.game_value {
        GameValue::Simple => 1.0,
        GameValue::Double => 2.0,
        GameValue::Quadruple => 4.0,
    };
    let [white, black] = Color::ALL.map(|color| f64::from(state.score(color).holes));
    let value = f64::from(outcome.value);
    zero_sum((white - black) * value / (f64::from(options.target_holes) * largest))
}

fn score(state: &State) -> [f64; 2] {
    match state.written_score() {
        Some(written) => written.tokens.map(f64::from),
        None => Color::ALL.map(|color| {
            let score = state.score(color);
            f64::from(u16::from(score.holes) * HOLE + u16::from(score.points))
        }),
    }
}
