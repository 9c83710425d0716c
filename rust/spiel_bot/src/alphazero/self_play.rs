//! Games of a network against itself, many in step.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use trictrac_env::{Action, GameEnv, Turn};

use super::replay::{Example, Segment};
use super::targets::{Blend, Moment, Targets, targets};
use crate::derived_seed;
use crate::mcts::{Choice, Evaluator, NetworkEvaluator, Root, Scale, Search, Settings, result};
use crate::network::{Outputs, PolicyValueNet};

/// How actions are drawn when the root is a [`Root::Puct`]; a [`Root::Gumbel`] draws by itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Temperature {
    /// Visits are taken to the power of one over this.
    pub start: f32,
    /// From this decision of a game on, the most visited action is played.
    pub drop: u32,
}

/// What a step of self-play is made of.
#[derive(Clone, Debug)]
pub struct SelfPlay<G: GameEnv> {
    /// What can be chosen before a game.
    pub game: G::Config,
    /// How decisions are searched.
    pub search: Settings,
    /// What values mean.
    pub scale: Scale,
    /// How much the rest of a game counts against the next search's word.
    pub lambda: f32,
    /// How actions are drawn.
    pub temperature: Temperature,
    /// Numbers of the games to play; each draws from a seed of its own.
    pub numbers: Range<usize>,
    /// Games that each thread plays in step.
    pub parallel: usize,
    /// Threads.
    pub threads: usize,
    /// Seed of this step.
    pub seed: u64,
    /// Counts the games that are over.
    pub progress: Arc<AtomicUsize>,
}

impl<G: GameEnv> SelfPlay<G> {
    /// The numbers of each thread.
    pub(super) fn shares(&self) -> Vec<Range<usize>> {
        let Range { start, end } = self.numbers;
        let threads = self.threads.clamp(1, self.numbers.len().max(1));
        let share = self.numbers.len().div_ceil(threads);
        let place = |thread: usize| (start + thread * share).min(end);
        (0..threads)
            .map(|thread| place(thread)..place(thread + 1))
            .collect()
    }
}

/// What self-play has brought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SelfPlayResult {
    /// What there is to learn, in the order of the games.
    pub examples: Segment,
    /// Games played.
    pub games: usize,
    /// Decisions of these games, and those among them that offered a choice.
    pub decisions: [usize; 2],
    /// Positions that the network has judged.
    pub evaluations: usize,
    /// Games that player 0 won, drew and lost.
    pub results: [usize; 3],
    /// Time of all threads in the network.
    pub network_time: Duration,
    /// Time of all threads.
    pub time: Duration,
}

/// Plays games. Nothing depends on the number of threads or of games in step; `None` when `go_on`
/// has said no.
pub fn self_play<G: GameEnv>(
    plan: &SelfPlay<G>,
    network: &PolicyValueNet,
    go_on: &(impl Fn() -> bool + Sync),
) -> Option<SelfPlayResult> {
    let mut all: Vec<Option<SelfPlayResult>> = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = plan
            .shares()
            .into_iter()
            .map(|numbers| scope.spawn(move || Table::new(plan, network, numbers).run(go_on)))
            .collect();
        all.extend(
            workers
                .into_iter()
                .map(|worker| worker.join().expect("self-play does not panic")),
        );
    });
    let mut sum = SelfPlayResult::default();
    for result in all {
        sum.add(&result?);
    }
    Some(sum)
}

impl SelfPlayResult {
    /// Adds what was played after it.
    pub fn add(&mut self, other: &SelfPlayResult) {
        self.examples.append(&other.examples);
        self.games += other.games;
        self.evaluations += other.evaluations;
        self.network_time += other.network_time;
        self.time += other.time;
        for (sum, count) in self.decisions.iter_mut().zip(other.decisions) {
            *sum += count;
        }
        for (sum, count) in self.results.iter_mut().zip(other.results) {
            *sum += count;
        }
    }
}

/// As bytes, for a learner that is elsewhere: counts and times as eight bytes each, little-endian,
/// then the examples.
impl SelfPlayResult {
    const NUMBERS: usize = 9;

    /// The bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let [all, with_choice] = self.decisions;
        let [won, drawn, lost] = self.results;
        let counts = [
            self.games,
            all,
            with_choice,
            self.evaluations,
            won,
            drawn,
            lost,
        ];
        let times = [self.network_time, self.time].map(|time| time.as_nanos() as u64);
        let numbers = counts.map(|count| count as u64).into_iter().chain(times);
        let mut bytes: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
        bytes.extend(self.examples.to_bytes());
        bytes
    }

    /// What [`SelfPlayResult::to_bytes`] wrote; nothing when it did not.
    pub fn from_bytes(bytes: &[u8]) -> Option<SelfPlayResult> {
        let (numbers, rest) = bytes.split_at_checked(8 * SelfPlayResult::NUMBERS)?;
        let mut numbers = numbers
            .as_chunks::<8>()
            .0
            .iter()
            .map(|bytes| u64::from_le_bytes(*bytes));
        let mut next = || numbers.next().expect("there are as many");
        let [games, all, with_choice, evaluations, won, drawn, lost] =
            std::array::from_fn(|_| next() as usize);
        let [network_time, time] = std::array::from_fn(|_| Duration::from_nanos(next()));
        Some(SelfPlayResult {
            examples: Segment::from_bytes(rest)?,
            games,
            decisions: [all, with_choice],
            evaluations,
            results: [won, drawn, lost],
            network_time,
            time,
        })
    }
}

/// What one thread plays.
struct Table<'a, G: GameEnv> {
    plan: &'a SelfPlay<G>,
    evaluator: NetworkEvaluator<&'a PolicyValueNet>,
    /// Numbers of the games that have not begun.
    waiting: Range<usize>,
    seats: Vec<Seat<G>>,
    /// Finished games, by number: neither threads nor the games beside it say when one ends.
    finished: Vec<(usize, Segment)>,
    result: SelfPlayResult,
}

/// A game in progress.
struct Seat<G> {
    number: usize,
    game: G,
    random: fastrand::Rng,
    search: Search<G>,
    is_searching: bool,
    history: Vec<Played<G>>,
    actions: Vec<Action>,
}

/// A decision as it was made.
pub(super) struct Played<G> {
    pub game: G,
    pub after: G,
    /// Nothing where there was but one action.
    pub choice: Option<Choice>,
    moment: Moment,
}

impl<'a, G: GameEnv> Table<'a, G> {
    fn new(plan: &'a SelfPlay<G>, network: &'a PolicyValueNet, waiting: Range<usize>) -> Self {
        Table {
            plan,
            evaluator: NetworkEvaluator::new(network),
            waiting,
            seats: Vec::new(),
            finished: Vec::new(),
            result: SelfPlayResult::default(),
        }
    }

    fn run(mut self, go_on: &impl Fn() -> bool) -> Option<SelfPlayResult> {
        let begun = Instant::now();
        while self.seats.len() < self.plan.parallel.max(1) {
            let Some(seat) = self.begin() else { break };
            self.seats.push(seat);
        }
        let mut logits = Vec::new();
        while !self.seats.is_empty() {
            if !go_on() {
                return None;
            }
            self.play_to_questions();
            let asked = Instant::now();
            self.evaluator
                .look(self.seats.iter().map(|seat| seat.search.leaf()));
            for (place, seat) in self.seats.iter_mut().enumerate() {
                let actions = seat.search.leaf_actions();
                logits.clear();
                logits.resize(actions.len(), 0.0);
                Evaluator::<G>::logits(&self.evaluator, place, actions, &mut logits);
                seat.search
                    .provide(Evaluator::<G>::outputs(&self.evaluator, place), &logits);
            }
            self.result.network_time += asked.elapsed();
            self.result.evaluations += self.seats.len();
        }
        self.finished.sort_by_key(|&(number, _)| number);
        for (_, examples) in &self.finished {
            self.result.examples.append(examples);
        }
        self.result.time = begun.elapsed();
        Some(self.result)
    }

    /// The next game, at its first decision.
    fn begin(&mut self) -> Option<Seat<G>> {
        let number = self.waiting.next()?;
        let mut random = fastrand::Rng::with_seed(derived_seed(self.plan.seed, &[number as u64]));
        let mut game = G::new(&self.plan.game);
        while game.turn() == Turn::Chance {
            game.sample_chance(&mut |bound| random.u32(..bound));
        }
        let actions = vec![0; game.sizes().max_actions];
        let search = Search::new(
            game.clone(),
            self.plan.search,
            self.plan.scale,
            random.u64(..),
        );
        Some(Seat {
            number,
            game,
            random,
            search,
            is_searching: false,
            history: Vec::new(),
            actions,
        })
    }

    /// Brings every game to a position that the network has to judge.
    fn play_to_questions(&mut self) {
        let mut index = 0;
        while index < self.seats.len() {
            if self.seats[index].play_on(self.plan) {
                index += 1;
                continue;
            }
            self.finish(index);
            match self.begin() {
                Some(seat) => self.seats[index] = seat,
                None => drop(self.seats.swap_remove(index)),
            }
        }
    }

    /// Takes what a finished game teaches.
    fn finish(&mut self, index: usize) {
        let seat = &self.seats[index];
        let plan = self.plan;
        let blend = Blend {
            lambda: plan.lambda,
            discount: plan.scale.discount,
        };
        let examples = examples_of(
            &seat.history,
            &seat.game,
            &plan.scale,
            &blend,
            plan.search.afterstates,
        );
        self.result.count(&seat.history, &seat.game);
        self.finished.push((seat.number, examples));
        plan.progress.fetch_add(1, Ordering::Relaxed);
    }
}

impl SelfPlayResult {
    /// Counts a finished game.
    pub(super) fn count<G: GameEnv>(&mut self, history: &[Played<G>], end: &G) {
        self.games += 1;
        self.decisions[0] += history.len();
        self.decisions[1] += history
            .iter()
            .filter(|played| played.choice.is_some())
            .count();
        self.results[(1.0 - result(end)) as usize] += 1;
    }
}

/// What a finished game teaches: of each decision, and of each position before a roll if those are
/// judged too.
pub(super) fn examples_of<G: GameEnv>(
    history: &[Played<G>],
    end: &G,
    scale: &Scale,
    blend: &Blend,
    afterstates: bool,
) -> Segment {
    let moments: Vec<Moment> = history.iter().map(|played| played.moment).collect();
    let targets = targets(&moments, scale.score(end), result(end), blend);
    let mut examples = Segment::default();
    let mut observation = vec![0.0; end.sizes().features.len()];
    for (played, Targets { here, after }) in history.iter().zip(targets) {
        let mut push = |game: &G, choice: Option<&Choice>, target: Outputs| {
            let sign = if game.mover() == 0 { 1.0 } else { -1.0 };
            game.features(game.mover(), &mut observation);
            examples.push(&Example {
                observation: &observation,
                actions: choice.map_or(&[], |choice| &choice.actions),
                policy: choice.map_or(&[], |choice| &choice.policy),
                value: sign * target.value,
                result: sign * target.result,
            });
        };
        push(&played.game, played.choice.as_ref(), here);
        if played.moment.chance_after && afterstates {
            push(&played.after, None, after);
        }
    }
    examples
}

impl<G: GameEnv> Played<G> {
    /// An action that was taken in `game` and led to `after`.
    pub fn new(game: G, after: G, choice: Option<Choice>, scale: &Scale) -> Played<G> {
        let sign = if game.mover() == 0 { 1.0 } else { -1.0 };
        Played {
            moment: Moment {
                score: scale.score(&game),
                score_after: scale.score(&after),
                chance_after: after.turn() == Turn::Chance,
                expected: choice.as_ref().map(|choice| Outputs {
                    value: sign * choice.outlook.value,
                    result: sign * choice.outlook.result,
                }),
            },
            game,
            after,
            choice,
        }
    }
}

impl<G: GameEnv> Seat<G> {
    /// Plays on until the network is needed (true) or the game is over (false).
    fn play_on(&mut self, plan: &SelfPlay<G>) -> bool {
        loop {
            match self.game.turn() {
                Turn::Over => return false,
                Turn::Chance => {
                    let random = &mut self.random;
                    self.game.sample_chance(&mut |bound| random.u32(..bound));
                }
                Turn::Player(_) => {
                    if !self.is_searching {
                        let count = self.game.legal_actions(&mut self.actions);
                        if count == 1 {
                            self.play(self.actions[0], None, &plan.scale);
                            continue;
                        }
                        self.search.restart(self.game.clone(), self.random.u64(..));
                        self.is_searching = true;
                    }
                    if self.search.advance() {
                        return true;
                    }
                    let choice = self.search.choice();
                    let action = self.draw(&choice, plan);
                    self.is_searching = false;
                    self.play(action, Some(choice), &plan.scale);
                }
            }
        }
    }

    /// Plays an action and notes it.
    fn play(&mut self, action: Action, choice: Option<Choice>, scale: &Scale) {
        let game = self.game.clone();
        self.game.apply_unchecked(action);
        let played = Played::new(game, self.game.clone(), choice, scale);
        self.history.push(played);
    }

    fn draw(&mut self, choice: &Choice, plan: &SelfPlay<G>) -> Action {
        let Temperature { start, drop } = plan.temperature;
        if plan.search.root == Root::Gumbel || self.history.len() >= drop as usize {
            return choice.action;
        }
        let weight = |&visits: &u32| (visits as f32).powf(1.0 / start);
        let total: f32 = choice.visits.iter().map(weight).sum();
        let mut left = self.random.f32() * total;
        let drawn = choice.visits.iter().position(|visits| {
            left -= weight(visits);
            left < 0.0
        });
        drawn.map_or(choice.action, |index| choice.actions[index])
    }
}
