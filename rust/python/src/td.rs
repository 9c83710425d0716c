//! The class `TdTraining`: a training of the value network, a few games at a time, so that Python
//! can tell how it goes and stop it.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use spiel_bot::td::learning::Errors;
use spiel_bot::td::training::{GAMES_PER_ROUND, Settings, Training};
use spiel_bot::td::transcript::write_games;
use trictrac_play::{Judge, Judging, Match};
use trictrac_search::{Depth, Network, TdPlayer};

use crate::arguments::{NamedOptions, Text, options_of};
use crate::errors::refused;

/// Games of a thread in a round.
#[pyfunction]
pub fn td_games_per_round() -> u64 {
    GAMES_PER_ROUND
}

/// Plays the games `first` to `first + games - 1` with these weights, for `TdTraining.learn_from`.
#[pyfunction]
pub fn td_games<'py>(
    py: Python<'py>,
    options: NamedOptions,
    seed: u64,
    weights: &[u8],
    first: u64,
    games: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = options_of(&options)?;
    let network = Network::from_bytes(weights).map_err(refused)?;
    let numbers = first..first.saturating_add(games);
    let bytes = py.detach(|| write_games(&network, options, seed, numbers));
    Ok(PyBytes::new(py, &bytes))
}

/// A training at one moment.
#[pyclass(module = "trictrac_spiel._engine")]
pub struct TdTraining {
    training: Training,
    errors: Errors,
}

#[pymethods]
impl TdTraining {
    /// A training from nothing, or one that goes on with these weights after so many games.
    #[new]
    #[pyo3(signature = (options, seed, threads, first_rate, last_rate, weights=None, games=0))]
    fn new(
        options: NamedOptions,
        seed: u64,
        threads: usize,
        first_rate: f32,
        last_rate: f32,
        weights: Option<&[u8]>,
        games: u64,
    ) -> PyResult<TdTraining> {
        let settings = Settings {
            options: options_of(&options)?,
            seed,
            threads,
            rates: [first_rate, last_rate],
            ..Settings::default()
        };
        let training = match weights {
            None => Training::new(settings),
            Some(bytes) => {
                let network = Network::from_bytes(bytes).map_err(refused)?;
                Training::from(settings, network, games)
            }
        };
        Ok(TdTraining {
            training,
            errors: Errors::default(),
        })
    }

    /// Plays and learns from rounds of games until there are so many of them or so much time has
    /// gone, at the least one; `progress`, 0 to 1, says how much of the whole training is over.
    /// Returns the seconds that it took.
    #[pyo3(signature = (progress, games, seconds))]
    fn learn(&mut self, py: Python<'_>, progress: f32, games: u64, seconds: f64) -> f64 {
        let begun = Instant::now();
        let enough = self.training.games.saturating_add(games);
        let limit = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        py.detach(|| {
            loop {
                self.errors.add(&self.training.round(progress));
                if self.training.games >= enough || begun.elapsed() >= limit {
                    return;
                }
            }
        });
        begun.elapsed().as_secs_f64()
    }

    /// Learns one round from games that `td_games` has played: for each thread `td_games_per_round()`
    /// of them. Returns the seconds that it took.
    fn learn_from(
        &mut self,
        py: Python<'_>,
        progress: f32,
        games: Vec<PyBackedBytes>,
    ) -> PyResult<f64> {
        let begun = Instant::now();
        let threads = self.training.settings.threads;
        if games.len() != threads {
            let given = games.len();
            return Err(refused(format!(
                "{threads} threads learn from as many batches of games, not {given}"
            )));
        }
        let learned = py.detach(|| {
            let games: Vec<&[u8]> = games.iter().map(|batch| &**batch).collect();
            self.training.round_of(progress, &games)
        });
        self.errors.add(&learned.map_err(refused)?);
        Ok(begun.elapsed().as_secs_f64())
    }

    /// How many games have been learned from.
    #[getter]
    fn games(&self) -> u64 {
        self.training.games
    }

    /// Positions, and the mean squared errors of gain, win and margin, since this was last asked.
    fn take_errors(&mut self) -> (u64, [f64; 3]) {
        let errors = std::mem::take(&mut self.errors);
        (errors.positions, errors.means())
    }

    /// Plays against a hand-written player, one play ahead: games won, a draw counting half, as a
    /// share with its 95 % interval, and the mean margin in holes.
    fn against(
        &self,
        py: Python<'_>,
        player: Text,
        games: usize,
        seed: u64,
    ) -> PyResult<(f64, (f64, f64), f64)> {
        let judge = Judge::ALL
            .into_iter()
            .find(|judge| judge.name() == player.0);
        let judge = judge.ok_or_else(|| refused(format!("there is no player {}", player.0)))?;
        let contest = Match {
            games,
            seed,
            threads: self.training.settings.threads,
            options: self.training.settings.options,
        };
        let td = TdPlayer {
            network: &self.training.network,
            depth: Depth::plies(1),
        };
        let result = py.detach(|| contest.play(|_| td, |_| Judging(judge)));
        let interval = result.win_rate_interval();
        Ok((
            result.win_rate(),
            (interval.low, interval.high),
            result.hole_margin(),
        ))
    }

    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.training.network.to_bytes())
    }
}
