//! Teaches the value network from nothing and writes its weights: `make champion`.
//!
//! ```text
//! td_train WEIGHTS [--minutes M] [--threads N] [--seed S]
//! ```
//!
//! One line of JSON for every five minutes and one for the end tells how it stands. The weights are
//! written once a minute, so that the training can be stopped at any time.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use spiel_bot::td::learning::Errors;
use spiel_bot::td::training::{Settings, Training};
use trictrac_play::{Judge, Judging, Match};
use trictrac_search::{Depth, Network, TdPlayer};

struct Arguments {
    weights: PathBuf,
    minutes: f32,
    settings: Settings,
}

fn arguments() -> Result<Arguments, String> {
    let mut words = std::env::args().skip(1);
    let weights = words.next().ok_or("name the file for the weights")?;
    let mut arguments = Arguments {
        weights: weights.into(),
        minutes: 62.0,
        settings: Settings::default(),
    };
    while let Some(word) = words.next() {
        let value = words.next().ok_or(format!("{word} needs a number"))?;
        let wrong = |wanted| format!("{word} is {value}, but it must be {wanted}");
        match word.as_str() {
            "--minutes" => {
                let minutes = value.parse().ok().filter(|&minutes| minutes > 0.0);
                arguments.minutes = minutes.ok_or_else(|| wrong("a number above 0"))?;
            }
            "--threads" => {
                let threads = value.parse().ok().filter(|&threads| threads > 0);
                arguments.settings.threads =
                    threads.ok_or_else(|| wrong("a whole number above 0"))?;
            }
            "--seed" => {
                let seed = value.parse().map_err(|_| wrong("a whole number"))?;
                arguments.settings.seed = seed;
            }
            _ => return Err(format!("{word} is none of --minutes, --threads, --seed")),
        }
    }
    Ok(arguments)
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("td_train: {message}");
            return ExitCode::from(2);
        }
    };
    match train(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("td_train: {}: {error}", arguments.weights.display());
            ExitCode::FAILURE
        }
    }
}

fn train(arguments: &Arguments) -> std::io::Result<()> {
    const BETWEEN_WEIGHTS: Duration = Duration::from_secs(60);
    const BETWEEN_REPORTS: Duration = Duration::from_secs(300);
    let total = Duration::from_secs_f32(60.0 * arguments.minutes);
    let mut training = Training::new(arguments.settings);
    let mut errors = Errors::default();
    // Time that learning took: matches do not count.
    let (mut learned, mut saved, mut reported) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    while learned < total {
        let begun = Instant::now();
        errors.add(&training.round(learned.as_secs_f32() / total.as_secs_f32()));
        learned += begun.elapsed();
        if learned >= saved + BETWEEN_WEIGHTS || learned >= total {
            write(&arguments.weights, &training.network)?;
            saved = learned;
        }
        if learned >= reported + BETWEEN_REPORTS || learned >= total {
            report(&training, &errors, learned, learned >= total);
            errors = Errors::default();
            reported = learned;
        }
    }
    Ok(())
}

fn write(path: &Path, network: &Network) -> std::io::Result<()> {
    let unfinished = path.with_extension("part");
    std::fs::write(&unfinished, network.to_bytes())?;
    std::fs::rename(unfinished, path)
}

fn report(training: &Training, errors: &Errors, learned: Duration, last: bool) {
    let contest = Match {
        games: if last { 2000 } else { 400 },
        seed: 7,
        threads: training.settings.threads,
        ..Match::default()
    };
    let td = TdPlayer {
        network: &training.network,
        depth: Depth::plies(1),
    };
    let result = contest.play(|_| td, |_| Judging(Judge::Careful));
    let interval = result.win_rate_interval();
    let [gain, win, margin] = errors.means();
    println!(
        "{{\"minutes\": {:.1}, \"games\": {}, \"gain_error\": {gain:.4}, \"win_error\": {win:.4}, \
         \"margin_error\": {margin:.4}, \"against_careful\": {:.4}, \"interval\": [{:.4}, {:.4}]}}",
        learned.as_secs_f32() / 60.0,
        training.games,
        result.win_rate(),
        interval.low,
        interval.high,
    );
}
