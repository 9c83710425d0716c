//! One question about one roll, and the answer that the reference gives.

use std::collections::{BTreeMap, BTreeSet};

use crate::reference::events::{Event, events, points};
use crate::reference::marking::Marks;
use crate::reference::plays::{Sequence, plays};
use crate::reference::{
    Board, ExitRule, GameValue, MarqueFirst, OFF, RefaitConsolation, Roll, Rules, Settlement,
    Written,
};

/// A player's marks before or after a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    pub points: u32,
    pub holes: u32,
    /// The points so far are uninterrupted. Before a roll it means nothing without points, after
    /// a roll it is false without points.
    pub bredouille: bool,
}

impl Default for Side {
    fn default() -> Self {
        Side {
            points: 0,
            holes: 0,
            bredouille: true,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Question {
    pub board: Board,
    pub roll: Roll,
    /// Rolls of the roller since the setting, this one included.
    pub rolls: u32,
    pub mover: Side,
    pub opponent: Side,
    pub rules: Rules,
}

impl Question {
    /// Asks about the first roll of a setting, with the default options.
    pub fn new(board: Board, roll: Roll, [mover, opponent]: [Side; 2]) -> Question {
        Question {
            board,
            roll,
            rolls: 1,
            mover,
            opponent,
            rules: Rules::default(),
        }
    }
}

/// A play as the corpus writes it: `[from, to]` for each step in order, 0 for a checker taken out.
pub type Moves = Vec<[usize; 2]>;

#[derive(Clone, Debug)]
pub struct Answer {
    /// The legal boards, each with the plays that are known to reach it.
    pub legal: BTreeMap<Board, BTreeSet<Moves>>,
    pub events: Vec<Event>,
    pub mover_points: u32,
    pub opponent_points: u32,
    pub numbers_played: u32,
    pub exit: bool,
    /// Both sides once everything due is marked, the roller holding.
    pub after: [Side; 2],
}

/// Whoever answers questions: the reference or the engine.
pub type Judge = fn(&Question) -> Answer;

pub fn by_the_reference(question: &Question) -> Answer {
    let Question {
        board,
        roll,
        rolls,
        mover,
        opponent,
        rules,
    } = question;
    let plays = plays(board, *roll, rules);
    let mut events = events(board, *roll, *rolls, &plays, rules);
    events.sort();
    let moves = |sequence: &Sequence| {
        sequence
            .iter()
            .map(|step| [step.from, if step.to == OFF { 0 } else { step.to }])
            .collect()
    };
    let shown = |board: &Board| plays.playable[board].iter().map(moves).collect();
    let (mover_points, opponent_points) = (points(&events, true), points(&events, false));
    Answer {
        legal: plays
            .legal
            .iter()
            .map(|board| (*board, shown(board)))
            .collect(),
        mover_points,
        opponent_points,
        numbers_played: plays.numbers as u32,
        exit: plays.exit,
        after: after_marking([*mover, *opponent], [mover_points, opponent_points], rules),
        events,
    }
}

/// Marks the roller's points, then the opponent's unless the roller has won. Holes beyond those that
/// win are not shown.
pub fn after_marking(before: [Side; 2], gains: [u32; 2], rules: &Rules) -> [Side; 2] {
    let mut marks = Marks::default();
    for (player, side) in before.iter().enumerate() {
        marks.points[player] = side.points;
        marks.holes[player] = side.holes;
        marks.cut[player] = side.points > 0 && !side.bredouille;
    }
    marks.mark(0, gains[0]);
    let is_written = rules.written.is_some();
    if is_written || marks.holes[0] < rules.target_holes {
        marks.mark(1, gains[1]);
    }
    let most_holes = if is_written { 100 } else { rules.target_holes };
    [0, 1].map(|player| Side {
        points: marks.points[player],
        holes: marks.holes[player].min(most_holes),
        bredouille: marks.points[player] > 0 && !marks.cut[player],
    })
}

/// The default options, and each option's other values alone and together.
pub fn rule_sets() -> Vec<(&'static str, Rules)> {
    let laws = Rules::default();
    let short_match = Written {
        marques: 2,
        refait_consolation: RefaitConsolation::Doubling,
        marque_first: MarqueFirst::Alternate,
        settlement: Settlement::Tokens,
    };
    vec![
        ("defaults", laws),
        (
            "target_holes 3",
            Rules {
                target_holes: 3,
                ..laws
            },
        ),
        (
            "max_turns 40",
            Rules {
                max_turns: 40,
                ..laws
            },
        ),
        (
            "game_value double",
            Rules {
                game_value: GameValue::Double,
                ..laws
            },
        ),
        (
            "game_value quadruple",
            Rules {
                game_value: GameValue::Quadruple,
                ..laws
            },
        ),
        (
            "any first roll",
            Rules {
                first_roll_no_double: false,
                ..laws
            },
        ),
        (
            "exit_rule min_overflow",
            Rules {
                exit_rule: ExitRule::MinOverflow,
                ..laws
            },
        ),
        (
            "exit_rule sequential",
            Rules {
                exit_rule: ExitRule::Sequential,
                ..laws
            },
        ),
        (
            "exact_exit_mandatory",
            Rules {
                exact_exit_mandatory: true,
                ..laws
            },
        ),
        (
            "exit_dead_number_penalty",
            Rules {
                exit_dead_number_penalty: true,
                ..laws
            },
        ),
        (
            "no pile_de_misere",
            Rules {
                pile_de_misere: false,
                ..laws
            },
        ),
        (
            "jan_de_rencontre",
            Rules {
                jan_de_rencontre: true,
                ..laws
            },
        ),
        (
            "margot",
            Rules {
                margot: true,
                ..laws
            },
        ),
        (
            "everything else",
            Rules {
                target_holes: 1,
                max_turns: 300,
                game_value: GameValue::Quadruple,
                first_roll_no_double: false,
                exit_rule: ExitRule::Sequential,
                exact_exit_mandatory: true,
                exit_dead_number_penalty: true,
                pile_de_misere: false,
                jan_de_rencontre: true,
                margot: true,
                ..laws
            },
        ),
        (
            "written",
            Rules {
                written: Some(short_match),
                max_turns: 10_000,
                ..laws
            },
        ),
        (
            "written, everything else",
            Rules {
                written: Some(Written {
                    marques: 4,
                    refait_consolation: RefaitConsolation::Arithmetic,
                    marque_first: MarqueFirst::Winner,
                    settlement: Settlement::Full,
                }),
                max_turns: 500,
                exit_dead_number_penalty: true,
                ..laws
            },
        ),
        (
            "schools",
            Rules {
                schools: true,
                ..laws
            },
        ),
        (
            "schools, everything else",
            Rules {
                schools: true,
                target_holes: 4,
                max_turns: 80,
                game_value: GameValue::Quadruple,
                exit_dead_number_penalty: true,
                jan_de_rencontre: true,
                margot: true,
                ..laws
            },
        ),
        (
            "written with schools",
            Rules {
                written: Some(Written {
                    settlement: Settlement::Full,
                    ..short_match
                }),
                schools: true,
                max_turns: 400,
                ..laws
            },
        ),
    ]
}
