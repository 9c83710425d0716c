//! Errors as C sees them, and the door itself: what every call passes on its way in and out.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why something was refused. The numbers are those of `board_game.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Error {
    /// A pointer is null, or not aligned for its type.
    NullPointer = 1,
    /// The words were never a state of this game.
    BadState = 2,
    /// The configuration holds a value that is not offered.
    BadConfig = 3,
    /// The action is not possible now.
    IllegalAction = 4,
    /// There is no such player.
    NoSuchPlayer = 5,
    /// The buffer cannot hold the whole result.
    BufferTooSmall = 6,
    /// The text is not written like what it should say.
    BadText = 7,
    /// A number is out of its range.
    BadArgument = 8,
    /// The question has no answer in this state.
    NotNow = 9,
    /// A panic: a bug of the library.
    InternalError = 10,
}

impl Error {
    const ALL: [Error; 10] = [
        Error::NullPointer,
        Error::BadState,
        Error::BadConfig,
        Error::IllegalAction,
        Error::NoSuchPlayer,
        Error::BufferTooSmall,
        Error::BadText,
        Error::BadArgument,
        Error::NotNow,
        Error::InternalError,
    ];

    const fn text(self) -> &'static CStr {
        match self {
            Error::NullPointer => c"a pointer is null, or not aligned for its type",
            Error::BadState => c"the words were never a state of this game",
            Error::BadConfig => c"the configuration holds a value that is not offered",
            Error::IllegalAction => c"the action is not possible now",
            Error::NoSuchPlayer => c"there is no such player: players are 0 and 1",
            Error::BufferTooSmall => c"the buffer cannot hold the whole result",
            Error::BadText => c"the text is not written like what it should say",
            Error::BadArgument => c"a number is out of its range",
            Error::NotNow => c"the question has no answer in this state",
            Error::InternalError => c"bug in the Trictrac library (a panic)",
        }
    }
}

/// An [`Error`] by its number, 0 for none: `BoardGameError` in C.
pub type BoardGameError = i32;

/// An error in words, never null.
#[unsafe(no_mangle)]
pub extern "C" fn board_game_error_text(error: BoardGameError) -> *const c_char {
    let known = Error::ALL.iter().find(|known| **known as i32 == error);
    match known {
        Some(known) => known.text(),
        None if error == 0 => c"no error",
        None => c"there is no such error",
    }
    .as_ptr()
}

/// Does the work of a call. A panic ends here: what is unwound belongs to this call alone, and
/// results are written after everything that could panic.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Error::InternalError))
}

/// The same, for a call that returns its error.
pub fn checked(work: impl FnOnce() -> Result<(), Error>) -> BoardGameError {
    match guarded(work) {
        Ok(()) => 0,
        Err(error) => error as BoardGameError,
    }
}
