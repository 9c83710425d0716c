//! Any arrangement, and the one door through which it becomes a state. What a state must be is said
//! in `validate`.

use crate::checkers::{CHECKERS, Checkers};
use crate::color::Color;
use crate::dice::{Dice, Die};
use crate::field::Field;
use crate::format::starter_by_turns;
use crate::options::Options;
use crate::rules::Rules;
use crate::score::Score;
use crate::state::State;
use crate::table::{Phase, Table};
use crate::tally::Tally;
use crate::validate::Faults;

/// An arrangement that may or may not be a position of the game. Fill in what you want and ask for
/// the [`State`]; a refusal names every fault.
///
/// ```
/// # use trictrac_store::{Color, Fault, Options, Setup};
/// let mut setup = Setup::initial(Options::default());
/// setup.checkers[Color::White.index()][0] = 14;
/// setup.checkers[Color::White.index()][11] = 1;
/// let faults = setup.into_state().unwrap_err();
/// assert!(faults.iter().eq([Fault::LoneCheckerOnCorner]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// White's and Black's counts, each in that player's numbering; entry 0 is field 1.
    pub checkers: [[u8; 24]; 2],
    /// Who rolls or decides.
    pub mover: Color,
    /// What has to happen next.
    pub phase: Phase,
    /// The dice to be played.
    pub dice: Option<Dice>,
    /// The first die, when the second one is still to be rolled.
    pub first_die: Option<Die>,
    /// White's and Black's score, the roller's points of the dice on the table included.
    pub scores: [Score; 2],
    /// White's and Black's rolls since the setting began, the one on the table included.
    pub rolls: [u8; 2],
    /// Is the first roll of the game still to be made?
    pub first_roll: bool,
    /// The first roll of the game, by `jan_de_rencontre` and until the second one has been played.
    pub opening: Option<Dice>,
    /// Rolls made in this game.
    pub turns: u16,
    /// Marqués of a written game that White and Black have won.
    pub wins: [u8; 2],
    /// Refaits of a written game since the last marqué that was won.
    pub refaits: u8,
    /// Who rolled first in the present marqué of a written game; else White.
    pub starter: Color,
    /// White's and Black's tokens in a written game.
    pub tokens: [i32; 2],
    /// With schools: the roller's fault, which the other player will mark.
    pub school: u8,
    /// With schools, at [`Phase::ClaimReceived`]: what is due to the player who claims. (It depends
    /// on the board before the play, so it cannot be found again.)
    pub owed: u8,
    /// The options the game is played by.
    pub options: Options,
}

impl Setup {
    /// The start of a game.
    pub fn initial(options: Options) -> Setup {
        State::new(options).to_setup()
    }

    /// The state, or everything that keeps this from being one.
    pub fn into_state(self) -> Result<State, Faults> {
        let faults = Faults::of_arrangement(&self);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut state = self.unchecked_state();
        let faults = Faults::of_roll(&self, &mut state);
        if faults.is_empty() {
            Ok(state)
        } else {
            Err(faults)
        }
    }

    /// A side's checkers, in that player's numbering; no field shows more than fifteen.
    pub(crate) fn side(&self, color: Color) -> Checkers {
        let mut checkers = Checkers::NONE;
        for (field, &count) in Field::all().zip(&self.checkers[color.index()]) {
            checkers.set(field, count.min(CHECKERS));
        }
        checkers
    }

    /// Whoever rolled first in the present marqué if the players take turns; White in an ordinary
    /// game.
    pub fn starter_by_turns(&self) -> Color {
        starter_by_turns(self.wins, &self.options)
    }

    fn unchecked_state(&self) -> State {
        let received = self.phase == Phase::ClaimReceived;
        State {
            table: Table {
                sides: [self.side(self.mover), self.side(self.mover.opponent())],
                turns: self.turns,
                mover: self.mover,
                phase: self.phase,
                dice: match (self.dice, self.first_die) {
                    (Some(dice), _) => [dice.high().number(), dice.low().number()],
                    (None, Some(die)) => [die.number(), 0],
                    (None, None) => [0; 2],
                },
                rolls: self.rolls,
                owed: self.owed,
                exit: received && self.side(self.mover).is_empty(),
                first_roll: self.first_roll,
                opening: self.opening.map_or(0, |dice| dice.index() as u8 + 1),
            },
            tally: Tally {
                scores: self.scores,
                tokens: self.tokens[0],
                wins: self.wins,
                refaits: self.refaits,
                starter: self.starter,
                school: self.school,
            },
            rules: Rules::new(self.options),
        }
    }
}

impl State {
    /// The state as an arrangement that can be changed and proposed again.
    pub fn to_setup(&self) -> Setup {
        let mut checkers = [[0; 24]; 2];
        for color in Color::ALL {
            let own = self.checkers(color);
            for (field, count) in Field::all().zip(&mut checkers[color.index()]) {
                *count = own.count(field);
            }
        }
        let Table {
            phase,
            rolls,
            owed,
            first_roll,
            turns,
            ..
        } = self.table;
        let opening = usize::from(self.table.opening).checked_sub(1);
        let Tally {
            scores,
            tokens,
            wins,
            refaits,
            starter,
            school,
        } = self.tally;
        Setup {
            checkers,
            mover: self.mover(),
            phase,
            dice: self.dice(),
            first_die: self.first_die(),
            scores,
            rolls,
            first_roll,
            opening: opening.and_then(|index| Dice::ALL_21.get(index).copied()),
            turns,
            wins,
            refaits,
            starter,
            tokens: [tokens, -tokens],
            school,
            owed: if phase == Phase::ClaimReceived {
                owed
            } else {
                0
            },
            options: self.options(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::Fault;

    fn faults(change: impl Fn(&mut Setup)) -> Vec<Fault> {
        let mut setup = Setup::initial(Options::default());
        change(&mut setup);
        match setup.into_state() {
            Ok(state) => panic!("no fault in {state}"),
            Err(faults) => faults.iter().collect(),
        }
    }

    #[test]
    fn the_start_has_no_fault() {
        let setup = Setup::initial(Options::default());
        assert_eq!(setup.into_state(), Ok(State::new(Options::default())));
    }

    #[test]
    fn all_faults_are_reported_at_once() {
        let found = faults(|setup| {
            setup.checkers[0][0] = 16;
            setup.checkers[1][12] = 1;
            setup.scores[0].points = 3;
            setup.scores[1].cut = true;
            setup.dice = Dice::from_numbers(6, 1);
            setup.turns = 5000;
        });
        let expected = [
            Fault::TooManyCheckers,
            Fault::CheckerOnOpponentsCorner,
            Fault::Points,
            Fault::Interruption,
            Fault::Dice,
            Fault::Turns,
            Fault::FirstRoll,
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn shared_fields_and_lone_corners_are_faults() {
        let found = faults(|setup| {
            setup.checkers[0][11] = 1;
            setup.checkers[0][0] = 13;
            setup.checkers[1][23] = 1;
        });
        assert!(found.contains(&Fault::LoneCheckerOnCorner));
        assert!(found.contains(&Fault::SharedField));
    }

    #[test]
    fn a_decision_must_follow_from_its_dice() {
        let found = faults(|setup| {
            setup.phase = Phase::HoldOrGo;
            setup.dice = Dice::from_numbers(6, 4);
            setup.rolls = [1, 0];
            setup.first_roll = false;
            setup.turns = 1;
        });
        assert_eq!(found, [Fault::PhaseOfRoll]);
    }

    #[test]
    fn unfinished_games_are_not_over() {
        assert_eq!(
            faults(|setup| setup.phase = Phase::Over).first(),
            Some(&Fault::NotOver)
        );
    }
}
