//! Tic-tac-toe: three in a row, without chance. Player 0 begins.

use std::fmt::{self, Display, Formatter, Write};

use crate::game_env::{Action, GameEnv, PLAYERS, Refusal, Shape, Sizes, Turn, Uniform};

const CELLS: Action = 9;
const ALL_CELLS: u16 = (1 << CELLS) - 1;

/// The rows, columns and diagonals, as bits.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// A game of tic-tac-toe at one moment. Action `3 * row + column` marks that cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// Each player's cells, as bits.
    marks: [u16; PLAYERS],
}

impl TicTacToe {
    pub(crate) const fn marks(&self) -> [u16; PLAYERS] {
        self.marks
    }

    /// Any marks, also those that no game leads to.
    pub(crate) fn from_marks(marks: [u16; PLAYERS]) -> TicTacToe {
        TicTacToe {
            marks: marks.map(|marks| marks & ALL_CELLS),
        }
    }

    fn occupied(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }

    fn has_won(&self, player: usize) -> bool {
        LINES.iter().any(|line| self.marks[player] & line == *line)
    }
}

/// Three lines of `x`, `o` and `.`.
impl Display for TicTacToe {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for cell in 0..CELLS {
            if cell > 0 && cell % 3 == 0 {
                formatter.write_char('\n')?;
            }
            let mark = match self.marks.map(|marks| marks >> cell & 1) {
                [0, 0] => '.',
                [0, _] => 'o',
                [_, _] => 'x',
            };
            formatter.write_char(mark)?;
        }
        Ok(())
    }
}

impl GameEnv for TicTacToe {
    type Config = ();

    const NAME: &'static str = "tic_tac_toe";

    const SIZES: Sizes = Sizes {
        num_actions: CELLS as usize,
        num_outcomes: 0,
        max_actions: CELLS as usize,
        observation: Shape(&[2, 3, 3]),
        features: Shape(&[2, 3, 3]),
    };

    fn new((): &()) -> TicTacToe {
        TicTacToe {
            marks: [0; PLAYERS],
        }
    }

    fn turn(&self) -> Turn {
        if self.occupied() == ALL_CELLS || self.has_won(0) || self.has_won(1) {
            Turn::Over
        } else {
            Turn::Player(self.occupied().count_ones() as usize % PLAYERS)
        }
    }

    fn mover(&self) -> usize {
        let marks = self.occupied().count_ones() as usize;
        (marks - usize::from(self.is_over())) % PLAYERS
    }

    fn legal_actions(&self, actions: &mut [Action]) -> usize {
        let mut count = 0;
        for cell in 0..CELLS {
            if self.is_legal(cell) {
                actions[count] = cell;
                count += 1;
            }
        }
        count
    }

    fn is_legal(&self, action: Action) -> bool {
        action < CELLS && self.occupied() >> action & 1 == 0 && !self.is_over()
    }

    fn apply_unchecked(&mut self, action: Action) {
        if let Turn::Player(player) = self.turn() {
            self.marks[player] |= 1 << (action % CELLS);
        }
    }

    fn chance_outcomes(&self, _outcomes: &mut [(Action, f64)]) -> usize {
        0
    }

    fn apply_chance(&mut self, _outcome: Action) -> Result<(), Refusal> {
        Err(Refusal::NotAChanceNode)
    }

    fn sample_chance(&mut self, _random: &mut impl Uniform) {}

    /// The player's own cells, then the other one's: 1 where a mark stands.
    fn observation(&self, player: usize, values: &mut [u8]) {
        for (plane, marks) in [self.marks[player], self.marks[1 - player]]
            .into_iter()
            .enumerate()
        {
            for cell in 0..CELLS {
                values[plane * usize::from(CELLS) + usize::from(cell)] = (marks >> cell & 1) as u8;
            }
        }
    }

    fn features(&self, player: usize, values: &mut [f32]) {
        let mut seen = [0; TicTacToe::SIZES.observation.len()];
        self.observation(player, &mut seen);
        for (value, seen) in values[..seen.len()].iter_mut().zip(seen) {
            *value = seen.into();
        }
    }

    fn returns(&self) -> [f64; PLAYERS] {
        self.outcome().map(|value| value as f64)
    }

    fn outcome(&self) -> [i64; PLAYERS] {
        match (self.has_won(0), self.has_won(1)) {
            (true, _) => [1, -1],
            (false, true) => [-1, 1],
            (false, false) => [0, 0],
        }
    }
}
