//! One question about any board and dice, and its answer as it is written in JSON.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use trictrac_store::{Query, Side};

use crate::arguments::{NamedOptions, Whole, options_of};
use crate::errors::{TrictracError, refused};
use crate::position::event_dict;

/// A side of a question: points, holes, bredouille.
type SideFields = (Whole, Whole, bool);

/// What a roll scores on a board and how it can be played.
#[pyfunction]
pub fn query<'py>(
    py: Python<'py>,
    board: Vec<Whole>,
    dice: Vec<Whole>,
    rolls: Whole,
    mover: SideFields,
    opponent: SideFields,
    options: NamedOptions,
) -> PyResult<Bound<'py, PyDict>> {
    let query = Query {
        options: options_of(&options)?,
        rolls: rolls.0,
        mover: side_of(mover),
        opponent: side_of(opponent),
        ..Query::new(
            exactly("board", &board, "24 whole numbers")?,
            exactly("dice", &dice, "two whole numbers")?,
        )
    };
    let answer = query.answer().map_err(refused)?;
    let events = answer.events.iter().map(|event| {
        let ways = query.ways(event).map_err(refused)?;
        event_dict(py, event, &ways)
    });
    let plays = answer.plays.iter().map(|play| {
        let dict = PyDict::new(py);
        dict.set_item("action", play.action.0)?;
        dict.set_item("text", &play.text)?;
        let steps = play.steps.iter().map(|[from, to]| (*from, *to));
        dict.set_item("steps", steps.collect::<Vec<_>>())?;
        Ok(dict)
    });
    let boards: Vec<Vec<i8>> = answer
        .plays
        .iter()
        .map(|play| play.board.to_vec())
        .collect();
    let [mover, opponent] = answer.after;
    let after = PyDict::new(py);
    after.set_item("mover", side_dict(py, mover)?)?;
    after.set_item("opponent", side_dict(py, opponent)?)?;

    let dict = PyDict::new(py);
    dict.set_item("legal", boards)?;
    dict.set_item("plays", plays.collect::<PyResult<Vec<_>>>()?)?;
    dict.set_item("events", events.collect::<PyResult<Vec<_>>>()?)?;
    dict.set_item("mover_points", answer.mover_points)?;
    dict.set_item("opponent_points", answer.opponent_points)?;
    dict.set_item("numbers_played", answer.numbers_played)?;
    dict.set_item("exit", answer.exit)?;
    dict.set_item("after_marking", after)?;
    Ok(dict)
}

fn exactly<const N: usize>(name: &str, values: &[Whole], accepted: &str) -> PyResult<[i64; N]> {
    let numbers: Vec<i64> = values.iter().map(|value| value.0).collect();
    numbers.try_into().map_err(|_| {
        let count = values.len();
        TrictracError::new_err(format!(
            "{name} has {count} numbers, but it must be {accepted}"
        ))
    })
}

fn side_of((points, holes, bredouille): SideFields) -> Side {
    Side {
        points: points.0,
        holes: holes.0,
        bredouille,
    }
}

fn side_dict(py: Python<'_>, side: Side) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("points", side.points)?;
    dict.set_item("holes", side.holes)?;
    dict.set_item("bredouille", side.bredouille)?;
    Ok(dict)
}
