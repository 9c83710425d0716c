//! Any arrangement, and the one door through which it becomes a state.

use crate::board::Board;
use crate::checkers::{CHECKERS, Checkers};
use crate::color::Color;
use crate::dice::{Dice, Die};
use crate::field::{Field, FieldSet};
use crate::format::MatchFormat;
use crate::options::Options;
use crate::score::{HOLE, Score};
use crate::scoring::Totals;
use crate::state::{Phase, ROLLS_COUNTED, Side, State};

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
    /// The options the game is played by.
    pub options: Options,
}

macro_rules! faults {
    ($($(#[doc = $doc:literal])+ $name:ident = $message:literal,)+) => {
        /// Something that keeps a [`Setup`] from being a position of the game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Fault {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Fault {
            /// Every fault.
            pub const ALL: &'static [Fault] = &[$(Fault::$name,)+];
        }

        impl std::fmt::Display for Fault {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(match self {
                    $(Fault::$name => $message,)+
                })
            }
        }
    };
}

faults! {
    /// A side has more than fifteen checkers.
    TooManyCheckers = "a side has more than fifteen checkers",
    /// A field holds checkers of both sides.
    SharedField = "a field holds checkers of both sides",
    /// One checker alone on its own corner.
    LoneCheckerOnCorner = "one checker stands alone on its own corner",
    /// A checker on the other side's corner.
    CheckerOnOpponentsCorner = "a checker stands on the other side's corner",
    /// Points are not 0, 2, 4, 6, 8 or 10.
    Points = "points are not one of 0, 2, 4, 6, 8, 10",
    /// A player without points, or both players with points, and no interruption to match.
    Interruption = "interrupted points do not fit: a player without points is never interrupted, \
                    and of two players with points one is",
    /// Holes beyond those that win.
    Holes = "a player has more holes than the game is played for",
    /// Interrupted holes do not fit, by the same reasoning as points.
    HolesInterruption = "interrupted holes do not fit: both players need holes for it, and then \
                         one of them is interrupted",
    /// A player has won, yet the game goes on.
    AlreadyWon = "a player has all the holes he needs, yet the game goes on",
    /// The game is over, yet nobody has won and turns are left.
    NotOver = "the game is said to be over, but nobody has won and turns are left",
    /// Dice are missing at a decision, or lie on the table at another time.
    Dice = "dice lie on the table exactly when a decision is due, a first die only before a roll",
    /// The first roll of the game was or would be a double.
    DoubleOnFirstRoll = "the first roll of a game is no double",
    /// The roll counters do not fit.
    Rolls = "rolls since the setting are 0 to 4, and the mover's at least 1 at a decision",
    /// The turn counter does not fit.
    Turns = "the number of turns does not fit the phase or the turn cap",
    /// The first roll is pending after rolls have been made.
    FirstRoll = "the first roll of the game is pending only before any roll",
    /// An opening roll is kept without need.
    Opening = "an opening roll is kept only with jan_de_rencontre and until the second roll is played",
    /// Options out of range.
    Options = "holes are 1 to 100 and turns at least 1",
    /// The phase is not the one that the dice lead to.
    PhaseOfRoll = "the phase is not the one that the dice on the table lead to",
    /// The score does not hold the points of the dice on the table.
    ScoreOfRoll = "the mover's score does not hold the points of the dice on the table",
}

/// All that is wrong with a [`Setup`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faults(u32);

impl Faults {
    /// Is nothing wrong?
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Is this one of the faults?
    pub const fn contains(&self, fault: Fault) -> bool {
        self.0 >> fault as u32 & 1 != 0
    }

    /// The faults, in the order of [`Fault::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = Fault> + use<> {
        let faults = *self;
        Fault::ALL
            .iter()
            .copied()
            .filter(move |&fault| faults.contains(fault))
    }

    fn note(&mut self, fault: Fault, is_faulty: bool) {
        self.0 |= u32::from(is_faulty) << fault as u32;
    }
}

impl std::fmt::Display for Faults {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, fault) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(formatter, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl Setup {
    /// The start of a game.
    pub fn initial(options: Options) -> Setup {
        State::new(options).to_setup()
    }

    /// The state, or everything that keeps this from being one.
    pub fn into_state(self) -> Result<State, Faults> {
        let mut faults = Faults::default();
        let board = self.board(&mut faults);
        self.check_scores(&mut faults);
        self.check_course(&mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut state = self.unchecked_state(board);
        if self.dice.is_some() {
            self.check_roll(&mut state, &mut faults);
        }
        if faults.is_empty() {
            Ok(state)
        } else {
            Err(faults)
        }
    }

    /// The checkers from the mover's side.
    fn board(&self, faults: &mut Faults) -> Board {
        let side = |color: Color, faults: &mut Faults| {
            let counts = &self.checkers[color.index()];
            let total: u32 = counts.iter().map(|&count| u32::from(count)).sum();
            faults.note(Fault::TooManyCheckers, total > u32::from(CHECKERS));
            let mut checkers = Checkers::NONE;
            for (field, &count) in Field::all().zip(counts) {
                checkers.set(field, count.min(CHECKERS));
            }
            faults.note(
                Fault::LoneCheckerOnCorner,
                checkers.count(Field::CORNER) == 1,
            );
            let opponents = checkers.count(Field::OPPONENT_CORNER);
            faults.note(Fault::CheckerOnOpponentsCorner, opponents > 0);
            checkers
        };
        let board = Board {
            own: side(self.mover, faults),
            opp: side(self.mover.opponent(), faults),
        };
        let shared = board.own.one_or_more().and(board.occupied_by_opponent());
        faults.note(Fault::SharedField, shared != FieldSet::EMPTY);
        board
    }

    fn check_scores(&self, faults: &mut Faults) {
        let options_are_wrong = self.options.check().is_err();
        faults.note(Fault::Options, options_are_wrong);
        let [white, black] = &self.scores;
        for score in [white, black] {
            faults.note(Fault::Points, score.points % 2 != 0 || score.points > 10);
            faults.note(Fault::Interruption, score.cut && score.points == 0);
            let beyond = score.holes > self.options.target_holes;
            faults.note(Fault::Holes, beyond && !options_are_wrong);
        }
        let both = white.points > 0 && black.points > 0;
        let one_is_cut = white.cut || black.cut;
        faults.note(Fault::Interruption, both != one_is_cut);
        let both = white.holes > 0 && black.holes > 0;
        let one_is_cut = white.holes_cut || black.holes_cut;
        faults.note(Fault::HolesInterruption, both != one_is_cut);
    }

    fn check_course(&self, faults: &mut Faults) {
        let decision = matches!(self.phase, Phase::HoldOrGo | Phase::Move | Phase::LastGo);
        let target = self.options.target_holes;
        let won = self.scores.iter().any(|score| score.holes >= target);
        let capped = self.turns >= self.options.max_turns;
        let first_die = self.first_die.is_some();
        faults.note(
            Fault::AlreadyWon,
            won && !matches!(self.phase, Phase::LastGo | Phase::Over),
        );
        faults.note(Fault::NotOver, self.phase == Phase::Over && !won && !capped);
        faults.note(
            Fault::Dice,
            self.dice.is_some() != decision || (first_die && self.phase != Phase::Roll),
        );
        let mover_rolls = self.rolls[self.mover.index()];
        faults.note(
            Fault::Rolls,
            self.rolls.iter().any(|&rolls| rolls > ROLLS_COUNTED) || (decision && mover_rolls == 0),
        );
        let too_late = self.turns > self.options.max_turns || (capped && self.phase == Phase::Roll);
        faults.note(Fault::Turns, too_late || (decision && self.turns == 0));
        faults.note(
            Fault::FirstRoll,
            self.first_roll && (self.turns > 0 || self.phase != Phase::Roll),
        );
        faults.note(
            Fault::Opening,
            self.opening.is_some()
                && (!self.options.jan_de_rencontre
                    || !(self.turns == 1 || (self.turns == 2 && decision))
                    || self.phase == Phase::Over),
        );
        let is_double = self.opening.is_some_and(Dice::is_double);
        faults.note(
            Fault::DoubleOnFirstRoll,
            self.options.first_roll_no_double && is_double,
        );
    }

    fn unchecked_state(&self, board: Board) -> State {
        let side = |color: Color, checkers: Checkers| Side {
            checkers,
            score: self.scores[color.index()],
        };
        let dice = match (self.dice, self.first_die) {
            (Some(dice), _) => [dice.high().number(), dice.low().number()],
            (None, Some(die)) => [die.number(), 0],
            (None, None) => [0; 2],
        };
        State {
            sides: [
                side(self.mover, board.own),
                side(self.mover.opponent(), board.opp),
            ],
            rolls: self.rolls,
            mover: self.mover,
            phase: self.phase,
            dice,
            owed: 0,
            exit: false,
            first_roll: self.first_roll,
            opening: self.opening.map_or(0, |dice| dice.index() as u8 + 1),
            turns: self.turns,
            options: self.options,
        }
    }

    /// Enters what the dice on the table bring, and compares it with phase and score.
    fn check_roll(&self, state: &mut State, faults: &mut Faults) {
        let Some((exit, totals)) = state.examine_table() else {
            return;
        };
        let mover = &self.scores[self.mover.index()];
        let other = &self.scores[self.mover.opponent().index()];
        let hole = is_hole_of_roll(mover, other, &totals);
        let won = state.format().ends_on_marking(mover);
        // A roller who has won owes nothing, and nothing more is carried out.
        if !won {
            state.enter_table(exit, &totals);
        }
        let ends_by_exit = exit && !won && state.exit_ends_game();
        let fits = match self.phase {
            Phase::HoldOrGo => hole && !won,
            Phase::Move => !exit && !won,
            Phase::LastGo => (won && hole) || ends_by_exit,
            Phase::Roll | Phase::Over => true,
        };
        faults.note(Fault::PhaseOfRoll, !fits);
        let marked = totals.mover == 0
            || (u16::from(mover.points) >= totals.mover && (other.points == 0 || other.cut));
        let needs_mark = matches!(self.phase, Phase::Move) || (exit && !hole && !won);
        faults.note(Fault::ScoreOfRoll, fits && needs_mark && !marked);
    }
}

/// Can the mover's score be the one just after these points made a hole?
fn is_hole_of_roll(mover: &Score, other: &Score, totals: &Totals) -> bool {
    // Before the roll there were 0 to 10 points, so the whole holes in the sum are known.
    let points = u16::from(mover.points);
    let before = (points + 10 * HOLE).wrapping_sub(totals.mover % HOLE) % HOLE;
    let made_hole = before + totals.mover >= HOLE;
    made_hole && mover.holes > 0 && !mover.cut && other.points == 0
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
        let opening = usize::from(self.opening).checked_sub(1);
        Setup {
            checkers,
            mover: self.mover,
            phase: self.phase,
            dice: self.dice(),
            first_die: self.first_die(),
            scores: [self.score(Color::White), self.score(Color::Black)],
            rolls: self.rolls,
            first_roll: self.first_roll,
            opening: opening.and_then(|index| Dice::ALL_21.get(index).copied()),
            turns: self.turns,
            options: self.options,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
