//! What a roll is worth, judged on the board before the move.

use super::plays::{Plays, Step};
use super::{Board, JANS, OPPONENTS_CORNER, OWN_CORNER, Roll, Rules};
use super::{is_full, missing, own};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    pub jan: String,
    pub ways: u32,
    pub points: u32,
    pub to_roller: bool,
    /// The hit checker's field.
    pub field: Option<usize>,
}

pub fn points(events: &[Event], to_roller: bool) -> u32 {
    events
        .iter()
        .filter(|event| event.to_roller == to_roller)
        .map(|event| event.points)
        .sum()
}

/// Everything but the jan de rencontre, which depends on the game and not on the board.
pub fn events(before: &Board, roll: Roll, rolls: u32, plays: &Plays, rules: &Rules) -> Vec<Event> {
    let mut events = Vec::new();
    hits(before, roll, &mut events);
    corner_hit(before, roll, &mut events);
    opening_jans(before, roll, rolls, &mut events);
    full_jans(before, roll, plays, &mut events);
    if plays.exit {
        events.push(roller("exit", 1, four_or_six(roll)));
    }
    let unplayed = 2 - plays.numbers as u32;
    if unplayed > 0 && (!plays.exit || rules.exit_dead_number_penalty) {
        events.push(opponent("impuissance", unplayed, 2));
    }
    if rules.pile_de_misere {
        misery_pile(roll, plays, &mut events);
    }
    if rules.margot {
        margots(before, roll, &mut events);
    }
    events
}

fn roller(jan: &str, ways: u32, each: u32) -> Event {
    Event {
        jan: jan.into(),
        ways,
        points: ways * each,
        to_roller: true,
        field: None,
    }
}

fn opponent(jan: &str, ways: u32, each: u32) -> Event {
    Event {
        to_roller: false,
        ..roller(jan, ways, each)
    }
}

/// The tariff of most jans.
pub fn four_or_six(roll: Roll) -> u32 {
    if roll.is_double() { 6 } else { 4 }
}

/// The tariff of the big table.
fn two_or_four(roll: Roll) -> u32 {
    if roll.is_double() { 4 } else { 2 }
}

/// The field `distance` behind `field`, if the board has one and the roller a checker there.
fn source(before: &Board, field: usize, distance: usize) -> Option<usize> {
    let from = field.checked_sub(distance).filter(|&from| from >= 1)?;
    (own(before, from) > 0).then_some(from)
}

/// A checker can rest between two numbers of a hit unless an opponent's case is there.
fn rest_is_free(before: &Board, from: usize, roll: Roll) -> bool {
    roll.distinct()
        .iter()
        .any(|&number| before[from + number] >= -1)
}

fn hits(before: &Board, roll: Roll, events: &mut Vec<Event>) {
    for target in (1..=24).filter(|&field| before[field] == -1) {
        let direct = roll
            .distinct()
            .iter()
            .filter(|&&d| source(before, target, d).is_some())
            .count();
        let combined = source(before, target, roll.sum());
        let true_sum = combined.is_some_and(|from| rest_is_free(before, from, roll));
        let ways = direct as u32 + u32::from(true_sum);
        let on_big_table = (7..=18).contains(&target);
        let (table, each) = if on_big_table {
            ("big_table", two_or_four(roll))
        } else {
            ("small_table", four_or_six(roll))
        };
        let hit = if ways > 0 {
            roller(&format!("hit_{table}"), ways, each)
        } else if combined.is_some() {
            opponent(&format!("false_hit_{table}"), 1, each)
        } else {
            continue;
        };
        events.push(Event {
            field: Some(target),
            ..hit
        });
    }
}

fn corner_hit(before: &Board, roll: Roll, events: &mut Vec<Event>) {
    let available = |field: usize| {
        let reserved = if field == OWN_CORNER { 2 } else { 0 };
        own(before, field) - reserved
    };
    let reach = |number: usize| available(OPPONENTS_CORNER - number);
    let two_can = if roll.is_double() {
        reach(roll.high) >= 2
    } else {
        reach(roll.high) >= 1 && reach(roll.low) >= 1
    };
    if own(before, OWN_CORNER) >= 2 && before[OPPONENTS_CORNER] == 0 && two_can {
        events.push(roller("corner_hit", 1, four_or_six(roll)));
    }
}

fn opening_jans(before: &Board, roll: Roll, rolls: u32, events: &mut Vec<Event>) {
    // Where the checkers that have left the talon stand, one entry a checker.
    let down: Vec<usize> = (2..=24)
        .flat_map(|f| std::iter::repeat_n(f, own(before, f) as usize))
        .collect();
    let on_talon = own(before, 1);
    let two_down = on_talon == 13 && down.len() == 2;
    let corner = before[OPPONENTS_CORNER];

    let lands_on_both = |x: usize, y: usize| {
        roll.orders()
            .iter()
            .any(|&(d, e)| x + d == OWN_CORNER && y + e == OPPONENTS_CORNER)
    };
    let two_tables = two_down
        && !down.contains(&OWN_CORNER)
        && (lands_on_both(down[0], down[1]) || lands_on_both(down[1], down[0]));
    let mezeas = two_down && down == [OWN_CORNER, OWN_CORNER] && roll.low == 1;
    for (applies, name) in [(two_tables, "two_tables"), (mezeas, "mezeas")] {
        if applies && corner == 0 {
            events.push(roller(name, 1, four_or_six(roll)));
        }
        if applies && corner <= -2 {
            events.push(opponent(&format!("contre_{name}"), 1, four_or_six(roll)));
        }
    }

    let single = (2..=7).filter(|&field| own(before, field) == 1).count();
    let empty: Vec<usize> = (2..=7).filter(|&field| before[field] == 0).collect();
    let completes = empty == [1 + roll.low, 1 + roll.high];
    if rolls == 3 && !roll.is_double() && on_talon == 11 && single == 4 && completes {
        events.push(roller("six_tables", 1, 4));
    }
}

fn full_jans(before: &Board, roll: Roll, plays: &Plays, events: &mut Vec<Event>) {
    for (first, name) in JANS {
        if !plays.playable.keys().any(|board| is_full(board, first)) {
            continue;
        }
        if is_full(before, first) {
            events.push(roller(&format!("{name}_conserved"), 1, four_or_six(roll)));
        } else {
            let ways = match missing(before, first) {
                1 => filling_ways(before, roll, plays, first),
                _ => 1,
            };
            events.push(roller(&format!("{name}_filled"), ways, four_or_six(roll)));
        }
    }
}

/// The half-field that keeps a jan from being full when one checker is missing.
fn half_field(before: &Board, first: usize) -> usize {
    (first..first + 6)
        .find(|&field| own(before, field) == 1)
        .expect("one checker is missing")
}

/// The board after one checker has gone from `from` to `to`.
fn with_one_moved(before: &Board, from: usize, to: usize) -> Board {
    let mut board = *before;
    board[from] -= 1;
    board[to] += 1;
    board
}

/// Whether the checker of `from` fills the jan by itself when it goes to `to`.
fn fills_alone(before: &Board, first: usize, from: usize, to: usize) -> bool {
    is_full(&with_one_moved(before, from, to), first)
}

/// The ways of covering the last half-field, each shown by a play that uses it and fills.
fn filling_ways(before: &Board, roll: Roll, plays: &Plays, first: usize) -> u32 {
    let target = half_field(before, first);
    let shown = |shows: &dyn Fn(&[Step]) -> bool| {
        plays
            .playable
            .iter()
            .filter(|(board, _)| is_full(board, first))
            .any(|(_, sequences)| sequences.iter().any(|sequence| shows(sequence)))
    };
    let mut ways = 0;
    for number in roll.distinct() {
        let Some(from) = source(before, target, number) else {
            continue;
        };
        let step = Step {
            from,
            to: target,
            number,
        };
        if fills_alone(before, first, from, target) && shown(&|steps| steps.contains(&step)) {
            ways += 1;
        }
    }
    if let Some(from) = source(before, target, roll.sum()) {
        // A play is its board: which steps make the chain's board does not matter.
        let chained = with_one_moved(before, from, target);
        if is_full(&chained, first) && plays.playable.contains_key(&chained) {
            ways += 1;
        }
    }
    ways
}

/// The same ways counted by the players' shortcut: the surplus checkers at the distance of a number,
/// and the chain if it is playable.
pub fn filling_ways_by_shortcut(before: &Board, roll: Roll, plays: &Plays, first: usize) -> u32 {
    if !plays.playable.keys().any(|board| is_full(board, first)) {
        return 0;
    }
    let target = half_field(before, first);
    let surplus_at = |distance: usize| {
        source(before, target, distance).filter(|&from| fills_alone(before, first, from, target))
    };
    let direct = roll
        .distinct()
        .iter()
        .filter(|&&number| surplus_at(number).is_some())
        .count();
    let chain = surplus_at(roll.sum()).is_some_and(|from| {
        plays
            .playable
            .contains_key(&with_one_moved(before, from, target))
    });
    direct as u32 + u32::from(chain)
}

fn misery_pile(roll: Roll, plays: &Plays, events: &mut Vec<Event>) {
    let piled = |board: &Board| own(board, OWN_CORNER) == 15;
    if plays.playable.keys().all(piled) {
        // Achieved or conserved: the same jan at the same price.
        events.push(roller("misery_pile", 1, four_or_six(roll)));
    }
}

fn margots(before: &Board, roll: Roll, events: &mut Vec<Event>) {
    let split =
        |field: usize| before[field] == 0 && before[field - 1] == -1 && before[field + 1] == -1;
    let mut numbers = 0;
    for field in (2..=23).filter(|&field| split(field)) {
        let direct = roll
            .distinct()
            .iter()
            .filter(|&&d| source(before, field, d).is_some())
            .count();
        let combined =
            source(before, field, roll.sum()).is_some_and(|from| rest_is_free(before, from, roll));
        numbers += direct as u32 + u32::from(combined);
    }
    if numbers > 0 {
        events.push(opponent("margot", numbers, two_or_four(roll)));
    }
}
