//! Which plays a roll allows: steps, plays of two numbers and of one, the duties that choose among
//! them.

use std::collections::BTreeMap;

use super::{Board, ExitRule, JANS, OFF, OPPONENTS_CORNER, OWN_CORNER, Roll, Rules};
use super::{is_full, own, own_total};

/// One checker moved by one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    pub from: usize,
    pub to: usize,
    pub number: usize,
}

impl Step {
    /// A number larger than the checker's distance to the rail.
    fn is_overflow(self) -> bool {
        self.to == OFF && self.from + self.number > OFF
    }
}

/// The steps of a play in the order they are made: none, one or two.
pub type Sequence = Vec<Step>;

/// Final boards with every sequence that reaches them.
pub type Reached = BTreeMap<Board, Vec<Sequence>>;

/// What a roll allows.
#[derive(Clone, Debug)]
pub struct Plays {
    /// How many numbers are played, whichever play is chosen.
    pub numbers: usize,
    /// The plays that use the numbers as they must be used, before the duties to fill and to
    /// conserve: what events are judged on.
    pub playable: Reached,
    /// The last checker can be borne off, so it is.
    pub exit: bool,
    /// The boards the roller may choose from.
    pub legal: Vec<Board>,
}

pub fn plays(before: &Board, roll: Roll, rules: &Rules) -> Plays {
    let (numbers, playable) = numbers_first(before, roll, rules);
    let has_checkers = own_total(before) > 0;
    let exit = has_checkers && playable.keys().any(|board| own_total(board) == 0);
    let legal = if exit {
        playable
            .keys()
            .filter(|board| own_total(board) == 0)
            .copied()
            .collect()
    } else {
        with_duties(before, playable.keys())
    };
    Plays {
        numbers,
        playable,
        exit,
        legal,
    }
}

/// Both numbers if possible, else the higher, else the lower, else none.
fn numbers_first(before: &Board, roll: Roll, rules: &Rules) -> (usize, Reached) {
    let two = two_numbers(before, roll, rules);
    if !two.is_empty() {
        return (2, spare_overflows(before, two, rules));
    }
    for number in [roll.high, roll.low] {
        let one = one_number(before, number, rules);
        if !one.is_empty() {
            return (1, one);
        }
    }
    (0, BTreeMap::from([(*before, vec![vec![]])]))
}

/// What the opponent's checkers forbid, judged once on the board before the play.
pub struct Ground {
    before: Board,
    big_jan_closed: bool,
    small_jan_closed: bool,
}

impl Ground {
    pub fn new(before: &Board) -> Ground {
        Ground {
            before: *before,
            big_jan_closed: opponent_can_fill(before, 7),
            small_jan_closed: opponent_can_fill(before, 1),
        }
    }

    pub fn may_rest(&self, field: usize) -> bool {
        self.before[field] >= 0
    }

    /// Whether the field is in a jan that the opponent can still fill.
    pub fn is_closed(&self, field: usize) -> bool {
        match field {
            13..=18 => self.big_jan_closed,
            19..=24 => self.small_jan_closed,
            _ => false,
        }
    }

    fn may_stay(&self, field: usize) -> bool {
        let excluded = field == OPPONENTS_CORNER || self.is_closed(field);
        field == OFF || (self.may_rest(field) && !excluded)
    }
}

/// Whether the opponent has enough checkers at or behind each field of his jan starting at his own
/// field `first` to fill it up to that field.
pub fn opponent_can_fill(board: &Board, first: usize) -> bool {
    let his = |field: usize| i32::from(-board[25 - field]).max(0);
    (first..first + 6).all(|field| {
        let at_or_behind: i32 = (1..=field).map(his).sum();
        let needed = 2 * (field - first + 1);
        at_or_behind >= needed as i32
    })
}

/// The steps a number allows on a board that may already have been played upon.
pub fn steps(board: &Board, number: usize, rules: &Rules) -> Vec<Step> {
    let occupied = || (1..=24).filter(|&field| own(board, field) > 0);
    let all_home = occupied().all(|field| field >= 19);
    let farthest = occupied().next();
    let mut steps = Vec::new();
    for from in occupied() {
        let to = from + number;
        let allowed = if to <= 24 {
            board[to] >= 0
        } else if to == OFF {
            all_home
        } else {
            all_home && farthest == Some(from)
        };
        if allowed {
            steps.push(Step {
                from,
                to: to.min(OFF),
                number,
            });
        }
    }
    if rules.exact_exit_mandatory {
        let exact = |step: &&Step| step.from + number == OFF;
        if let Some(&exit) = steps.iter().find(exact) {
            return vec![exit];
        }
    }
    steps
}

pub fn after(board: &Board, step: Step) -> Board {
    let mut next = *board;
    next[step.from] -= 1;
    if step.to != OFF {
        next[step.to] += 1;
    }
    next
}

fn corner_respected(board: &Board) -> bool {
    own(board, OWN_CORNER) != 1
}

/// The plays of one number.
pub fn one_number(before: &Board, number: usize, rules: &Rules) -> Reached {
    let ground = Ground::new(before);
    let mut reached = Reached::new();
    for step in steps(before, number, rules) {
        let board = after(before, step);
        if ground.may_stay(step.to) && corner_respected(&board) {
            reached.entry(board).or_default().push(vec![step]);
        }
    }
    reached
}

/// The plays of two numbers, overflow exits not yet spared.
pub fn two_numbers(before: &Board, roll: Roll, rules: &Rules) -> Reached {
    let ground = Ground::new(before);
    let mut reached = Reached::new();
    for (first_number, second_number) in roll.orders() {
        for first in steps(before, first_number, rules) {
            let between = after(before, first);
            for second in steps(&between, second_number, rules) {
                let is_chain = second.from == first.to;
                let first_allowed = if is_chain {
                    ground.may_rest(first.to)
                } else {
                    ground.may_stay(first.to)
                };
                let board = after(&between, second);
                if first_allowed && ground.may_stay(second.to) && corner_respected(&board) {
                    reached.entry(board).or_default().push(vec![first, second]);
                }
            }
        }
        if puissance(before, roll) {
            let take = |number| Step {
                from: 13 - number,
                to: OWN_CORNER,
                number,
            };
            let sequence = vec![take(first_number), take(second_number)];
            let board = sequence
                .iter()
                .fold(*before, |board, &step| after(&board, step));
            reached.entry(board).or_default().push(sequence);
        }
    }
    reached
}

/// The empty own corner can be taken as if its checkers stepped back from the opponent's empty one,
/// and not directly.
fn puissance(before: &Board, roll: Roll) -> bool {
    let pair_behind = |corner: usize| {
        if roll.is_double() {
            own(before, corner - roll.high) >= 2
        } else {
            own(before, corner - roll.high) >= 1 && own(before, corner - roll.low) >= 1
        }
    };
    before[OWN_CORNER] == 0
        && before[OPPONENTS_CORNER] == 0
        && pair_behind(OPPONENTS_CORNER)
        && !pair_behind(OWN_CORNER)
}

/// Keeps the boards that some sequence reaches with the fewest numbers wasted on overflow exits.
fn spare_overflows(before: &Board, reached: Reached, rules: &Rules) -> Reached {
    let cost = |sequence: &Sequence| {
        let overflows = || sequence.iter().filter(|step| step.is_overflow());
        let no_exit_at_the_roll = |step: &&Step| before[OFF - step.number] <= 0;
        match rules.exit_rule {
            ExitRule::Laws => (
                overflows().filter(no_exit_at_the_roll).count(),
                overflows().count(),
            ),
            ExitRule::MinOverflow => (0, overflows().count()),
            ExitRule::Sequential => (0, 0),
        }
    };
    let cheapest = |sequences: &Vec<Sequence>| sequences.iter().map(cost).min();
    let least = reached.values().filter_map(cheapest).min();
    reached
        .into_iter()
        .filter(|(_, sequences)| cheapest(sequences) == least)
        .collect()
}

/// A full jan is conserved if it can be, and a jan is filled if it can be.
fn with_duties<'a>(before: &Board, playable: impl Iterator<Item = &'a Board>) -> Vec<Board> {
    let boards: Vec<Board> = playable.copied().collect();
    let full_before: Vec<usize> = JANS
        .iter()
        .map(|&(first, _)| first)
        .filter(|&first| is_full(before, first))
        .collect();
    let satisfies = |board: &Board| {
        if full_before.is_empty() {
            JANS.iter().any(|&(first, _)| is_full(board, first))
        } else {
            full_before.iter().any(|&first| is_full(board, first))
        }
    };
    let dutiful: Vec<Board> = boards.iter().copied().filter(satisfies).collect();
    if dutiful.is_empty() { boards } else { dutiful }
}
