//! The door between the rules in Rust and OpenSpiel's C++: declarations and
//! conversions, no rule. Whatever C++ can get wrong is a `Result`, and a panic is
//! caught here and becomes the same error, because a panic that reaches C++
//! aborts the process.

use std::panic::{UnwindSafe, catch_unwind};

#[cxx::bridge(namespace = "trictrac_bridge")]
mod ffi {
    extern "Rust" {
        /// Version of the engine, as in the workspace's manifest.
        fn engine_version() -> &'static str;
        /// Panics on purpose: the test of how a bug in the engine crosses.
        fn provoke_panic(message: &str) -> Result<()>;
    }
}

fn engine_version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

fn provoke_panic(message: &str) -> Result<(), EngineError> {
    guarded(|| panic!("{message}"))
}

/// What C++ sees of an error: its text.
#[derive(Debug)]
struct EngineError(String);

impl std::fmt::Display for EngineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Runs `work`; a panic inside it becomes an error with the panic's message.
fn guarded<T>(work: impl FnOnce() -> T + UnwindSafe) -> Result<T, EngineError> {
    catch_unwind(work).map_err(|payload| {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no message".to_owned());
        EngineError(format!("bug in the Trictrac engine (a panic): {text}"))
    })
}
