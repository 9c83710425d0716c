//! AlphaZero in Rust as Python drives it: a training step by step, its networks, and games to learn
//! from. Where files lie and when they count is Python's affair (`_src/train`).

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use spiel_bot::agent::SearchAgent;
use spiel_bot::alphazero::{
    Config, PRESETS, SelfPlayResult, Task, Training, parse_game, play_games,
    taught_decisions as taught_decisions_of,
};
use spiel_bot::mcts::{Evaluator, NetworkEvaluator};
use spiel_bot::network::PolicyValueNet;
use spiel_bot::network::files::{network_from_bytes, write_network};
use trictrac_env::{GameEnv, Trictrac, TrictracConfig, Turn};

use crate::arguments::Text;
use crate::errors::{RunError, refused};
use crate::position::Position;

/// Actions with their probabilities.
type ActionPolicy = Vec<(u16, f32)>;

/// The options as JSON: those of a preset.
#[pyfunction]
pub fn alphazero_preset(name: &str) -> PyResult<String> {
    let preset = Config::preset(name);
    let preset =
        preset.ok_or_else(|| refused(format!("preset: must be one of {}", PRESETS.join(", "))))?;
    Ok(preset.to_json())
}

/// Refuses options that no run of Trictrac can have.
#[pyfunction]
pub fn check_alphazero_options(options: Text) -> PyResult<()> {
    let config = Config::from_json(&options.0).map_err(refused)?;
    Training::<Trictrac>::check(&config).map_err(refused)
}

/// A training of Trictrac. One thread steps; others may stop it or ask how far it is.
#[pyclass(frozen, module = "trictrac_spiel._engine")]
pub struct AlphaZeroTraining {
    training: Mutex<Training<Trictrac>>,
    stopped: AtomicBool,
    games: Arc<AtomicUsize>,
}

#[pymethods]
impl AlphaZeroTraining {
    #[new]
    fn new(options: Text) -> PyResult<AlphaZeroTraining> {
        let config = Config::from_json(&options.0).map_err(refused)?;
        let training = Training::new(config).map_err(refused)?;
        Ok(AlphaZeroTraining {
            games: training.progress(),
            training: Mutex::new(training),
            stopped: AtomicBool::new(false),
        })
    }

    /// Takes up what `save` has left in a folder, with the record of that step.
    fn load(&self, py: Python<'_>, folder: PathBuf, record: &str) -> PyResult<()> {
        let record =
            serde_json::from_str(record).map_err(|error| RunError::new_err(error.to_string()))?;
        py.detach(|| self.lock().load(&folder, &record))
            .map_err(RunError::new_err)
    }

    /// Writes the files of a step into a folder.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        Ok(py.detach(|| self.lock().save(&folder))?)
    }

    /// Makes a step and returns its record as JSON; None after `stop`, and then the step is lost.
    fn step(&self, py: Python<'_>) -> Option<String> {
        let go_on = || !self.stopped.load(Ordering::Relaxed);
        let record = py.detach(|| self.lock().step(&go_on));
        record.map(|record| record.to_string())
    }

    /// Makes the rest of a step whose games `alphazero_games` has played in so many seconds: its parts,
    /// in the order of their numbers. Returns its record like `step`.
    fn learn_step(
        &self,
        py: Python<'_>,
        games: Vec<PyBackedBytes>,
        seconds: f64,
    ) -> PyResult<Option<String>> {
        let go_on = || !self.stopped.load(Ordering::Relaxed);
        let record = py.detach(|| {
            let mut played = SelfPlayResult::default();
            for part in &games {
                let part = SelfPlayResult::from_bytes(part);
                played.add(&part.ok_or("these are no games of self-play")?);
            }
            self.games.fetch_add(played.games, Ordering::Relaxed);
            Ok(self.lock().learn_step(played, seconds, &go_on))
        });
        let record = record.map_err(|message: &str| RunError::new_err(message))?;
        Ok(record.map(|record| record.to_string()))
    }

    /// The network as it is now: the bytes of its file.
    fn network<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| write_network(self.lock().network(), &[]));
        PyBytes::new(py, &bytes)
    }

    /// Ends a step that is under way in another thread.
    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Games that have ended since this object was made.
    #[getter]
    fn games(&self) -> usize {
        self.games.load(Ordering::Relaxed)
    }
}

impl AlphaZeroTraining {
    fn lock(&self) -> std::sync::MutexGuard<'_, Training<Trictrac>> {
        self.training.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays the games `first` to `first + games - 1` of a step, with the network that begins it, for
/// `AlphaZeroTraining.learn_step`.
#[pyfunction]
pub fn alphazero_games<'py>(
    py: Python<'py>,
    options: Text,
    network: &[u8],
    step: u64,
    first: usize,
    games: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let config = Config::from_json(&options.0).map_err(refused)?;
    let network = network_from_bytes(network).map_err(RunError::new_err)?;
    let numbers = first..first.saturating_add(games);
    let played = py.detach(|| {
        play_games::<Trictrac>(&config, step, numbers, &network).map(|played| played.to_bytes())
    });
    Ok(PyBytes::new(py, &played.map_err(RunError::new_err)?))
}

/// A trained network of Trictrac.
#[pyclass(frozen, module = "trictrac_spiel._engine")]
pub struct AlphaZeroNetwork {
    network: Arc<PolicyValueNet>,
    config: Config,
    game: TrictracConfig,
}

#[pymethods]
impl AlphaZeroNetwork {
    /// From the bytes of its file and the options of its training.
    #[new]
    fn new(file: &[u8], options: Text) -> PyResult<AlphaZeroNetwork> {
        let config = Config::from_json(&options.0).map_err(RunError::new_err)?;
        let (_, parameters) = parse_game(&config.game).map_err(RunError::new_err)?;
        let game = Trictrac::configure(&parameters, config.reward).map_err(RunError::new_err)?;
        let network = network_from_bytes(file).map_err(RunError::new_err)?;
        let sizes = Trictrac::new(&game).sizes();
        let expected = config.shape(sizes.features.len(), sizes.num_actions);
        if network.shape() != expected {
            return Err(RunError::new_err("its shape is not the one of its options"));
        }
        Ok(AlphaZeroNetwork {
            network: Arc::new(network),
            config,
            game,
        })
    }

    /// What the search chooses, what that is worth to the player who decides, and the policy that
    /// the search has found, as (action, probability).
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        simulations: u32,
        seed: u64,
    ) -> PyResult<(u16, f32, ActionPolicy)> {
        let game = self.game_at(position);
        if !matches!(game.turn(), Turn::Player(_)) {
            return Err(refused("nobody is to choose an action in this position"));
        }
        let config = Config {
            max_simulations: simulations,
            ..self.config.clone()
        };
        config.check().map_err(refused)?;
        let choice = py.detach(|| {
            let network = self.network.clone();
            SearchAgent::new(network, config.search(), config.scale(), seed).search(&game)
        });
        let policy = choice.actions.into_iter().zip(choice.policy).collect();
        Ok((choice.action, choice.value, policy))
    }

    /// The expected result of the game, -1 to 1, for the player who decides or rolls, who is
    /// returned, too; and the policy as (action, probability), empty where nobody decides.
    fn judge(&self, position: &Position) -> (usize, f32, ActionPolicy) {
        let game = self.game_at(position);
        let mut evaluator = NetworkEvaluator::new(&*self.network);
        evaluator.look([&game].into_iter());
        let mut actions = vec![0; Trictrac::SIZES.max_actions];
        let count = game.legal_actions(&mut actions);
        actions.truncate(count);
        let mut policy = vec![0.0; count];
        Evaluator::<Trictrac>::logits(&evaluator, 0, &actions, &mut policy);
        spiel_bot::network::softmax(&mut policy);
        let outputs = Evaluator::<Trictrac>::outputs(&evaluator, 0);
        (
            game.mover(),
            outputs.result.clamp(-1.0, 1.0),
            actions.into_iter().zip(policy).collect(),
        )
    }
}

impl AlphaZeroNetwork {
    fn game_at(&self, position: &Position) -> Trictrac {
        Trictrac::from_state(position.0, self.game.dice, self.game.utility)
    }
}

/// Decisions of games that the shipped player plays against itself, to learn from: `observations`,
/// `actions` and `policy` one after the other with `ends` where each decision's end, and `values`,
/// the result that the player who decides can expect.
#[pyfunction]
pub fn taught_decisions<'py>(
    py: Python<'py>,
    game: Text,
    games: usize,
    seed: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let taught = py.detach(|| taught_decisions_of(&game.0, games, seed, threads));
    let batch = taught.map_err(refused)?;
    let rows = batch.len();
    let inputs = batch.observations.len() / rows.max(1);
    let results: Vec<f32> = batch.targets.chunks_exact(2).map(|pair| pair[1]).collect();
    let ends: Vec<i64> = batch.action_ends.iter().map(|&end| end as i64).collect();
    let arrays = PyDict::new(py);
    let observations = PyArray1::from_vec(py, batch.observations);
    let observations: Bound<'py, PyArray2<f32>> = observations.reshape([rows, inputs])?;
    arrays.set_item("observations", observations)?;
    arrays.set_item("actions", PyArray1::from_vec(py, batch.actions))?;
    arrays.set_item("policy", PyArray1::from_vec(py, batch.policy))?;
    arrays.set_item("ends", PyArray1::from_vec(py, ends))?;
    arrays.set_item("values", PyArray1::from_vec(py, results))?;
    Ok(arrays)
}
