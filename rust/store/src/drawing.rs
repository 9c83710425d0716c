//! A state drawn for people: board, score, dice and phase. Reading a state back is `notation`'s.

use std::fmt;

use crate::color::Color;
use crate::field::Field;
use crate::state::State;
use crate::table::Phase;

/// How many checkers a drawn column can hold; of a larger pile the tip is its size.
const ROWS: usize = 5;

/// Draws a state from White's side of the board: his fields 12 to 1 below, 13 to 24 above, so
/// that both talons stand on the right.
///
/// ```
/// # use trictrac_store::{Drawing, Options, State};
/// let drawing = Drawing(&State::new(Options::default())).to_string();
/// assert!(drawing.contains("player 0 (W) rolls"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a>(pub &'a State);

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let above = Field::all().skip(12);
        let below = Field::all().rev().skip(12);
        self.numbers(out, above.clone())?;
        writeln!(out, "{EDGE}")?;
        for row in 0..ROWS {
            self.row(out, above.clone(), row)?;
        }
        self.row(out, above, ROWS)?;
        for row in (0..ROWS).rev() {
            self.row(out, below.clone(), row)?;
        }
        writeln!(out, "{EDGE}")?;
        self.numbers(out, below)?;
        for player in [Color::White, Color::Black] {
            self.player(out, player)?;
        }
        self.turn(out)
    }
}

const EDGE: &str = "+-------------------------+-------------------------+";

impl Drawing<'_> {
    fn numbers(
        &self,
        out: &mut fmt::Formatter<'_>,
        fields: impl Iterator<Item = Field>,
    ) -> fmt::Result {
        let cells: Vec<String> = fields
            .map(|field| format!("{:>4}", field.number()))
            .collect();
        writeln!(out, " {}  {}", cells[..6].concat(), cells[6..].concat())
    }

    /// One line of the board; `row` counts from the edge.
    fn row(
        &self,
        out: &mut fmt::Formatter<'_>,
        fields: impl Iterator<Item = Field>,
        row: usize,
    ) -> fmt::Result {
        let cells: Vec<String> = fields
            .map(|field| format!("{:>4}", self.cell(field, row)))
            .collect();
        writeln!(out, "|{} |{} |", cells[..6].concat(), cells[6..].concat())
    }

    /// What stands on White's `field`, `row` checkers away from the edge.
    fn cell(&self, field: Field, row: usize) -> String {
        let white = self.0.checkers(Color::White).count(field);
        let black = self.0.checkers(Color::Black).count(field.mirrored());
        let (count, letter) = if white > 0 {
            (white, "W")
        } else {
            (black, "B")
        };
        let count = usize::from(count);
        match row {
            0 if count == 0 => ".".to_owned(),
            row if row + 1 == ROWS && count > ROWS => count.to_string(),
            row if row < count && row < ROWS => letter.to_owned(),
            _ => String::new(),
        }
    }

    fn player(&self, out: &mut fmt::Formatter<'_>, player: Color) -> fmt::Result {
        let score = self.0.score(player);
        write!(
            out,
            "{}: holes {}, points {}, rolls since the setting {}",
            name(player),
            score.holes,
            score.points,
            self.0.rolls(player)
        )?;
        if score.bredouille_possible() {
            write!(out, ", bredouille")?;
        }
        if score.grande_bredouille_possible() {
            write!(out, ", grande bredouille")?;
        }
        writeln!(out)
    }

    fn turn(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mover = name(self.0.mover());
        let dice = self
            .0
            .dice()
            .map(|dice| dice.to_string())
            .unwrap_or_default();
        write!(out, "roll {}: ", self.0.turns())?;
        if let Some(opening) = self.0.to_setup().opening {
            write!(out, "the game began with {opening}; ")?;
        }
        match (self.0.phase(), self.0.first_die()) {
            (Phase::Roll, None) => write!(out, "{mover} rolls"),
            (Phase::Roll, Some(die)) => {
                write!(
                    out,
                    "{mover} has rolled {} and rolls the second die",
                    die.number()
                )
            }
            (Phase::Move, _) => write!(out, "{mover} plays {dice}"),
            (Phase::HoldOrGo, _) => write!(out, "{mover} plays {dice} or goes"),
            (Phase::Claim, _) => write!(out, "{mover} has rolled {dice} and claims his points"),
            (Phase::ClaimReceived, _) => {
                let decider = name(self.0.decider());
                write!(
                    out,
                    "{mover} has played {dice}, {decider} claims his points"
                )
            }
            (Phase::LastGo, _) => write!(
                out,
                "{mover} has rolled {dice}, which ends the game: he goes"
            ),
            (Phase::Over, _) => match self.0.outcome().and_then(|outcome| outcome.winner) {
                Some(winner) => write!(out, "the game is over, {} has won", name(winner)),
                None => write!(out, "the game is over, a draw"),
            },
        }
    }
}

fn name(player: Color) -> &'static str {
    match player {
        Color::White => "player 0 (W)",
        Color::Black => "player 1 (B)",
    }
}
