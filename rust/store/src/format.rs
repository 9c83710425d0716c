//! When a match ends and who has won it. The turn machine in `state` plays setting after setting
//! and asks here; another way to count a match (the *partie à écrire*, `docs/rules.md#a-ecrire`)
//! would be another [`MatchFormat`].

use crate::color::Color;
use crate::options::{GameValue, Options};
use crate::score::Score;

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; none when the turn cap left both equal.
    pub winner: Option<Color>,
    /// What the winner gains: 1, or more by the option `game_value`; 0 for a draw.
    pub value: u8,
}

/// The scores of both players, White's first.
pub(crate) type Scores = [Score; 2];

/// What the turn machine asks about the match.
pub(crate) trait MatchFormat {
    /// Has this player's marking just ended the match?
    fn ends_on_marking(&self, player: &Score) -> bool;
    /// Does a player's Go end the match?
    fn ends_on_go(&self, scores: &Scores) -> bool;
    /// Does the match end after this many rolls?
    fn ends_on_turn(&self, turns: u16) -> bool;
    /// Who has won, and what.
    fn outcome(&self, scores: &Scores) -> Outcome;
}

/// The ordinary game: first to the number of holes, or ahead at the turn cap
/// (`docs/rules.md#end-of-game`, `docs/rules.md#turn-cap`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrdinaryGame {
    options: Options,
}

impl OrdinaryGame {
    pub(crate) const fn new(options: Options) -> OrdinaryGame {
        OrdinaryGame { options }
    }
}

impl MatchFormat for OrdinaryGame {
    fn ends_on_marking(&self, player: &Score) -> bool {
        player.holes >= self.options.target_holes
    }

    fn ends_on_go(&self, _scores: &Scores) -> bool {
        false
    }

    fn ends_on_turn(&self, turns: u16) -> bool {
        turns >= self.options.max_turns
    }

    fn outcome(&self, scores: &Scores) -> Outcome {
        let rank = |color: Color| {
            let score = scores[color.index()];
            (score.holes, score.points)
        };
        let winner = match rank(Color::White).cmp(&rank(Color::Black)) {
            std::cmp::Ordering::Greater => Color::White,
            std::cmp::Ordering::Less => Color::Black,
            std::cmp::Ordering::Equal => {
                return Outcome {
                    winner: None,
                    value: 0,
                };
            }
        };
        let (won, lost) = (scores[winner.index()], scores[winner.opponent().index()]);
        Outcome {
            winner: Some(winner),
            value: game_value(self.options.game_value, &won, &lost),
        }
    }
}

/// What the winner gains (`docs/rules.md#game-value`).
fn game_value(rule: GameValue, winner: &Score, loser: &Score) -> u8 {
    match rule {
        GameValue::Simple => 1,
        GameValue::Double if !winner.holes_cut => 2,
        GameValue::Double => 1,
        GameValue::Quadruple if loser.holes == 0 => 4,
        GameValue::Quadruple if !winner.holes_cut => 3,
        GameValue::Quadruple if loser.holes < 6 => 2,
        GameValue::Quadruple => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(holes: u8, holes_cut: bool) -> Score {
        Score {
            holes,
            holes_cut,
            ..Score::default()
        }
    }

    #[test]
    fn game_value_follows_the_option() {
        let cases = [
            (score(12, false), score(0, false), [1, 2, 4]),
            (score(12, false), score(3, true), [1, 2, 3]),
            (score(12, true), score(5, true), [1, 1, 2]),
            (score(12, true), score(6, true), [1, 1, 1]),
        ];
        for (winner, loser, expected) in cases {
            let rules = [GameValue::Simple, GameValue::Double, GameValue::Quadruple];
            assert_eq!(
                rules.map(|rule| game_value(rule, &winner, &loser)),
                expected
            );
        }
    }

    #[test]
    fn turn_cap_decides_by_holes_then_points() {
        let format = OrdinaryGame::new(Options::default());
        let ahead = Score {
            points: 4,
            ..score(2, true)
        };
        let outcome = format.outcome(&[score(2, true), ahead]);
        assert_eq!(outcome.winner, Some(Color::Black));
        assert_eq!(format.outcome(&[ahead, ahead]).winner, None);
    }
}
