//! The worked examples of the laws: plays and points, then marking.

use crate::cases::read;
use crate::question::{Judge, by_the_reference};

fn check_all(judge: Judge) {
    let cases = ["laws/examples.jsonl", "laws/marking.jsonl"]
        .into_iter()
        .flat_map(read);
    let faults: Vec<String> = cases.flat_map(|case| case.faults(judge)).collect();
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn reference_agrees_with_the_examples() {
    check_all(by_the_reference);
}
