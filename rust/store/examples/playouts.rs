//! Plays uniform random games on one thread and prints one JSON line.
//!
//! ```text
//! cargo run --release --example playouts -- --games 20000 --seed 1
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::time::Instant;

use trictrac_store::{ActionList, Dice, Die, Options, Phase, State};

/// xorshift64*: small, fast and good enough to pick dice and plays.
struct Rng(u64);

impl Rng {
    fn new(seed: u64) -> Rng {
        // Neighbouring seeds start far apart, and never at 0, where the generator stands still.
        Rng(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((high * u64::from(bound)) >> 32) as u32
    }

    fn die(&mut self) -> Die {
        Die::ALL[self.below(6) as usize]
    }
}

#[derive(Default)]
struct Counts {
    rolls: u64,
    decisions: u64,
}

fn play(rng: &mut Rng, counts: &mut Counts) {
    let mut state = State::new(Options::default());
    let mut actions = ActionList::new();
    while !state.is_over() {
        if state.phase() == Phase::Roll {
            let dice = Dice::new(rng.die(), rng.die());
            // A double on the first roll is rolled again.
            if state.roll_with_actions(dice, &mut actions).is_ok() {
                counts.rolls += 1;
            }
        } else {
            // The single Go that closes a won game is nobody's decision.
            counts.decisions += u64::from(state.phase() != Phase::LastGo);
            let choice = rng.below(actions.len() as u32) as usize;
            if let Some(action) = actions.iter().nth(choice) {
                state.apply_unchecked(action);
            }
        }
    }
}

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
    let mut rng = Rng::new(seed);
    let mut counts = Counts::default();
    let start = Instant::now();
    for _ in 0..games {
        play(&mut rng, &mut counts);
    }
    let seconds = start.elapsed().as_secs_f64();
    let Counts { rolls, decisions } = counts;
    let rate = games as f64 / seconds;
    println!(
        "{{\"games\": {games}, \"rolls\": {rolls}, \"decisions\": {decisions}, \
         \"seconds\": {seconds:.6}, \"games_per_second\": {rate:.1}}}"
    );
    ExitCode::SUCCESS
}
