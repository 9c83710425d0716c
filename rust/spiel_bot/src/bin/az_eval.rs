//! Measures a network that `az_train` or `trictrac train --method alphazero` has trained.
//!
//! ```text
//! az_eval RUN [--against random|greedy|careful|td:1|td:2|RUN2] [--games N] [--simulations N] [--seed S]
//!         [--threads K] [--json]
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;
use spiel_bot::agent::{Agent, SearchAgent};
use spiel_bot::alphazero::{Config, METHOD, NETWORK_FILE, Task, Training, parse_game};
use spiel_bot::network::files::read_network;
use spiel_bot::run::{Checkpoint, RunError};
use trictrac_env::{GameEnv, Pig, TicTacToe, Trictrac};

const USAGE: &str = "\
usage: az_eval RUN [--against NAME|RUN2] [--games N] [--simulations N] [--seed S] [--threads K] [--json]

Plays the network of RUN (its latest step, or a folder of its checkpoints/) against another player:
random, greedy, careful, td:1, td:2, or the network of another run. Every sequence of dice is played
from both seats; the interval holds the true win rate with a probability of 95 %.";

struct Order {
    run: String,
    against: String,
    games: usize,
    simulations: Option<u32>,
    seed: u64,
    threads: usize,
    json: bool,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match order(&words).and_then(|order| evaluate(&order)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(RunError::Refused(message)) => {
            eprintln!("az_eval: {message}");
            ExitCode::from(2)
        }
        Err(RunError::Failed(message)) => {
            eprintln!("az_eval: {message}");
            ExitCode::FAILURE
        }
    }
}

fn order(words: &[String]) -> Result<Order, RunError> {
    let mut order = Order {
        run: String::new(),
        against: "random".into(),
        games: 200,
        simulations: None,
        seed: 0,
        threads: 1,
        json: false,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            if !order.run.is_empty() {
                return Err(RunError::Refused(format!(
                    "one RUN is enough, so what is {word}?"
                )));
            }
            order.run.clone_from(word);
            continue;
        }
        if word == "--json" {
            order.json = true;
            continue;
        }
        let value = words
            .next()
            .ok_or(RunError::Refused(format!("{word} needs a value")))?;
        let number = |least: u64, most: u64| {
            let number = value
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number));
            number.ok_or(RunError::Refused(format!(
                "{word} must be {least} to {most}, not {value}"
            )))
        };
        match word.as_str() {
            "--against" => order.against.clone_from(value),
            "--games" => order.games = number(1, 1 << 24)? as usize,
            "--simulations" => order.simulations = Some(number(1, 1 << 20)? as u32),
            "--seed" => order.seed = number(0, u64::MAX)?,
            "--threads" => order.threads = number(1, 1024)? as usize,
            _ => {
                return Err(RunError::Refused(format!(
                    "there is no {word}; az_eval --help"
                )));
            }
        }
    }
    if order.run.is_empty() {
        return Err(RunError::Refused(USAGE.into()));
    }
    Ok(order)
}

/// A checkpoint's options, with those of this match.
fn config_of(checkpoint: &Checkpoint, order: &Order) -> Result<Config, RunError> {
    checkpoint.check_files(false)?;
    let refuse =
        |fault: String| RunError::Refused(format!("{}: {fault}", checkpoint.folder.display()));
    if checkpoint.method() != METHOD {
        let method = checkpoint.method();
        return Err(refuse(format!("a network of {method}, not of {METHOD}")));
    }
    let config = Config::from_json(&checkpoint.config()).map_err(refuse)?;
    let simulations = order.simulations.unwrap_or(config.max_simulations);
    Ok(Config {
        threads: order.threads,
        max_simulations: simulations,
        ..config
    })
}

fn evaluate(order: &Order) -> Result<(), RunError> {
    let checkpoint = Checkpoint::find(Path::new(&order.run))?;
    let config = config_of(&checkpoint, order)?;
    let (name, _) = parse_game(&config.game).map_err(RunError::Refused)?;
    match name {
        Trictrac::NAME => play::<Trictrac>(&checkpoint, &config, order),
        TicTacToe::NAME => play::<TicTacToe>(&checkpoint, &config, order),
        Pig::NAME => play::<Pig>(&checkpoint, &config, order),
        _ => Err(RunError::Refused(format!(
            "{}: its game {name} is unknown here",
            order.run
        ))),
    }
}

fn trained<G: Task>(checkpoint: &Checkpoint, config: &Config) -> Result<Training<G>, RunError> {
    let mut training = Training::new(config.clone()).map_err(RunError::Refused)?;
    let network = read_network(&checkpoint.folder.join(NETWORK_FILE)).map_err(RunError::Failed)?;
    training.start_from(network).map_err(RunError::Failed)?;
    Ok(training)
}

fn play<G: Task>(checkpoint: &Checkpoint, config: &Config, order: &Order) -> Result<(), RunError> {
    let training = trained::<G>(checkpoint, config)?;
    let begun = Instant::now();
    let tally = if G::OPPONENTS.contains(&order.against.as_str()) {
        training.contest(order.games, order.seed, |seed| {
            G::opponent(&order.against, seed).expect("the name was found among them")
        })
    } else if Path::new(&order.against).exists() {
        let checkpoint = Checkpoint::find(Path::new(&order.against))?;
        let other_config = config_of(&checkpoint, order)?;
        if other_config.game != config.game {
            let (there, here) = (other_config.game, &config.game);
            return Err(RunError::Refused(format!(
                "{} learned {there}, not {here}",
                order.against
            )));
        }
        let other = trained::<G>(&checkpoint, &other_config)?;
        let network = Arc::new(other.network().clone());
        training.contest(order.games, order.seed, |seed| -> Box<dyn Agent<G>> {
            Box::new(SearchAgent::new(
                network.clone(),
                other_config.search(),
                other.scale(),
                seed,
            ))
        })
    } else {
        return Err(RunError::Refused(format!(
            "--against must be {} or the directory of a run, not {}",
            G::OPPONENTS.join(", "),
            order.against
        )));
    };
    let seconds = begun.elapsed().as_secs_f64();
    let [wins, draws, losses] = tally.counts();
    let interval = tally.interval();
    let is_trictrac = G::NAME == Trictrac::NAME;
    if order.json {
        let report = json!({
            "a": format!("az:{}", checkpoint.folder.display()),
            "b": order.against,
            "games": order.games,
            "wins": wins,
            "losses": losses,
            "draws": draws,
            "win_rate": tally.win_rate(),
            "win_rate_ci95": [interval.low, interval.high],
            "hole_margin": is_trictrac.then(|| tally.margin()),
            "games_per_second": order.games as f64 / seconds,
            "seed": order.seed,
            "game": config.game,
            "step": checkpoint.step,
            "simulations": config.max_simulations,
        });
        println!("{report}");
        return Ok(());
    }
    println!(
        "{} (step {}, {} simulations) against {}, {}",
        order.run, checkpoint.step, config.max_simulations, order.against, config.game
    );
    println!(
        "{} games: {wins} won, {draws} drawn, {losses} lost",
        order.games
    );
    println!(
        "win rate {:.1} %, 95 % interval {:.1} to {:.1} %",
        100.0 * tally.win_rate(),
        100.0 * interval.low,
        100.0 * interval.high
    );
    if is_trictrac {
        println!("{:+.2} holes a game", tally.margin());
    }
    Ok(())
}
