//! The engine asked what the reference is asked, and its states in the reference's terms.

use std::collections::BTreeMap;

use trictrac_store::{
    self as store, ActionId, ActionList, Beneficiary, Color, Dice, Query, State, Way,
};

use crate::question::{Answer, Moves, Question, Side};
use crate::reference::events::Event;
use crate::reference::game::{Game, Phase};
use crate::reference::marking::Marks;
use crate::reference::written::Sheet;
use crate::reference::{
    Board, ExitRule, GameValue, MarqueFirst, OFF, OPPONENTS_CORNER, OWN_CORNER, RefaitConsolation,
    Roll, Rules, Settlement, Written, from_fields,
};

pub fn options(rules: &Rules) -> store::Options {
    store::Options {
        target_holes: rules.target_holes.try_into().expect("holes fit"),
        max_turns: rules.max_turns.try_into().expect("turns fit"),
        game_value: match rules.game_value {
            GameValue::Simple => store::GameValue::Simple,
            GameValue::Double => store::GameValue::Double,
            GameValue::Quadruple => store::GameValue::Quadruple,
        },
        first_roll_no_double: rules.first_roll_no_double,
        exit_rule: match rules.exit_rule {
            ExitRule::Laws => store::ExitRule::Laws,
            ExitRule::MinOverflow => store::ExitRule::MinOverflow,
            ExitRule::Sequential => store::ExitRule::Sequential,
        },
        exact_exit_mandatory: rules.exact_exit_mandatory,
        exit_dead_number_penalty: rules.exit_dead_number_penalty,
        pile_de_misere: rules.pile_de_misere,
        jan_de_rencontre: rules.jan_de_rencontre,
        margot: rules.margot,
        schools: rules.schools,
        ..written_options(rules.written.as_ref())
    }
}

fn written_options(written: Option<&Written>) -> store::Options {
    let Some(written) = written else {
        return store::Options::default();
    };
    store::Options {
        marques: written.marques.try_into().expect("marqués fit"),
        refait_consolation: match written.refait_consolation {
            RefaitConsolation::Doubling => store::RefaitConsolation::Doubling,
            RefaitConsolation::Arithmetic => store::RefaitConsolation::Arithmetic,
        },
        marque_first: match written.marque_first {
            MarqueFirst::Alternate => store::MarqueFirst::Alternate,
            MarqueFirst::Winner => store::MarqueFirst::Winner,
        },
        settlement: match written.settlement {
            Settlement::Tokens => store::Settlement::Tokens,
            Settlement::Full => store::Settlement::Full,
        },
        ..store::Options::of_format(store::Format::Written)
    }
}

fn rules(options: &store::Options) -> Rules {
    Rules {
        target_holes: options.target_holes.into(),
        max_turns: options.max_turns.into(),
        game_value: match options.game_value {
            store::GameValue::Simple => GameValue::Simple,
            store::GameValue::Double => GameValue::Double,
            store::GameValue::Quadruple => GameValue::Quadruple,
        },
        first_roll_no_double: options.first_roll_no_double,
        exit_rule: match options.exit_rule {
            store::ExitRule::Laws => ExitRule::Laws,
            store::ExitRule::MinOverflow => ExitRule::MinOverflow,
            store::ExitRule::Sequential => ExitRule::Sequential,
        },
        exact_exit_mandatory: options.exact_exit_mandatory,
        exit_dead_number_penalty: options.exit_dead_number_penalty,
        pile_de_misere: options.pile_de_misere,
        jan_de_rencontre: options.jan_de_rencontre,
        margot: options.margot,
        written: written_rules(options),
        schools: options.schools,
    }
}

fn written_rules(options: &store::Options) -> Option<Written> {
    match options.format {
        store::Format::Ordinary => None,
        store::Format::Written => Some(Written {
            marques: options.marques.into(),
            refait_consolation: match options.refait_consolation {
                store::RefaitConsolation::Doubling => RefaitConsolation::Doubling,
                store::RefaitConsolation::Arithmetic => RefaitConsolation::Arithmetic,
            },
            marque_first: match options.marque_first {
                store::MarqueFirst::Alternate => MarqueFirst::Alternate,
                store::MarqueFirst::Winner => MarqueFirst::Winner,
            },
            settlement: match options.settlement {
                store::Settlement::Tokens => Settlement::Tokens,
                store::Settlement::Full => Settlement::Full,
            },
        }),
    }
}

/// The reference's game that stands where the state stands.
pub fn game(state: &State) -> Game {
    let mut game = Game::new(rules(&state.options()));
    game.board = board(state);
    game.mover = state.mover().index();
    game.phase = phase(state);
    game.marks = marks(state);
    game.rolls = [Color::White, Color::Black].map(|color| state.rolls(color).into());
    game.turns = state.turns().into();
    game.first_roll = state.to_setup().opening.map(roll);
    game.sheet = sheet(state);
    game.school = state.to_setup().school.into();
    assert_ne!(
        game.phase,
        Phase::ClaimReceived,
        "the board before the play is gone: {state}"
    );
    if let Some(dice) = state.dice() {
        game.lay(roll(dice));
    }
    game
}

fn roll(dice: Dice) -> Roll {
    Roll::new(dice.high().number().into(), dice.low().number().into())
}

pub fn dice(roll: Roll) -> Dice {
    Dice::from_numbers(roll.high as u8, roll.low as u8).expect("dice from 1 to 6")
}

pub fn board(state: &State) -> Board {
    from_fields(&state.board().signed().map(i32::from))
}

pub fn phase(state: &State) -> Phase {
    match state.phase() {
        store::Phase::Roll => Phase::Roll,
        store::Phase::HoldOrGo => Phase::HoldOrGo,
        store::Phase::Move => Phase::Move,
        store::Phase::LastGo => Phase::LastGo,
        store::Phase::Over => Phase::Over,
        store::Phase::Claim => Phase::Claim,
        store::Phase::ClaimReceived => Phase::ClaimReceived,
    }
}

pub fn marks(state: &State) -> Marks {
    let scores = [Color::White, Color::Black].map(|color| state.score(color));
    Marks {
        points: scores.map(|score| score.points.into()),
        cut: scores.map(|score| score.cut),
        holes: scores.map(|score| score.holes.into()),
        holes_cut: scores.map(|score| score.holes_cut),
    }
}

/// How the marqués stand; as at the start of a match in an ordinary game.
pub fn sheet(state: &State) -> Sheet {
    state
        .written_score()
        .map_or_else(Sheet::default, |written| Sheet {
            marque: written.marque.into(),
            refaits: written.refaits.into(),
            first: written.starter.index(),
            wins: written.wins.map(u32::from),
            tokens: written.tokens.map(i64::from),
        })
}

pub fn legal_actions(state: &State) -> Vec<ActionId> {
    let mut actions = ActionList::new();
    state.legal_actions(&mut actions);
    actions.iter().collect()
}

pub fn events<'a>(events: impl IntoIterator<Item = &'a store::Event>) -> Vec<Event> {
    let mut events: Vec<Event> = events
        .into_iter()
        .map(|event| Event {
            jan: event.jan.name().to_owned(),
            ways: event.ways.into(),
            points: event.points.into(),
            to_roller: event.to() == Beneficiary::Mover,
            field: event.field.map(|field| field.number().into()),
        })
        .collect();
    events.sort();
    events
}

pub fn by_the_engine(question: &Question) -> Answer {
    let Question {
        board,
        roll,
        rolls,
        mover,
        opponent,
        rules,
    } = question;
    let query = Query {
        board: std::array::from_fn(|index| board[index + 1].into()),
        dice: [roll.low as i64, roll.high as i64],
        rolls: (*rolls).into(),
        mover: side(mover),
        opponent: side(opponent),
        options: options(rules),
    };
    let answer = query
        .answer()
        .unwrap_or_else(|error| panic!("{question:?}: {error}"));
    let mut legal = BTreeMap::new();
    for play in &answer.plays {
        let moves: Moves = play
            .steps
            .iter()
            .map(|step| step.map(usize::from))
            .collect();
        let board = from_fields(&play.board.map(i32::from));
        let shown = legal.insert(board, [moves].into());
        assert!(shown.is_none(), "{question:?}: {board:?} is listed twice");
    }
    for event in &answer.events {
        let ways = query.ways(event).expect("the question has been answered");
        check_ways(board, *roll, event, &ways);
    }
    Answer {
        legal,
        events: events(&answer.events),
        mover_points: answer.mover_points,
        opponent_points: answer.opponent_points,
        numbers_played: answer.numbers_played.into(),
        exit: answer.exit,
        after: answer.after.map(|after| Side {
            points: after.points as u32,
            holes: after.holes as u32,
            bredouille: after.bredouille,
        }),
    }
}

/// Each way is one that people can see: the checkers stand there, the numbers lead where they are
/// said to lead, and the rests are free.
pub fn check_ways(board: &Board, roll: Roll, event: &store::Event, ways: &[Way]) {
    let context = || format!("{board:?} {roll:?}: {event:?}: {ways:?}");
    assert_eq!(ways.len(), usize::from(event.ways), "{}", context());
    let falsely = matches!(
        event.jan,
        store::Jan::FalseHitBigTable | store::Jan::FalseHitSmallTable
    );
    let hit = event.field.map(|field| usize::from(field.number()));
    for (index, way) in ways.iter().enumerate() {
        // Both numbers of a double can be left unplayed.
        let again = ways[..index].contains(way);
        assert!(
            !again || event.jan == store::Jan::Impuissance,
            "{}",
            context()
        );
        for part in &way.moves {
            let numbers: Vec<usize> = part.dice.iter().map(|die| die.number().into()).collect();
            assert!(
                numbers
                    .iter()
                    .all(|number| roll.distinct().contains(number)),
                "{}",
                context()
            );
            let Some(from) = part.from.map(|from| usize::from(from.number())) else {
                assert_eq!(part.to, None, "{}", context());
                continue;
            };
            let to = part.to.map_or(0, |to| usize::from(to.number()));
            assert!(board[from] > 0, "{}", context());
            let led = from + numbers.iter().sum::<usize>();
            let by_puissance = to == OWN_CORNER && led == OPPONENTS_CORNER;
            assert!(
                to == led || by_puissance || (to == 0 && led >= OFF),
                "{}",
                context()
            );
            assert!(hit.is_none_or(|field| field == to), "{}", context());
            let rests_needed = numbers.len() == 2 && !falsely;
            assert!(!rests_needed || !part.rests.is_empty(), "{}", context());
            for rest in part.rests.iter().map(|rest| usize::from(rest.number())) {
                assert!(numbers.contains(&(rest - from)), "{}", context());
                assert!(board[rest] >= -1 && numbers.len() == 2, "{}", context());
            }
        }
        let explained = matches!(
            event.jan,
            store::Jan::SmallJanConserved
                | store::Jan::BigJanConserved
                | store::Jan::ReturnJanConserved
                | store::Jan::MiseryPile
                | store::Jan::JanDeRencontre
        ) != way.moves.is_empty();
        assert!(!explained, "{}", context());
    }
}

fn side(side: &Side) -> store::Side {
    store::Side {
        points: side.points.into(),
        holes: side.holes.into(),
        bredouille: side.bredouille,
    }
}
