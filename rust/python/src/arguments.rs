//! What Python hands over, read leniently: a number beyond all bounds and a text with half a
//! character are refused later, by what is wrong with them, and not here by their type.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use trictrac_store::{Color, Dice, Die, Options};

use crate::errors::{TrictracError, refused};

/// A whole number; one that does not fit is the nearest that does.
#[derive(Clone, Copy)]
pub struct Whole(pub i64);

impl FromPyObject<'_, '_> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Whole> {
        match object.extract() {
            Ok(number) => Ok(Whole(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                let is_negative = object.lt(0)?;
                Ok(Whole(if is_negative { i64::MIN } else { i64::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

impl Whole {
    /// The number in a smaller type, which has no place for numbers that mean nothing.
    pub fn small<T: TryFrom<i64>>(self) -> Option<T> {
        T::try_from(self.0).ok()
    }
}

/// A text; half of a character pair (a lone surrogate) becomes a replacement character.
pub struct Text(pub String);

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Text> {
        let text = object.cast::<PyString>()?;
        Ok(Text(text.to_string_lossy().into_owned()))
    }
}

/// Options by name, as texts.
pub type NamedOptions = Vec<(Text, Text)>;

pub fn options_of(named: &NamedOptions) -> PyResult<Options> {
    let pairs = named
        .iter()
        .map(|(Text(name), Text(value))| (name.as_str(), value.as_str()));
    Options::from_pairs(pairs).map_err(refused)
}

pub fn die(Whole(number): Whole) -> PyResult<Die> {
    Whole(number)
        .small()
        .and_then(Die::new)
        .ok_or_else(|| TrictracError::new_err(format!("{number} is no die: dice are 1 to 6")))
}

/// Exactly two dice.
pub fn both_dice(numbers: &[Whole]) -> PyResult<Dice> {
    match numbers {
        [one, other] => Ok(Dice::new(die(*one)?, die(*other)?)),
        _ => {
            let count = numbers.len();
            Err(TrictracError::new_err(format!(
                "a roll is two dice, not {count}"
            )))
        }
    }
}

pub fn player(number: Whole) -> PyResult<Color> {
    number.small().and_then(Color::from_index).ok_or_else(|| {
        TrictracError::new_err(format!(
            "player {} does not exist: players are 0 and 1",
            number.0
        ))
    })
}
