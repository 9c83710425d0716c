//! What a marqué of the written game promises, in tokens.
//!
//! A marqué is looked at as a race of holes: each is simple or double and falls to either player, and
//! whoever makes one by his own roll with six on either side leaves or goes on, whichever is worth
//! more to him. How the checkers stand decides who makes the next hole; after it everything is even
//! again. From this the value of every pair of holes follows, from the highest down, and with it when
//! to hold on: at a run of six to eleven, say, for the grande bredouille.

use std::sync::OnceLock;

use trictrac_store::{Color, RefaitConsolation, Score, State};

/// Holes that make a double step rather than a simple one. Measured in games of the careful player
/// with himself, like the two numbers below.
const DOUBLE: f32 = 0.39;
/// Holes that are made by the own roll, which gives the choice to leave.
const BY_OWN_ROLL: f32 = 0.72;
/// How many points ahead make it e times as likely as not to make the next hole.
const POINTS_AHEAD: f32 = 12.5;
/// Nobody goes on beyond this many holes.
const MOST_HOLES: usize = 24;
/// With six holes on either side a Go ends the marqué.
const ENOUGH: usize = 6;
/// Refaits that are told apart; more of them are as rare as they are long.
const REFAITS: usize = 6;

/// Holes of both players, and whether their runs have been interrupted.
#[derive(Clone, Copy)]
struct Race {
    holes: [usize; 2],
    cut: [bool; 2],
}

impl Race {
    /// After the player has made so many holes.
    fn after(self, player: usize, holes: usize) -> Race {
        let mut next = self;
        next.holes[player] = (self.holes[player] + holes).min(MOST_HOLES);
        next.cut[1 - player] |= self.holes[1 - player] > 0;
        next
    }

    /// What a Go brings the first player, when it ends the marqué.
    fn payment(self, consolation: f32) -> Option<f32> {
        let [own, other] = self.holes;
        if own.max(other) < ENOUGH {
            return None;
        }
        let winner = match own.cmp(&other) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            // A refait: the next marqué is even.
            std::cmp::Ordering::Equal => return Some(0.0),
        };
        let multiplier = match self.holes[winner] {
            12.. if !self.cut[winner] => 4.0,
            6.. if !self.cut[winner] => 2.0,
            _ => 1.0,
        };
        let paid =
            multiplier * (self.holes[winner] as f32 + consolation) - self.holes[1 - winner] as f32;
        Some(if winner == 0 { paid } else { -paid })
    }

    fn index(self) -> usize {
        let [own, other] = self.holes;
        let [own_cut, other_cut] = self.cut.map(usize::from);
        ((own * (MOST_HOLES + 1) + other) * 2 + own_cut) * 2 + other_cut
    }
}

/// The value of every race to the first player, when nobody is ahead on the board.
struct Values(Vec<f32>);

impl Values {
    fn new(consolation: f32) -> Values {
        let mut values = Values(vec![0.0; (MOST_HOLES + 1) * (MOST_HOLES + 1) * 4]);
        let holes = || (0..=MOST_HOLES).rev();
        for race in holes().flat_map(|own| holes().map(move |other| [own, other])) {
            for cut in [[false, false], [false, true], [true, false], [true, true]] {
                let race = Race { holes: race, cut };
                values.0[race.index()] = if race.holes.contains(&MOST_HOLES) {
                    race.payment(consolation).unwrap_or(0.0)
                } else {
                    let next = [0, 1].map(|player| values.after_hole(race, player, consolation));
                    (next[0] + next[1]) / 2.0
                };
            }
        }
        values
    }

    /// The value once this player has made the next hole, and has left or gone on.
    fn after_hole(&self, race: Race, player: usize, consolation: f32) -> f32 {
        let after = |holes: usize| {
            let race = race.after(player, holes);
            let held = self.0[race.index()];
            let best = race.payment(consolation).map_or(held, |paid| {
                if player == 0 {
                    held.max(paid)
                } else {
                    held.min(paid)
                }
            });
            BY_OWN_ROLL * best + (1.0 - BY_OWN_ROLL) * held
        };
        (1.0 - DOUBLE) * after(1) + DOUBLE * after(2)
    }
}

/// The values after so many refaits, computed when they are first asked for.
fn values(rule: RefaitConsolation, refaits: u8) -> (&'static Values, f32) {
    static VALUES: [[OnceLock<Values>; REFAITS]; 2] =
        [const { [const { OnceLock::new() }; REFAITS] }; 2];
    let refaits = usize::from(refaits).min(REFAITS - 1);
    let consolation = match rule {
        RefaitConsolation::Doubling => (2 << refaits) as f32,
        RefaitConsolation::Arithmetic => 2.0 * (refaits as f32 + 1.0),
    };
    let values = VALUES[rule as usize][refaits].get_or_init(|| Values::new(consolation));
    (values, consolation)
}

/// The tokens that `color` can expect of the present marqué when he is so many points ahead on the
/// board, points towards a hole included.
pub fn marque_value(state: &State, color: Color, points_ahead: f32) -> f32 {
    let Some(written) = state.written_score() else {
        return 0.0;
    };
    let scores: [Score; 2] = [color, color.opponent()].map(|player| state.score(player));
    let race = Race {
        holes: scores.map(|score| usize::from(score.holes).min(MOST_HOLES - 1)),
        cut: scores.map(|score| score.holes_cut),
    };
    let rule = state.options().refait_consolation;
    let (values, consolation) = values(rule, written.refaits);
    let next = 1.0 / (1.0 + (-points_ahead / POINTS_AHEAD).exp());
    next * values.after_hole(race, 0, consolation)
        + (1.0 - next) * values.after_hole(race, 1, consolation)
}

/// All tokens that `color` has and can expect, in an unfinished or finished written game.
pub fn tokens(state: &State, color: Color, points_ahead: f32) -> f32 {
    let Some(written) = state.written_score() else {
        return 0.0;
    };
    let paid = written.tokens[color.index()] as f32;
    if state.is_over() {
        paid
    } else {
        paid + marque_value(state, color, points_ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(holes: [usize; 2], cut: [bool; 2]) -> (f32, f32) {
        let (values, consolation) = values(RefaitConsolation::Doubling, 0);
        let race = Race { holes, cut };
        let paid = race.payment(consolation).expect("enough holes to leave");
        (paid, values.0[race.index()])
    }

    #[test]
    fn a_race_is_even_at_its_start_and_fair() {
        let (values, _) = values(RefaitConsolation::Doubling, 0);
        let start = Race {
            holes: [0, 0],
            cut: [false, false],
        };
        assert!(values.0[start.index()].abs() < 1e-4);
        let ahead = |holes| {
            values.0[Race {
                holes,
                cut: [false, true],
            }
            .index()]
        };
        assert!(ahead([4, 2]) > 0.0);
        assert!(ahead([4, 2]) > ahead([3, 2]));
    }

    #[test]
    fn a_long_run_is_held_for_the_grande_bredouille_and_a_lost_marque_is_left() {
        let (paid, held) = go([11, 0], [false, false]);
        assert!(held > paid, "{held} {paid}");
        // Twelve in a row: what can still be won is less than what can be lost.
        let (paid, held) = go([12, 0], [false, false]);
        assert!(paid > held, "{paid} {held}");
        // The opponent has six and a run: leaving now, with five, costs little.
        let (paid, held) = go([5, 6], [true, false]);
        assert!(paid < 0.0 && paid > -20.0, "{paid} {held}");
    }
}
