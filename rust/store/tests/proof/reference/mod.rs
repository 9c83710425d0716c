//! A second implementation of the laws, slow and literal, to hold the engine against.
//!
//! Boards are plain arrays, sets of boards are ordered maps, plays are lists of steps: nothing here
//! is shared with the engine, and every definition is the law's sentence rather than a shortcut.
//! All functions see the board as the roller does.

pub mod actions;
pub mod events;
pub mod game;
pub mod marking;
pub mod plays;
pub mod refusals;
pub mod written;

/// Checkers by field in the roller's numbering, 1 to 24 (index 0 is not used): his own are
/// positive, the opponent's negative.
pub type Board = [i8; 25];

/// Where a borne-off checker goes.
pub const OFF: usize = 25;
pub const OWN_CORNER: usize = 12;
pub const OPPONENTS_CORNER: usize = 13;

/// The jans a player can fill, by their first field and the stem of their name.
pub const JANS: [(usize, &str); 3] = [(1, "small_jan"), (7, "big_jan"), (19, "return_jan")];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitRule {
    Laws,
    MinOverflow,
    Sequential,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameValue {
    Simple,
    Double,
    Quadruple,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefaitConsolation {
    Doubling,
    Arithmetic,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarqueFirst {
    Alternate,
    Winner,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    Tokens,
    Full,
}

/// What is agreed upon before a partie à écrire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    pub marques: u32,
    pub refait_consolation: RefaitConsolation,
    pub marque_first: MarqueFirst,
    pub settlement: Settlement,
}

/// The options of the laws, with the defaults of the laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub target_holes: u32,
    pub max_turns: u32,
    pub game_value: GameValue,
    pub first_roll_no_double: bool,
    pub exit_rule: ExitRule,
    pub exact_exit_mandatory: bool,
    pub exit_dead_number_penalty: bool,
    pub pile_de_misere: bool,
    pub jan_de_rencontre: bool,
    pub margot: bool,
    /// A partie à écrire instead of the partie ordinaire.
    pub written: Option<Written>,
    /// The players claim their points.
    pub schools: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            target_holes: 12,
            max_turns: 1000,
            game_value: GameValue::Simple,
            first_roll_no_double: true,
            exit_rule: ExitRule::Laws,
            exact_exit_mandatory: false,
            exit_dead_number_penalty: false,
            pile_de_misere: true,
            jan_de_rencontre: false,
            margot: false,
            written: None,
            schools: false,
        }
    }
}

/// Two dice, the higher first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roll {
    pub high: usize,
    pub low: usize,
}

impl Roll {
    pub fn new(a: usize, c: usize) -> Roll {
        assert!((1..=6).contains(&a) && (1..=6).contains(&c), "dice {a}-{c}");
        Roll {
            high: a.max(c),
            low: a.min(c),
        }
    }

    /// The 21 rolls.
    pub fn all() -> impl Iterator<Item = Roll> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Roll { high, low }))
    }

    pub fn is_double(self) -> bool {
        self.high == self.low
    }

    /// The numbers thrown, once each.
    pub fn distinct(self) -> Vec<usize> {
        if self.is_double() {
            vec![self.high]
        } else {
            vec![self.high, self.low]
        }
    }

    /// The orders in which the numbers can be played.
    pub fn orders(self) -> Vec<(usize, usize)> {
        if self.is_double() {
            vec![(self.high, self.low)]
        } else {
            vec![(self.high, self.low), (self.low, self.high)]
        }
    }

    pub fn sum(self) -> usize {
        self.high + self.low
    }
}

/// Both players' fifteen checkers on their talons.
pub fn start() -> Board {
    let mut board = [0; 25];
    board[1] = 15;
    board[24] = -15;
    board
}

/// The same board in the other player's numbering.
pub fn mirror(board: &Board) -> Board {
    let mut mirrored = [0; 25];
    for field in 1..=24 {
        mirrored[field] = -board[25 - field];
    }
    mirrored
}

/// The roller's checkers on a field.
pub fn own(board: &Board, field: usize) -> i32 {
    i32::from(board[field]).max(0)
}

/// The roller's checkers on the board.
pub fn own_total(board: &Board) -> i32 {
    (1..=24).map(|field| own(board, field)).sum()
}

/// How many checkers the jan starting at `first` still lacks to be full.
pub fn missing(board: &Board, first: usize) -> i32 {
    (first..first + 6)
        .map(|field| (2 - own(board, field)).max(0))
        .sum()
}

pub fn is_full(board: &Board, first: usize) -> bool {
    missing(board, first) == 0
}

pub fn from_fields(fields: &[i32]) -> Board {
    assert_eq!(fields.len(), 24);
    let mut board = [0; 25];
    for (field, &count) in (1..).zip(fields) {
        board[field] = i8::try_from(count).expect("at most fifteen checkers");
    }
    board
}
