//! Plays uniform random games on one thread and prints one JSON line.
//!
//! ```text
//! cargo run --release --example playouts -- --games 20000 --seed 1
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::time::Instant;

use trictrac_play::{Luck, playout};
use trictrac_store::{Options, State};

fn arguments() -> Result<(u64, u64), String> {
    let (mut games, mut seed) = (10_000, 1);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or(format!("{word} needs a number"))?;
        let number = value
            .parse()
            .map_err(|_| format!("{word} is {value}, but it must be a whole number"))?;
        match word.as_str() {
            "--games" => games = number,
            "--seed" => seed = number,
            _ => {
                return Err(format!(
                    "{word} is unknown; --games and --seed are accepted"
                ));
            }
        }
    }
    Ok((games, seed))
}

fn main() -> ExitCode {
    let (games, seed) = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("playouts: {message}");
            return ExitCode::from(2);
        }
    };
    let mut luck = Luck::new(seed);
    let (mut rolls, mut decisions) = (0, 0);
    let start = Instant::now();
    for _ in 0..games {
        let of_game = playout(&mut State::new(Options::default()), &mut luck);
        rolls += of_game.0;
        decisions += of_game.1;
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = games as f64 / seconds;
    println!(
        "{{\"games\": {games}, \"rolls\": {rolls}, \"decisions\": {decisions}, \
         \"seconds\": {seconds:.6}, \"games_per_second\": {rate:.1}}}"
    );
    ExitCode::SUCCESS
}
