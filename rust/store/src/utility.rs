//! What a position is worth to each player as numbers.

use crate::color::Color;
use crate::options::GameValue;
use crate::score::HOLE;
use crate::state::State;

/// The scale of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Utility {
    /// 1 for the winner and -1 for the loser; 0 for a draw and while the game goes on.
    #[default]
    Win = 0,
    /// The difference in holes, as a part of those that win, times the value of the game and divided
    /// by the largest such value; 0 while the game goes on.
    Margin = 1,
    /// Each player's own total, 12 for a hole and 1 for a point, at every moment.
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

    /// The least value a player can have.
    pub const fn min(self) -> f64 {
        match self {
            Utility::Win | Utility::Margin => -1.0,
            Utility::Score => 0.0,
        }
    }

    /// The greatest value a player can have in a game for so many holes: the last hole can leave a
    /// remainder of ten points.
    pub fn max(self, target_holes: u8) -> f64 {
        match self {
            Utility::Win | Utility::Margin => 1.0,
            Utility::Score => f64::from(u16::from(target_holes) * HOLE + 10),
        }
    }

    /// The position's value to White and to Black.
    pub fn returns(self, state: &State) -> [f64; 2] {
        if self == Utility::Score {
            return Color::ALL.map(|color| {
                let score = state.score(color);
                f64::from(u16::from(score.holes) * HOLE + u16::from(score.points))
            });
        }
        let Some(outcome) = state.outcome() else {
            return [0.0; 2];
        };
        let Some(winner) = outcome.winner else {
            return [0.0; 2];
        };
        let value = match self {
            Utility::Margin => {
                let holes = |color| f64::from(state.score(color).holes);
                let difference = holes(winner) - holes(winner.opponent());
                let largest = match state.options().game_value {
                    GameValue::Simple => 1.0,
                    GameValue::Double => 2.0,
                    GameValue::Quadruple => 4.0,
                };
                difference * f64::from(outcome.value)
                    / (f64::from(state.options().target_holes) * largest)
            }
            _ => 1.0,
        };
        match winner {
            Color::White => [value, -value],
            Color::Black => [-value, value],
        }
    }
}
