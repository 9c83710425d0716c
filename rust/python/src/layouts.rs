//! What the numbers of an observation mean.

use pyo3::prelude::*;
use trictrac_store::Observation;

use crate::arguments::{NamedOptions, Text, options_of};
use crate::errors::refused;

/// The observation with this name.
pub fn observation_named(Text(name): &Text) -> PyResult<Observation> {
    let named = |observation: &Observation| observation.name() == name;
    Observation::ALL.into_iter().find(named).ok_or_else(|| {
        let names = Observation::ALL.map(Observation::name).join(", ");
        refused(format!(
            "observation is \"{name}\", but it must be one of {names}"
        ))
    })
}

/// The named ranges of an observation, in a game with these options: (name, start, end, meaning).
#[pyfunction]
#[pyo3(signature = (observation, options = Vec::new()))]
pub fn layout(
    observation: Text,
    options: NamedOptions,
) -> PyResult<Vec<(&'static str, usize, usize, &'static str)>> {
    let parts = observation_named(&observation)?.layout(&options_of(&options)?);
    Ok(parts
        .iter()
        .map(|part| (part.name, part.start, part.start + part.len, part.meaning))
        .collect())
}
