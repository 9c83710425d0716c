//! How settings make a match: when a setting, a marqué and the match end, who begins, and what is
//! paid. The turn machine in `state` plays roll after roll and asks here.

use crate::color::Color;
use crate::options::{Format, GameValue, MarqueFirst, Options, RefaitConsolation, Settlement};
use crate::rules::Rules;
use crate::score::Score;
use crate::tally::Tally;

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; none when both are equal.
    pub winner: Option<Color>,
    /// What the winner gains. Of an ordinary game 1, or more by the option `game_value`; of a
    /// written one his tokens. 0 for a draw.
    pub value: u32,
}

impl Outcome {
    const DRAW: Outcome = Outcome {
        winner: None,
        value: 0,
    };
}

/// What a player's Go ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// The setting: the goer rolls first in the next one.
    Setting,
    /// The marqué: this player rolls first in the next one.
    Marque(Color),
    /// The match.
    Match,
}

/// What the turn machine asks about the match.
pub(crate) trait MatchFormat {
    /// Holes beyond this many are not counted.
    fn most_holes(&self) -> u8;
    /// Has this player's marking just ended the match?
    fn ends_on_marking(&self, player: &Score) -> bool;
    /// A player goes of his own will: what that ends, with its payment entered.
    fn leave(&self, tally: &mut Tally) -> Leaving;
    /// Does the match end after this many rolls?
    fn ends_on_turn(&self, turns: u16) -> bool;
    /// The match is over: what is settled then.
    fn settle(&self, tally: &mut Tally);
    /// Who has won, and what.
    fn outcome(&self, tally: &Tally) -> Outcome;
}

/// The ordinary game: first to the number of holes, or ahead at the turn cap
/// (`docs/rules.md#end-of-game`, `docs/rules.md#turn-cap`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrdinaryGame {
    rules: Rules,
}

/// The *partie à écrire*: marqués that end by a Go and are paid in tokens
/// (`docs/rules.md#written-game`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrittenGame {
    rules: Rules,
}

/// Holes of a marqué beyond this many are not counted.
pub(crate) const MOST_HOLES_OF_MARQUE: u8 = 100;
/// Refaits in a row beyond this many are not counted.
pub(crate) const MOST_REFAITS: u8 = 15;
/// Once a player has so many holes, any Go ends the marqué.
pub(crate) const HOLES_OF_MARQUE: u8 = 6;

/// What the marqués won beyond half of them are worth: the first, and each further one.
const POSTILLON: i32 = 28;
const FURTHER_PARI: i32 = 8;

/// The highest payment of a marqué: a grande bredouille after as many refaits as are counted.
const HIGHEST_PAYMENT: i32 = 4 * (MOST_HOLES_OF_MARQUE as i32 + (2 << MOST_REFAITS));
/// The lowest one: one hole more, and the least consolation.
const LOWEST_PAYMENT: i32 = 1 + 2;
/// More tokens than any game brings.
pub(crate) const MOST_TOKENS: i32 = 64 * HIGHEST_PAYMENT;

impl MatchFormat for OrdinaryGame {
    fn most_holes(&self) -> u8 {
        self.rules.target_holes()
    }

    fn ends_on_marking(&self, player: &Score) -> bool {
        player.holes >= self.rules.target_holes()
    }

    fn leave(&self, _tally: &mut Tally) -> Leaving {
        Leaving::Setting
    }

    fn ends_on_turn(&self, turns: u16) -> bool {
        turns >= self.rules.max_turns()
    }

    fn settle(&self, _tally: &mut Tally) {}

    fn outcome(&self, tally: &Tally) -> Outcome {
        let rank = |color: Color| {
            let score = tally.score(color);
            (score.holes, score.points)
        };
        let winner = match rank(Color::White).cmp(&rank(Color::Black)) {
            std::cmp::Ordering::Greater => Color::White,
            std::cmp::Ordering::Less => Color::Black,
            std::cmp::Ordering::Equal => return Outcome::DRAW,
        };
        let (won, lost) = (tally.score(winner), tally.score(winner.opponent()));
        Outcome {
            winner: Some(winner),
            value: game_value(self.rules.game_value(), won, lost),
        }
    }
}

/// What the winner gains (`docs/rules.md#game-value`).
fn game_value(rule: GameValue, winner: &Score, loser: &Score) -> u32 {
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

impl WrittenGame {
    /// Enters the payment of a marqué that a Go has ended, or the refait; tells who has won it.
    fn pay(&self, tally: &mut Tally) -> Option<Color> {
        let [white, black] = tally.scores.map(|score| score.holes);
        let winner = match white.cmp(&black) {
            std::cmp::Ordering::Greater => Color::White,
            std::cmp::Ordering::Less => Color::Black,
            std::cmp::Ordering::Equal => {
                tally.refaits = (tally.refaits + 1).min(MOST_REFAITS);
                return None;
            }
        };
        let (won, lost) = (tally.score(winner), tally.score(winner.opponent()));
        let paid = payment(won, lost, self.consolation(tally.refaits));
        tally.win_marque(winner, paid);
        tally.refaits = 0;
        Some(winner)
    }

    /// What the winner of a marqué gains for the refaits before it (`docs/rules.md#consolation`).
    fn consolation(&self, refaits: u8) -> i32 {
        match self.rules.refait_consolation() {
            RefaitConsolation::Doubling => 2 << refaits.min(MOST_REFAITS),
            RefaitConsolation::Arithmetic => 2 * (i32::from(refaits) + 1),
        }
    }
}

/// The most tokens that a player can have when these marqués have been won, at the end of the game
/// with the settlement.
pub(crate) fn most_tokens(wins: [u8; 2], player: Color, is_over: bool, options: &Options) -> i32 {
    let won = i32::from(wins[player.index()]);
    let lost = i32::from(wins[player.opponent().index()]);
    let settled = match options.settlement {
        Settlement::Full if is_over && won > 0 => won + POSTILLON + FURTHER_PARI * won,
        Settlement::Full | Settlement::Tokens => 0,
    };
    won * HIGHEST_PAYMENT - lost * LOWEST_PAYMENT + settled
}

/// The most tokens that a player can have in a written game with these options.
pub(crate) fn most_tokens_of_match(options: &Options) -> i32 {
    most_tokens([options.marques, 0], Color::White, true, options)
}

/// Who rolls first in the marqué after these have been won, if the players take turns; in the last
/// one when all have been won. White in an ordinary game.
pub(crate) fn starter_by_turns(wins: [u8; 2], options: &Options) -> Color {
    let decided = u16::from(wins[0]) + u16::from(wins[1]);
    let present = match options.format {
        Format::Ordinary => 0,
        Format::Written => decided.min(u16::from(options.marques).saturating_sub(1)),
    };
    if present.is_multiple_of(2) {
        Color::White
    } else {
        Color::Black
    }
}

/// What the loser of a marqué pays, in tokens (`docs/rules.md#payment`).
fn payment(winner: &Score, loser: &Score, consolation: i32) -> i32 {
    let multiplier = match winner.holes {
        12.. if !winner.holes_cut => 4,
        6.. if !winner.holes_cut => 2,
        _ => 1,
    };
    multiplier * (i32::from(winner.holes) + consolation) - i32::from(loser.holes)
}

impl MatchFormat for WrittenGame {
    fn most_holes(&self) -> u8 {
        MOST_HOLES_OF_MARQUE
    }

    fn ends_on_marking(&self, _player: &Score) -> bool {
        false
    }

    fn leave(&self, tally: &mut Tally) -> Leaving {
        if tally
            .scores
            .iter()
            .all(|score| score.holes < HOLES_OF_MARQUE)
        {
            return Leaving::Setting;
        }
        let Some(winner) = self.pay(tally) else {
            return Leaving::Marque(tally.starter);
        };
        if tally.decided() >= self.rules.marques() {
            return Leaving::Match;
        }
        Leaving::Marque(match self.rules.marque_first() {
            MarqueFirst::Alternate => tally.starter.opponent(),
            MarqueFirst::Winner => winner,
        })
    }

    fn ends_on_turn(&self, turns: u16) -> bool {
        turns >= self.rules.max_turns()
    }

    /// Every marqué lost costs a token, and these go to whoever has more tokens then, half each if
    /// equal; if all marqués are decided, those won beyond half of them are paid
    /// (`docs/rules.md#settlement`).
    fn settle(&self, tally: &mut Tally) {
        match self.rules.settlement() {
            Settlement::Tokens => return,
            Settlement::Full => {}
        }
        let [white, black] = tally.wins.map(i32::from);
        // White's and Black's tokens without those set aside, which are not yet anybody's.
        let (own, other) = (tally.tokens - black, -tally.tokens - white);
        let queue = white + black;
        tally.tokens = own
            + match own.cmp(&other) {
                std::cmp::Ordering::Greater => queue,
                std::cmp::Ordering::Equal => queue / 2,
                std::cmp::Ordering::Less => 0,
            };
        let excess = white.max(black) - i32::from(self.rules.marques()) / 2;
        if tally.decided() == self.rules.marques() && excess > 0 {
            let winner = if white > black {
                Color::White
            } else {
                Color::Black
            };
            tally.pay(winner, POSTILLON + FURTHER_PARI * (excess - 1));
        }
    }

    fn outcome(&self, tally: &Tally) -> Outcome {
        let winner = match tally.tokens.signum() {
            1 => Color::White,
            -1 => Color::Black,
            _ => return Outcome::DRAW,
        };
        Outcome {
            winner: Some(winner),
            value: tally.tokens.unsigned_abs(),
        }
    }
}

/// The format that the rules choose.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyFormat {
    Ordinary(OrdinaryGame),
    Written(WrittenGame),
}

impl AnyFormat {
    pub(crate) const fn new(rules: Rules) -> AnyFormat {
        match rules.format() {
            Format::Ordinary => AnyFormat::Ordinary(OrdinaryGame { rules }),
            Format::Written => AnyFormat::Written(WrittenGame { rules }),
        }
    }
}

impl MatchFormat for AnyFormat {
    fn most_holes(&self) -> u8 {
        match self {
            AnyFormat::Ordinary(game) => game.most_holes(),
            AnyFormat::Written(game) => game.most_holes(),
        }
    }

    fn ends_on_marking(&self, player: &Score) -> bool {
        match self {
            AnyFormat::Ordinary(game) => game.ends_on_marking(player),
            AnyFormat::Written(game) => game.ends_on_marking(player),
        }
    }

    fn leave(&self, tally: &mut Tally) -> Leaving {
        match self {
            AnyFormat::Ordinary(game) => game.leave(tally),
            AnyFormat::Written(game) => game.leave(tally),
        }
    }

    fn ends_on_turn(&self, turns: u16) -> bool {
        match self {
            AnyFormat::Ordinary(game) => game.ends_on_turn(turns),
            AnyFormat::Written(game) => game.ends_on_turn(turns),
        }
    }

    fn settle(&self, tally: &mut Tally) {
        match self {
            AnyFormat::Ordinary(game) => game.settle(tally),
            AnyFormat::Written(game) => game.settle(tally),
        }
    }

    fn outcome(&self, tally: &Tally) -> Outcome {
        match self {
            AnyFormat::Ordinary(game) => game.outcome(tally),
            AnyFormat::Written(game) => game.outcome(tally),
        }
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

    fn tally(white: Score, black: Score) -> Tally {
        Tally {
            scores: [white, black],
            ..Tally::START
        }
    }

    fn written(change: impl Fn(&mut Options)) -> WrittenGame {
        let mut options = Options::of_format(Format::Written);
        change(&mut options);
        WrittenGame {
            rules: Rules::new(options),
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
        let format = AnyFormat::new(Rules::new(Options::default()));
        let ahead = Score {
            points: 4,
            ..score(2, true)
        };
        let outcome = format.outcome(&tally(score(2, true), ahead));
        assert_eq!(outcome.winner, Some(Color::Black));
        assert_eq!(format.outcome(&tally(ahead, ahead)).winner, None);
    }

    /// The sums that the treatises print (`docs/rules.md#payment`).
    #[test]
    fn payments_are_those_of_the_books() {
        let consolation = |refaits| written(|_| {}).consolation(refaits);
        for (winner, loser, refaits, paid) in [
            (score(8, false), score(3, true), 0, 17),
            (score(9, true), score(8, true), 0, 3),
            (score(9, false), score(8, true), 0, 14),
            (score(18, false), score(6, true), 0, 74),
            (score(12, true), score(0, false), 0, 14),
            (score(6, false), score(0, false), 1, 20),
        ] {
            assert_eq!(payment(&winner, &loser, consolation(refaits)), paid);
        }
    }

    #[test]
    fn refaits_raise_the_consolation() {
        let [doubling, arithmetic] = [
            written(|_| {}),
            written(|options| options.refait_consolation = RefaitConsolation::Arithmetic),
        ];
        let rows = [0, 1, 2, 3].map(|refaits| {
            [
                doubling.consolation(refaits),
                arithmetic.consolation(refaits),
            ]
        });
        assert_eq!(rows, [[2, 2], [4, 4], [8, 6], [16, 8]]);
        assert_eq!(doubling.consolation(MOST_REFAITS), 1 << 16);
    }

    #[test]
    fn a_go_with_six_holes_ends_the_marque() {
        let game = written(|_| {});
        let mut early = tally(score(5, true), score(4, true));
        assert_eq!(game.leave(&mut early), Leaving::Setting);
        assert_eq!(early.decided(), 0);
        let mut won = tally(score(3, true), score(8, false));
        assert_eq!(game.leave(&mut won), Leaving::Marque(Color::Black));
        assert_eq!((won.tokens, won.wins), (-17, [0, 1]));
        let mut equal = tally(score(7, true), score(7, true));
        assert_eq!(game.leave(&mut equal), Leaving::Marque(Color::White));
        assert_eq!((equal.tokens, equal.decided(), equal.refaits), (0, 0, 1));
    }

    #[test]
    fn the_winner_begins_if_so_agreed() {
        let game = written(|options| options.marque_first = MarqueFirst::Winner);
        let mut won = tally(score(8, false), score(3, true));
        assert_eq!(game.leave(&mut won), Leaving::Marque(Color::White));
    }

    #[test]
    fn the_last_marque_ends_the_match() {
        let game = written(|options| options.marques = 2);
        let mut last = Tally {
            wins: [1, 0],
            tokens: 10,
            ..tally(score(3, true), score(8, false))
        };
        assert_eq!(game.leave(&mut last), Leaving::Match);
        assert_eq!(last.tokens, -7);
        assert_eq!(game.outcome(&last).winner, Some(Color::Black));
        assert_eq!(game.outcome(&last).value, 7);
    }

    #[test]
    fn queue_and_paris_are_settled_at_the_end() {
        let full = written(|options| {
            options.marques = 8;
            options.settlement = Settlement::Full;
        });
        let settled = |wins, tokens| {
            let mut tally = Tally {
                wins,
                tokens,
                ..Tally::START
            };
            full.settle(&mut tally);
            tally.tokens
        };
        // White has lost 3, takes the queue of 8, and wins one pari: 40 - 3 + 8 + 28.
        assert_eq!(settled([5, 3], 40), 73);
        // Two paris for Black, who has fewer tokens: White keeps the queue.
        assert_eq!(settled([2, 6], 40), 40 - 6 + 8 - 36);
        // Equal tokens share the queue: nobody gains.
        assert_eq!(settled([4, 4], 0), 0);
        // After a cap there are no paris.
        assert_eq!(settled([5, 0], 40), 45);
    }
}
