//! Games of the player that comes with the engine, `td:1`, as examples: a network can begin with what
//! that player knows.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use trictrac_env::{GameEnv, Trictrac, Turn};
use trictrac_search::lookahead::{Depth, Judged, judge_actions, lead};
use trictrac_search::{Network, champion};
use trictrac_store::{ActionId, HOLE};

use super::config::Config;
use super::self_play::{Played, SelfPlay, SelfPlayResult, examples_of};
use super::targets::Blend;
use super::task::{Task, parse_game};
use crate::derived_seed;
use crate::mcts::{Choice, Scale, Settings};
use crate::network::{Batch, Outputs, softmax};

/// How many holes of utility make an action less likely by a factor of e.
const HOLES_A_NAT: f32 = 0.1;
/// How often the games take another action than the best one, drawn by the policy, so that they are
/// not all alike.
const EXPLORING: f32 = 0.2;

/// Plays games of the shipped player against itself; `None` when `go_on` has said no. Of the plan's
/// settings those of the search mean nothing here.
pub fn teach(
    plan: &SelfPlay<Trictrac>,
    go_on: &(impl Fn() -> bool + Sync),
) -> Option<SelfPlayResult> {
    let mut sum = SelfPlayResult::default();
    let parts: Vec<Option<SelfPlayResult>> = std::thread::scope(|scope| {
        let workers: Vec<_> = plan
            .shares()
            .into_iter()
            .map(|numbers| scope.spawn(move || teach_games(plan, numbers, go_on)))
            .collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker.join().expect("teaching does not panic")
        };
        workers.into_iter().map(join).collect()
    });
    for part in parts {
        sum.add(&part?);
    }
    Some(sum)
}

/// The decisions of such games as a batch: observations, policies, and as value and result what the
/// player who decides can expect.
pub fn taught_decisions(
    game: &str,
    games: usize,
    seed: u64,
    threads: usize,
) -> Result<Batch, String> {
    let (_, parameters) = parse_game(game)?;
    let config = Config::default();
    let plan = SelfPlay::<Trictrac> {
        game: Trictrac::configure(&parameters, config.reward)?,
        search: Settings {
            afterstates: false,
            ..config.search()
        },
        scale: config.scale(),
        lambda: config.td_lambda,
        temperature: config.temperature(),
        numbers: 0..games,
        parallel: 1,
        threads,
        seed,
        progress: Arc::default(),
    };
    let taught = teach(&plan, &|| true).expect("nobody stops it");
    let mut batch = Batch::default();
    let inputs = Trictrac::new(&plan.game).sizes().features.len();
    for index in 0..taught.examples.len() {
        taught.examples.copy_to(index, inputs, &mut batch);
    }
    Ok(batch)
}

fn teach_games(
    plan: &SelfPlay<Trictrac>,
    numbers: std::ops::Range<usize>,
    go_on: &impl Fn() -> bool,
) -> Option<SelfPlayResult> {
    let begun = Instant::now();
    let mut taught = SelfPlayResult::default();
    let blend = Blend {
        lambda: plan.lambda,
        discount: plan.scale.discount,
    };
    for number in numbers {
        if !go_on() {
            return None;
        }
        let (history, end) = play(plan, number);
        taught.examples.append(&examples_of(
            &history,
            &end,
            &plan.scale,
            &blend,
            plan.search.afterstates,
        ));
        taught.count(&history, &end);
        plan.progress.fetch_add(1, Ordering::Relaxed);
    }
    taught.time = begun.elapsed();
    Some(taught)
}

fn play(plan: &SelfPlay<Trictrac>, number: usize) -> (Vec<Played<Trictrac>>, Trictrac) {
    let mut random = fastrand::Rng::with_seed(derived_seed(plan.seed, &[number as u64]));
    let mut game = Trictrac::new(&plan.game);
    let mut history = Vec::new();
    let mut actions = [0; Trictrac::SIZES.max_actions];
    loop {
        match game.turn() {
            Turn::Over => return (history, game),
            Turn::Chance => game.sample_chance(&mut |bound| random.u32(..bound)),
            Turn::Player(_) => {
                let (action, choice) = match game.legal_actions(&mut actions) {
                    1 => (actions[0], None),
                    _ => {
                        let choice = judged(champion(), &game, &plan.scale);
                        (drawn(&choice, &mut random), Some(choice))
                    }
                };
                let before = game;
                game.apply_unchecked(action);
                history.push(Played::new(before, game, choice, &plan.scale));
            }
        }
    }
}

/// A decision as the player judges it, as if a search had.
fn judged(network: &Network, game: &Trictrac, scale: &Scale) -> Choice {
    let state = game.state();
    let judged = judge_actions(network, state, Depth::plies(1));
    let outputs = |judged: &Judged| Outputs {
        value: (judged.outlook.discounted_lead - lead(state, state.mover())) * f32::from(HOLE)
            / scale.unit,
        result: 2.0 * judged.outlook.win - 1.0,
    };
    let worth = |judged: &Judged| {
        let Outputs { value, result } = outputs(judged);
        scale.worth(value, result)
    };
    let mut policy: Vec<f32> = judged
        .iter()
        .map(|judged| judged.outlook.utility() / HOLES_A_NAT)
        .collect();
    softmax(&mut policy);
    let mut best = 0;
    for index in 1..judged.len() {
        if policy[index] > policy[best] {
            best = index;
        }
    }
    Choice {
        action: judged[best].action.0,
        value: worth(&judged[best]),
        outlook: outputs(&judged[best]),
        actions: judged
            .iter()
            .map(
                |Judged {
                     action: ActionId(action),
                     ..
                 }| *action,
            )
            .collect(),
        policy,
        visits: vec![1; judged.len()],
        values: judged.iter().map(worth).collect(),
    }
}

fn drawn(choice: &Choice, random: &mut fastrand::Rng) -> u16 {
    if random.f32() >= EXPLORING {
        return choice.action;
    }
    let mut left = random.f32();
    let place = choice.policy.iter().position(|probability| {
        left -= probability;
        left < 0.0
    });
    place.map_or(choice.action, |place| choice.actions[place])
}
