//! Positions as people propose them: a board, perhaps scores and dice. What is left out is chosen so
//! that it fits, and a refusal says which value would.

use crate::checkers::CHECKERS;
use crate::color::Color;
use crate::dice::{Dice, Die};
use crate::field::Field;
use crate::options::Options;
use crate::score::Score;
use crate::setup::Setup;
use crate::state::State;
use crate::table::{Phase, ROLLS_COUNTED};
use crate::validate::Faults;

/// A position of which only the board must be named. Pairs are White's and Black's.
///
/// ```
/// # use trictrac_store::{Dice, Options, Phase, Proposal};
/// let mut board = [0; 24];
/// (board[0], board[5], board[23]) = (13, 2, -15);
/// let proposal = Proposal {
///     dice: Dice::from_numbers(6, 4),
///     ..Proposal::of_board(&board, Options::default())
/// };
/// let state = proposal.state()?;
/// assert_eq!(state.phase(), Phase::Move);
/// let refusal = Proposal { points: [3, 0], ..proposal }.state().unwrap_err();
/// assert!(refusal.to_string().ends_with("points (4, 0) would fit"), "{refusal}");
/// # Ok::<(), trictrac_store::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Signed counts of fields 1 to 24 in White's numbering: positive are his.
    pub board: [i8; 24],
    /// Who rolls or decides.
    pub mover: Color,
    /// What has to happen next; by default what the dice and the score lead to.
    pub phase: Option<Phase>,
    /// The dice to be played.
    pub dice: Option<Dice>,
    /// The first die, when the second one is still to be rolled.
    pub first_die: Option<Die>,
    /// Points towards the next hole, the roller's for the dice on the table included.
    pub points: [u8; 2],
    /// Holes.
    pub holes: [u8; 2],
    /// Uninterrupted runs of points; by default of the only player who has points.
    pub bredouille: Option<[bool; 2]>,
    /// Uninterrupted runs of holes; by default of the only player who has holes.
    pub grande_bredouille: Option<[bool; 2]>,
    /// Rolls since the setting began; by default many, but none before the first one.
    pub rolls: Option<[u8; 2]>,
    /// Is the first roll of the game still to be made? By default exactly at a start.
    pub first_roll: Option<bool>,
    /// The first roll of the game, by `jan_de_rencontre` and until the second one has been played.
    pub opening: Option<Dice>,
    /// Rolls made in this game; by default as many as there are rolls since the setting.
    pub turns: Option<u16>,
    /// The options the game is played by.
    pub options: Options,
}

/// Why a proposal is no position, and the nearest value that would make it one, if one would.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Everything that is wrong.
    pub faults: Faults,
    /// A value that would fit, in words.
    pub fits: Option<String>,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "no such position: {}", self.faults)?;
        match &self.fits {
            Some(fits) => write!(formatter, "; {fits} would fit"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}

impl Proposal {
    /// White to roll on this board, without points or holes.
    pub const fn of_board(board: &[i8; 24], options: Options) -> Proposal {
        Proposal {
            board: *board,
            mover: Color::White,
            phase: None,
            dice: None,
            first_die: None,
            points: [0; 2],
            holes: [0; 2],
            bredouille: None,
            grande_bredouille: None,
            rolls: None,
            first_roll: None,
            opening: None,
            turns: None,
            options,
        }
    }

    /// The state, or all that is wrong and what would fit.
    pub fn state(&self) -> Result<State, Refusal> {
        self.nearest_state().map_err(|faults| Refusal {
            faults,
            fits: self.fitting_checkers().or_else(|| self.fitting_value()),
        })
    }

    /// The state in the first phase that fits; else the faults of the phase with the fewest.
    fn nearest_state(&self) -> Result<State, Faults> {
        let phases: &[Phase] = match (&self.phase, self.dice) {
            (Some(phase), _) => std::slice::from_ref(phase),
            (None, Some(_)) => &[Phase::Move, Phase::HoldOrGo, Phase::LastGo],
            (None, None) => &[Phase::Roll, Phase::Over],
        };
        let mut fewest: Option<Faults> = None;
        for phase in phases {
            match self.setup(*phase).into_state() {
                Ok(state) => return Ok(state),
                Err(faults) => {
                    let count = faults.iter().count();
                    if fewest.is_none_or(|fewest| count < fewest.iter().count()) {
                        fewest = Some(faults);
                    }
                }
            }
        }
        Err(fewest.unwrap_or_default())
    }

    fn setup(&self, phase: Phase) -> Setup {
        let initial = Setup::initial(self.options);
        let checkers = self.checkers();
        let decides = self.dice.is_some();
        let untouched = checkers == initial.checkers && self.points == [0; 2] && !decides;
        let is_start = untouched && self.holes == [0; 2] && self.first_die.is_none();
        let rolls = self.rolls.unwrap_or(if untouched {
            [0; 2]
        } else if checkers == initial.checkers {
            let mut rolls = [0; 2];
            rolls[self.mover.index()] = 1;
            rolls
        } else {
            [ROLLS_COUNTED; 2]
        });
        let turns = self.turns.unwrap_or_else(|| {
            let made = rolls.iter().map(|rolls| u16::from(*rolls)).sum();
            let most = self.options.max_turns - u16::from(self.options.max_turns > 0 && !decides);
            u16::min(made, most)
        });
        // Who has none is never interrupted; of two who have, both may be.
        let runs =
            |values: [u8; 2], given: Option<[bool; 2]>| given.unwrap_or([values.contains(&0); 2]);
        let bredouille = runs(self.points, self.bredouille);
        let grande_bredouille = runs(self.holes, self.grande_bredouille);
        let score = |player: usize| Score {
            points: self.points[player],
            holes: self.holes[player],
            cut: !bredouille[player],
            holes_cut: !grande_bredouille[player],
        };
        Setup {
            checkers,
            mover: self.mover,
            phase,
            dice: self.dice,
            first_die: self.first_die,
            scores: [score(0), score(1)],
            rolls,
            first_roll: self.first_roll.unwrap_or(is_start && turns == 0),
            opening: self.opening,
            turns,
            ..initial
        }
    }

    /// White's and Black's counts, each in that player's numbering.
    fn checkers(&self) -> [[u8; 24]; 2] {
        let mut sides = [[0; 24]; 2];
        for (index, &count) in self.board.iter().enumerate() {
            if count > 0 {
                sides[0][index] = count.unsigned_abs();
            } else {
                sides[1][23 - index] = count.unsigned_abs();
            }
        }
        sides
    }

    /// What would fit on the board where it is wrong.
    fn fitting_checkers(&self) -> Option<String> {
        let corner = usize::from(Field::CORNER.number());
        for (player, counts) in self.checkers().iter().enumerate() {
            let total: u32 = counts.iter().map(|&count| u32::from(count)).sum();
            if total > u32::from(CHECKERS) {
                let most = CHECKERS;
                return Some(format!(
                    "{most} checkers of player {player} instead of {total}"
                ));
            }
            let alone = counts[corner - 1] == 1;
            if alone {
                return Some(format!(
                    "no or two checkers on player {player}'s corner, field {corner}"
                ));
            }
            if counts[corner] > 0 {
                return Some(format!("no checker of player {player} on the other corner"));
            }
        }
        None
    }

    /// The one value that, changed as little as can be, makes this a position.
    fn fitting_value(&self) -> Option<String> {
        let fits = |changed: Proposal| changed.nearest_state().is_ok();
        for what in ["points", "holes"] {
            for distance in 1..=self.options.target_holes.max(12) {
                for (player, more) in [(0, true), (0, false), (1, true), (1, false)] {
                    let mut changed = *self;
                    let values = match what {
                        "points" => &mut changed.points,
                        _ => &mut changed.holes,
                    };
                    let own = &mut values[player ^ self.mover.index()];
                    *own = if more {
                        own.saturating_add(distance)
                    } else {
                        own.saturating_sub(distance)
                    };
                    let [white, black] = *values;
                    if fits(changed) {
                        return Some(format!("{what} ({white}, {black})"));
                    }
                }
            }
        }
        for runs in [[true, false], [false, true], [true, true], [false, false]] {
            let [white, black] = runs;
            if fits(Proposal {
                bredouille: Some(runs),
                ..*self
            }) {
                return Some(format!("bredouille ({white}, {black})"));
            }
            if fits(Proposal {
                grande_bredouille: Some(runs),
                ..*self
            }) {
                return Some(format!("grande_bredouille ({white}, {black})"));
            }
        }
        let freed = Proposal {
            phase: None,
            ..*self
        };
        if let Ok(state) = freed.nearest_state() {
            return Some(format!("phase {}", state.phase().name()));
        }
        let counted = Proposal {
            rolls: None,
            turns: None,
            first_roll: None,
            ..*self
        };
        if let Ok(state) = counted.nearest_state() {
            let [white, black] = Color::ALL.map(|color| state.rolls(color));
            let (turns, first_roll) = (state.turns(), state.is_first_roll());
            return Some(format!(
                "rolls ({white}, {black}), turns {turns} and first_roll {first_roll}"
            ));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proposal(fields: &[(usize, i8)]) -> Proposal {
        let mut board = [0; 24];
        for &(field, count) in fields {
            board[field - 1] = count;
        }
        Proposal::of_board(&board, Options::default())
    }

    fn refusal(proposal: &Proposal) -> String {
        proposal.state().unwrap_err().to_string()
    }

    #[test]
    fn a_start_is_the_start() {
        let start = proposal(&[(1, 15), (24, -15)]);
        assert_eq!(start.state(), Ok(State::new(Options::default())));
        let rolled = Proposal {
            dice: Dice::from_numbers(6, 4),
            ..start
        };
        let mut state = State::new(Options::default());
        state.roll(Dice::from_numbers(6, 4).unwrap()).unwrap();
        assert_eq!(rolled.state(), Ok(state));
    }

    #[test]
    fn every_state_of_a_game_can_be_proposed_by_what_is_seen() {
        let mut state = State::new(Options::default());
        let mut seed = 7_u32;
        for _ in 0..2000 {
            if state.is_over() {
                state = State::new(Options::default());
            }
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let pick = |size: usize| (seed >> 16) as usize % size;
            if state.is_decision() {
                let mut actions = crate::ActionList::new();
                state.legal_actions(&mut actions);
                let action = actions.iter().nth(pick(actions.len())).unwrap();
                state.apply_unchecked(action);
            } else {
                let _ = state.roll(Dice::ALL_21[pick(21)]);
            }
            let setup = state.to_setup();
            let [white, black] = setup.checkers;
            let board = std::array::from_fn(|field| white[field] as i8 - black[23 - field] as i8);
            let proposed = Proposal {
                mover: setup.mover,
                dice: setup.dice,
                points: setup.scores.map(|score| score.points),
                holes: setup.scores.map(|score| score.holes),
                ..Proposal::of_board(&board, setup.options)
            };
            // How long a setting has lasted can't be seen; early jans depend on it.
            let long_ago = setup.rolls.iter().all(|rolls| *rolls == ROLLS_COUNTED);
            if long_ago {
                let seen = proposed
                    .state()
                    .unwrap_or_else(|error| panic!("{error}: {state}"));
                assert_eq!((seen.phase(), seen.board()), (state.phase(), state.board()));
            }
        }
    }

    #[test]
    fn a_refusal_names_a_value_that_fits() {
        let filled = proposal(&[(1, 3), (2, 4), (3, 2), (4, 3), (5, 2), (6, 1), (24, -15)]);
        let dice = Dice::from_numbers(4, 1);
        let unmarked = Proposal { dice, ..filled };
        let text = refusal(&unmarked);
        assert!(text.contains("does not hold the points"), "{text}");
        assert!(text.ends_with("points (8, 0) would fit"), "{text}");
        assert!(
            Proposal {
                points: [8, 0],
                ..unmarked
            }
            .state()
            .is_ok()
        );

        let odd = Proposal {
            points: [0, 5],
            ..filled
        };
        assert!(refusal(&odd).ends_with("points (0, 6) would fit"));
        let holes = Proposal {
            holes: [0, 13],
            ..filled
        };
        assert!(refusal(&holes).ends_with("holes (0, 12) would fit"));
        let runs = Proposal {
            points: [2, 2],
            bredouille: Some([true, true]),
            ..filled
        };
        assert!(refusal(&runs).contains("would fit"));
        let phase = Proposal {
            phase: Some(Phase::HoldOrGo),
            points: [8, 0],
            ..unmarked
        };
        assert!(refusal(&phase).ends_with("phase move would fit"));
        let rolls = Proposal {
            rolls: Some([9, 0]),
            ..filled
        };
        assert!(refusal(&rolls).contains("rolls (4, 4)"));
    }

    #[test]
    fn a_wrong_board_is_told_what_is_too_much_on_it() {
        let crowded = proposal(&[(1, 16), (24, -15)]);
        assert!(refusal(&crowded).ends_with("15 checkers of player 0 instead of 16 would fit"));
        let lone = proposal(&[(1, 14), (12, 1), (24, -15)]);
        assert!(refusal(&lone).ends_with("player 0's corner, field 12 would fit"));
        let other = proposal(&[(1, 14), (13, 1), (24, -15)]);
        assert!(refusal(&other).contains("no checker of player 0 on the other corner"));
    }
}
