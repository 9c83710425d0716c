//! One idea of a game with chance, and three games behind it.
//!
//! [`GameEnv`] is what search, learning, the batched environment and the C interface ask of a game.
//! [`Trictrac`] is the game; [`TicTacToe`] and [`Pig`] are small enough to be solved and keep the
//! trait honest: one without chance, one whose chance comes between two decisions of one player.
//!
//! A game is a small value: to look ahead, copy it. No step allocates. Not here: the rules of Trictrac
//! (`trictrac-store`), and whoever plays or learns (`trictrac-play`, `trictrac-search`, `spiel_bot`).
//!
//! ```
//! use trictrac_env::{GameEnv, Trictrac, Turn};
//!
//! let mut random = {
//!     let mut generator = fastrand::Rng::with_seed(7);
//!     move |bound| generator.u32(..bound)
//! };
//! let mut game = Trictrac::new(&Default::default());
//! let mut actions = [0; Trictrac::SIZES.max_actions];
//! loop {
//!     match game.turn() {
//!         Turn::Chance => game.sample_chance(&mut random),
//!         Turn::Player(_) => {
//!             let count = game.legal_actions(&mut actions);
//!             let choice = random(count as u32) as usize;
//!             game.apply(actions[choice])?;
//!         }
//!         Turn::Over => break,
//!     }
//! }
//! assert_eq!(game.returns().iter().sum::<f64>(), 0.0);
//! # Ok::<(), trictrac_env::Refusal>(())
//! ```

#![forbid(unsafe_code)]

mod action_set;
#[cfg(feature = "batch")]
pub mod batch;
mod game_env;
mod packed;
mod pig;
mod tic_tac_toe;
mod trictrac;

pub use game_env::{Action, GameEnv, PLAYERS, Refusal, Shape, Sizes, Turn, Uniform};
pub use packed::Packed;
pub use pig::{Pig, PigConfig};
pub use tic_tac_toe::TicTacToe;
pub use trictrac::{Trictrac, TrictracConfig};
