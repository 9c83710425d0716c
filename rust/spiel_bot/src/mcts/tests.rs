//! What must hold for every search, and a slow recursive one that does the same.

use trictrac_env::{Action, GameEnv, Pig, PigConfig, TicTacToe, Trictrac, Turn};

use super::*;
use crate::network::Outputs;

/// Judges positions by a hash of what they print: as good as random, and always the same.
#[derive(Default)]
struct Oracle(Vec<u64>);

impl Oracle {
    fn hash(text: &str) -> u64 {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    fn number(hash: u64, salt: u64) -> f32 {
        fastrand::Rng::with_seed(hash ^ salt).f32() - 0.5
    }
}

impl<G: GameEnv> Evaluator<G> for Oracle {
    fn look<'a>(&mut self, games: impl Iterator<Item = &'a G>)
    where
        G: 'a,
    {
        self.0 = games.map(|game| Oracle::hash(&game.to_string())).collect();
    }

    fn outputs(&self, place: usize) -> Outputs {
        Outputs {
            value: Oracle::number(self.0[place], 1 << 40),
            result: Oracle::number(self.0[place], 1 << 41),
        }
    }

    fn logits(&self, place: usize, actions: &[Action], logits: &mut [f32]) {
        for (logit, &action) in logits.iter_mut().zip(actions) {
            *logit = 2.0 * Oracle::number(self.0[place], u64::from(action));
        }
    }
}

/// Knows nothing.
struct Blank;

impl<G: GameEnv> Evaluator<G> for Blank {
    fn look<'a>(&mut self, games: impl Iterator<Item = &'a G>)
    where
        G: 'a,
    {
        games.for_each(drop);
    }

    fn outputs(&self, _place: usize) -> Outputs {
        Outputs::default()
    }

    fn logits(&self, _place: usize, _actions: &[Action], _logits: &mut [f32]) {}
}

fn searched<G: GameEnv>(game: &G, settings: Settings, evaluator: &mut impl Evaluator<G>) -> Choice {
    let mut search = Search::new(game.clone(), settings, Scale::RESULT, 11);
    run_together(&mut [&mut search], evaluator);
    search.choice()
}

/// Positions of random games where somebody decides.
fn decisions<G: GameEnv>(config: &G::Config, count: usize) -> Vec<G> {
    let mut generator = fastrand::Rng::with_seed(21);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = G::new(config);
        let mut actions = vec![0; game.sizes().max_actions];
        loop {
            match game.turn() {
                Turn::Over => break,
                Turn::Chance => game.sample_chance(&mut |bound| generator.u32(..bound)),
                Turn::Player(_) => {
                    if generator.u8(..4) == 0 {
                        found.push(game.clone());
                    }
                    let legal = game.legal_actions(&mut actions);
                    game.apply_unchecked(actions[generator.usize(..legal)]);
                }
            }
        }
    }
    found.truncate(count);
    found
}

const PUCT: Settings = Settings {
    simulations: 60,
    root: Root::Puct,
    chance: Chance::Explicit,
    afterstates: true,
    exploration: 1.5,
    first_play_reduction: 0.0,
    noise_share: 0.0,
    noise_alpha: 0.5,
    considered: 16,
    gumbel_scale: 1.0,
    value_scale: 0.1,
    least_span: 0.2,
    value_visits: 50.0,
};

/// Every way to search.
fn all_settings(simulations: u32) -> Vec<Settings> {
    let mut all = Vec::new();
    for root in [Root::Puct, Root::Gumbel] {
        for chance in [Chance::Sampled, Chance::Explicit] {
            for afterstates in [false, true] {
                let noise_share = 0.25;
                all.push(Settings {
                    simulations,
                    root,
                    chance,
                    afterstates,
                    noise_share,
                    ..PUCT
                });
            }
        }
    }
    all
}

fn check_choice<G: GameEnv>(game: &G, settings: Settings) {
    let choice = searched(game, settings, &mut Oracle::default());
    let mut legal = vec![0; game.sizes().max_actions];
    let count = game.legal_actions(&mut legal);
    assert_eq!(choice.actions, legal[..count], "{settings:?} {game}");
    assert!(choice.actions.contains(&choice.action));
    assert_eq!(
        choice.visits.iter().sum::<u32>(),
        settings.simulations,
        "{settings:?} {game}"
    );
    let total: f32 = choice.policy.iter().sum();
    assert!(
        (total - 1.0).abs() < 1e-4 && choice.policy.iter().all(|&p| p >= 0.0),
        "{choice:?}"
    );
    assert!(choice.value.is_finite());
    assert_eq!(
        choice,
        searched(game, settings, &mut Oracle::default()),
        "the same seed, another result"
    );
}

#[test]
fn visits_sum_to_the_simulations_and_actions_are_legal() {
    for simulations in [1, 8, 50] {
        for settings in all_settings(simulations) {
            decisions::<TicTacToe>(&(), 6)
                .iter()
                .for_each(|game| check_choice(game, settings));
            decisions::<Pig>(&PigConfig::default(), 6)
                .iter()
                .for_each(|game| check_choice(game, settings));
            decisions::<Trictrac>(&Default::default(), 12)
                .iter()
                .for_each(|game| check_choice(game, settings));
        }
    }
}

#[test]
fn searches_in_step_find_what_each_finds_alone() {
    let games = decisions::<Trictrac>(&Default::default(), 20);
    for settings in all_settings(20) {
        let mut searches: Vec<_> = games
            .iter()
            .map(|game| Search::new(*game, settings, Scale::RESULT, 11))
            .collect();
        run_together(
            &mut searches.iter_mut().collect::<Vec<_>>(),
            &mut Oracle::default(),
        );
        for (game, search) in games.iter().zip(searches) {
            assert_eq!(
                search.choice(),
                searched(game, settings, &mut Oracle::default())
            );
        }
    }
}

/// A node of the slow search: nothing is shared, everything is looked up again.
struct Slow<G> {
    game: G,
    visits: u32,
    total: f64,
    is_evaluated: bool,
    edges: Vec<SlowEdge<G>>,
}

/// Action or outcome, its prior, visits, total and child.
type SlowEdge<G> = (Action, f32, u32, f64, Option<Box<Slow<G>>>);

impl<G: GameEnv> Slow<G> {
    fn new(game: G) -> Slow<G> {
        Slow {
            game,
            visits: 0,
            total: 0.0,
            is_evaluated: false,
            edges: Vec::new(),
        }
    }

    fn note(&mut self, value: f32) -> f32 {
        self.visits += 1;
        self.total += f64::from(value);
        value
    }

    /// What player 0 gains from here on, by one more simulation.
    fn simulate(&mut self, oracle: &mut Oracle) -> f32 {
        let turn = self.game.turn();
        if turn == Turn::Over {
            return self.note(0.0);
        }
        if !self.is_evaluated {
            self.is_evaluated = true;
            self.expand(oracle);
            let sign = if self.game.mover() == 0 { 1.0 } else { -1.0 };
            return self.note(sign * Evaluator::<G>::outputs(oracle, 0).value);
        }
        let mean = (self.total / f64::from(self.visits)) as f32;
        let tried: u32 = self.edges.iter().map(|edge| edge.2).sum();
        let worth = |&(_, prior, visits, total, _): &SlowEdge<G>| match turn {
            Turn::Player(player) => {
                let sign = if player == 0 { 1.0 } else { -1.0 };
                let value = if visits > 0 {
                    (total / f64::from(visits)) as f32
                } else {
                    mean
                };
                sign * value
                    + PUCT.exploration * (self.visits as f32).sqrt() * prior / (1.0 + visits as f32)
            }
            _ => prior * (tried + 1) as f32 - visits as f32,
        };
        let mut best = 0;
        for index in 1..self.edges.len() {
            if worth(&self.edges[index]) > worth(&self.edges[best]) {
                best = index;
            }
        }
        let before = Scale::RESULT.score(&self.game);
        let (action, _, visits, total, child) = &mut self.edges[best];
        let child = child.get_or_insert_with(|| {
            let mut game = self.game.clone();
            let applied = if turn == Turn::Chance {
                game.apply_chance(*action)
            } else {
                game.apply(*action)
            };
            applied.expect("the edges are legal");
            Box::new(Slow::new(game))
        });
        let later = child.simulate(oracle);
        let value = Scale::RESULT.score(&child.game) - before + later;
        *visits += 1;
        *total += f64::from(value);
        self.note(value)
    }

    fn expand(&mut self, oracle: &mut Oracle) {
        oracle.look([&self.game].into_iter());
        let mut actions = vec![0; self.game.sizes().max_actions];
        let count = self.game.legal_actions(&mut actions);
        let mut logits = vec![0.0; count];
        Evaluator::<G>::logits(oracle, 0, &actions[..count], &mut logits);
        crate::network::softmax(&mut logits);
        self.edges = actions
            .into_iter()
            .zip(logits)
            .map(|(action, prior)| (action, prior, 0, 0.0, None))
            .collect();
        if self.game.turn() == Turn::Chance {
            let mut outcomes = vec![(0, 0.0); self.game.sizes().max_actions];
            let count = self.game.chance_outcomes(&mut outcomes);
            let edge = |&(outcome, probability): &(Action, f64)| {
                (outcome, probability as f32, 0, 0.0, None)
            };
            self.edges = outcomes[..count].iter().map(edge).collect();
        }
    }
}

fn assert_same_as_slow<G: GameEnv>(game: &G) {
    let mut slow = Slow::new(game.clone());
    for _ in 0..=PUCT.simulations {
        slow.simulate(&mut Oracle::default());
    }
    let choice = searched(game, PUCT, &mut Oracle::default());
    let visits: Vec<u32> = slow.edges.iter().map(|edge| edge.2).collect();
    assert_eq!(choice.visits, visits, "{game}");
    let sign = if game.mover() == 0 { 1.0 } else { -1.0 };
    for (edge, value) in slow.edges.iter().zip(choice.values) {
        let expected = (edge.3 / f64::from(edge.2.max(1))) as f32;
        assert_eq!(value, sign * expected, "{game}");
    }
}

#[test]
fn the_search_is_that_of_the_slow_reference() {
    decisions::<TicTacToe>(&(), 15)
        .iter()
        .for_each(assert_same_as_slow);
    decisions::<Pig>(
        &PigConfig {
            target: 20,
            ..PigConfig::default()
        },
        15,
    )
    .iter()
    .for_each(assert_same_as_slow);
    decisions::<Trictrac>(&Default::default(), 15)
        .iter()
        .for_each(assert_same_as_slow);
}

/// The value of a position by looking at all that can follow.
fn solved(game: &TicTacToe, player: usize) -> f64 {
    if game.turn() == Turn::Over {
        return game.returns()[player];
    }
    let mut actions = [0; 9];
    let count = game.legal_actions(&mut actions);
    let values = actions[..count].iter().map(|&action| {
        let mut after = *game;
        after.apply_unchecked(action);
        solved(&after, player)
    });
    if game.mover() == player {
        values.fold(-1.0, f64::max)
    } else {
        values.fold(1.0, f64::min)
    }
}

#[test]
fn values_of_solved_positions_converge() {
    for game in decisions::<TicTacToe>(&(), 12) {
        let expected = solved(&game, game.mover());
        for root in [Root::Puct, Root::Gumbel] {
            let settings = Settings {
                simulations: 20_000,
                root,
                ..PUCT
            };
            let choice = searched(&game, settings, &mut Blank);
            let error = (f64::from(choice.value) - expected).abs();
            assert!(
                error < 0.15,
                "{root:?} {} instead of {expected} in\n{game}",
                choice.value
            );
        }
    }
}

#[test]
fn the_game_counts_beside_gains() {
    // Gains next to nothing, and the game 0.8.
    let scale = Scale {
        unit: 1e6,
        discount: 0.5,
        game: 0.8,
    };
    for game in decisions::<TicTacToe>(&(), 12) {
        let expected = solved(&game, game.mover());
        let settings = Settings {
            simulations: 20_000,
            ..PUCT
        };
        let mut search = Search::new(game, settings, scale, 1);
        run_together(&mut [&mut search], &mut Blank);
        let choice = search.choice();
        assert!((f64::from(choice.value) - 0.8 * expected).abs() < 0.15);
        assert!((f64::from(choice.outlook.result) - expected).abs() < 0.2);
        assert!(choice.outlook.value.abs() < 1e-4);
    }
}

/// Two rolls from the end of a game of pig: roll or hold is a matter of arithmetic.
#[test]
fn chance_is_weighed_by_its_probabilities() {
    let config = PigConfig {
        target: 4,
        max_rolls: 2,
    };
    let mut game = Pig::new(&config);
    game.apply(0).expect("rolling is legal");
    game.apply_chance(1).expect("a die has a 2");
    // With 2 points and one roll left: 2 to 6 win, 1 gives a draw; holding is a draw or a loss.
    for chance in [Chance::Sampled, Chance::Explicit] {
        for afterstates in [false, true] {
            let settings = Settings {
                simulations: 4000,
                chance,
                afterstates,
                ..PUCT
            };
            let choice = searched(&game, settings, &mut Blank);
            assert_eq!(choice.action, 0);
            let error = (choice.values[0] - 5.0 / 6.0).abs();
            assert!(error < 0.03, "{chance:?} {choice:?}");
        }
    }
}

#[test]
fn few_simulations_find_a_win_that_the_policy_hides() {
    // x x .
    // o o .     x to play: the corner wins, and so does nothing else.
    // . . .
    let mut game = TicTacToe::new(&());
    for action in [0, 3, 1, 4] {
        game.apply(action).expect("the cell is free");
    }
    for simulations in [8, 16, 32] {
        for (seed, gumbel_scale) in (0..20).zip([0.0, 1.0].into_iter().cycle()) {
            let settings = Settings {
                simulations,
                gumbel_scale,
                ..Settings::default()
            };
            let mut search = Search::new(game, settings, Scale::RESULT, seed);
            run_together(&mut [&mut search], &mut Blank);
            let choice = search.choice();
            assert!(choice.policy[0] > 0.5, "seed {seed}: {choice:?}");
            // With noise, and only then, a worse action may be played now and again.
            assert!(choice.action == 2 || gumbel_scale > 0.0, "{choice:?}");
        }
    }
}
