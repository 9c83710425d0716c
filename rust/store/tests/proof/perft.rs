//! Counts of the sequences of dice and actions, from files that the Python tests read as well.

use trictrac_store::{State, Transition, divide, perft};

use crate::cases::read_text;
use crate::engine;
use crate::reference::Roll;
use crate::reference::game::{Game, Phase};

const FILES: [&str; 4] = ["start", "odd", "written", "schools"];

struct Record {
    id: String,
    state: State,
    /// (depth, count)
    counts: Vec<(u32, u64)>,
}

/// Reads a file of `tests/data/perft`, whose README says how it is written.
fn read(file: &str) -> Vec<Record> {
    let text = read_text(&format!("tests/data/perft/{file}.perft"));
    let mut records: Vec<Record> = Vec::new();
    let mut id = None;
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (word, rest) = line
            .split_once(' ')
            .unwrap_or_else(|| panic!("{file}: {line}"));
        match word {
            "id" => id = Some(rest.to_owned()),
            "position" => {
                let state = rest
                    .parse()
                    .unwrap_or_else(|error| panic!("{line}: {error}"));
                let id = id
                    .take()
                    .unwrap_or_else(|| panic!("{file}: no id before {line}"));
                records.push(Record {
                    id,
                    state,
                    counts: Vec::new(),
                });
            }
            "perft" => {
                let (depth, count) = rest.split_once(' ').expect("a depth and a count");
                let count = (
                    depth.parse().expect("a depth"),
                    count.parse().expect("a count"),
                );
                records.last_mut().expect("a position").counts.push(count);
            }
            _ => panic!("{file}: {line}"),
        }
    }
    records
}

fn by_the_reference(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.phase != Phase::Roll {
        let actions = game.legal_actions();
        return actions
            .into_iter()
            .map(|action| {
                let mut next = game.clone();
                next.apply(action);
                by_the_reference(&next, depth - 1)
            })
            .sum();
    }
    let rolls = Roll::all().filter(|&roll| game.may_roll(roll));
    rolls
        .map(|roll| {
            let mut next = game.clone();
            next.roll(roll);
            let orders = if roll.is_double() { 1 } else { 2 };
            orders * by_the_reference(&next, depth - 1)
        })
        .sum()
}

/// Counts by first transition, to find where two counts part.
fn split(state: &State, depth: u32) -> String {
    let lines =
        divide(state, depth)
            .into_iter()
            .map(|(transition, count, next)| match transition {
                Transition::Roll(dice) => format!("{dice} {count} {next}"),
                Transition::Decide(action) => {
                    format!("{} {count} {next}", state.action_text(action))
                }
            });
    lines.collect::<Vec<_>>().join("\n")
}

fn check(count: impl Fn(&State, u32) -> u64) {
    let mut faults = Vec::new();
    for record in FILES.into_iter().flat_map(read) {
        assert!(!record.counts.is_empty(), "{} has no counts", record.id);
        for &(depth, expected) in &record.counts {
            let got = count(&record.state, depth);
            if got != expected {
                let Record { id, state, .. } = &record;
                let split = split(state, depth);
                faults.push(format!(
                    "{id}: depth {depth}: {got}, expected {expected}: {state}\nby the engine:\n{split}"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn engine_counts_what_the_files_say() {
    check(perft);
}

#[test]
fn reference_counts_what_the_files_say() {
    check(|state, depth| by_the_reference(&engine::game(state), depth));
}
