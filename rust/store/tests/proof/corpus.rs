//! Every case of the corpus, but the settlements of the scored game.
//!
//! What a case expects in words (`expect.other`) is checked by hand below, under the case's id.

use std::collections::BTreeSet;

use crate::cases::{Case, read};
use crate::engine::by_the_engine;
use crate::question::{Answer, Judge, Question, Side, after_marking, by_the_reference};
use crate::reference::{Board, Roll, Rules, mirror, missing};

fn corpus() -> Vec<Case> {
    let cases = read("corpus/cases.jsonl");
    cases
        .into_iter()
        .filter(|case| case.kind() != "settlement")
        .collect()
}

fn check_all(judge: Judge) {
    let faults: Vec<String> = corpus()
        .iter()
        .flat_map(|case| [case.faults(judge), in_words(case, judge)].concat())
        .collect();
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn reference_agrees_with_the_corpus() {
    check_all(by_the_reference);
}

#[test]
fn engine_agrees_with_the_corpus() {
    check_all(by_the_engine);
}

/// Checks the expectations in words; a case that has some and no check here is a fault.
fn in_words(case: &Case, judge: Judge) -> Vec<String> {
    if case.expects("other").is_none() {
        return Vec::new();
    }
    let answer = || judge(&case.question());
    let scores = |jan: &str| answer().events.iter().any(|event| event.jan == jan);
    let mover_has = |side: Side, holes, points| (side.holes, side.points) == (holes, points);
    let holds = match case.id.as_str() {
        "gd-anon-04" => {
            let [mover, _] = answer().after;
            mover_has(mover, 2, 4)
        }
        // One hole for 12 points: the mover's six were interrupted.
        "gd-anon-12" => {
            let [mover, opponent] = after_with(judge, case, false, true);
            mover_has(mover, 1, 0) && mover_has(opponent, 2, 0)
        }
        "gd-charp-6-opp61" | "rf-104-corner-65" | "rf-398c-31" | "hermes-arch-retour-0" => {
            !scores("return_jan_filled")
        }
        "gd-fallavel-03" => mover_has(answer().after[0], 12, 10),
        "rf-045-ace-3-11" => !scores("corner_hit"),
        "rf-055-66" | "rf-055-63" | "rf-055-61" => !scores("small_jan_filled"),
        "rf-079-a" => !scores("big_jan_conserved"),
        "tc-3-62" => !scores("big_jan_filled"),
        "hermes-arch-coinrest" => !scores("small_jan_conserved"),
        // The mover's ten remaining points are wiped out by the opponent's holes.
        "rf-331" => {
            let [mover, opponent] = answer().after;
            mover_has(mover, 3, 0) && mover_has(opponent, 2, 0)
        }
        "cc-rule54a" => [(false, 1), (true, 2)].iter().all(|&(bredouille, holes)| {
            let before = [
                Side {
                    points: 10,
                    holes: 0,
                    bredouille,
                },
                Side::default(),
            ];
            mover_has(after_gains(judge, before, [12, 0])[0], holes, 10)
        }),
        "rf-147a" => mover_has(after_the_gains_of(judge, case)[0], 3, 2),
        "rf-147b" => mover_has(after_the_gains_of(judge, case)[0], 5, 0),
        "gd-mark-2" => mover_has(after_the_gains_of(judge, case)[0], 6, 6),
        "tc-3-mark1" => ten_all(judge, [2, 2], 0),
        "tc-3-mark2" => ten_all(judge, [4, 2], 2),
        // No roll is worth 13 points: only the marking itself can be asked.
        "mmai-hold" => {
            let gains = [case.context("gain").expect("a gain"), 0];
            let [mover, _] = after_marking([Side::default(); 2], gains, &Rules::default());
            mover_has(mover, 2, 1)
        }
        "hermes-reprise" => mover_has(answer().after[0], 2, 8),
        "hermes-imp-end" => answer().after[1].holes >= 12,
        "mmai-fillable-2" => {
            let opponents_view = mirror(&case.board());
            [case.board(), opponents_view]
                .iter()
                .all(|board| closed_jans(judge, board) == [false, true])
        }
        "hermes-arch-fillable-1" => closed_jans(judge, &case.board()) == [true, true],
        "mmai-candidate" => {
            let covers_the_field = |answer: Answer| {
                let fills = answer
                    .events
                    .iter()
                    .any(|event| event.jan == "small_jan_filled");
                fills.then(|| answer.legal.keys().all(|board| board[2] == 2))
            };
            let rolls =
                Roll::all().filter_map(|roll| covers_the_field(judge(&case.question_with(roll))));
            let rolls: Vec<bool> = rolls.collect();
            missing(&case.board(), 1) == 1 && !rolls.is_empty() && !rolls.contains(&false)
        }
        "hermes-excedant" => {
            let shown = answer()
                .legal
                .into_values()
                .flatten()
                .collect::<BTreeSet<_>>();
            shown == BTreeSet::from([vec![[21, 0], [24, 0]]])
        }
        _ => return vec![format!("{}: no check for its words", case.id)],
    };
    if holds {
        Vec::new()
    } else {
        vec![format!("{}: not as its words say", case.id)]
    }
}

fn after_with(judge: Judge, case: &Case, mover_uncut: bool, opponent_uncut: bool) -> [Side; 2] {
    let mut question = case.question();
    question.mover.bredouille = mover_uncut;
    question.opponent.bredouille = opponent_uncut;
    judge(&question).after
}

/// Both sides after a roll worth these points to the roller and to the opponent: any worked example
/// that is worth them will do.
fn after_gains(judge: Judge, [mover, opponent]: [Side; 2], gains: [u32; 2]) -> [Side; 2] {
    let is_worth = |case: &Case| {
        let expected = ["mover_points", "opponent_points"].map(|name| case.expects(name));
        expected.map(|points| points.and_then(|points| points.as_u64()))
            == gains.map(|gain| Some(u64::from(gain)))
    };
    let carrier = ["laws/examples.jsonl", "laws/marking.jsonl"]
        .into_iter()
        .flat_map(read)
        .find(is_worth);
    let carrier = carrier.unwrap_or_else(|| panic!("no example is worth {gains:?}"));
    judge(&Question {
        mover,
        opponent,
        ..carrier.question()
    })
    .after
}

fn after_the_gains_of(judge: Judge, case: &Case) -> [Side; 2] {
    after_gains(
        judge,
        case.sides(),
        [case.context("gain").expect("a gain"), 0],
    )
}

/// From ten points each, the roller makes a hole and keeps `remainder`; the opponent starts again.
fn ten_all(judge: Judge, gains: [u32; 2], remainder: u32) -> bool {
    [(true, false), (false, true), (false, false)]
        .into_iter()
        .all(|(mover_uncut, opponent_uncut)| {
            let side = |bredouille| Side {
                points: 10,
                holes: 0,
                bredouille,
            };
            let before = [side(mover_uncut), side(opponent_uncut)];
            let [mover, opponent] = after_gains(judge, before, gains);
            mover.holes == 1 + u32::from(mover_uncut)
                && mover.points == remainder
                && (opponent.holes, opponent.points) == (0, 2)
        })
}

/// Whether the roller is kept out of the opponent's small and big jan: no checker of his, wherever
/// it starts, can end a play there.
fn closed_jans(judge: Judge, board: &Board) -> [bool; 2] {
    let opponents_checkers = board.map(|count| count.min(0));
    let mut closed = [true, true];
    for field in (1..=24).filter(|&field| opponents_checkers[field] == 0) {
        let mut board = opponents_checkers;
        board[field] = 1;
        for roll in Roll::all() {
            let sides = [Side::default(); 2];
            let answer = judge(&Question::new(board, roll, sides));
            for (after, _) in answer.legal.iter().filter(|(after, _)| **after != board) {
                closed[0] &= after[19..=24].iter().all(|&count| count <= 0);
                closed[1] &= after[13..=18].iter().all(|&count| count <= 0);
            }
        }
    }
    closed
}
