//! Plays uniform random games of Trictrac through `GameEnv` on one thread and prints one JSON line.
//!
//! ```text
//! cargo run --release --example random_games -- --games 100000 --seed 1
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::time::Instant;

use trictrac_env::{GameEnv, Trictrac, Turn, Uniform};

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

fn arguments() -> Result<(u64, u64), String> {
    let (mut games, mut seed) = (100_000, 1);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let target = match word.as_str() {
            "--games" => &mut games,
            "--seed" => &mut seed,
            _ => {
                return Err(format!(
                    "{word} is unknown; --games and --seed are accepted"
                ));
            }
        };
        let value = words.next().ok_or(format!("{word} needs a number"))?;
        *target = value
            .parse()
            .map_err(|_| format!("{word} is {value}, but it must be a whole number"))?;
    }
    if games == 0 {
        return Err("--games is 0, but it must be at least 1".to_owned());
    }
    Ok((games, seed))
}

fn main() -> ExitCode {
    let (games, seed) = match arguments() {
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
            let game = Trictrac::new(&Default::default());
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
