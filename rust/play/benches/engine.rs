//! What the engine costs, over positions met in uniform random games.
//!
//! ```text
//! cargo bench -p trictrac-play
//! ```

#![allow(missing_docs, reason = "the macros of criterion make public functions")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use trictrac_play::{Course, Luck, follow, playout};
use trictrac_store::{ActionId, ActionList, Color, Dice, Observation, Options, State, perft};

/// How many games the positions are taken from.
const GAMES: u64 = 100;

/// Every roll and every decision of random games.
struct RandomGames {
    luck: Luck,
    /// Before each roll, with the dice that fell.
    rolls: Vec<(State, Dice)>,
    /// At each decision, with the action chosen.
    decisions: Vec<(State, ActionId)>,
}

impl RandomGames {
    fn play() -> RandomGames {
        let mut games = RandomGames {
            luck: Luck::new(1),
            rolls: Vec::new(),
            decisions: Vec::new(),
        };
        for _ in 0..GAMES {
            follow(State::new(Options::default()), &mut games);
        }
        games
    }
}

impl Course for RandomGames {
    fn roll(&mut self, state: &State) -> Option<Dice> {
        let dice = self.luck.roll_for(state);
        self.rolls.push((*state, dice));
        Some(dice)
    }

    fn decide(&mut self, state: &State, actions: &ActionList) -> ActionId {
        let action = ActionId(actions.ids()[self.luck.below(actions.len() as u32) as usize]);
        self.decisions.push((*state, action));
        action
    }
}

fn engine(criterion: &mut Criterion) {
    let course = RandomGames::play();

    let mut group = criterion.benchmark_group("decision");
    group.throughput(Throughput::Elements(course.decisions.len() as u64));
    group.bench_function("legal_actions", |bencher| {
        let mut actions = ActionList::new();
        bencher.iter(|| {
            for (state, _) in &course.decisions {
                black_box(state).legal_actions(&mut actions);
                black_box(&actions);
            }
        });
    });
    group.bench_function("apply_unchecked", |bencher| {
        bencher.iter(|| {
            for &(mut state, action) in &course.decisions {
                state.apply_unchecked(black_box(action));
                black_box(&state);
            }
        });
    });
    group.bench_function("apply", |bencher| {
        bencher.iter(|| {
            for &(mut state, action) in &course.decisions {
                black_box(state.apply(black_box(action)).is_ok());
            }
        });
    });
    group.bench_function("copy", |bencher| {
        bencher.iter(|| {
            for (state, _) in &course.decisions {
                black_box(*black_box(state));
            }
        });
    });
    group.bench_function("to_and_from_bytes", |bencher| {
        bencher.iter(|| {
            for (state, _) in &course.decisions {
                black_box(State::from_own_bytes(&black_box(state).to_bytes()));
            }
        });
    });
    group.bench_function("events", |bencher| {
        bencher.iter(|| {
            for (state, _) in &course.decisions {
                black_box(black_box(state).events());
            }
        });
    });
    for shape in Observation::ALL {
        group.bench_function(format!("observation_{}", shape.name()), |bencher| {
            let mut tensor = vec![0.0; shape.len(&Options::default())];
            bencher.iter(|| {
                for (state, _) in &course.decisions {
                    black_box(
                        shape
                            .fill(black_box(state), Color::White, &mut tensor)
                            .is_ok(),
                    );
                }
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("roll");
    group.throughput(Throughput::Elements(course.rolls.len() as u64));
    group.bench_function("roll", |bencher| {
        bencher.iter(|| {
            for &(mut state, dice) in &course.rolls {
                black_box(state.roll(black_box(dice)).is_ok());
            }
        });
    });
    group.bench_function("roll_with_actions", |bencher| {
        let mut actions = ActionList::new();
        bencher.iter(|| {
            for &(mut state, dice) in &course.rolls {
                black_box(
                    state
                        .roll_with_actions(black_box(dice), &mut actions)
                        .is_ok(),
                );
                black_box(&actions);
            }
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("game");
    group.throughput(Throughput::Elements(1));
    group.bench_function("playout", |bencher| {
        let mut luck = Luck::new(1);
        bencher.iter_batched(
            || State::new(Options::default()),
            |mut state| playout(&mut state, &mut luck),
            BatchSize::SmallInput,
        );
    });
    let start = State::new(Options::default());
    assert_eq!(perft(&start, DEPTH), SEQUENCES);
    group.throughput(Throughput::Elements(SEQUENCES));
    group.bench_function("perft", |bencher| {
        bencher.iter(|| perft(black_box(&start), DEPTH));
    });
    group.finish();
}

/// How deep perft counts from the start.
const DEPTH: u32 = 6;
/// What it must find there.
const SEQUENCES: u64 = 726_046;

criterion_group!(benches, engine);
criterion_main!(benches);
