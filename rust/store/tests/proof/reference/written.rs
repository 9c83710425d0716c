//! The partie à écrire: marqués, refaits, payments and the settlement of a match.

use super::marking::Marks;
use super::{MarqueFirst, RefaitConsolation, Settlement, Written};

/// What is written down beside the present marqué.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The number of the marqué that is being played.
    pub marque: u32,
    /// Refaits just before.
    pub refaits: u32,
    /// Who rolls first in this marqué.
    pub first: usize,
    pub wins: [u32; 2],
    pub tokens: [i64; 2],
}

impl Default for Sheet {
    fn default() -> Self {
        Sheet {
            marque: 1,
            refaits: 0,
            first: 0,
            wins: [0, 0],
            tokens: [0, 0],
        }
    }
}

/// What follows a Go when somebody has six holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Marque,
    EndOfMatch,
}

/// The goer may leave the marqué only when somebody has six holes.
pub fn may_end_marque(marks: &Marks) -> bool {
    marks.holes[0] >= 6 || marks.holes[1] >= 6
}

impl Sheet {
    /// Somebody has gone with six holes on the table: the marqué is paid, or void.
    pub fn end_marque(&mut self, marks: &Marks, written: &Written) -> Next {
        if marks.holes[0] == marks.holes[1] {
            // A refait: the same marqué again, and the same player begins.
            self.refaits = (self.refaits + 1).min(15);
            return Next::Marque;
        }
        let winner = usize::from(marks.holes[1] > marks.holes[0]);
        let loser = 1 - winner;
        let (more, fewer) = (
            i64::from(marks.holes[winner]),
            i64::from(marks.holes[loser]),
        );
        let uninterrupted = !marks.holes_cut[winner];
        let times = if uninterrupted && more >= 12 {
            4
        } else if uninterrupted && more >= 6 {
            2
        } else {
            1
        };
        let consolation = match written.refait_consolation {
            RefaitConsolation::Doubling => 2 * 2_i64.pow(self.refaits),
            RefaitConsolation::Arithmetic => 2 * (i64::from(self.refaits) + 1),
        };
        let paid = times * (more + consolation) - fewer;
        self.tokens[winner] += paid;
        self.tokens[loser] -= paid;
        self.wins[winner] += 1;
        self.refaits = 0;
        if self.marque == written.marques {
            return Next::EndOfMatch;
        }
        self.marque += 1;
        self.first = match written.marque_first {
            MarqueFirst::Alternate => (self.marque as usize - 1) % 2,
            MarqueFirst::Winner => winner,
        };
        Next::Marque
    }

    /// The match is over: the queue and the paris, if they were agreed upon.
    pub fn settle(&mut self, written: &Written) {
        if written.settlement == Settlement::Tokens {
            return;
        }
        for player in 0..2 {
            self.tokens[player] -= i64::from(self.wins[1 - player]);
        }
        let queue = i64::from(self.wins[0] + self.wins[1]);
        let ahead = match self.tokens[0].cmp(&self.tokens[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        match ahead {
            Some(player) => self.tokens[player] += queue,
            None => {
                assert_eq!(queue % 2, 0, "equal tokens leave an even queue: {self:?}");
                self.tokens[0] += queue / 2;
                self.tokens[1] += queue / 2;
            }
        }
        let all_decided = self.wins[0] + self.wins[1] == written.marques;
        let best = usize::from(self.wins[1] > self.wins[0]);
        let paris = i64::from(self.wins[best]) - i64::from(written.marques / 2);
        if all_decided && paris > 0 {
            // The postillon is worth 28, each further one 8.
            let worth = 28 + 8 * (paris - 1);
            self.tokens[best] += worth;
            self.tokens[1 - best] -= worth;
        }
    }

    /// The winner's seat and his tokens, or nobody.
    pub fn outcome(&self) -> (Option<usize>, u32) {
        match self.tokens[0].signum() {
            1 => (Some(0), self.tokens[0] as u32),
            -1 => (Some(1), self.tokens[1] as u32),
            _ => (None, 0),
        }
    }
}
