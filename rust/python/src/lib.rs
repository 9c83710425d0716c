//! The Python module `trictrac_spiel._engine`: what Python asks the engine that needs no class of
//! `pyspiel`. Conversions and errors only, no rule; one file for each subject. What needs `pyspiel`
//! goes through `rust/bridge` and C++ instead.

mod alphazero;
mod arguments;
mod batch;
mod errors;
mod layouts;
mod position;
mod query;
mod search;
mod td;

use pyo3::prelude::*;

/// The engine in Rust.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::alphazero::{
        AlphaZeroNetwork, AlphaZeroTraining, alphazero_games, alphazero_preset,
        check_alphazero_options, taught_decisions,
    };
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::layouts::layout;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::query::query;
    #[pymodule_export]
    use super::search::{ValueNetwork, hit_prospects_of};
    #[pymodule_export]
    use super::td::{TdTraining, td_games, td_games_per_round};

    use super::*;

    /// Version of the engine, as in the workspace's manifest.
    #[pyfunction]
    fn engine_version() -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    /// Panics on purpose: the test of how a bug in the engine crosses.
    #[pyfunction]
    fn provoke_panic(message: &str) {
        panic!("{message}")
    }
}
