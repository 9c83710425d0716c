//! The turn machine: whose roll it is, what the dice mark, which decisions follow.

use std::collections::{BTreeMap, BTreeSet};

use super::actions::{GO, claims, classes};
use super::events::{Event, events, four_or_six, points};
use super::marking::Marks;
use super::plays::{Plays, plays};
use super::written::{Next, Sheet, may_end_marque};
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
    /// The roller claims his points.
    Claim,
    /// The roll has been played, and the other player claims his.
    ClaimReceived,
}

#[derive(Clone, Debug)]
pub struct Game {
    pub rules: Rules,
    /// In the numbering of the player to roll or rolling.
    pub board: Board,
    pub mover: usize,
    pub phase: Phase,
    pub marks: Marks,
    /// The written game beside the present marqué.
    pub sheet: Sheet,
    /// The roller's fault, which the other player is still to mark.
    pub school: u32,
    /// Rolls of each player in the current setting.
    pub rolls: [u32; 2],
    /// Rolls made in the whole game.
    pub turns: u32,
    pub roll: Option<Roll>,
    pub first_roll: Option<Roll>,
    pub plays: Option<Plays>,
    /// The legal boards with all ids that reach them.
    pub classes: BTreeMap<Board, BTreeSet<u16>>,
    /// What the latest roll brought.
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
            sheet: Sheet::default(),
            school: 0,
            rolls: [0, 0],
            turns: 0,
            roll: None,
            first_roll: None,
            plays: None,
            classes: BTreeMap::new(),
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
        self.lay(roll);
        if self.turns == 1 {
            self.first_roll = Some(roll);
        }
        if self.rules.schools {
            self.phase = Phase::Claim;
        } else {
            self.roller_marks(points(&self.events, true));
        }
    }

    /// The roller marks his points, which decides about holes and the end of the game.
    fn roller_marks(&mut self, gain: u32) {
        let exit = self.plays.as_ref().is_some_and(|plays| plays.exit);
        let holes = self.mark(self.mover, gain);
        if self.has_won(self.mover) {
            if self.rules.schools {
                self.clear_table(Phase::Over);
            } else {
                self.phase = Phase::LastGo;
            }
        } else if holes > 0 {
            self.phase = Phase::HoldOrGo;
        } else if exit && self.rules.schools {
            self.hold_on_exit();
        } else if exit && self.exit_ends_the_game() {
            self.phase = Phase::LastGo;
        } else if exit {
            self.hold_on_exit();
        } else {
            self.phase = Phase::Move;
        }
    }

    fn mark(&mut self, player: usize, gain: u32) -> u32 {
        let holes = self.marks.mark(player, gain);
        if self.rules.written.is_some() {
            self.marks.cap_holes(100);
        }
        holes
    }

    /// Marking never wins a partie à écrire.
    fn has_won(&self, player: usize) -> bool {
        self.rules.written.is_none() && self.marks.holes[player] >= self.rules.target_holes
    }

    /// What the claimer has really won.
    pub fn due(&self) -> u32 {
        let to_roller = self.phase == Phase::Claim;
        points(&self.events, to_roller).min(126)
    }

    /// Puts dice on the table: what they allow and what they are worth.
    pub fn lay(&mut self, roll: Roll) {
        let plays = plays(&self.board, roll, &self.rules);
        let rolls = self.rolls[self.mover];
        self.events = events(&self.board, roll, rolls, &plays, &self.rules);
        if self.rules.jan_de_rencontre && self.turns == 2 && self.first_roll == Some(roll) {
            self.events.push(Event {
                jan: "jan_de_rencontre".into(),
                ways: 1,
                points: four_or_six(roll),
                to_roller: true,
                field: None,
            });
        }
        self.classes = classes(&self.board, roll, &plays);
        self.plays = Some(plays);
        self.roll = Some(roll);
    }

    /// The legal actions, in order: of each class the smallest id.
    pub fn legal_actions(&self) -> BTreeSet<u16> {
        let smallest = |class: &BTreeSet<u16>| *class.first().expect("a play has an id");
        let moves = || self.classes.values().map(smallest);
        match self.phase {
            Phase::Roll | Phase::Over => BTreeSet::new(),
            Phase::LastGo => BTreeSet::from([GO]),
            Phase::Claim | Phase::ClaimReceived => claims().map(|(_, claim)| claim).collect(),
            Phase::HoldOrGo => [GO].into_iter().chain(moves()).collect(),
            Phase::Move => moves().collect(),
        }
    }

    pub fn apply(&mut self, action: u16) {
        assert!(
            self.legal_actions().contains(&action),
            "{action} is not legal: {self:?}"
        );
        if let Some((claimed, _)) = claims().find(|(_, claim)| *claim == action) {
            self.claim(claimed);
        } else if self.phase == Phase::LastGo {
            if self.has_won(self.mover) {
                self.clear_table(Phase::Over);
            } else {
                // It carries out an exit: nobody leaves.
                self.hold_on_exit();
            }
        } else if action == GO {
            self.go();
        } else if self.plays.as_ref().is_some_and(|plays| plays.exit) {
            self.hold_on_exit();
        } else {
            let reaches = |(_, class): &(&Board, &BTreeSet<u16>)| class.contains(&action);
            let (&board, _) = self.classes.iter().find(reaches).expect("a legal board");
            if self.rules.schools {
                self.board = board;
                self.phase = Phase::ClaimReceived;
                return;
            }
            self.mark_opponents_points();
            self.board = board;
            if self.phase != Phase::Over {
                self.board = mirror(&self.board);
                self.mover = 1 - self.mover;
                self.clear_table(Phase::Roll);
            }
        }
    }

    /// The goer leaves the setting, or the marqué, and with it the points of this roll.
    fn go(&mut self) {
        self.school = 0;
        let Some(written) = self.rules.written.filter(|_| may_end_marque(&self.marks)) else {
            self.marks.wipe_points();
            self.new_setting();
            return;
        };
        match self.sheet.end_marque(&self.marks, &written) {
            Next::Marque => {
                self.marks = Marks::default();
                self.mover = self.sheet.first;
                self.new_setting();
            }
            Next::EndOfMatch => self.clear_table(Phase::Over),
        }
    }

    /// What was claimed and due is marked; the difference is a fault.
    fn claim(&mut self, claimed: u32) {
        let due = self.due();
        let (marked, fault) = (claimed.min(due), claimed.max(due) - claimed.min(due));
        if self.phase == Phase::Claim {
            self.school = fault;
            self.roller_marks(marked);
            return;
        }
        // All other points of the roll first, then the other player's school, then the roller's.
        let (roller, other) = (self.mover, 1 - self.mover);
        let exit = self.plays.as_ref().is_some_and(|plays| plays.exit);
        let school = self.school;
        self.school = 0;
        for (player, gain) in [(other, marked), (other, school), (roller, fault)] {
            self.mark(player, gain);
            if self.has_won(player) {
                self.clear_table(Phase::Over);
                return;
            }
        }
        if exit {
            self.new_setting();
        } else {
            self.board = mirror(&self.board);
            self.mover = other;
            self.clear_table(Phase::Roll);
        }
    }

    /// The winner's seat and what the game is worth, or nobody and 0 for a draw at the turn cap.
    pub fn outcome(&self) -> Option<(Option<usize>, u32)> {
        if self.phase != Phase::Over {
            return None;
        }
        if self.rules.written.is_some() {
            return Some(self.sheet.outcome());
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
        if self.rules.schools {
            // The last checkers are off, and the other player claims.
            self.board = self.board.map(|count| count.min(0));
            self.phase = Phase::ClaimReceived;
            return;
        }
        self.mark_opponents_points();
        if self.phase != Phase::Over {
            self.new_setting();
        }
    }

    fn mark_opponents_points(&mut self) {
        let opponent = 1 - self.mover;
        self.mark(opponent, points(&self.events, false));
        if self.has_won(opponent) {
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
        self.classes.clear();
        self.school = 0;
        self.phase = if next == Phase::Roll && self.turns >= self.rules.max_turns {
            Phase::Over
        } else {
            next
        };
        if let (Phase::Over, Some(written)) = (self.phase, self.rules.written) {
            self.sheet.settle(&written);
        }
    }
}

/// Dice that may be rolled now.
pub fn random_roll(game: &Game, rng: &mut fastrand::Rng) -> Roll {
    loop {
        let roll = Roll::new(rng.usize(1..=6), rng.usize(1..=6));
        if game.may_roll(roll) {
            return roll;
        }
    }
}
