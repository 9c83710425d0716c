//! Points, holes and bredouille.

use super::{GameValue, Rules};

/// Both players' marks, by seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub points: [u32; 2],
    /// The other player has scored since this one left 0 points.
    pub cut: [bool; 2],
    pub holes: [u32; 2],
    /// The other player has made a hole since this one's first.
    pub holes_cut: [bool; 2],
}

impl Marks {
    /// Counts no more holes than these.
    pub fn cap_holes(&mut self, most: u32) {
        self.holes = self.holes.map(|holes| holes.min(most));
    }

    /// Marks `gain` points for a player and returns the holes they make.
    pub fn mark(&mut self, player: usize, gain: u32) -> u32 {
        if gain == 0 {
            return 0;
        }
        let other = 1 - player;
        if self.points[other] > 0 {
            self.cut[other] = true;
        }
        let total = self.points[player] + gain;
        let twelves = total / 12;
        let mut holes = 0;
        for nth in 0..twelves {
            holes += if nth == 0 && self.cut[player] { 1 } else { 2 };
        }
        if twelves > 0 {
            self.mark_holes(player, holes);
            self.points[other] = 0;
            self.cut = [false, false];
        }
        self.points[player] = total % 12;
        holes
    }

    fn mark_holes(&mut self, player: usize, holes: u32) {
        let other = 1 - player;
        if self.holes[other] > 0 {
            self.holes_cut[other] = true;
        }
        self.holes[player] += holes;
    }

    /// To go wipes out everybody's points.
    pub fn wipe_points(&mut self) {
        self.points = [0, 0];
        self.cut = [false, false];
    }

    /// What a game won by holes is worth to the winner.
    pub fn value(&self, winner: usize, rules: &Rules) -> u32 {
        let grande_bredouille = !self.holes_cut[winner];
        let loser_holes = self.holes[1 - winner];
        match rules.game_value {
            GameValue::Simple => 1,
            GameValue::Double => {
                if grande_bredouille {
                    2
                } else {
                    1
                }
            }
            GameValue::Quadruple => {
                if loser_holes == 0 {
                    4
                } else if grande_bredouille {
                    3
                } else if loser_holes < 6 {
                    2
                } else {
                    1
                }
            }
        }
    }
}
