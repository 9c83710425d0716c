//! Learning happens, and is repeated bit for bit, on games that take seconds.

use trictrac_env::{GameEnv, Pig, PigConfig, TicTacToe, Trictrac, Turn};

use super::*;
use crate::derived_seed;
use crate::mcts::{Chance, NetworkEvaluator, Root, Scale, Search, Settings, run_together};
use crate::network::{Adam, Kind, PolicyValueNet, Rates, Shape, Trainer};

fn plan<G: GameEnv>(game: G::Config, search: Settings) -> SelfPlay<G> {
    SelfPlay {
        game,
        search,
        scale: Scale::RESULT,
        lambda: 1.0,
        temperature: Temperature {
            start: 1.0,
            drop: 4,
        },
        numbers: 0..100,
        parallel: 25,
        threads: 2,
        seed: 0,
        progress: Default::default(),
    }
}

fn network<G: GameEnv>(width: usize) -> PolicyValueNet {
    let shape = Shape {
        kind: Kind::Mlp,
        inputs: G::SIZES.features.len(),
        width,
        depth: 2,
        actions: G::SIZES.num_actions,
    };
    PolicyValueNet::new(shape, 1)
}

fn trained<G: GameEnv>(mut play: SelfPlay<G>, width: usize, steps: u64) -> PolicyValueNet {
    let network = network::<G>(width);
    let parameters = network.parameters().len();
    let mut trainer = Trainer::new(network, Adam::new(parameters), 2);
    let mut replay = Replay::default();
    for step in 0..steps {
        play.seed = derived_seed(7, &[step]);
        let played = self_play(&play, &trainer.network, &|| true).expect("nobody stops it");
        let learning = LearningPlan {
            batches: 2 * played.examples.len() / 64,
            batch_size: 64,
            rates: Rates {
                learning_rate: 0.003,
                weight_decay: 1e-4,
                policy_weight: 1.0,
            },
            seed: play.seed,
        };
        replay.push(played.examples, 5);
        learn(&learning, &replay, &mut trainer, &|| true).expect("nobody stops it");
    }
    trainer.network
}

/// Plays with a short search and without noise.
fn choose<G: GameEnv>(network: &PolicyValueNet, game: &G, simulations: u32) -> u16 {
    let settings = Settings {
        simulations,
        gumbel_scale: 0.0,
        ..Settings::default()
    };
    let mut search = Search::new(game.clone(), settings, Scale::RESULT, 0);
    run_together(&mut [&mut search], &mut NetworkEvaluator::new(network));
    search.choice().action
}

/// The share of games against a random player that the network wins, a draw counting half.
fn score_against_random<G: GameEnv>(
    network: &PolicyValueNet,
    config: &G::Config,
    simulations: u32,
    games: u64,
) -> f64 {
    let mut sum = 0.0;
    for number in 0..games {
        let mut random = fastrand::Rng::with_seed(number);
        let mut game = G::new(config);
        let seat = (number % 2) as usize;
        let mut actions = vec![0; game.sizes().max_actions];
        loop {
            match game.turn() {
                Turn::Over => break,
                Turn::Chance => game.sample_chance(&mut |bound| random.u32(..bound)),
                Turn::Player(player) if player == seat => {
                    game.apply_unchecked(choose(network, &game, simulations))
                }
                Turn::Player(_) => {
                    let count = game.legal_actions(&mut actions);
                    game.apply_unchecked(actions[random.usize(..count)]);
                }
            }
        }
        sum += (game.returns()[seat] + 1.0) / 2.0;
    }
    sum / games as f64
}

#[test]
fn tic_tac_toe_is_learned() {
    let search = Settings {
        simulations: 16,
        ..Settings::default()
    };
    let before = score_against_random::<TicTacToe>(&network::<TicTacToe>(64), &(), 8, 400);
    let learned = trained::<TicTacToe>(plan((), search), 64, 30);
    let after = score_against_random::<TicTacToe>(&learned, &(), 8, 400);
    assert!(
        after > 0.92 && after > before + 0.08,
        "{before} before, {after} after"
    );
}

/// By the policy alone: it is the network that has learned when to hold.
#[test]
fn pig_is_learned() {
    let config = PigConfig {
        target: 60,
        max_rolls: 400,
    };
    let before = score_against_random::<Pig>(&network::<Pig>(32), &config, 1, 600);
    for (root, chance, afterstates) in [
        (Root::Gumbel, Chance::Sampled, true),
        (Root::Puct, Chance::Explicit, false),
    ] {
        let search = Settings {
            simulations: 16,
            root,
            chance,
            afterstates,
            ..Settings::default()
        };
        let learned = trained::<Pig>(plan(config, search), 32, 12);
        let after = score_against_random::<Pig>(&learned, &config, 1, 600);
        assert!(
            after > 0.72 && after > before + 0.15,
            "{root:?}: {before} before, {after} after"
        );
    }
}

#[test]
fn threads_and_company_change_nothing() {
    let run = |threads, parallel| {
        let play = SelfPlay {
            threads,
            parallel,
            numbers: 0..13,
            ..plan::<Pig>(PigConfig::default(), Settings::default())
        };
        self_play(&play, &network::<Pig>(16), &|| true)
            .expect("nobody stops it")
            .examples
    };
    let expected = run(1, 1);
    assert!(expected.len() > 100);
    for (threads, parallel) in [(1, 5), (2, 3), (3, 64)] {
        assert_eq!(
            run(threads, parallel),
            expected,
            "{threads} threads, {parallel} games in step"
        );
    }
}

#[test]
fn self_play_stops_when_asked() {
    let play = plan::<TicTacToe>((), Settings::default());
    assert!(self_play(&play, &network::<TicTacToe>(16), &|| false).is_none());
}

#[test]
fn trictrac_is_taught_and_goes_on_from_its_files() {
    let config = Config {
        game: "trictrac(holes=1)".into(),
        taught_steps: 1,
        nn_width: 16,
        nn_depth: 1,
        max_simulations: 4,
        games_per_step: 4,
        evaluation_freq: 0,
        ..Config::default()
    };
    let new = || Training::<Trictrac>::new(config.clone()).expect("the options are fine");
    let step =
        |training: &mut Training<Trictrac>| training.step(&|| true).expect("nobody stops it");
    let mut whole = new();
    let record = step(&mut whole);
    let folder = std::env::temp_dir().join(format!("spiel_bot-taught-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room");
    whole.save(&folder).expect("there is room");
    let mut taken_up = new();
    taken_up
        .load(&folder, &record)
        .expect("it was just written");
    std::fs::remove_dir_all(&folder).expect("it is there");
    step(&mut whole);
    step(&mut taken_up);
    assert_eq!(whole.network(), taken_up.network());

    let batch = taught_decisions("trictrac(holes=1)", 3, 1, 2).expect("the game is fine");
    let inputs = Trictrac::new(&Default::default()).sizes().features.len();
    assert_eq!(batch.observations.len(), batch.len() * inputs);
}

#[test]
fn a_step_played_in_parts_elsewhere_is_the_same_step() {
    let config = Config {
        game: "trictrac(holes=1)".into(),
        taught_steps: 1,
        nn_width: 16,
        nn_depth: 1,
        max_simulations: 4,
        games_per_step: 5,
        evaluation_freq: 0,
        ..Config::default()
    };
    let new = || Training::<Trictrac>::new(config.clone()).expect("the options are fine");
    let (mut whole, mut in_parts) = (new(), new());
    for step in 1..=2 {
        whole.step(&|| true).expect("nobody stops it");
        let mut sum = SelfPlayResult::default();
        for numbers in [0..2, 2..3, 3..5] {
            let part = play_games::<Trictrac>(&config, step, numbers, in_parts.network());
            let bytes = part.expect("the network fits").to_bytes();
            assert!(SelfPlayResult::from_bytes(&bytes[1..]).is_none());
            sum.add(&SelfPlayResult::from_bytes(&bytes).expect("it was just written"));
        }
        let record = in_parts.learn_step(sum, 1.0, &|| true);
        assert_eq!(
            record.expect("nobody stops it")["total_trajectories"],
            5 * step
        );
        assert_eq!(whole.network(), in_parts.network());
    }

    let other = Config {
        nn_width: 8,
        ..config
    };
    assert!(play_games::<Trictrac>(&other, 1, 0..1, whole.network()).is_err());
}
