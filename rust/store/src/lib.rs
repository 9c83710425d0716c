//! The rules of Trictrac, and nothing else.
#![forbid(unsafe_code)]
