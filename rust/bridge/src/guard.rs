//! Errors on their way to C++: everything is a text in the end.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What C++ sees of an error: its text.
#[derive(Debug)]
pub struct EngineError(pub String);

impl fmt::Display for EngineError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl EngineError {
    /// The text of any other error.
    pub fn of(error: impl fmt::Display) -> EngineError {
        EngineError(error.to_string())
    }
}

/// Runs `work`; a panic inside it becomes an error with the panic's message. Unwinding can leave
/// nothing half done behind: what crosses the bridge is written only after the work is done.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, EngineError>) -> Result<T, EngineError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no message".to_owned());
        Err(EngineError(format!(
            "bug in the Trictrac engine (a panic): {text}"
        )))
    })
}
