//! What the next roll promises, averaged over the dice: for players that weigh positions.

use crate::board::Board;
use crate::color::Color;
use crate::dice::Dice;
use crate::scoring::{self, Course};
use crate::situation::Situation;
use crate::state::State;

/// The points that a roll brings both sides, on average over its 36 outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prospects {
    /// Points for the player who rolls.
    pub roller: f32,
    /// Points for the other one.
    pub other: f32,
}

impl State {
    /// What a roll of `roller` would bring on the board as it stands, whoever's turn it is.
    ///
    /// ```
    /// # use trictrac_store::{Color, Options, State};
    /// let start = State::new(Options::default());
    /// // All checkers on the talons: nothing to hit, nothing to fill, everything can be played.
    /// assert_eq!(start.prospects(Color::Black).roller, 0.0);
    /// assert_eq!(start.prospects(Color::Black).other, 0.0);
    /// ```
    pub fn prospects(&self, roller: Color) -> Prospects {
        let board = Board {
            own: self.checkers(roller),
            opp: self.checkers(roller.opponent()),
        };
        let course = Course {
            rolls: self.rolls(roller).saturating_add(1),
            is_encounter: false,
        };
        let (mut mover, mut opponent) = (0, 0);
        for dice in Dice::ALL_21 {
            let situation = Situation::new(&board, dice, self.rules);
            let (_, totals) = scoring::score_roll(&situation, course, None);
            mover += totals.mover * u16::from(dice.weight());
            opponent += totals.opponent * u16::from(dice.weight());
        }
        Prospects {
            roller: f32::from(mover) / 36.0,
            other: f32::from(opponent) / 36.0,
        }
    }
}
