//! The turn machine: whose roll it is, what the dice mark, which decisions follow.

use super::actions::{GO, canonical};
use super::events::{Event, events, four_or_six, points};
use super::marking::Marks;
use super::plays::{Plays, plays};
use super::{Board, Roll, Rules, mirror, start};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Roll,
    /// A hole made by his own roll: the roller may go, or hold by playing.
    HoldOrGo,
    Move,
    /// Nothing is left but a single `Go` that ends the game.
    LastGo,
    Over,
}

#[derive(Clone, Debug)]
pub struct Game {
    pub rules: Rules,
    /// In the numbering of the player to roll or rolling.
    pub board: Board,
    pub mover: usize,
    pub phase: Phase,
    pub marks: Marks,
    /// Rolls of each player in the current setting.
    pub rolls: [u32; 2],
    /// Rolls made in the whole game.
    pub turns: u32,
    pub roll: Option<Roll>,
    pub first_roll: Option<Roll>,
    pub plays: Option<Plays>,
    pub events: Vec<Event>,
}

impl Game {
    pub fn new(rules: Rules) -> Game {
        Game {
            rules,
            board: start(),
            mover: 0,
            phase: Phase::Roll,
            marks: Marks::default(),
            rolls: [0, 0],
            turns: 0,
            roll: None,
            first_roll: None,
            plays: None,
            events: Vec::new(),
        }
    }

    /// Whether the dice may show this at the next roll.
    pub fn may_roll(&self, roll: Roll) -> bool {
        !(self.turns == 0 && self.rules.first_roll_no_double && roll.is_double())
    }

    pub fn roll(&mut self, roll: Roll) {
        assert_eq!(self.phase, Phase::Roll);
        assert!(self.may_roll(roll));
        self.turns += 1;
        self.rolls[self.mover] += 1;
        let plays = plays(&self.board, roll, &self.rules);
        self.events = events(
            &self.board,
            roll,
            self.rolls[self.mover],
            &plays,
            &self.rules,
        );
        match self.turns {
            1 => self.first_roll = Some(roll),
            2 if self.rules.jan_de_rencontre && self.first_roll == Some(roll) => {
                self.events.push(Event {
                    jan: "jan_de_rencontre".into(),
                    ways: 1,
                    points: four_or_six(roll),
                    to_roller: true,
                    field: None,
                });
            }
            _ => {}
        }
        let exit = plays.exit;
        self.roll = Some(roll);
        self.plays = Some(plays);

        let holes = self.marks.mark(self.mover, points(&self.events, true));
        if self.marks.holes[self.mover] >= self.rules.target_holes {
            self.phase = Phase::LastGo;
        } else if holes > 0 {
            self.phase = Phase::HoldOrGo;
        } else if exit && self.exit_ends_the_game() {
            self.phase = Phase::LastGo;
        } else if exit {
            self.hold_on_exit();
        } else {
            self.phase = Phase::Move;
        }
    }

    /// The legal actions, in order.
    pub fn legal_actions(&self) -> Vec<u16> {
        let moves = || {
            let roll = self.roll.expect("there are dice on the table");
            let plays = self.plays.as_ref().expect("the roll has been analysed");
            canonical(&self.board, roll, plays).into_keys()
        };
        match self.phase {
            Phase::Roll | Phase::Over => Vec::new(),
            Phase::LastGo => vec![GO],
            Phase::HoldOrGo => [GO].into_iter().chain(moves()).collect(),
            Phase::Move => moves().collect(),
        }
    }

    pub fn apply(&mut self, action: u16) {
        assert!(
            self.legal_actions().contains(&action),
            "{action} is not legal: {self:?}"
        );
        if self.phase == Phase::LastGo {
            if self.marks.holes[self.mover] < self.rules.target_holes {
                self.mark_opponents_points();
            }
            self.clear_table(Phase::Over);
        } else if action == GO {
            self.marks.wipe_points();
            self.new_setting();
        } else if self.plays.as_ref().is_some_and(|plays| plays.exit) {
            self.hold_on_exit();
        } else {
            let roll = self.roll.expect("there are dice on the table");
            let plays = self.plays.as_ref().expect("the roll has been analysed");
            let board = canonical(&self.board, roll, plays)[&action];
            self.mark_opponents_points();
            self.board = board;
            if self.phase != Phase::Over {
                self.board = mirror(&self.board);
                self.mover = 1 - self.mover;
                self.clear_table(Phase::Roll);
            }
        }
    }

    /// The winner's seat and what the game is worth, or nobody and 0 for a draw at the turn cap.
    pub fn outcome(&self) -> Option<(Option<usize>, u32)> {
        if self.phase != Phase::Over {
            return None;
        }
        let standing = |player: usize| (self.marks.holes[player], self.marks.points[player]);
        Some(match standing(0).cmp(&standing(1)) {
            std::cmp::Ordering::Greater => (Some(0), self.marks.value(0, &self.rules)),
            std::cmp::Ordering::Less => (Some(1), self.marks.value(1, &self.rules)),
            std::cmp::Ordering::Equal => (None, 0),
        })
    }

    /// A state with dice on the table is never the last one: what would end there waits for a `Go`.
    fn exit_ends_the_game(&self) -> bool {
        let mut held = self.clone();
        held.hold_on_exit();
        held.phase == Phase::Over
    }

    fn hold_on_exit(&mut self) {
        self.mark_opponents_points();
        if self.phase != Phase::Over {
            self.new_setting();
        }
    }

    fn mark_opponents_points(&mut self) {
        let opponent = 1 - self.mover;
        self.marks.mark(opponent, points(&self.events, false));
        if self.marks.holes[opponent] >= self.rules.target_holes {
            self.clear_table(Phase::Over);
        }
    }

    fn new_setting(&mut self) {
        self.board = start();
        self.rolls = [0, 0];
        self.clear_table(Phase::Roll);
    }

    fn clear_table(&mut self, next: Phase) {
        self.roll = None;
        self.plays = None;
        self.events.clear();
        self.phase = if next == Phase::Roll && self.turns >= self.rules.max_turns {
            Phase::Over
        } else {
            next
        };
    }
}
