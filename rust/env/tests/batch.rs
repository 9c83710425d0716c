//! Many games at once: nothing is allocated by a step, threads make no difference, and a panic stays
//! with its game. That they are the game of OpenSpiel is tested in Python.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use trictrac_env::batch::{Arrays, Batch, BatchConfig, BatchError};
use trictrac_store::{NUM_ACTIONS, Observation, Options, Utility};

/// Counts what is allocated.
struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are the system's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The memory of a batch.
struct Memory {
    floats: [Vec<f32>; 6],
    bytes: [Vec<i8>; 2],
    flags: [Vec<bool>; 3],
}

impl Memory {
    fn new(count: usize) -> Memory {
        let seen = count * Observation::Features.len(&Options::default());
        Memory {
            floats: [seen, seen, 2 * count, 2 * count, 2 * count, 2 * count]
                .map(|size| vec![0.0; size]),
            bytes: [count, 2 * count].map(|size| vec![0; size]),
            flags: [count * NUM_ACTIONS, count, count].map(|size| vec![false; size]),
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        let [
            observations,
            final_observations,
            rewards,
            returns,
            final_rewards,
            final_returns,
        ] = &mut self.floats;
        let [current_player, dice] = &mut self.bytes;
        let [legal_mask, terminated, truncated] = &mut self.flags;
        Arrays {
            observations,
            legal_mask,
            current_player,
            rewards,
            returns,
            terminated,
            truncated,
            dice,
            final_observations,
            final_rewards,
            final_returns,
        }
    }
}

fn config(threads: usize) -> BatchConfig {
    BatchConfig {
        options: Options {
            target_holes: 2,
            ..Options::default()
        },
        utility: Utility::Win,
        observation: Observation::Features,
        autoreset: true,
        max_steps: 0,
        threads,
    }
}

/// A started batch with its memory.
fn started(count: usize, threads: usize) -> (Batch, Memory) {
    let mut batch = Batch::new(count, 7, config(threads)).expect("threads can be had");
    let mut memory = Memory::new(count);
    batch
        .reset(None, None, memory.arrays())
        .expect("a start is a position");
    (batch, memory)
}

#[test]
fn a_step_allocates_nothing_and_threads_make_no_difference() {
    // More than one thread's share.
    const COUNT: usize = 200;
    let (mut one, mut memory) = started(COUNT, 1);
    let mut actions = [0; COUNT];
    let mut ended = 0;
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    for _ in 0..400 {
        one.sample_actions(&mut actions);
        one.step(&actions, memory.arrays())
            .expect("the actions are legal");
        ended += memory.flags[1].iter().filter(|ended| **ended).count();
    }
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed), before);
    assert!(ended > COUNT, "{ended} games have ended");

    let (mut three, mut others) = started(COUNT, 3);
    for _ in 0..400 {
        three.sample_actions(&mut actions);
        three
            .step(&actions, others.arrays())
            .expect("the actions are legal");
    }
    assert_eq!(others.floats, memory.floats);
    assert_eq!(others.flags, memory.flags);
    assert_eq!(others.bytes, memory.bytes);
    assert_eq!(one.save(), three.save());

    // What the pool's threads need they have by now, and steps share it out without asking for more
    // than a queue's block now and then.
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    for _ in 0..400 {
        three.sample_actions(&mut actions);
        three
            .step(&actions, others.arrays())
            .expect("the actions are legal");
    }
    let made = ALLOCATIONS.load(Ordering::Relaxed) - before;
    assert!(made < 40, "{made} allocations in 400 steps");

    a_panic_stays_with_its_game();
}

/// Not a test of its own, because what it allocates would be counted in the other one.
fn a_panic_stays_with_its_game() {
    let (mut batch, mut memory) = started(20, 1);
    let mut actions = [0; 20];
    batch.sample_actions(&mut actions);
    batch.provoke_panic(3);
    let before = *batch.state(3);
    let error = batch.step(&actions, memory.arrays()).unwrap_err();
    assert!(
        matches!(error, BatchError::Panicked { index: 3, .. }),
        "{error}"
    );
    assert_eq!(*batch.state(3), before);
    assert_ne!(batch.state(4).turns(), 1);
}
