//! What is written down: both players' scores and how the match stands. What is worth points is
//! `scoring`'s business, what ends and is paid `format`'s.

use crate::color::Color;
use crate::score::{Score, mark};

/// How the marqués of a written game stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrittenScore {
    /// The number of the present marqué, from 1; after the last one, its number.
    pub marque: u8,
    /// Refaits since the last marqué that was won.
    pub refaits: u8,
    /// Who rolled first in the present marqué.
    pub starter: Color,
    /// Marqués that White and Black have won.
    pub wins: [u8; 2],
    /// White's and Black's tokens; at the end of the game, what they are after the settlement.
    pub tokens: [i32; 2],
}

impl WrittenScore {
    pub(crate) const fn of(tally: &Tally, marques: u8) -> WrittenScore {
        let next = tally.decided().saturating_add(1);
        WrittenScore {
            marque: if next < marques { next } else { marques },
            refaits: tally.refaits,
            starter: tally.starter,
            wins: tally.wins,
            tokens: [tally.tokens, -tally.tokens],
        }
    }
}

/// Scores, and the progress of a written game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tally {
    /// White's and Black's, in a written game those of the present marqué.
    pub(crate) scores: [Score; 2],
    /// White's tokens; Black has as many below zero.
    pub(crate) tokens: i32,
    /// Marqués that White and Black have won.
    pub(crate) wins: [u8; 2],
    /// Refaits since the last marqué that was won.
    pub(crate) refaits: u8,
    /// Who rolled first in the present marqué.
    pub(crate) starter: Color,
    /// With schools: the roller's fault, which the other player will mark.
    pub(crate) school: u8,
}

const NO_SCORE: Score = Score {
    points: 0,
    holes: 0,
    cut: false,
    holes_cut: false,
};

impl Tally {
    /// Before the first roll of a match.
    pub(crate) const START: Tally = Tally {
        scores: [NO_SCORE; 2],
        tokens: 0,
        wins: [0; 2],
        refaits: 0,
        starter: Color::White,
        school: 0,
    };

    /// A player's score.
    pub(crate) const fn score(&self, player: Color) -> &Score {
        &self.scores[player.index()]
    }

    /// How many marqués have been won.
    pub(crate) const fn decided(&self) -> u8 {
        self.wins[0].saturating_add(self.wins[1])
    }

    /// Marks points for a player; returns the holes they made.
    pub(crate) fn mark(&mut self, player: Color, points: u16, most_holes: u8) -> u8 {
        let [white, black] = &mut self.scores;
        let (own, other) = match player {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        mark(own, other, points, most_holes)
    }

    /// Forgets both players' points, as when one of them goes.
    pub(crate) fn clear_points(&mut self) {
        for score in &mut self.scores {
            score.clear_points();
        }
    }

    /// Begins another marqué.
    pub(crate) const fn new_marque(&mut self, starter: Color) {
        self.scores = [NO_SCORE; 2];
        self.starter = starter;
    }

    /// A player wins the present marqué and is paid.
    pub(crate) const fn win_marque(&mut self, player: Color, tokens: i32) {
        let wins = &mut self.wins[player.index()];
        *wins = wins.saturating_add(1);
        self.pay(player, tokens);
    }

    /// The other player pays this player.
    pub(crate) const fn pay(&mut self, player: Color, tokens: i32) {
        self.tokens += match player {
            Color::White => tokens,
            Color::Black => -tokens,
        };
    }
}
