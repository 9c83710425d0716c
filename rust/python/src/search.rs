//! The class `ValueNetwork`: judgements of positions by the value network, looking ahead.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use trictrac_play::Player;
use trictrac_search::{Depth, Network, Rollout, TdPlayer, champion, hit_prospects, outlook, rank};
use trictrac_store::{Color, State};

use crate::arguments::{Whole, player};
use crate::errors::refused;
use crate::position::Position;

/// The largest number of plies: each one takes a hundred times longer than the one before.
const MOST_PLIES: u8 = 3;

/// A value network. Nothing changes it.
#[pyclass(frozen, module = "trictrac_spiel._engine")]
pub struct ValueNetwork(pub Box<Network>);

/// An action with its probability of winning, what it loses of it, and its margin in holes.
type RankedAction = (u16, f32, f32, f32);

#[pymethods]
impl ValueNetwork {
    /// The network that is shipped.
    #[staticmethod]
    fn champion() -> ValueNetwork {
        ValueNetwork(Box::new(champion().clone()))
    }

    /// From what `bytes` wrote; anything else is refused.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<ValueNetwork> {
        let network = Network::from_bytes(bytes).map_err(refused)?;
        Ok(ValueNetwork(Box::new(network)))
    }

    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The action that the network takes; None when nobody decides.
    fn choose(&self, py: Python<'_>, position: Position, plies: Whole) -> PyResult<Option<u16>> {
        let depth = depth(plies)?;
        let mut player = TdPlayer {
            network: &self.0,
            depth,
        };
        let action = py.detach(|| player.choose(&position.0));
        Ok(action.map(|action| action.0))
    }

    /// Player 0's probability of winning, a draw counting half, and the holes that he will have
    /// more than the other at the end.
    fn evaluate(&self, py: Python<'_>, position: Position, plies: Whole) -> PyResult<(f32, f32)> {
        let depth = depth(plies)?;
        let found = py.detach(|| outlook(&self.0, &position.0, Color::White, depth));
        Ok((found.win, found.margin))
    }

    /// The actions of a decision, the best one first.
    fn rank(
        &self,
        py: Python<'_>,
        position: Position,
        plies: Whole,
    ) -> PyResult<Vec<RankedAction>> {
        let depth = depth(plies)?;
        let ranked = py.detach(|| rank(&self.0, &position.0, depth));
        let of_each = ranked
            .iter()
            .map(|ranked| (ranked.action.0, ranked.win, ranked.loss, ranked.margin));
        Ok(of_each.collect())
    }

    /// Plays games numbered `first` to `first + games` from a position: for each whether player 0
    /// has won, by how many holes, and how many decisions it took. `rolls` is after how many rolls a
    /// game is cut short, None for never.
    #[pyo3(signature = (position, first, games, rolls, plies, seed, threads))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn rollout(
        &self,
        py: Python<'_>,
        position: Position,
        first: usize,
        games: usize,
        rolls: Option<usize>,
        plies: Whole,
        seed: u64,
        threads: usize,
    ) -> PyResult<Vec<(f64, f64, u64)>> {
        let rollout = Rollout {
            rolls,
            depth: depth(plies)?,
            seed,
            threads,
        };
        let state: State = position.0;
        let played =
            py.detach(|| rollout.play(&self.0, &state, Color::White, first..first + games));
        let of_each = played
            .iter()
            .map(|game| (game.win, game.margin, game.decisions));
        Ok(of_each.collect())
    }
}

/// Points that a roll of a player would bring on average by true hits to him, and by false hits to
/// the other one.
#[pyfunction]
#[pyo3(name = "hit_prospects")]
pub fn hit_prospects_of(position: Position, roller: Whole) -> PyResult<(f32, f32)> {
    let roller = player(roller)?;
    let state = position.0;
    let found = hit_prospects(&state.checkers(roller), &state.checkers(roller.opponent()));
    Ok((found.scored, found.given))
}

fn depth(plies: Whole) -> PyResult<Depth> {
    let found = plies
        .small()
        .filter(|plies| (1..=MOST_PLIES).contains(plies));
    found
        .map(Depth::plies)
        .ok_or_else(|| refused(format!("plies: must be 1 to {MOST_PLIES}, not {}", plies.0)))
}
