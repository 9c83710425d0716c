//! The class `Batch`: many games at once, in arrays that Python sees without a copy.

use numpy::{PyArray, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use trictrac_env::batch::{self, Arrays, BatchConfig, BatchError};
use trictrac_store::{ActionId, IllegalPlay, Utility};

use crate::arguments::{NamedOptions, Text, Whole, options_of};
use crate::errors::{TrictracError, illegal, refused};
use crate::layouts::observation_named;
use crate::position::Position;

/// The arrays, in Python's memory.
struct Buffers {
    observations: Py<PyArrayDyn<f32>>,
    legal_mask: Py<PyArrayDyn<bool>>,
    current_player: Py<PyArrayDyn<i8>>,
    rewards: Py<PyArrayDyn<f32>>,
    returns: Py<PyArrayDyn<f32>>,
    terminated: Py<PyArrayDyn<bool>>,
    truncated: Py<PyArrayDyn<bool>>,
    dice: Py<PyArrayDyn<i8>>,
    final_observations: Py<PyArrayDyn<f32>>,
    final_rewards: Py<PyArrayDyn<f32>>,
    final_returns: Py<PyArrayDyn<f32>>,
}

fn zeros<T: numpy::Element>(py: Python<'_>, shape: &[usize]) -> Py<PyArrayDyn<T>> {
    PyArray::zeros(py, shape, false).unbind()
}

fn copied<T: numpy::Element>(
    py: Python<'_>,
    array: &Py<PyArrayDyn<T>>,
) -> PyResult<Py<PyArrayDyn<T>>> {
    let copy = array.bind(py).call_method0("copy")?;
    Ok(copy.cast_into::<PyArrayDyn<T>>()?.unbind())
}

impl Buffers {
    fn new(py: Python<'_>, count: usize, config: &BatchConfig) -> Buffers {
        let shape = config.observation.shape(&config.options);
        let seen = [&[count], shape.as_slice()].concat();
        Buffers {
            observations: zeros(py, &seen),
            legal_mask: zeros(py, &[count, config.num_actions()]),
            current_player: zeros(py, &[count]),
            rewards: zeros(py, &[count, 2]),
            returns: zeros(py, &[count, 2]),
            terminated: zeros(py, &[count]),
            truncated: zeros(py, &[count]),
            dice: zeros(py, &[count, 2]),
            final_observations: zeros(py, &seen),
            final_rewards: zeros(py, &[count, 2]),
            final_returns: zeros(py, &[count, 2]),
        }
    }

    fn copy(&self, py: Python<'_>) -> PyResult<Buffers> {
        Ok(Buffers {
            observations: copied(py, &self.observations)?,
            legal_mask: copied(py, &self.legal_mask)?,
            current_player: copied(py, &self.current_player)?,
            rewards: copied(py, &self.rewards)?,
            returns: copied(py, &self.returns)?,
            terminated: copied(py, &self.terminated)?,
            truncated: copied(py, &self.truncated)?,
            dice: copied(py, &self.dice)?,
            final_observations: copied(py, &self.final_observations)?,
            final_rewards: copied(py, &self.final_rewards)?,
            final_returns: copied(py, &self.final_returns)?,
        })
    }

    /// Does `work` with the arrays' memory, Python's lock released.
    fn filled<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(Arrays<'_>) -> T + Send,
    ) -> PyResult<T> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut legal_mask = self.legal_mask.bind(py).try_readwrite()?;
        let mut current_player = self.current_player.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut returns = self.returns.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut truncated = self.truncated.bind(py).try_readwrite()?;
        let mut dice = self.dice.bind(py).try_readwrite()?;
        let mut final_observations = self.final_observations.bind(py).try_readwrite()?;
        let mut final_rewards = self.final_rewards.bind(py).try_readwrite()?;
        let mut final_returns = self.final_returns.bind(py).try_readwrite()?;
        let arrays = Arrays {
            observations: observations.as_slice_mut()?,
            legal_mask: legal_mask.as_slice_mut()?,
            current_player: current_player.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            returns: returns.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            dice: dice.as_slice_mut()?,
            final_observations: final_observations.as_slice_mut()?,
            final_rewards: final_rewards.as_slice_mut()?,
            final_returns: final_returns.as_slice_mut()?,
        };
        Ok(py.detach(|| work(arrays)))
    }
}

/// Many games at once. `trictrac_spiel.BatchedEnv` is its face.
#[pyclass(module = "trictrac_spiel._engine")]
pub struct Batch {
    /// None once it is closed.
    games: Option<batch::Batch>,
    buffers: Buffers,
}

#[pymethods]
impl Batch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "named ones, in Python")]
    fn new(
        py: Python<'_>,
        count: usize,
        options: NamedOptions,
        utility: Text,
        observation: Text,
        seed: u64,
        threads: usize,
        autoreset: bool,
        max_steps: u32,
    ) -> PyResult<Batch> {
        let config = BatchConfig {
            options: options_of(&options)?,
            utility: utility_named(&utility)?,
            observation: observation_named(&observation)?,
            autoreset,
            max_steps,
            threads,
        };
        let buffers = Buffers::new(py, count, &config);
        let mut games = batch::Batch::new(count, seed, config).map_err(refused)?;
        buffers
            .filled(py, |arrays| games.reset(None, None, arrays))?
            .map_err(refused)?;
        Ok(Batch {
            games: Some(games),
            buffers,
        })
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.buffers.observations.clone_ref(py)
    }

    #[getter]
    fn legal_mask(&self, py: Python<'_>) -> Py<PyArrayDyn<bool>> {
        self.buffers.legal_mask.clone_ref(py)
    }

    #[getter]
    fn current_player(&self, py: Python<'_>) -> Py<PyArrayDyn<i8>> {
        self.buffers.current_player.clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.buffers.rewards.clone_ref(py)
    }

    #[getter]
    fn returns(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.buffers.returns.clone_ref(py)
    }

    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArrayDyn<bool>> {
        self.buffers.terminated.clone_ref(py)
    }

    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArrayDyn<bool>> {
        self.buffers.truncated.clone_ref(py)
    }

    #[getter]
    fn dice(&self, py: Python<'_>) -> Py<PyArrayDyn<i8>> {
        self.buffers.dice.clone_ref(py)
    }

    #[getter]
    fn final_observations(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.buffers.final_observations.clone_ref(py)
    }

    #[getter]
    fn final_rewards(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.buffers.final_rewards.clone_ref(py)
    }

    #[getter]
    fn final_returns(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.buffers.final_returns.clone_ref(py)
    }

    /// Starts the chosen games anew, or all; with new dice if there is a seed, in a position if
    /// there is one.
    #[pyo3(signature = (seed, chosen, start))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        chosen: Option<PyReadonlyArray1<'_, bool>>,
        start: Option<Position>,
    ) -> PyResult<()> {
        let Batch { games, buffers } = self;
        let games = games.as_mut().ok_or_else(closed)?;
        let chosen = chosen
            .as_ref()
            .map(|chosen| chosen.as_slice())
            .transpose()?;
        if chosen.is_some_and(|chosen| chosen.len() != games.len()) {
            return Err(wrong_length("reset_mask", games.len()));
        }
        if let Some(seed) = seed {
            games.reseed(seed);
        }
        let start = start.map(|position| position.0);
        let done = buffers.filled(py, |arrays| games.reset(chosen, start.as_ref(), arrays))?;
        done.map_err(refused)
    }

    /// Takes an action in every game.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let Batch { games, buffers } = self;
        let games = games.as_mut().ok_or_else(closed)?;
        let actions = actions.as_slice()?;
        if actions.len() != games.len() {
            return Err(wrong_length("actions", games.len()));
        }
        let done = buffers.filled(py, |arrays| games.step(actions, arrays))?;
        done.map_err(|error| step_error(py, &error))
    }

    /// Picks a legal action in every game, into `actions`.
    fn sample_actions(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyArray1<i64>>,
    ) -> PyResult<()> {
        let games = self.games.as_mut().ok_or_else(closed)?;
        let mut actions = actions.try_readwrite()?;
        let actions = actions.as_slice_mut()?;
        if actions.len() != games.len() {
            return Err(wrong_length("out", games.len()));
        }
        py.detach(|| games.sample_actions(actions));
        Ok(())
    }

    fn position(&self, index: Whole) -> PyResult<Position> {
        let games = self.games.as_ref().ok_or_else(closed)?;
        Ok(Position(*games.state(row(games, index)?)))
    }

    fn set_position(&mut self, py: Python<'_>, index: Whole, position: Position) -> PyResult<()> {
        let Batch { games, buffers } = self;
        let games = games.as_mut().ok_or_else(closed)?;
        let index = row(games, index)?;
        let done = buffers.filled(py, |arrays| games.set_state(index, &position.0, arrays))?;
        done.map_err(refused)
    }

    fn copy(&self, py: Python<'_>) -> PyResult<Batch> {
        let games = self.games.as_ref().ok_or_else(closed)?;
        Ok(Batch {
            games: Some(games.duplicate().map_err(refused)?),
            buffers: self.buffers.copy(py)?,
        })
    }

    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let games = self.games.as_ref().ok_or_else(closed)?;
        Ok(PyBytes::new(py, &games.save()))
    }

    fn load(&mut self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        let Batch { games, buffers } = self;
        let games = games.as_mut().ok_or_else(closed)?;
        games.load(bytes).map_err(refused)?;
        buffers.filled(py, |arrays| games.show(arrays))
    }

    /// The test of how a bug in the engine ends.
    fn provoke_panic(&mut self, index: Whole) -> PyResult<()> {
        let games = self.games.as_mut().ok_or_else(closed)?;
        let index = row(games, index)?;
        games.provoke_panic(index);
        Ok(())
    }

    /// Ends the threads.
    fn close(&mut self, py: Python<'_>) {
        let games = self.games.take();
        py.detach(|| drop(games));
    }
}

fn utility_named(Text(name): &Text) -> PyResult<Utility> {
    let named = |utility: &Utility| utility.name() == name;
    Utility::ALL.into_iter().find(named).ok_or_else(|| {
        let names = Utility::ALL.map(Utility::name).join(", ");
        refused(format!(
            "utility is \"{name}\", but it must be one of {names}"
        ))
    })
}

fn closed() -> PyErr {
    TrictracError::new_err("the environments are closed")
}

fn wrong_length(name: &str, count: usize) -> PyErr {
    refused(format!(
        "{name} must have one value for each of the {count} environments"
    ))
}

fn row(games: &batch::Batch, index: Whole) -> PyResult<usize> {
    let found = index.small().filter(|index: &usize| *index < games.len());
    found.ok_or_else(|| {
        let last = games.len().saturating_sub(1);
        refused(format!(
            "there is no environment {}: 0 to {last} exist",
            index.0
        ))
    })
}

fn step_error(py: Python<'_>, error: &BatchError) -> PyErr {
    let BatchError::Illegal { action, state, .. } = error else {
        return refused(error);
    };
    let reason = match u16::try_from(*action) {
        Ok(id) => { *state }
            .apply(ActionId(id))
            .err()
            .map(|error| error.reason),
        Err(_) => Some(IllegalPlay::NoSuchAction),
    };
    let play = action.into_py_any(py);
    play.map_or_else(
        |error| error,
        |play| illegal(error.to_string(), reason, play, state),
    )
}
