//! Plays a match between two players and prints one JSON line.
//!
//! ```text
//! cargo run --release -p trictrac-search --example duel -- td:2 careful --games 200 --seed 1 --threads 2
//! ```
//!
//! Players: random, greedy, careful, td:1, td:2, td:3; td:2@FILE with the weights of a file.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::time::Instant;

use trictrac_play::{Judge, Judging, Match, Player, RandomPlayer};
use trictrac_search::{Depth, Network, TdPlayer, champion};

/// A player as it is named on the command line.
enum Named {
    Random,
    Judge(Judge),
    Td(Box<Network>, Depth),
}

impl Named {
    fn new(word: &str) -> Result<Named, String> {
        let (name, file) = word.split_once('@').unwrap_or((word, ""));
        let judge = Judge::ALL.into_iter().find(|judge| judge.name() == name);
        match (name, judge) {
            ("random", _) => Ok(Named::Random),
            (_, Some(judge)) => Ok(Named::Judge(judge)),
            ("td:1" | "td:2" | "td:3", _) => {
                let network = if file.is_empty() {
                    champion().clone()
                } else {
                    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
                    Network::from_bytes(&bytes).map_err(|error| format!("{file}: {error}"))?
                };
                let plies = name.as_bytes()[3] - b'0';
                Ok(Named::Td(Box::new(network), Depth::plies(plies)))
            }
            _ => Err(format!(
                "there is no player {name}; there are random, greedy, careful, td:1, td:2 and td:3"
            )),
        }
    }

    fn player(&self, seed: u64) -> Box<dyn Player + '_> {
        match self {
            Named::Random => Box::new(RandomPlayer::new(seed)),
            Named::Judge(judge) => Box::new(Judging(*judge)),
            Named::Td(network, depth) => Box::new(TdPlayer {
                network,
                depth: *depth,
            }),
        }
    }
}

fn contest() -> Result<(Match, [Named; 2], [String; 2]), String> {
    let mut words = std::env::args().skip(1);
    let mut next_name = || words.next().ok_or("name two players".to_string());
    let names = [next_name()?, next_name()?];
    let players = [Named::new(&names[0])?, Named::new(&names[1])?];
    let mut contest = Match::default();
    while let Some(word) = words.next() {
        let value = words.next().ok_or(format!("{word} needs a number"))?;
        let number = || {
            let number = value.parse::<u64>().ok().filter(|&number| number > 0);
            number.ok_or(format!("{word} is {value}, but it must be 1 or more"))
        };
        match word.as_str() {
            "--games" => contest.games = number()? as usize,
            "--threads" => contest.threads = number()? as usize,
            "--seed" => contest.seed = number()?,
            _ => return Err(format!("{word} is none of --games, --threads, --seed")),
        }
    }
    Ok((contest, players, names))
}

fn main() -> ExitCode {
    let (contest, [one, other], names) = match contest() {
        Ok(contest) => contest,
        Err(message) => {
            eprintln!("duel: {message}");
            return ExitCode::from(2);
        }
    };
    let begun = Instant::now();
    let result = contest.play(|seed| one.player(seed), |seed| other.player(seed));
    let seconds = begun.elapsed().as_secs_f64();
    let (win, margin) = (result.win_rate_interval(), result.hole_margin_interval());
    println!(
        "{{\"players\": {names:?}, \"games\": {}, \"win_rate\": {:.4}, \"interval\": [{:.4}, {:.4}], \
         \"hole_margin\": {:.3}, \"margin_interval\": [{:.3}, {:.3}], \"seconds\": {seconds:.2}}}",
        contest.games,
        result.win_rate(),
        win.low,
        win.high,
        result.hole_margin(),
        margin.low,
        margin.high,
    );
    ExitCode::SUCCESS
}
