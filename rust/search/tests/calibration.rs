//! Winning chances that the shipped network names come true.

use std::sync::atomic::{AtomicU64, Ordering};

use trictrac_play::Luck;
use trictrac_search::{Depth, best, champion, judge_actions, outlook};
use trictrac_store::{Color, Options, State};

const GAMES: u64 = 2000;

/// For each tenth of the predictions for White: how many, their sum, and the sum of the results.
type Tenths = [[f64; 3]; 10];

/// Plays the game with this number, and enters what was predicted before every roll.
fn enter_game(number: u64, tenths: &mut Tenths) {
    let mut luck = Luck::of(77, number);
    let mut state = State::new(Options::default());
    let mut predictions = Vec::new();
    while !state.is_over() {
        if state.is_decision() {
            let judged = judge_actions(champion(), &state, Depth::plies(1));
            state.apply_unchecked(best(&judged).expect("a choice").action);
        } else {
            let found = outlook(champion(), &state, Color::White, Depth::plies(1));
            predictions.push(f64::from(found.win));
            state.roll(luck.roll_for(&state)).expect("a legal roll");
        }
    }
    let result = match state.outcome().expect("an end").winner {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    };
    for prediction in predictions {
        let tenth = &mut tenths[((prediction * 10.0) as usize).min(9)];
        tenth[0] += 1.0;
        tenth[1] += prediction;
        tenth[2] += result;
    }
}

#[test]
fn every_tenth_of_the_predictions_is_within_five_points() {
    let next = AtomicU64::new(0);
    let worker = || {
        let mut tenths = Tenths::default();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= GAMES {
                return tenths;
            }
            enter_game(game, &mut tenths);
        }
    };
    let tenths = std::thread::scope(|scope| {
        let other = scope.spawn(worker);
        let mut tenths = worker();
        for (sum, more) in tenths.iter_mut().zip(other.join().expect("games that end")) {
            for (sum, more) in sum.iter_mut().zip(more) {
                *sum += more;
            }
        }
        tenths
    });
    for (tenth, [count, predicted, happened]) in tenths.iter().enumerate() {
        assert!(*count > 1000.0, "tenth {tenth}: {count} predictions");
        let (predicted, happened) = (predicted / count, happened / count);
        assert!(
            (predicted - happened).abs() < 0.05,
            "tenth {tenth}: {predicted:.3} predicted, {happened:.3} happened"
        );
    }
}
