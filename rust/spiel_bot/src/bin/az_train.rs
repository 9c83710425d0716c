//! Trains a network by AlphaZero.
//!
//! ```text
//! az_train RUN [--preset smoke|laptop|server] [--config FILE] [--minutes M] [--seed S] [--resume]
//!          [--OPTION VALUE]
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::Value;
use spiel_bot::alphazero::{Config, PRESETS, Task, Training, parse_game, step_files};
use spiel_bot::run::{RunDirectory, RunError};
use trictrac_env::{GameEnv, Pig, TicTacToe, Trictrac};

const USAGE: &str = "\
usage: az_train RUN [--preset smoke|laptop|server] [--config FILE] [--minutes M] [--seed S] [--resume]
                [--OPTION VALUE]

Trains a network by AlphaZero in the directory RUN, which must be new. A step becomes a checkpoint as
soon as it is finished; a killed run goes on from there with --resume. --minutes ends the session
after the step in which they are over. FILE has options as config.json has them. Each of these can be
given by name, too, such as --nn-width 64 or --game 'trictrac(holes=3)', and overrides the file, which
overrides the preset; of a resumed run only --minutes, --max-steps, --threads, --checkpoint-freq and
the --evaluation ones can change.";

const CHANGEABLE: [&str; 7] = [
    "minutes",
    "max_steps",
    "threads",
    "checkpoint_freq",
    "evaluation_freq",
    "evaluation_games",
    "evaluation_against",
];

/// What was asked for.
struct Order {
    run: String,
    preset: Option<String>,
    config: Option<String>,
    resume: bool,
    options: Vec<(String, String)>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match order(&words).and_then(|order| train(&order)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(RunError::Refused(message)) => {
            eprintln!("az_train: {message}");
            ExitCode::from(2)
        }
        Err(RunError::Failed(message)) => {
            eprintln!("az_train: {message}");
            ExitCode::FAILURE
        }
    }
}

fn order(words: &[String]) -> Result<Order, RunError> {
    let mut order = Order {
        run: String::new(),
        preset: None,
        config: None,
        resume: false,
        options: Vec::new(),
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(name) = word.strip_prefix("--") else {
            if !order.run.is_empty() {
                return Err(RunError::Refused(format!(
                    "one RUN is enough, so what is {word}?"
                )));
            }
            order.run.clone_from(word);
            continue;
        };
        if name == "resume" {
            order.resume = true;
            continue;
        }
        let value = words
            .next()
            .ok_or(RunError::Refused(format!("{word} needs a value")))?;
        match name {
            "preset" => order.preset = Some(value.clone()),
            "config" => order.config = Some(value.clone()),
            _ => order.options.push((name.replace('-', "_"), value.clone())),
        }
    }
    if order.run.is_empty() {
        return Err(RunError::Refused(USAGE.into()));
    }
    Ok(order)
}

/// The options with those that were given by name.
fn changed(config: &Config, options: &[(String, String)]) -> Result<Config, RunError> {
    let mut values = config.to_value();
    for (name, text) in options {
        if values.get(name).is_none() || name == "method" {
            let flag = name.replace('_', "-");
            return Err(RunError::Refused(format!(
                "there is no option --{flag}; az_train --help"
            )));
        }
        let is_text = values[name].is_string();
        let read = serde_json::from_str(text).ok().filter(|_| !is_text);
        values[name] = read.unwrap_or(Value::String(text.clone()));
    }
    Config::from_json(&values.to_string()).map_err(RunError::Refused)
}

fn train(order: &Order) -> Result<(), RunError> {
    let path = Path::new(&order.run);
    if order.resume {
        if order.preset.is_some() || order.config.is_some() {
            return Err(RunError::Refused(
                "--resume takes the run's own options, so no --preset and no --config".into(),
            ));
        }
        if let Some((name, _)) = order
            .options
            .iter()
            .find(|(name, _)| !CHANGEABLE.contains(&name.as_str()))
        {
            let flag = name.replace('_', "-");
            return Err(RunError::Refused(format!(
                "--{flag} can't be changed in a resumed run"
            )));
        }
        let directory = RunDirectory::resume(path)?;
        let stored = Config::from_json(&directory.config()?);
        let stored = stored.map_err(|fault| {
            RunError::Refused(format!("{}/config.json: {fault}", path.display()))
        })?;
        return train_game(changed(&stored, &order.options)?, Some(directory), order);
    }
    train_game(changed(&chosen(order)?, &order.options)?, None, order)
}

/// The options of a new run's preset and file.
fn chosen(order: &Order) -> Result<Config, RunError> {
    let preset = order.preset.as_deref().unwrap_or("laptop");
    let config = Config::preset(preset).ok_or(RunError::Refused(format!(
        "--preset must be one of {}, not {preset}",
        PRESETS.join(", ")
    )))?;
    let Some(file) = &order.config else {
        return Ok(config);
    };
    let refuse = |fault: String| RunError::Refused(format!("{file}: {fault}"));
    let text = std::fs::read_to_string(file).map_err(|error| refuse(error.to_string()))?;
    config.with_json(&text).map_err(refuse)
}

fn train_game(
    config: Config,
    directory: Option<RunDirectory>,
    order: &Order,
) -> Result<(), RunError> {
    let (name, _) = parse_game(&config.game).map_err(RunError::Refused)?;
    match name {
        Trictrac::NAME => run::<Trictrac>(config, directory, order),
        TicTacToe::NAME => run::<TicTacToe>(config, directory, order),
        Pig::NAME => run::<Pig>(config, directory, order),
        _ => Err(RunError::Refused(format!(
            "game: must be trictrac, tic_tac_toe or pig, not {name}"
        ))),
    }
}

fn run<G: Task>(
    config: Config,
    directory: Option<RunDirectory>,
    order: &Order,
) -> Result<(), RunError> {
    let mut training = Training::<G>::new(config.clone()).map_err(RunError::Refused)?;
    let directory = match directory {
        Some(directory) => directory,
        None => RunDirectory::create(Path::new(&order.run), &config.to_json())?,
    };
    let latest = directory.latest()?;
    if let Some(latest) = &latest {
        latest.check_files(true)?;
        training
            .load(&latest.folder, &latest.record()?)
            .map_err(RunError::Failed)?;
    }
    if config.max_steps != 0 && training.steps() >= config.max_steps {
        println!(
            "This run is finished, with {} steps. To go on: --resume --max-steps N",
            training.steps()
        );
        return Ok(());
    }
    let values = config.to_value();
    directory.begin_session(&values, latest.as_ref())?;
    directory.write_config(&config.to_json())?;
    println!("{}", HEAD);
    let begun = Instant::now();
    loop {
        let record = training.step(&|| true).expect("nobody stops it");
        directory.commit(&record, &values, &step_files(), |folder| {
            training.save(folder)
        })?;
        println!("{}", row(&record, begun.elapsed()));
        let is_late =
            config.minutes > 0.0 && begun.elapsed().as_secs_f32() >= 60.0 * config.minutes;
        if is_late || (config.max_steps != 0 && training.steps() >= config.max_steps) {
            return Ok(());
        }
    }
}

const HEAD: &str = "  step    games  states/s  policy   value  length    score      time";

fn row(record: &Value, elapsed: Duration) -> String {
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    let score = match record["eval"]["win_rate"].as_f64() {
        Some(rate) => format!("{:.1} %", 100.0 * rate),
        None => "-".into(),
    };
    let seconds = elapsed.as_secs();
    format!(
        "{:>6} {:>8} {:9.0} {:7.3} {:7.3} {:7.1} {:>8} {:3}:{:02}:{:02}",
        record["step"].to_string(),
        record["total_trajectories"].to_string(),
        number(&record["states_per_s"]),
        number(&record["loss"]["policy"]),
        number(&record["loss"]["value"]),
        number(&record["game_length"]["avg"]),
        score,
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60,
    )
}
