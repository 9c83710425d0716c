//! Plays uniform random games of Trictrac through `GameEnv` on one thread and prints one JSON line.
//!
//! ```text
//! cargo run --release --example random_games -- --games 100000 --seed 1
//! ```
//!
//! With `--dice sequential` the dice fall one after the other, as in the C interface.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::time::Instant;

use trictrac_env::{GameEnv, Trictrac, TrictracConfig, Turn, Uniform};
use trictrac_store::DiceShape;

/// Plays a game to its end and says how many decisions it took.
fn play<G: GameEnv>(mut game: G, actions: &mut [u16], random: &mut impl Uniform) -> u64 {
    let mut decisions = 0;
    loop {
        match game.turn() {
            Turn::Chance => game.sample_chance(random),
            Turn::Player(_) => {
                let count = game.legal_actions(actions) as u32;
                game.apply_unchecked(actions[random.below(count) as usize]);
                decisions += 1;
            }
            Turn::Over => return decisions,
        }
    }
}

struct Arguments {
    games: u64,
    seed: u64,
    dice: DiceShape,
}

fn number(option: &str, value: &str) -> Result<u64, String> {
    value
        .parse()
        .map_err(|_| format!("{option} is {value}, but it must be a whole number"))
}

fn arguments() -> Result<Arguments, String> {
    let mut arguments = Arguments {
        games: 100_000,
        seed: 1,
        dice: DiceShape::Ordered,
    };
    let mut words = std::env::args().skip(1);
    while let Some(option) = words.next() {
        let value = words.next().ok_or(format!("{option} needs a value"))?;
        match option.as_str() {
            "--games" => arguments.games = number(&option, &value)?,
            "--seed" => arguments.seed = number(&option, &value)?,
            "--dice" => {
                let shape = DiceShape::ALL.into_iter().find(|dice| dice.name() == value);
                arguments.dice = shape.ok_or(format!(
                    "--dice is {value}, but it must be ordered, unordered or sequential"
                ))?;
            }
            _ => {
                return Err(format!(
                    "{option} is unknown; --games, --seed and --dice are accepted"
                ));
            }
        }
    }
    if arguments.games == 0 {
        return Err("--games is 0, but it must be at least 1".to_owned());
    }
    Ok(arguments)
}

fn main() -> ExitCode {
    let Arguments { games, seed, dice } = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("random_games: {message}");
            return ExitCode::from(2);
        }
    };
    let mut generator = fastrand::Rng::with_seed(seed);
    let mut random = |bound| generator.u32(..bound);
    let mut actions = [0; Trictrac::SIZES.max_actions];
    let start = Instant::now();
    let decisions: u64 = (0..games)
        .map(|_| {
            let game = Trictrac::new(&TrictracConfig {
                dice,
                ..TrictracConfig::default()
            });
            play(game, &mut actions, &mut random)
        })
        .sum();
    let seconds = start.elapsed().as_secs_f64();
    let rate = games as f64 / seconds;
    println!(
        "{{\"games\": {games}, \"decisions\": {decisions}, \"seconds\": {seconds:.6}, \
         \"games_per_second\": {rate:.1}}}"
    );
    ExitCode::SUCCESS
}
