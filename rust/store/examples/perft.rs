//! Counts the game's tree from a position, to compare it with another generator's.
//!
//! ```text
//! cargo run --release --example perft -- --depth 4 --divide
//! cargo run --release --example perft -- --depth 2 "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first"
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use trictrac_store::{Options, State, Transition, divide, perft};

struct Arguments {
    state: State,
    depth: u32,
    divide: bool,
}

fn arguments() -> Result<Arguments, String> {
    let mut arguments = Arguments {
        state: State::new(Options::default()),
        depth: 3,
        divide: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--divide" => arguments.divide = true,
            "--depth" => {
                let depth = words.next().ok_or("--depth needs a number")?;
                arguments.depth = depth
                    .parse()
                    .map_err(|_| format!("--depth is {depth}, but it must be a whole number"))?;
            }
            option if option.starts_with("--") => {
                return Err(format!(
                    "{option} is unknown; --depth and --divide are accepted"
                ));
            }
            position => arguments.state = position.parse().map_err(|error| format!("{error}"))?,
        }
    }
    Ok(arguments)
}

fn main() -> ExitCode {
    let Arguments {
        state,
        depth,
        divide: split,
    } = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("perft: {message}");
            return ExitCode::from(2);
        }
    };
    println!("{state}");
    if split && depth > 0 {
        for (transition, count, successor) in divide(&state, depth) {
            let name = match transition {
                Transition::Roll(dice) => dice.to_string(),
                Transition::Decide(action) => state.action_text(action),
            };
            println!("{count:>16}  {name:<24}  {successor}");
        }
    }
    println!("perft {depth} = {}", perft(&state, depth));
    ExitCode::SUCCESS
}
