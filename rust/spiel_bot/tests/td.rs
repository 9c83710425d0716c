//! The value network learns, and learns the same from the same seed.

use spiel_bot::td::learning::{Step, learn};
use spiel_bot::td::self_play::{Game, play};
use spiel_bot::td::training::{GAMES_PER_ROUND, Settings, Training};
use spiel_bot::td::transcript::{BadTranscript, read_game, write_games};
use trictrac_play::{Judge, Judging, Luck, Match};
use trictrac_search::network::{DISCOUNT, MARGIN_UNIT};
use trictrac_search::{Depth, TdPlayer};
use trictrac_store::Options;

fn trained(threads: usize, rounds: usize) -> Training {
    let mut training = Training::new(Settings {
        threads,
        ..Settings::default()
    });
    for round in 0..rounds {
        training.round(round as f32 / rounds as f32);
    }
    training
}

#[test]
fn the_same_seed_teaches_the_same_network() {
    let one = trained(2, 2);
    assert_eq!(one.games, 200);
    assert!(one.network == trained(2, 2).network);
    assert!(one.network != trained(1, 4).network);
}

#[test]
fn a_training_goes_on_where_it_was() {
    let settings = Settings {
        threads: 1,
        ..Settings::default()
    };
    let half = Training::from(settings, trained(1, 1).network, 50);
    let mut continued = half;
    continued.round(0.5);
    assert!(continued.network == trained(1, 2).network);
    assert_eq!(continued.games, 100);
}

#[test]
fn fifteen_hundred_games_beat_greedy() {
    let training = trained(1, 30);
    let td = TdPlayer {
        network: &training.network,
        depth: Depth::plies(1),
    };
    let contest = Match {
        games: 100,
        seed: 3,
        ..Match::default()
    };
    let result = contest.play(|_| td, |_| Judging(Judge::Greedy));
    assert!(result.win_rate() > 0.6, "{}", result.win_rate());
}

/// Without any trust in later values the targets are what really happened: taught one game again
/// and again, the network tells how it went.
#[test]
fn a_game_can_be_learned_by_heart() {
    let mut network = Training::new(Settings::default()).network;
    let mut game = Game::default();
    let options = Options {
        target_holes: 2,
        ..Options::default()
    };
    play(&network, &mut Luck::new(5), options, &mut game);
    let step = Step {
        rate: 0.01,
        lambdas: [1.0; 3],
        weights: [1.0; 3],
    };
    for _ in 0..300 {
        learn(&mut network, &game, &step);
    }
    // From the first player's side, rolls of the second one count against him.
    let (mut gain, mut margin, mut sign, mut factor) = (0.0, 0.0, 1.0, 1.0);
    let mut last_sign = 1.0;
    for roll in &game.rolls {
        gain += sign * factor * roll.gained;
        margin += sign * roll.gained;
        factor *= DISCOUNT;
        last_sign = sign;
        if !roll.rolls_again {
            sign = -sign;
        }
    }
    margin += last_sign * game.rounding;
    let won = if last_sign > 0.0 {
        game.result
    } else {
        1.0 - game.result
    };
    let values = network.values(&game.rolls[0].inputs);
    assert!((values.gain - gain).abs() < 0.1, "{values:?} {gain}");
    let off = (values.margin - margin).abs();
    assert!(off < 0.1 * MARGIN_UNIT, "{values:?} {margin}");
    assert!((values.win - won).abs() < 0.2, "{values:?} {won}");
}

#[test]
fn learning_draws_values_towards_what_happened() {
    let mut network = Training::new(Settings::default()).network;
    let mut game = Game::default();
    play(&network, &mut Luck::new(9), Options::default(), &mut game);
    let step = Step {
        rate: 0.002,
        lambdas: [0.8, 0.9, 0.9],
        weights: [1.0, 0.5, 0.5],
    };
    let before = learn(&mut network, &game, &step).means();
    let after = learn(&mut network, &game, &step).means();
    let nearer = before
        .iter()
        .zip(&after)
        .all(|(before, after)| after < before);
    assert!(nearer, "{before:?} {after:?}");
}

#[test]
fn games_come_back_from_their_bytes() {
    let network = trained(1, 1).network;
    let options = Options::default();
    let bytes = write_games(&network, options, 4, 10..13);
    // Two bytes a roll at the most.
    assert!(bytes.len() < 3 * 2 * 400, "{}", bytes.len());
    let (mut rest, mut read, mut played) = (bytes.as_slice(), Game::default(), Game::default());
    for number in 10..13 {
        read_game(&mut rest, options, &mut read).expect("it was just written");
        play(&network, &mut Luck::of(4, number), options, &mut played);
        assert_eq!(format!("{read:?}"), format!("{played:?}"));
    }
    assert!(rest.is_empty());
}

#[test]
fn bytes_that_are_no_games_teach_nothing() {
    let mut training = trained(1, 1);
    let before = training.network.clone();
    let options = Options::default();
    let games = write_games(&before, options, 4, 0..GAMES_PER_ROUND);
    let cut = training.round_of(0.5, &[&games[..games.len() - 1]]);
    assert_eq!(cut.err(), Some(BadTranscript::Cut));
    let mut wrong = games.clone();
    wrong[0] = 21;
    let wrong = training.round_of(0.5, &[&wrong]);
    assert!(matches!(wrong, Err(BadTranscript::Impossible(_))));
    assert!(training.network == before);
    assert_eq!(training.games, GAMES_PER_ROUND);

    let errors = training.round_of(0.5, &[&games]).expect("games");
    assert!(errors.positions > 0);
    assert!(training.network != before);
    assert_eq!(training.games, 2 * GAMES_PER_ROUND);
}
