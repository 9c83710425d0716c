//! The worked examples of the laws: plays and points, marking, and the examples of the rules page.

use crate::cases::{Case, read, read_text};
use crate::engine::by_the_engine;
use crate::question::{Judge, by_the_reference};

fn check_all(judge: Judge) {
    let cases = ["laws/examples.jsonl", "laws/marking.jsonl"]
        .into_iter()
        .flat_map(read)
        .chain(rules_page());
    let faults: Vec<String> = cases.flat_map(|case| case.faults(judge)).collect();
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// The examples of `docs/rules.md`: boards in its block of data, results in its last table.
fn rules_page() -> Vec<Case> {
    let page = read_text("docs/rules.md");
    let results: Vec<Vec<&str>> = page
        .lines()
        .map(|line| line.split('|').map(str::trim).collect())
        .filter(
            |cells: &Vec<&str>| matches!(cells[..], ["", _, roll, _, _, _, ""] if is_roll(roll)),
        )
        .collect();
    let boards = page.lines().filter(|line| line.starts_with("{\"id\""));
    let cases: Vec<Case> = boards
        .map(|line| {
            let case = Case::from_line(line);
            let row = results.iter().find(|cells| cells[1] == case.id);
            let [mover, opponent, plays] = [3, 4, 5].map(|column| {
                let row = row.unwrap_or_else(|| panic!("example {} has no result", case.id));
                row[column].parse().expect("a count")
            });
            case.expecting([
                ("mover_points", mover),
                ("opponent_points", opponent),
                ("plays", plays),
            ])
        })
        .collect();
    assert!(
        cases.len() >= 40,
        "docs/rules.md has {} examples",
        cases.len()
    );
    cases
}

fn is_roll(text: &str) -> bool {
    matches!(text.as_bytes(), [b'1'..=b'6', b'-', b'1'..=b'6'])
}

#[test]
fn reference_agrees_with_the_examples() {
    check_all(by_the_reference);
}

#[test]
fn engine_agrees_with_the_examples() {
    check_all(by_the_engine);
}
