//! Errors on their way to Python: as the package's own exceptions, with what they say as values.

use std::fmt::Display;

use pyo3::import_exception;
use pyo3::prelude::*;
use trictrac_store::{
    Fault, Faults, IllegalPlay, ParseIdError, ParsePositionError, State, UnpackError,
};

import_exception!(trictrac_spiel._src.errors, TrictracError);
import_exception!(trictrac_spiel._src.errors, IllegalPlayError);
import_exception!(trictrac_spiel._src.errors, RunError);
import_exception!(trictrac_spiel._src.errors, InvalidPositionError);

/// Anything that is refused for what its text says.
pub fn refused(error: impl Display) -> PyErr {
    TrictracError::new_err(error.to_string())
}

/// A play that is not allowed: what was asked for, why not, and where.
pub fn illegal(
    message: String,
    reason: Option<IllegalPlay>,
    play: Py<PyAny>,
    state: &State,
) -> PyErr {
    let kind = reason.map_or_else(|| "form".to_owned(), |reason| kind_of(&reason));
    let rule = reason.and_then(IllegalPlay::anchor);
    IllegalPlayError::new_err((message, kind, rule, play, state.to_string()))
}

/// A reason in words, with the rule behind it.
pub fn with_rule(reason: IllegalPlay) -> String {
    match reason.anchor() {
        Some(anchor) => format!("{reason} (trictrac rules {anchor})"),
        None => reason.to_string(),
    }
}

/// Something that is no position, with every fault as (kind, message).
fn invalid(message: String, faults: Vec<(String, String)>) -> PyErr {
    InvalidPositionError::new_err((message, faults))
}

/// An arrangement that contradicts itself.
pub fn faulty(message: impl Display, faults: &Faults) -> PyErr {
    let each = |fault: Fault| (kind_of(&fault), fault.to_string());
    invalid(message.to_string(), faults.iter().map(each).collect())
}

/// A text or bytes that cannot be read, for one reason.
pub fn unreadable(kind: &str, message: impl Display) -> PyErr {
    let message = message.to_string();
    invalid(message.clone(), vec![(kind.to_owned(), message)])
}

pub fn no_position_text(error: &ParsePositionError) -> PyErr {
    match error {
        ParsePositionError::Faults(faults) => faulty(error, faults),
        ParsePositionError::Word { .. } => unreadable("text", error),
        ParsePositionError::Option(_) => unreadable("option", error),
    }
}

pub fn no_position_id(error: &ParseIdError) -> PyErr {
    match error {
        ParseIdError::Faults(faults) => faulty(error, faults),
        ParseIdError::Form | ParseIdError::Part(_) => unreadable("id", error),
    }
}

pub fn no_position_bytes(error: &UnpackError) -> PyErr {
    match error {
        UnpackError::Faults(faults) => faulty(error, faults),
        UnpackError::Length(_) | UnpackError::Version(_) | UnpackError::Form => {
            unreadable("bytes", error)
        }
    }
}

/// The name of an error's variant as Python writes names: `OwnCorner` is `own_corner`.
fn kind_of(variant: &impl std::fmt::Debug) -> String {
    let mut kind = String::new();
    let name = format!("{variant:?}");
    for letter in name.chars().take_while(|letter| letter.is_alphanumeric()) {
        if letter.is_uppercase() && !kind.is_empty() {
            kind.push('_');
        }
        kind.push(letter.to_ascii_lowercase());
    }
    kind
}
