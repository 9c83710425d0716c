//! What every game must keep to, through the trait alone; then what is Trictrac's, tic-tac-toe's
//! and pig's own.

use trictrac_env::{
    Action, GameEnv, PLAYERS, Packed, Pig, PigConfig, Refusal, TicTacToe, Trictrac, TrictracConfig,
    Turn, Uniform,
};
use trictrac_store::{
    ActionList, DiceShape, ExitRule, Format, GameValue, Observation, Options, State, Utility,
};

/// A source of chance with a seed.
fn random(seed: u64) -> impl Uniform {
    let mut generator = fastrand::Rng::with_seed(seed);
    move |bound| generator.u32(..bound)
}

fn legal_actions<G: GameEnv>(game: &G) -> Vec<Action> {
    let mut actions = vec![0; G::SIZES.max_actions];
    let count = game.legal_actions(&mut actions);
    actions.truncate(count);
    actions
}

fn chance_outcomes<G: GameEnv>(game: &G) -> Vec<(Action, f64)> {
    let mut outcomes = vec![(0, 0.0); G::SIZES.max_actions];
    let count = game.chance_outcomes(&mut outcomes);
    outcomes.truncate(count);
    outcomes
}

/// Takes a random step, of a player or of chance.
fn step<G: GameEnv>(game: &mut G, random: &mut impl Uniform) {
    match game.turn() {
        Turn::Chance => game.sample_chance(random),
        Turn::Player(_) => {
            let actions = legal_actions(game);
            let choice = random.below(actions.len() as u32) as usize;
            game.apply(actions[choice]).unwrap();
        }
        Turn::Over => panic!("{game} is over"),
    }
}

fn ascend(numbers: &[Action]) -> bool {
    numbers.windows(2).all(|pair| pair[0] < pair[1])
}

fn check_decision<G: GameEnv>(game: &G, player: usize) {
    let sizes = game.sizes();
    assert!(player < PLAYERS, "{game}");
    assert_eq!(game.mover(), player, "{game}");
    assert!(chance_outcomes(game).is_empty(), "{game}");
    let actions = legal_actions(game);
    assert!(!actions.is_empty(), "{game}");
    assert!(actions.len() <= sizes.max_actions, "{game}");
    assert!(ascend(&actions), "{game}: {actions:?}");
    let beyond = (sizes.num_actions as Action..).take(9).chain([Action::MAX]);
    for action in (0..sizes.num_actions as Action).chain(beyond) {
        let is_legal = actions.contains(&action);
        assert_eq!(game.is_legal(action), is_legal, "{game}: {action}");
        let mut after = game.clone();
        let applied = after.apply(action);
        if is_legal {
            assert_eq!(applied, Ok(()), "{game}: {action}");
            assert_ne!(after, *game, "{game}: {action}");
        } else {
            assert_eq!(applied, Err(Refusal::Impossible(action)), "{game}");
            assert_eq!(after, *game, "{game}: {action}");
        }
    }
    let mut after = game.clone();
    assert_eq!(after.apply_chance(0), Err(Refusal::NotAChanceNode));
    after.sample_chance(&mut random(0));
    assert_eq!(after, *game, "{game}");
}

fn check_chance<G: GameEnv>(game: &G) {
    let sizes = game.sizes();
    assert!(legal_actions(game).is_empty(), "{game}");
    assert_eq!(game.clone().apply(0), Err(Refusal::NotADecision));
    let outcomes = chance_outcomes(game);
    let total: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
    assert!((total - 1.0).abs() < 1e-12, "{game}: {total}");
    let numbers: Vec<Action> = outcomes.iter().map(|(outcome, _)| *outcome).collect();
    assert!(ascend(&numbers), "{game}: {numbers:?}");
    for outcome in 0..sizes.num_outcomes as Action + 9 {
        let mut after = game.clone();
        let applied = after.apply_chance(outcome);
        if numbers.contains(&outcome) {
            assert_eq!(applied, Ok(()), "{game}: {outcome}");
            assert_ne!(after, *game, "{game}: {outcome}");
        } else {
            assert_eq!(applied, Err(Refusal::Impossible(outcome)), "{game}");
            assert_eq!(after, *game, "{game}: {outcome}");
        }
    }
}

fn check_over<G: GameEnv>(game: &G) {
    assert!(game.is_over());
    assert!(legal_actions(game).is_empty(), "{game}");
    assert!(chance_outcomes(game).is_empty(), "{game}");
    let mut after = game.clone();
    assert_eq!(after.apply(1), Err(Refusal::NotADecision));
    assert_eq!(after.apply_chance(1), Err(Refusal::NotAChanceNode));
    after.sample_chance(&mut random(0));
    assert_eq!(after, *game);
}

/// Every value is written, and nothing behind the last one.
fn check_tensors<G: GameEnv>(game: &G) {
    let sizes = game.sizes();
    for player in 0..PLAYERS {
        let end = sizes.observation.len();
        let mut seen = [vec![0; end + 1], vec![255; end + 1]];
        for values in &mut seen {
            game.observation(player, values);
        }
        assert_eq!(seen[0][..end], seen[1][..end], "{game}");
        assert_eq!((seen[0][end], seen[1][end]), (0, 255), "{game}");

        let end = sizes.features.len();
        let mut features = vec![-1.0; end + 1];
        game.features(player, &mut features);
        for (index, value) in features[..end].iter().enumerate() {
            assert!((0.0..=1.0).contains(value), "{game}: {index} is {value}");
        }
        assert_eq!(features[end], -1.0, "{game}");
    }
}

/// The game's words say all of it, and touch nothing behind them.
fn check_words<G: Packed>(game: &G) {
    let mut words = vec![7; G::WORDS + 1];
    game.pack(&mut words);
    assert_eq!(words[G::WORDS], 7);
    assert_eq!(G::unpack(&words).as_ref(), Some(game), "{game}");
    assert_eq!(G::packed_turn(&words), Some(game.turn()), "{game}");
    let mut possible = Vec::new();
    G::for_each_possible(&words, |action| possible.push(action)).unwrap();
    let outcomes = chance_outcomes(game)
        .into_iter()
        .map(|(outcome, _)| outcome);
    let expected: Vec<Action> = outcomes.chain(legal_actions(game)).collect();
    assert_eq!(possible, expected, "{game}");
    for action in (0..G::SIZES.num_actions as Action).chain([Action::MAX]) {
        let mut packed_after = words.clone();
        let mut after = game.clone();
        let applied = match after.turn() {
            Turn::Chance => after.apply_chance(action),
            _ => after.apply(action),
        };
        assert_eq!(
            G::apply_packed(&mut packed_after, action),
            Some(applied),
            "{game}"
        );
        let mut expected = words.clone();
        after.pack(&mut expected);
        assert_eq!(packed_after, expected, "{game}: {action}");
    }
    words[0] ^= 1 << 40;
    assert_eq!(G::apply_packed(&mut words, 0), None, "{game}");
    assert_eq!(G::unpack(&words), None, "{game}");
    assert_eq!(G::packed_turn(&words), None, "{game}");
    assert_eq!(G::for_each_possible(&words, |_| ()), None, "{game}");
}

/// Words that nobody packed, behind the right mark: nothing panics, and no number leaves its range.
fn check_garbage<G: Packed>(config: &G::Config) {
    let mut generator = fastrand::Rng::with_seed(3);
    let mut words = vec![0; G::WORDS];
    for _ in 0..20_000 {
        G::new(config).pack(&mut words);
        for word in &mut words[1..] {
            *word ^= generator.u64(..) & generator.u64(..) & generator.u64(..);
        }
        let mut game = G::unpack(&words).expect("the mark is right");
        let sizes = game.sizes();
        let mut observation = vec![0; sizes.observation.len()];
        let mut features = vec![0.0; sizes.features.len()];
        for player in 0..PLAYERS {
            game.observation(player, &mut observation);
            game.features(player, &mut features);
        }
        let _ = (game.returns(), game.outcome(), game.mover());
        let actions = legal_actions(&game);
        assert!(
            actions
                .iter()
                .all(|action| usize::from(*action) < G::SIZES.num_actions)
        );
        if let Some(action) = actions.first() {
            let _ = game.clone().apply(*action);
        }
        for action in [0, 1, 2, 513, Action::MAX] {
            game.clone().apply_unchecked(action);
        }
        for action in [0, 1, 2, 513, Action::MAX] {
            let _ = G::apply_packed(&mut words.clone(), action).expect("the mark is right");
        }
        game.sample_chance(&mut random(9));
        game.pack(&mut words);
    }
}

/// Plays `games` games, and looks at every node on the way.
fn check_games<G: Packed>(config: &G::Config, games: u64) {
    for seed in 0..games {
        let mut random = random(seed);
        let mut game = G::new(config);
        loop {
            check_tensors(&game);
            check_words(&game);
            match game.turn() {
                Turn::Player(player) => check_decision(&game, player),
                Turn::Chance => check_chance(&game),
                Turn::Over => break,
            }
            step(&mut game, &mut random);
        }
        check_over(&game);
    }
}

/// The same seed gives the same game, and another one another.
fn check_seeds<G: GameEnv>(config: &G::Config) {
    let play = |seed| {
        let mut random = random(seed);
        let mut game = G::new(config);
        let mut texts = vec![game.to_string()];
        while !game.is_over() {
            step(&mut game, &mut random);
            texts.push(game.to_string());
        }
        (texts, game.outcome())
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

/// Outcomes come as often as their probabilities say: within five standard deviations.
fn check_frequencies<G: GameEnv>(game: &G) {
    const SAMPLES: usize = 20_000;
    let outcomes = chance_outcomes(game);
    let successors: Vec<G> = outcomes
        .iter()
        .map(|(outcome, _)| {
            let mut after = game.clone();
            after.apply_chance(*outcome).unwrap();
            after
        })
        .collect();
    // Two orders of the same dice lead to one position, so it is positions that are counted.
    let place = |successor: &G| successors.iter().position(|other| other == successor);
    let mut expected = vec![0.0; outcomes.len()];
    for (successor, (_, probability)) in successors.iter().zip(&outcomes) {
        expected[place(successor).unwrap()] += probability;
    }
    let mut counts = vec![0.0; outcomes.len()];
    let mut random = random(5);
    for _ in 0..SAMPLES {
        let mut after = game.clone();
        after.sample_chance(&mut random);
        counts[place(&after).expect("a possible successor")] += 1.0;
    }
    for (count, probability) in counts.iter().zip(expected) {
        let mean = probability * SAMPLES as f64;
        let deviation = (mean * (1.0 - probability)).sqrt();
        assert!(
            (count - mean).abs() <= 5.0 * deviation,
            "{game}: {count} for {mean}"
        );
    }
}

/// Trictrac in every shape of dice and scale of results, by the laws and by all other rules.
fn trictrac_configs() -> Vec<TrictracConfig> {
    let other_rules = Options {
        max_turns: 90,
        target_holes: 5,
        game_value: GameValue::Quadruple,
        exit_rule: ExitRule::Sequential,
        first_roll_no_double: false,
        exact_exit_mandatory: true,
        exit_dead_number_penalty: true,
        pile_de_misere: false,
        jan_de_rencontre: true,
        margot: true,
        ..Options::default()
    };
    let written = Options {
        marques: 2,
        ..Options::of_format(Format::Written)
    };
    let schools = Options {
        schools: true,
        max_turns: 60,
        ..Options::default()
    };
    let mut configs = Vec::new();
    for options in [Options::default(), other_rules, written, schools] {
        for (dice, utility) in DiceShape::ALL.into_iter().zip(Utility::ALL) {
            configs.push(TrictracConfig {
                options,
                dice,
                utility,
            });
        }
    }
    configs
}

#[test]
fn trictrac_keeps_to_the_trait() {
    for config in trictrac_configs() {
        check_games::<Trictrac>(&config, 1);
        check_seeds::<Trictrac>(&config);
    }
}

#[test]
fn tic_tac_toe_keeps_to_the_trait() {
    check_games::<TicTacToe>(&(), 200);
    check_seeds::<TicTacToe>(&());
}

#[test]
fn pig_keeps_to_the_trait() {
    let long_and_short = PigConfig {
        target: 200,
        max_rolls: 70,
    };
    for config in [PigConfig::default(), long_and_short] {
        check_games::<Pig>(&config, 100);
        check_seeds::<Pig>(&config);
    }
}

#[test]
fn words_that_nobody_packed_are_safe() {
    for config in trictrac_configs() {
        check_garbage::<Trictrac>(&config);
    }
    check_garbage::<TicTacToe>(&());
    check_garbage::<Pig>(&PigConfig::default());
}

#[test]
fn chance_keeps_to_its_probabilities() {
    for config in trictrac_configs() {
        let mut game = Trictrac::new(&config);
        // The first roll, the second die of it, and an ordinary roll.
        check_frequencies(&game);
        game.sample_chance(&mut random(0));
        if game.turn() == Turn::Chance {
            check_frequencies(&game);
        }
        let mut random = random(1);
        let is_ordinary_roll =
            |game: &Trictrac| game.state().turns() >= 2 && game.turn() == Turn::Chance;
        while !game.is_over() && !is_ordinary_roll(&game) {
            step(&mut game, &mut random);
        }
        // Claims at random end a game with its first rolls.
        if config.options.schools && game.is_over() {
            continue;
        }
        check_frequencies(&game);
    }
    let mut pig = Pig::new(&PigConfig::default());
    pig.apply(0).unwrap();
    check_frequencies(&pig);
}

/// As when a position with one die on the table is loaded into a game that rolls both at once.
#[test]
fn a_die_on_the_table_binds_every_shape() {
    let mut half = Trictrac::new(&TrictracConfig {
        dice: DiceShape::Sequential,
        ..Default::default()
    });
    half.apply_chance(3).unwrap();
    for dice in DiceShape::ALL {
        let game = Trictrac::from_state(*half.state(), dice, Utility::Win);
        assert_eq!(chance_outcomes(&game).len(), 5);
        check_frequencies(&game);
    }
}

#[test]
fn trictrac_is_the_engine_node_by_node() {
    let mut random = random(11);
    for config in trictrac_configs() {
        let mut game = Trictrac::new(&config);
        let mut state = State::new(config.options);
        let mut legal = ActionList::new();
        while !game.is_over() {
            state.legal_actions(&mut legal);
            assert_eq!(legal_actions(&game), legal.ids());
            assert_eq!(
                game,
                Trictrac::from_state(state, config.dice, config.utility)
            );
            assert_eq!(game.returns(), config.utility.returns(&state));
            if game.turn() == Turn::Chance {
                let outcomes = chance_outcomes(&game);
                let choice = random.below(outcomes.len() as u32) as usize;
                let outcome = outcomes[choice].0;
                game.apply_chance(outcome).unwrap();
                config.dice.apply(&mut state, outcome.into()).unwrap();
            } else {
                let choice = random.below(legal.len() as u32) as usize;
                let action = legal.iter().nth(choice).unwrap();
                game.apply(action.0).unwrap();
                state.apply(action).unwrap();
            }
            assert_eq!(*game.state(), state);
        }
    }
}

#[test]
fn outcomes_are_the_returns_without_their_scale() {
    for (seed, config) in trictrac_configs().into_iter().enumerate() {
        let mut random = random(seed as u64);
        let mut game = Trictrac::new(&config);
        while !game.is_over() {
            step(&mut game, &mut random);
        }
        if let Some(written) = game.state().written_score() {
            let tokens = written.tokens.map(i64::from);
            let is_win = config.utility == Utility::Win;
            assert_eq!(
                game.outcome(),
                if is_win {
                    tokens.map(i64::signum)
                } else {
                    tokens
                }
            );
            continue;
        }
        let value = match config.options.game_value {
            GameValue::Simple => 1.0,
            GameValue::Double => 2.0,
            GameValue::Quadruple => 4.0,
        };
        let scale = match config.utility {
            Utility::Win | Utility::Score => 1.0,
            Utility::Margin => f64::from(config.options.target_holes) * value,
        };
        for (whole, value) in game.outcome().into_iter().zip(game.returns()) {
            let difference = whole as f64 - value * scale;
            assert!(difference.abs() < 1e-9, "{game}: {whole}, {value}");
        }
    }
}

#[test]
fn features_are_as_long_as_the_engine_says() {
    for format in [Format::Ordinary, Format::Written] {
        for schools in [false, true] {
            let game = Trictrac::new(&TrictracConfig {
                options: Options {
                    schools,
                    ..Options::of_format(format)
                },
                ..TrictracConfig::default()
            });
            let expected = Observation::Features.len(&game.state().options());
            assert_eq!(game.sizes().features.len(), expected);
            assert!(expected <= Trictrac::SIZES.features.len());
        }
    }
}

#[test]
fn an_observation_is_the_compact_tensor_without_negative_numbers() {
    let mut game = Trictrac::new(&TrictracConfig::default());
    game.apply_chance(6 * 5 + 3).unwrap();
    let mut seen = [0; 36];
    game.observation(1, &mut seen);
    assert_eq!((seen[0], seen[1], seen[23]), (30, 15, 0));
    assert_eq!(seen[24..28], [0, 4, 6, 4]);
    assert_eq!(seen[28..], [0, 0, 1, 1, 0, 0, 1, 1]);
}

#[test]
fn nobody_who_sees_everything_loses_at_tic_tac_toe() {
    fn best(game: &TicTacToe) -> i64 {
        let Turn::Player(player) = game.turn() else {
            return game.outcome()[0];
        };
        let values = legal_actions(game).into_iter().map(|action| {
            let mut after = *game;
            after.apply(action).unwrap();
            best(&after)
        });
        match player {
            0 => values.max(),
            _ => values.min(),
        }
        .unwrap()
    }
    let mut game = TicTacToe::new(&());
    assert_eq!(best(&game), 0);
    for action in [0, 1, 3, 4] {
        game.apply(action).unwrap();
    }
    assert_eq!(game.to_string(), "xo.\nxo.\n...");
    assert_eq!(best(&game), 1);
    let mut seen = [9; 18];
    game.observation(1, &mut seen);
    assert_eq!(seen, [0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0]);
    game.apply(6).unwrap();
    assert_eq!((game.turn(), game.outcome()), (Turn::Over, [1, -1]));
    assert_eq!(game.mover(), 0);
}

#[test]
fn a_one_in_pig_loses_the_turn_and_its_sum() {
    let roll = |game: &mut Pig, number: Action| {
        game.apply(0).unwrap();
        game.apply_chance(number - 1).unwrap();
    };
    let mut game = Pig::new(&PigConfig {
        target: 12,
        max_rolls: 6,
    });
    assert_eq!(game.apply(1), Err(Refusal::Impossible(1)));
    roll(&mut game, 5);
    game.apply(1).unwrap();
    assert_eq!(game.to_string(), "5 0 +0 player 1 decides");
    roll(&mut game, 6);
    roll(&mut game, 1);
    assert_eq!(game.to_string(), "5 0 +0 player 0 decides");
    let mut drawn = game;
    for number in [2, 2, 1] {
        roll(&mut drawn, number);
    }
    assert_eq!((drawn.turn(), drawn.outcome()), (Turn::Over, [0, 0]));
    roll(&mut game, 3);
    roll(&mut game, 4);
    assert_eq!((game.turn(), game.outcome()), (Turn::Over, [1, -1]));
    let mut seen = [0.0; 4];
    game.features(0, &mut seen);
    assert_eq!(seen, [5.0 / 12.0, 0.0, 7.0 / 12.0, 1.0]);
}
