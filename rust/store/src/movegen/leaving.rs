//! Plays of a roll that can take checkers off the board, listed one by one.

use super::Findings;
use super::sequence::{Sequence, for_each_sequence, for_each_single};
use crate::action::{ActionId, ActionList};
use crate::checkers::{CHECKERS, Checkers};
use crate::field::{Field, Quarter};
use crate::play::{Destination, Play, Step};
use crate::situation::{Missing, Situation};

/// One play that can be made: a final board and the smallest id that leads to it.
#[derive(Clone, Copy)]
struct Listed {
    after: Checkers,
    id: u16,
    overflow_cost: u8,
}

/// Most different boards that two numbers can lead to: fifteen checkers by fifteen, fifteen chains
/// and the corner by puissance.
const CAPACITY: usize = 241;

/// The plays of a roll, one for each final board.
struct PlayList {
    plays: [Listed; CAPACITY],
    len: usize,
}

impl PlayList {
    const fn new() -> PlayList {
        let unused = Listed {
            after: Checkers::NONE,
            id: 0,
            overflow_cost: 0,
        };
        PlayList {
            plays: [unused; CAPACITY],
            len: 0,
        }
    }

    fn plays(&self) -> &[Listed] {
        &self.plays[..self.len]
    }

    /// Does one of the plays lead to this board?
    fn contains(&self, after: &Checkers) -> bool {
        self.plays().iter().any(|play| play.after == *after)
    }

    /// Enters a sequence under its final board.
    fn enter(&mut self, sequence: &Sequence) {
        let known = self.plays[..self.len]
            .iter_mut()
            .find(|listed| listed.after == sequence.after);
        if let Some(listed) = known {
            listed.id = listed.id.min(sequence.id);
            listed.overflow_cost = listed.overflow_cost.min(sequence.overflow_cost);
        } else if let Some(slot) = self.plays.get_mut(self.len) {
            *slot = Listed {
                after: sequence.after,
                id: sequence.id,
                overflow_cost: sequence.overflow_cost,
            };
            self.len += 1;
        }
    }

    /// Keeps the plays that this is true of.
    fn retain(&mut self, keep: impl Fn(&Listed) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            if keep(&self.plays[index]) {
                self.plays[kept] = self.plays[index];
                kept += 1;
            }
        }
        self.len = kept;
    }
}

pub(super) fn examine(situation: &Situation, ids: Option<&mut ActionList>) -> Findings {
    let mut list = PlayList::new();
    let numbers = list_plays(situation, &mut list);
    let mut findings = Findings {
        numbers_played: match numbers {
            Numbers::Both => 2,
            Numbers::High | Numbers::Low => 1,
            Numbers::None => 0,
        },
        misery_pile: is_misery_pile(list.plays()),
        ..Findings::default()
    };
    let ends_full = |quarter: Quarter| move |listed: &Listed| listed.after.fills(quarter);
    if !situation.own_1.is_empty() && list.plays().iter().any(|play| play.after.is_empty()) {
        findings.exit = true;
        list.retain(|play| play.after.is_empty());
    } else if let Some(quarter) = situation.full_quarter() {
        if list.plays().iter().any(ends_full(quarter)) {
            findings.conserved = Some(quarter);
            list.retain(ends_full(quarter));
        }
    } else if let Some((quarter, missing)) = situation.nearly_full_quarter()
        && list.plays().iter().any(ends_full(quarter))
    {
        list.retain(ends_full(quarter));
        let ways = ways_to_fill(situation, numbers, &list, quarter, missing);
        findings.filled = Some((quarter, ways));
    }
    if let Some(ids) = ids {
        let start = ids.len();
        for play in list.plays() {
            ids.push(play.id);
        }
        ids.sort_from(start);
    }
    findings
}

/// Which numbers are played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Both,
    High,
    Low,
    None,
}

/// Lists the plays of as many numbers as possible (`docs/rules.md#numbers-first`), with as little
/// overflow as the option demands.
fn list_plays(situation: &Situation, list: &mut PlayList) -> Numbers {
    for_each_sequence(situation, |sequence| list.enter(sequence));
    if let Some(least) = list.plays().iter().map(|play| play.overflow_cost).min() {
        list.retain(|play| play.overflow_cost == least);
        return Numbers::Both;
    }
    for (numbers, with_high) in [(Numbers::High, true), (Numbers::Low, false)] {
        for_each_single(situation, with_high, |sequence| list.enter(sequence));
        if list.len > 0 {
            return numbers;
        }
    }
    list.enter(&Sequence {
        play: Play::PASS,
        after: situation.own,
        id: ActionId::PASS.0,
        overflow_cost: 0,
    });
    Numbers::None
}

/// Does every play end with all fifteen checkers on the corner (`docs/rules.md#misery-pile`)?
fn is_misery_pile(plays: &[Listed]) -> bool {
    plays
        .iter()
        .all(|play| play.after.count(Field::CORNER) == CHECKERS)
}

/// In how many ways the roll fills the quarter (`docs/rules.md#filling`). `filling` are the plays
/// that do; a way counts when one of them contains it.
fn ways_to_fill(
    situation: &Situation,
    numbers: Numbers,
    filling: &PlayList,
    quarter: Quarter,
    missing: Missing,
) -> u8 {
    let Missing::One(field) = missing else {
        return 1;
    };
    if numbers != Numbers::Both {
        return 1;
    }
    let to_spare = situation.surplus(quarter).and(situation.own_1);
    let arrives = |step: Step| step.to == Destination::Field(field) && to_spare.contains(step.from);
    // By each number on its own, bit by bit of the number.
    let mut direct = 0u8;
    for_each_sequence(situation, |sequence| {
        let mut steps = sequence.play.steps();
        let (Some(first), Some(second)) = (steps.next(), steps.next()) else {
            return;
        };
        if !filling.contains(&sequence.after) {
            return;
        }
        for step in [first, second].into_iter().filter(|&step| arrives(step)) {
            direct |= 1 << step.die.number();
        }
    });
    // And by their sum. The play counts, not the order of its steps: where an exact exit would
    // interrupt the chain, two other checkers may still make the same board.
    let source = field.minus(situation.dice.sum());
    let chained = source
        .filter(|&source| to_spare.contains(source))
        .is_some_and(|source| {
            let mut after = situation.own;
            after.remove(source);
            after.add(field);
            filling.contains(&after)
        });
    direct.count_ones() as u8 + u8::from(chained)
}
