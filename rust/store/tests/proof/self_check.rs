//! What the laws imply, checked on the reference itself over random games under every option.

use std::cmp::Ordering;

use crate::question::rule_sets;
use crate::reference::events::{Event, events, filling_ways_by_shortcut};
use crate::reference::game::{Game, Phase, random_roll};
use crate::reference::plays::{one_number, opponent_can_fill, plays};
use crate::reference::written::Sheet;
use crate::reference::{GameValue, JANS, Roll, is_full, mirror, missing, own};

const GAMES_PER_RULE_SET: u64 = 60;

#[test]
fn reference_keeps_what_the_laws_imply() {
    for (name, rules) in rule_sets() {
        for seed in 0..GAMES_PER_RULE_SET {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut game = Game::new(rules);
            let mut closed = Closed::default();
            while game.phase != Phase::Over {
                if game.phase == Phase::Roll {
                    let roll = random_roll(&game, &mut rng);
                    let context = format!("rules {name}, seed {seed}, {:?}, {roll:?}", game.board);
                    closed.check(&game, &context);
                    check_roll(&game, roll, &context);
                    game.roll(roll);
                } else {
                    let actions = game.legal_actions();
                    let action = rng.choice(&actions).expect("a decision has actions");
                    game.apply(*action);
                }
                check_marks(&game, seed);
            }
            check_outcome(&game, seed);
        }
    }
}

/// Which jans each player has lost the means to fill in this setting.
#[derive(Default)]
struct Closed {
    fillable: [[bool; 2]; 2],
}

impl Closed {
    fn check(&mut self, game: &Game, context: &str) {
        let new_setting = game.rolls == [0, 0];
        let views = [
            (1 - game.mover, game.board),
            (game.mover, mirror(&game.board)),
        ];
        for (player, board) in views {
            let fillable = [1, 7].map(|first| opponent_can_fill(&board, first));
            let before = self.fillable[player];
            assert!(fillable[1] || !fillable[0], "{context}");
            for jan in 0..2 {
                assert!(
                    new_setting || before[jan] || !fillable[jan],
                    "reopened: {context}"
                );
            }
            self.fillable[player] = fillable;
        }
    }
}

fn check_roll(game: &Game, roll: Roll, context: &str) {
    let before = &game.board;
    assert_eq!(mirror(&mirror(before)), *before);
    let plays = plays(before, roll, &game.rules);
    let events = events(
        before,
        roll,
        game.rolls[game.mover] + 1,
        &plays,
        &game.rules,
    );
    let scored = |suffix: &str| events.iter().any(|event| event.jan.ends_with(suffix));

    for (board, sequences) in &plays.playable {
        assert!(own(board, 12) != 1 && board[13] <= 0, "{context}");
        assert!(
            sequences.iter().all(|steps| steps.len() == plays.numbers),
            "{context}"
        );
    }
    assert!(
        events
            .iter()
            .all(|event| event.points > 0 && event.points % 2 == 0),
        "{context}"
    );

    let nearly_full = JANS
        .iter()
        .filter(|&&(first, _)| missing(before, first) <= 2)
        .count();
    assert!(nearly_full <= 1, "{context}");
    assert!(
        !(scored("_jan_filled") && scored("_jan_conserved")),
        "{context}"
    );
    let dead_number_counts = game.rules.exit_dead_number_penalty;
    assert!(
        !(scored("exit") && scored("impuissance")) || dead_number_counts,
        "{context}"
    );
    if plays.exit && !dead_number_counts && !game.rules.margot {
        assert!(events.iter().all(|event| event.to_roller), "{context}");
    }

    for (first, name) in JANS {
        let is_this = |event: &&Event| {
            event
                .jan
                .strip_prefix(name)
                .is_some_and(|kind| kind == "_filled" || kind == "_conserved")
        };
        let scored = events.iter().find(is_this);
        if !plays.exit {
            let always_full = plays.legal.iter().all(|board| is_full(board, first));
            assert_eq!(scored.is_some(), always_full, "{name}: {context}");
        }
        if missing(before, first) == 1 {
            let ways = scored.map_or(0, |event| event.ways);
            let shortcut = filling_ways_by_shortcut(before, roll, &plays, first);
            assert_eq!(ways, shortcut, "ways to fill the {name}: {context}");
        }
    }

    if plays.numbers == 1 {
        let [higher, lower] =
            [roll.high, roll.low].map(|number| one_number(before, number, &game.rules));
        for (first, name) in JANS {
            let ends_full = lower.keys().any(|board| is_full(board, first));
            assert!(
                higher.is_empty() || !ends_full,
                "{name} by the lower number: {context}"
            );
        }
    }
}

fn check_marks(game: &Game, seed: u64) {
    let marks = &game.marks;
    for player in 0..2 {
        let both_have_points = marks.points.iter().all(|&points| points > 0);
        assert!(
            [0, 2, 4, 6, 8, 10].contains(&marks.points[player]),
            "seed {seed}: {game:?}"
        );
        assert!(
            !marks.cut[player] || both_have_points,
            "seed {seed}: {game:?}"
        );
        assert!(
            !both_have_points || marks.cut.contains(&true),
            "seed {seed}: {game:?}"
        );
    }
}

fn check_outcome(game: &Game, seed: u64) {
    let (winner, value) = game.outcome().expect("the game is over");
    if let Some(written) = game.rules.written {
        let Sheet { tokens, wins, .. } = game.sheet;
        let leader = match tokens[0].cmp(&0) {
            Ordering::Greater => Some(0),
            Ordering::Equal => None,
            Ordering::Less => Some(1),
        };
        assert_eq!(tokens[0] + tokens[1], 0, "seed {seed}: {game:?}");
        let won = tokens[0].unsigned_abs() as u32;
        assert_eq!((winner, value), (leader, won), "seed {seed}: {game:?}");
        assert!(
            wins[0] + wins[1] == written.marques || game.turns == game.rules.max_turns,
            "seed {seed}: {game:?}"
        );
        return;
    }
    let holes = game.marks.holes;
    let Some(winner) = winner else {
        assert_eq!(
            (game.turns, value, holes[0]),
            (game.rules.max_turns, 0, holes[1]),
            "seed {seed}"
        );
        return;
    };
    let by_holes = holes[winner] >= game.rules.target_holes;
    assert!(
        by_holes || game.turns == game.rules.max_turns,
        "seed {seed}: {game:?}"
    );
    assert!(holes[winner] >= holes[1 - winner], "seed {seed}: {game:?}");
    let greatest = match game.rules.game_value {
        GameValue::Simple => 1,
        GameValue::Double => 2,
        GameValue::Quadruple => 4,
    };
    assert!((1..=greatest).contains(&value), "seed {seed}: {game:?}");
}
