//! Players that learned or search: the value network and what is built on it.
//!
//! | module | what it holds |
//! |---|---|
//! | `inputs`, `hits` | what the network is told about a position |
//! | `network`, `weights` | its weights, values from them, and both as bytes |
//! | `champion` | the network that is shipped |
//! | `lookahead` | judging actions and positions, so many plays ahead |
//! | `ranking`, `rollout` | what analysis asks: which action is best, and is it really |
//! | `players` | `td` and `td:PLIES` |
//!
//! Not here: how the network is taught (`spiel_bot`), and players with hand-written judgements
//! (`trictrac-play`).
//!
//! ```
//! use trictrac_search::{Depth, champion, rank};
//! use trictrac_store::{Dice, Options, State};
//!
//! let mut state = State::new(Options::default());
//! state.roll(Dice::from_numbers(6, 1).unwrap())?;
//! let plays = rank(champion(), &state, Depth::plies(2));
//! assert_eq!(plays[0].loss, 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(unsafe_code)]

mod champion;
mod hits;
pub mod inputs;
pub mod lookahead;
pub mod network;
mod players;
mod ranking;
mod rollout;
mod weights;

pub use champion::champion;
pub use hits::{HitProspects, hit_prospects};
pub use inputs::Inputs;
pub use lookahead::{
    Depth, Judged, Outlook, Sweep, best, best_at_once, judge_actions, lead, outlook,
    outlook_at_once, winning_chances_lost,
};
pub use network::{Network, Values};
pub use players::TdPlayer;
pub use ranking::{Ranked, rank};
pub use rollout::{Mean, RolledGame, Rollout};
pub use weights::BadWeights;
