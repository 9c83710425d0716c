//! Why an action is refused: every rule that it breaks, by its anchor in `docs/rules.md`.

use std::collections::BTreeSet;

use super::plays::{Ground, Plays, Reached, Sequence, Step, after, one_number, steps, two_numbers};
use super::{Board, JANS, OFF, OPPONENTS_CORNER, OWN_CORNER, Roll, Rules, is_full, own};

/// What an id spells: the checkers it names, each with its number. A number that would carry two
/// checkers to the opponent's corner takes the own one.
pub fn spelled(before: &Board, roll: Roll, id: u16) -> Option<Sequence> {
    let code = id.checked_sub(2)?;
    let numbers = if code < 256 {
        [roll.high, roll.low]
    } else {
        [roll.low, roll.high]
    };
    let ordinals = [code / 16 % 16, code % 16];
    // Only the own checkers are counted, wherever they would go.
    let mut board = before.map(|count| count.max(0));
    let mut sequence = Sequence::new();
    for (ordinal, number) in ordinals.into_iter().zip(numbers) {
        if ordinal == 0 {
            continue;
        }
        let from = field_of(&board, ordinal)?;
        let step = Step {
            from,
            to: (from + number).min(OFF),
            number,
        };
        board = after(&board, step);
        sequence.push(step);
    }
    if sequence.len() == 2 && sequence.iter().all(|step| step.to == OPPONENTS_CORNER) {
        sequence.iter_mut().for_each(|step| step.to = OWN_CORNER);
    }
    Some(sequence)
}

/// Where the checker of this ordinal stands, counted from field 1.
fn field_of(board: &Board, ordinal: u16) -> Option<usize> {
    let mut checkers = (1..=24).flat_map(|f| std::iter::repeat_n(f, own(board, f) as usize));
    checkers.nth(usize::from(ordinal) - 1)
}

/// The rules that a play breaks; none for a legal one.
pub fn broken_rules(
    before: &Board,
    roll: Roll,
    rules: &Rules,
    plays: &Plays,
    sequence: &Sequence,
) -> BTreeSet<&'static str> {
    let board = sequence
        .iter()
        .fold(*before, |board, &step| after(&board, step));
    let two = two_numbers(before, roll, rules);
    let listed = |reached: &Reached| {
        reached
            .get(&board)
            .is_some_and(|sequences| sequences.contains(sequence))
    };
    let mut broken = BTreeSet::new();
    let moves_are_allowed = match sequence[..] {
        [] => true,
        [step] => listed(&one_number(before, step.number, rules)),
        _ => listed(&two),
    };
    if !moves_are_allowed {
        broken.extend(broken_by_moving(before, rules, sequence));
    }
    if sequence.len() < plays.numbers {
        broken.insert("numbers-first");
    }
    let other_is_higher = sequence.len() == 1 && sequence[0].number == roll.low;
    if two.is_empty() && other_is_higher && !one_number(before, roll.high, rules).is_empty() {
        broken.insert("higher-number-first");
    }
    if moves_are_allowed && sequence.len() == 2 && !plays.playable.contains_key(&board) {
        broken.insert("overflow-economy");
    }
    if plays.playable.contains_key(&board) && !plays.legal.contains(&board) {
        let was_full = JANS.iter().any(|&(first, _)| is_full(before, first));
        broken.insert(match (plays.exit, was_full) {
            (true, _) => "last-exit",
            (false, true) => "conserve",
            (false, false) => "fill",
        });
    }
    broken
}

fn broken_by_moving(before: &Board, rules: &Rules, sequence: &Sequence) -> BTreeSet<&'static str> {
    let ground = Ground::new(before);
    let mut broken = BTreeSet::new();
    let mut board = *before;
    for (index, step) in sequence.iter().enumerate() {
        let rests = sequence
            .get(index + 1)
            .is_some_and(|next| next.from == step.to);
        let by_puissance = step.to == OWN_CORNER && step.from + step.number == OPPONENTS_CORNER;
        if step.to != OFF && !ground.may_rest(step.to) {
            broken.insert("occupied-field");
        }
        if step.to == OPPONENTS_CORNER && !rests {
            broken.insert("opponents-corner");
        }
        if step.to != OFF && ground.is_closed(step.to) && !rests {
            broken.insert("forbidden-jan");
        }
        if by_puissance {
            // Not taken so where a corner is held, or where it can be taken directly; and two
            // checkers that stop on the opponent's corner stop there at least in thought.
            broken.extend(["corner-by-puissance", "opponents-corner"]);
        } else if !steps(&board, step.number, rules).contains(step) {
            let exits = steps(&board, step.number, rules)
                .iter()
                .any(|step| step.to == OFF);
            if step.to == OFF || (rules.exact_exit_mandatory && exits) {
                broken.insert("bearing-off");
            }
        }
        board = after(&board, *step);
    }
    if own(&board, OWN_CORNER) == 1 {
        broken.insert("own-corner");
    }
    broken
}
