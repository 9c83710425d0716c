//! Whatever is thrown at the doors of the engine: never a panic, and what is let in is sound.

use proptest::collection::vec;
use proptest::prelude::*;
use trictrac_store::{
    ActionId, Color, Dice, Die, Options, Phase, Query, Score, Setup, Side, State,
};

use crate::engine::legal_actions;
use crate::properties::RandomGame;
use crate::question::rule_sets;

/// `make test-release` sets `FUZZ_TIMES` to try so many times more.
fn config() -> ProptestConfig {
    let times = std::env::var("FUZZ_TIMES").map_or(1, |times| times.parse().expect("a number"));
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(2_000 * times)
    }
}

/// A state from somewhere in a random game.
fn any_state() -> impl Strategy<Value = State> {
    (0..rule_sets().len(), any::<u64>(), 0..160u32).prop_map(|(rules, seed, steps)| {
        let mut game = RandomGame::new(rule_sets()[rules], seed);
        for _ in 0..steps {
            let Some(next) = game.next() else { break };
            game.advance(&next);
        }
        game.state
    })
}

/// A text with some characters taken out, put in or doubled.
fn damaged(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let damage = vec((any::<prop::sample::Index>(), 0..3u8, "[ -~é\\n]"), 1..4);
    (text, damage).prop_map(|(text, damage)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (place, kind, other) in damage {
            let place = place.index(characters.len().max(1));
            match kind {
                0 if place < characters.len() => drop(characters.remove(place)),
                1 if place < characters.len() => {
                    characters[place] = other.chars().next().unwrap_or(' ')
                }
                _ => characters.insert(place, other.chars().next().unwrap_or(' ')),
            }
        }
        characters.into_iter().collect()
    })
}

/// Nothing that can be asked of a state may panic, nor playing on from it.
fn exercise(state: State) {
    let mut game = RandomGame::new(rule_sets()[0], 1);
    game.state = state;
    for _ in 0..40 {
        let _ = game.state.events();
        let _ = game.state.outcome();
        let text = game.state.to_string();
        assert_eq!(text.parse(), Ok(game.state), "{text}");
        let Some(next) = game.next() else { break };
        game.advance(&next);
    }
}

fn any_dice() -> impl Strategy<Value = Dice> {
    (1..=6u8, 1..=6u8).prop_map(|(a, c)| Dice::from_numbers(a, c).expect("dice from 1 to 6"))
}

fn any_options() -> impl Strategy<Value = Options> {
    let rule_set = 0..rule_sets().len();
    (rule_set, any::<u8>(), any::<u16>(), any::<bool>()).prop_map(|(set, holes, turns, keep)| {
        let options = crate::engine::options(&rule_sets()[set].1);
        if keep {
            options
        } else {
            Options {
                target_holes: holes,
                max_turns: turns,
                ..options
            }
        }
    })
}

fn any_setup() -> impl Strategy<Value = Setup> {
    let counts = || {
        prop_oneof![
            vec((0..24usize, 0..6u8), 0..8).prop_map(|placed| {
                let mut counts = [0; 24];
                for (field, count) in placed {
                    counts[field] = count;
                }
                counts
            }),
            any::<[u8; 24]>(),
        ]
    };
    let score = || {
        let points = prop_oneof![(0..=5u8).prop_map(|half| 2 * half), any::<u8>()];
        let holes = prop_oneof![0..=12u8, any::<u8>()];
        (points, holes, any::<bool>(), any::<bool>()).prop_map(|(points, holes, cut, holes_cut)| {
            Score {
                points,
                holes,
                cut,
                holes_cut,
            }
        })
    };
    let phase = prop::sample::select(Phase::ALL.to_vec());
    let die = (1..=6u8).prop_map(|number| Die::new(number).expect("a number from 1 to 6"));
    (
        (counts(), counts(), score(), score(), any::<bool>(), phase),
        (
            prop::option::of(any_dice()),
            prop::option::weighted(0.1, die),
            any_options(),
        ),
        (
            0..=5u8,
            0..=5u8,
            any::<bool>(),
            prop_oneof![0..4u16, any::<u16>()],
        ),
        prop::option::weighted(0.1, any_dice()),
    )
        .prop_map(|(sides, table, counters, opening)| {
            let (white, black, white_score, black_score, white_moves, phase) = sides;
            let (dice, first_die, options) = table;
            let (white_rolls, black_rolls, first_roll, turns) = counters;
            Setup {
                checkers: [white, black],
                scores: [white_score, black_score],
                mover: if white_moves {
                    Color::White
                } else {
                    Color::Black
                },
                phase,
                dice,
                first_die,
                rolls: [white_rolls, black_rolls],
                first_roll,
                opening,
                turns,
                ..Setup::initial(options)
            }
        })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_read_as_a_position_or_refused(text in "\\PC{0,120}") {
        if let Ok(state) = text.parse() {
            exercise(state);
        }
    }

    #[test]
    fn a_damaged_position_text_is_read_or_refused(
        text in damaged(any_state().prop_map(|state| state.to_string())),
    ) {
        match text.parse::<State>() {
            Ok(state) => exercise(state),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn a_damaged_position_id_is_read_or_refused(
        id in damaged(any_state().prop_map(|state| state.id().unwrap_or_default())),
        options in any_options(),
    ) {
        match State::from_id(&id, options) {
            Ok(state) => exercise(state),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn any_bytes_are_safe_to_take_for_a_state(
        state in any_state(),
        damage in vec((0..State::BYTES, any::<u8>()), 0..4),
        noise in prop::option::weighted(0.2, vec(any::<u8>(), State::BYTES)),
    ) {
        let mut bytes = state.to_bytes();
        for (place, byte) in damage {
            bytes[place] = byte;
        }
        if let Some(noise) = noise {
            bytes.copy_from_slice(&noise);
        }
        if let Ok(state) = State::from_bytes(&bytes) {
            prop_assert_eq!(state.to_bytes(), bytes);
            exercise(state);
        }
        // Other bytes than those of a state mean nothing, but they must be safe.
        let state = State::from_own_bytes(&bytes);
        let _ = (state.to_string(), state.events(), legal_actions(&state));
    }

    #[test]
    fn any_setup_is_a_state_or_has_faults(setup in any_setup()) {
        match setup.into_state() {
            Ok(state) => {
                prop_assert_eq!(state.to_setup().into_state(), Ok(state));
                exercise(state);
            }
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                prop_assert!(!faults.to_string().is_empty());
            }
        }
    }

    #[test]
    fn any_sequence_of_dice_and_ids_leaves_a_state(
        state in any_state(),
        steps in vec((any_dice(), prop_oneof![0..520u16, any::<u16>()], any::<bool>()), 0..60),
    ) {
        let mut state = state;
        for (dice, id, trust) in steps {
            let before = state;
            let first_die = state.roll_first_die(dice.low());
            prop_assert_eq!(first_die.is_err(), state == before);
            let rolled = state.roll(dice);
            prop_assert!(rolled.is_ok() || state.first_die().is_some() || state.phase() != Phase::Roll
                || state.is_first_roll());
            let _ = (state.decode(ActionId(id)), state.explain(ActionId(id)));
            let _ = state.action_text(ActionId(id));
            let before = state;
            if state.apply(ActionId(id)).is_err() {
                prop_assert_eq!(state, before);
                if trust {
                    // Not legal: what follows means nothing, but it must be safe.
                    state.apply_unchecked(ActionId(id));
                    let _ = (state.to_string(), state.events());
                    state = before;
                }
                if let Some(action) = legal_actions(&state).first() {
                    prop_assert_eq!(state.apply(*action), Ok(()));
                }
            }
        }
    }

    #[test]
    fn any_text_is_an_action_or_refused(state in any_state(), text in "[0-9a-zA-Z/: -]{0,20}") {
        if let Ok(action) = state.parse_action(&text) {
            prop_assert!(state.is_legal(action));
        }
        let steps: Vec<(u8, u8)> = text.bytes().zip(text.bytes().skip(1)).map(|(a, b)| (a % 30, b % 30)).collect();
        let _ = state.explain_steps(&steps);
    }

    #[test]
    fn a_damaged_action_text_is_read_or_refused(
        (state, text) in any_state().prop_flat_map(|state| {
            let texts: Vec<String> =
                legal_actions(&state).into_iter().map(|action| state.action_text(action)).collect();
            let text = if texts.is_empty() {
                Just(String::new()).boxed()
            } else {
                prop::sample::select(texts).boxed()
            };
            (Just(state), damaged(text))
        }),
    ) {
        match state.parse_action(&text) {
            Ok(action) => prop_assert!(state.is_legal(action)),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn any_question_has_an_answer_or_an_error(
        board in prop_oneof![any::<[i64; 24]>(), vec(-4..4i64, 24).prop_map(|v| v.try_into().expect("24"))],
        dice in prop_oneof![any::<[i64; 2]>(), [1..=6i64, 1..=6i64]],
        rolls in prop_oneof![1..5i64, any::<i64>()],
        (points, holes, bredouille) in (any::<[i64; 2]>(), any::<[i64; 2]>(), any::<[bool; 2]>()),
        even in any::<bool>(),
        options in any_options(),
    ) {
        let side = |index: usize| Side {
            points: if even { points[index].rem_euclid(6) * 2 } else { points[index] },
            holes: holes[index],
            bredouille: bredouille[index],
        };
        let query = Query { board, dice, rolls, mover: side(0), opponent: side(1), options };
        match query.answer() {
            Ok(answer) => prop_assert!(!answer.plays.is_empty()),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
