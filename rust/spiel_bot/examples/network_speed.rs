//! How many states a second networks judge and learn, for several sizes and batches; one JSON line
//! each.
//!
//! ```text
//! cargo run --release -p spiel_bot --example network_speed -- [--threads K] [--seconds S]
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::time::Instant;

use spiel_bot::network::{
    Activations, Adam, Batch, Kind, PolicyValueNet, Rates, Shape, Trainer, softmax,
};
use trictrac_env::{GameEnv, Trictrac, Turn};

const BATCHES: [usize; 5] = [1, 8, 32, 128, 256];
const WIDTHS: [usize; 2] = [128, 512];

fn main() -> ExitCode {
    let (mut threads, mut seconds) = (1, 0.5);
    let words: Vec<String> = std::env::args().skip(1).collect();
    for pair in words.chunks(2) {
        match (
            pair[0].as_str(),
            pair.get(1).and_then(|text| text.parse::<f64>().ok()),
        ) {
            ("--threads", Some(number)) if number >= 1.0 => threads = number as usize,
            ("--seconds", Some(number)) if number > 0.0 => seconds = number,
            _ => {
                eprintln!("network_speed: --threads K and --seconds S are accepted, with numbers");
                return ExitCode::from(2);
            }
        }
    }
    for width in WIDTHS {
        for size in BATCHES {
            let shape = Shape {
                kind: Kind::Mlp,
                inputs: Trictrac::new(&Default::default()).sizes().features.len(),
                width,
                depth: 2,
                actions: Trictrac::new(&Default::default()).sizes().num_actions,
            };
            let network = PolicyValueNet::new(shape, 1);
            let batch = examples(size);
            let forward = rate(seconds, threads, || {
                let (network, batch) = (network.clone(), batch.clone());
                let mut activations = Activations::default();
                let mut logits = Vec::new();
                move || {
                    network.forward(&batch.observations, &mut activations);
                    let mut start = 0;
                    for (row, &end) in batch.action_ends.iter().enumerate() {
                        let actions = &batch.actions[start..end];
                        logits.clear();
                        logits.resize(actions.len(), 0.0);
                        network.logits(&activations, row, actions, &mut logits);
                        std::hint::black_box((network.outputs(&activations, row), &logits));
                        start = end;
                    }
                }
            });
            let learning = rate(seconds, 1, || {
                let adam = Adam::new(network.parameters().len());
                let mut trainer = Trainer::new(network.clone(), adam, threads);
                let rates = Rates {
                    learning_rate: 1e-3,
                    weight_decay: 1e-4,
                    policy_weight: 1.0,
                };
                let batch = batch.clone();
                move || {
                    std::hint::black_box(trainer.learn(&batch, &rates));
                }
            });
            println!(
                "{{\"network\": \"217-{width}-{width}\", \"batch\": {size}, \"threads\": {threads}, \
                 \"forward_states_per_second\": {:.0}, \"training_states_per_second\": {:.0}}}",
                forward * size as f64,
                learning * size as f64
            );
        }
    }
    ExitCode::SUCCESS
}

/// Calls a second, on so many threads, each with a work of its own.
fn rate<W: FnMut() + Send>(seconds: f64, threads: usize, make: impl Fn() -> W) -> f64 {
    let works: Vec<W> = (0..threads).map(|_| make()).collect();
    std::thread::scope(|scope| {
        let workers: Vec<_> = works
            .into_iter()
            .map(|mut work| {
                scope.spawn(move || {
                    work();
                    let begun = Instant::now();
                    let mut calls = 0;
                    while begun.elapsed().as_secs_f64() < seconds {
                        work();
                        calls += 1;
                    }
                    f64::from(calls) / begun.elapsed().as_secs_f64()
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("the work does not panic"))
            .sum()
    })
}

/// Decisions of random games.
fn examples(count: usize) -> Batch {
    let mut random = fastrand::Rng::with_seed(1);
    let mut batch = Batch::default();
    let mut actions = [0; Trictrac::SIZES.max_actions];
    let mut game = Trictrac::new(&Default::default());
    while batch.len() < count {
        match game.turn() {
            Turn::Over => game = Trictrac::new(&Default::default()),
            Turn::Chance => game.sample_chance(&mut |bound| random.u32(..bound)),
            Turn::Player(player) => {
                let legal = game.legal_actions(&mut actions);
                let start = batch.observations.len();
                batch.observations.resize(
                    start + Trictrac::new(&Default::default()).sizes().features.len(),
                    0.0,
                );
                game.features(player, &mut batch.observations[start..]);
                let mut policy: Vec<f32> = (0..legal).map(|_| random.f32()).collect();
                softmax(&mut policy);
                batch.actions.extend(&actions[..legal]);
                batch.policy.extend(policy);
                batch.finish_example(random.f32() - 0.5, random.f32() - 0.5);
                game.apply_unchecked(actions[random.usize(..legal)]);
            }
        }
    }
    batch
}
