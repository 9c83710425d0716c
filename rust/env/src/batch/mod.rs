//! Many games of Trictrac at once: one call moves them all, on the threads of a pool, and writes what
//! a learner asks into arrays of the caller's. Nothing is allocated by a step.
//!
//! Chance is decided here, so every game stands at a decision, or has ended and waits for a reset.
//! Each game has its own dice: the same seed gives the same run on any number of threads.

mod arrays;
mod slot;

use rayon::{ThreadPool, ThreadPoolBuilder};
use trictrac_store::{
    NUM_ACTIONS, NUM_ACTIONS_WITH_CLAIMS, Observation, Options, State, UnpackError, Utility,
};

pub use arrays::Arrays;
pub use slot::HOLD;
use slot::{Slot, panic_message};

/// How a batch of games is played.
#[derive(Clone, Debug)]
pub struct BatchConfig {
    /// The rules.
    pub options: Options,
    /// The scale of rewards and returns.
    pub utility: Utility,
    /// What players see.
    pub observation: Observation,
    /// Does a game that has ended begin anew in the same step?
    pub autoreset: bool,
    /// After so many decisions a game is broken off; 0 for never.
    pub max_steps: u32,
    /// Threads that share the work; 0 for one a core.
    pub threads: usize,
}

/// Why a batch did not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchError {
    /// The action is not legal in that game. No game has moved.
    Illegal {
        /// Which game.
        index: usize,
        /// What was asked for.
        action: i64,
        /// Where.
        state: State,
    },
    /// That game has ended: it takes no action but -1. No game has moved.
    Ended {
        /// Which game.
        index: usize,
        /// What was asked for.
        action: i64,
    },
    /// A bug in the engine: that game stands where it stood, the others have moved.
    Panicked {
        /// Which game.
        index: usize,
        /// What the panic said.
        message: String,
    },
    /// The threads could not be started.
    Threads(String),
    /// A saved batch is of another size or form.
    Saved(&'static str),
    /// A position in a saved batch is none.
    Position(UnpackError),
    /// A position has other options than the games of this batch.
    OtherOptions,
    /// Nothing can be decided any more in that position.
    Over,
}

impl std::fmt::Display for BatchError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BatchError::Illegal {
                index,
                action,
                state,
            } => write!(
                formatter,
                "action {action} is illegal in environment {index}, in the position {state}; \
                 no environment has moved"
            ),
            BatchError::Ended { index, action } => write!(
                formatter,
                "environment {index} has ended and takes no action but -1, not {action}; reset it \
                 first. No environment has moved"
            ),
            BatchError::Panicked { index, message } => write!(
                formatter,
                "bug in the Trictrac engine (a panic) in environment {index}, which stands where \
                 it stood; the others have moved: {message}"
            ),
            BatchError::Threads(message) => {
                write!(formatter, "the threads could not be started: {message}")
            }
            BatchError::Saved(what) => write!(formatter, "these are no saved environments: {what}"),
            BatchError::Position(error) => {
                write!(formatter, "these are no saved environments: {error}")
            }
            BatchError::OtherOptions => formatter
                .write_str("the position belongs to a game with other options than this one's"),
            BatchError::Over => formatter.write_str("the game is over in this position"),
        }
    }
}

impl std::error::Error for BatchError {}

/// Many games, each with its own dice.
#[derive(Debug)]
pub struct Batch {
    config: BatchConfig,
    slots: Vec<Slot>,
    pool: Option<ThreadPool>,
    /// How many games a thread takes at a time.
    share: usize,
}

/// Fewer games than that are not worth waking another thread.
const LEAST_SHARE: usize = 64;

impl Batch {
    /// So many games, dealt from this seed. [`Batch::reset`] starts them.
    pub fn new(count: usize, seed: u64, config: BatchConfig) -> Result<Batch, BatchError> {
        let pool = pool_of(config.threads)?;
        let share = pool.as_ref().map_or(count, |pool| {
            // Some shares more than threads, so that none waits long for the last one.
            (count / (4 * pool.current_num_threads())).max(LEAST_SHARE)
        });
        Ok(Batch {
            slots: (0..count)
                .map(|index| Slot::new(&config, seed, index as u64))
                .collect(),
            pool,
            share,
            config,
        })
    }

    /// How many games there are.
    pub const fn len(&self) -> usize {
        self.slots.len()
    }

    /// Is there no game?
    pub const fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// How the games are played.
    pub const fn config(&self) -> &BatchConfig {
        &self.config
    }

    /// The position of a game, with what is legal there.
    pub fn state(&self, index: usize) -> &State {
        &self.slots[index].state
    }

    /// A batch that goes on as this one would.
    pub fn duplicate(&self) -> Result<Batch, BatchError> {
        Ok(Batch {
            config: self.config.clone(),
            slots: self.slots.clone(),
            pool: pool_of(self.config.threads)?,
            share: self.share,
        })
    }

    /// Deals new dice to every game.
    pub fn reseed(&mut self, seed: u64) {
        for (index, slot) in self.slots.iter_mut().enumerate() {
            slot.reseed(seed, index as u64);
        }
    }

    /// Starts the games that `chosen` names, or all, anew: at the start or in a position.
    pub fn reset(
        &mut self,
        chosen: Option<&[bool]>,
        start: Option<&State>,
        arrays: Arrays<'_>,
    ) -> Result<(), BatchError> {
        let first = match start {
            Some(state) => self.checked(state)?,
            None => State::new(self.config.options),
        };
        let config = &self.config;
        for_each(&mut self.slots, arrays, |index, slot, arrays| {
            if chosen.is_none_or(|chosen| chosen[index]) {
                slot.start(config, first);
                arrays.clear_step();
                slot.show(config, arrays);
            }
        });
        Ok(())
    }

    /// Puts one game into a position; if a roll is due there, its dice are rolled.
    pub fn set_state(
        &mut self,
        index: usize,
        state: &State,
        arrays: Arrays<'_>,
    ) -> Result<(), BatchError> {
        let state = self.checked(state)?;
        let slot = &mut self.slots[index];
        slot.start(&self.config, state);
        let mut own = arrays.nth(index);
        own.clear_step();
        slot.show(&self.config, &mut own);
        Ok(())
    }

    fn checked(&self, state: &State) -> Result<State, BatchError> {
        if state.options() != self.config.options {
            return Err(BatchError::OtherOptions);
        }
        if state.is_over() {
            return Err(BatchError::Over);
        }
        Ok(*state)
    }

    /// Takes one action in every game: those of `actions`, in order. A game with [`HOLD`] stays.
    pub fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), BatchError> {
        for (index, (slot, &action)) in self.slots.iter().zip(actions).enumerate() {
            slot.check(index, action)?;
        }
        let (config, share) = (&self.config, self.share);
        let work = || shared(&mut self.slots, actions, arrays, config, share, 0);
        match &self.pool {
            // A single share stays with the caller's thread.
            Some(pool) if actions.len() > share => pool.install(work),
            _ => work(),
        }
    }

    /// Picks a legal action in every game, each as likely; -1 where a game has ended. The dice do not
    /// depend on how often this is asked.
    pub fn sample_actions(&mut self, actions: &mut [i64]) {
        for (slot, action) in self.slots.iter_mut().zip(actions) {
            *action = slot.sample();
        }
    }

    /// Writes what every game looks like.
    pub fn show(&mut self, arrays: Arrays<'_>) {
        let config = &self.config;
        for_each(&mut self.slots, arrays, |_, slot, arrays| {
            slot.show(config, arrays)
        });
    }

    /// Makes the next step of a game panic: the test of how that ends.
    pub fn provoke_panic(&mut self, index: usize) {
        self.slots[index].panics = true;
    }

    /// Everything that [`Batch::load`] needs to go on in the same way.
    pub fn save(&self) -> Vec<u8> {
        self.slots.iter().flat_map(Slot::save).collect()
    }

    /// Goes on where [`Batch::save`] was called on a batch of the same size and rules.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), BatchError> {
        if bytes.len() != self.slots.len() * Slot::BYTES {
            return Err(BatchError::Saved("their number is another one"));
        }
        let saved = bytes.chunks_exact(Slot::BYTES);
        let slots = saved
            .map(|bytes| Slot::load(&self.config, bytes))
            .collect::<Result<Vec<Slot>, BatchError>>()?;
        self.slots = slots;
        Ok(())
    }
}

fn pool_of(threads: usize) -> Result<Option<ThreadPool>, BatchError> {
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        given => given,
    };
    if threads == 1 {
        return Ok(None);
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map(Some)
        .map_err(|error| BatchError::Threads(error.to_string()))
}

/// Steps the games, halved until each part is a share; both halves of a part may run at once.
fn shared(
    slots: &mut [Slot],
    actions: &[i64],
    arrays: Arrays<'_>,
    config: &BatchConfig,
    share: usize,
    first: usize,
) -> Result<(), BatchError> {
    if slots.len() <= share {
        return stepped(slots, actions, arrays, config, first);
    }
    let half = slots.len() / 2;
    let (left, right) = slots.split_at_mut(half);
    let (left_actions, right_actions) = actions.split_at(half);
    let (left_arrays, right_arrays) = arrays.split_at(half);
    let (left, right) = rayon::join(
        || shared(left, left_actions, left_arrays, config, share, first),
        || {
            shared(
                right,
                right_actions,
                right_arrays,
                config,
                share,
                first + half,
            )
        },
    );
    left.and(right)
}

/// Steps the games one after the other. A panic stays with its game.
fn stepped(
    slots: &mut [Slot],
    actions: &[i64],
    arrays: Arrays<'_>,
    config: &BatchConfig,
    first: usize,
) -> Result<(), BatchError> {
    let mut result = Ok(());
    let mut rest = arrays;
    for (offset, (slot, &action)) in slots.iter_mut().zip(actions).enumerate() {
        let (mut own, others) = rest.split_at(1);
        rest = others;
        let before = slot.state;
        let step = std::panic::AssertUnwindSafe(|| slot.step(config, action, &mut own));
        if let Err(payload) = std::panic::catch_unwind(step) {
            slot.panics = false;
            slot.stand(before);
            let index = first + offset;
            let message = panic_message(payload.as_ref());
            result = result.and(Err(BatchError::Panicked { index, message }));
        }
    }
    result
}

/// One game after the other, each with its part of the arrays.
fn for_each(
    slots: &mut [Slot],
    arrays: Arrays<'_>,
    mut work: impl FnMut(usize, &mut Slot, &mut Arrays<'_>),
) {
    let mut rest = arrays;
    for (index, slot) in slots.iter_mut().enumerate() {
        let (mut own, others) = rest.split_at(1);
        rest = others;
        work(index, slot, &mut own);
    }
}

impl BatchConfig {
    /// How many actions the games have: the width of a legal mask.
    pub const fn num_actions(&self) -> usize {
        if self.options.schools {
            NUM_ACTIONS_WITH_CLAIMS
        } else {
            NUM_ACTIONS
        }
    }
}
