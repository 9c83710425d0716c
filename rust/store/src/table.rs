//! What lies on the table: checkers, dice, and whose turn it is. Scores are `tally`'s.

use crate::checkers::Checkers;
use crate::color::Color;
use crate::dice::Dice;

/// What has to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// The dice are to be rolled.
    Roll = 0,
    /// The roller has made a hole: he goes, or holds by playing.
    HoldOrGo = 1,
    /// The roller must play.
    Move = 2,
    /// The roll has ended the game; the single action `Go` closes it.
    LastGo = 3,
    /// The game is over.
    Over = 4,
    /// With schools: the roller claims his points of the dice on the table.
    Claim = 5,
    /// With schools: the roll has been played, and the other player claims his points of it.
    ClaimReceived = 6,
}

impl Phase {
    /// Does a player have to decide?
    pub const fn is_decision(self) -> bool {
        match self {
            Phase::HoldOrGo | Phase::Move | Phase::LastGo | Phase::Claim | Phase::ClaimReceived => {
                true
            }
            Phase::Roll | Phase::Over => false,
        }
    }
}

/// More rolls than this since the setting began make no difference to any rule.
pub(crate) const ROLLS_COUNTED: u8 = 4;

/// Checkers, dice and turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    /// The mover's checkers, then the other side's: switching sides is a swap.
    pub(crate) sides: [Checkers; 2],
    /// Rolls made in this game.
    pub(crate) turns: u16,
    pub(crate) mover: Color,
    pub(crate) phase: Phase,
    /// Both dice, higher first; the first die alone between two dice rolled one by one; else 0.
    pub(crate) dice: [u8; 2],
    /// White's and Black's rolls since the setting began, at most 4 each.
    pub(crate) rolls: [u8; 2],
    /// What is due to the opponent after the play: follows from board and dice before it.
    pub(crate) owed: u8,
    /// This roll bears off the last checker, or has done so: follows from board and dice.
    pub(crate) exit: bool,
    pub(crate) first_roll: bool,
    /// The first roll of the game (its index among the 21, plus 1) until the second one has been
    /// played, by the option `jan_de_rencontre`; else 0.
    pub(crate) opening: u8,
}

impl Table {
    /// Before the first roll of a game.
    pub(crate) const START: Table = Table {
        sides: [Checkers::START; 2],
        turns: 0,
        mover: Color::White,
        phase: Phase::Roll,
        dice: [0; 2],
        rolls: [0; 2],
        owed: 0,
        exit: false,
        first_roll: true,
        opening: 0,
    };

    pub(crate) const fn dice(&self) -> Option<Dice> {
        Dice::from_numbers(self.dice[0], self.dice[1])
    }

    /// Counts the mover's roll.
    pub(crate) fn count_roll(&mut self) {
        self.turns = self.turns.saturating_add(1);
        let rolls = &mut self.rolls[self.mover.index()];
        *rolls = (*rolls + 1).min(ROLLS_COUNTED);
    }

    /// Takes the dice away, with all that follows from them.
    pub(crate) const fn clear_dice(&mut self) {
        self.dice = [0; 2];
        self.owed = 0;
        self.exit = false;
    }

    /// Puts both sides back on their talons.
    pub(crate) const fn reset_checkers(&mut self) {
        self.sides = [Checkers::START; 2];
        self.rolls = [0; 2];
    }
}
