//! Rollouts: what a position is worth by playing it out many times with the network on both sides.
//! A game that is cut short counts as the network judges the position that it has reached.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use trictrac_play::{Interval, Luck, mean_interval};
use trictrac_store::{ActionList, Color, Dice, Die, State};

use crate::lookahead::{Depth, Sweep, best, judge_listed, outlook};
use crate::network::Network;

/// How to roll out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// How many games.
    pub games: usize,
    /// After how many rolls a game is cut short; none plays to the end.
    pub rolls: Option<usize>,
    /// How far both sides look for their plays.
    pub depth: Depth,
    /// Of the dice: two positions rolled out with the same seed meet the same dice, so that their
    /// difference has less luck in it than either.
    pub seed: u64,
    /// How many games are played at the same time; the result does not depend on it.
    pub threads: usize,
}

/// What came of it, for one player.
#[derive(Clone, Debug, PartialEq)]
pub struct RolledOut {
    /// The share of games won, a draw counting half, and cut games what they promise.
    pub win: f64,
    /// Its 95 % interval.
    pub win_interval: Interval,
    /// Holes that the player has more at the end.
    pub margin: f64,
    /// Its 95 % interval.
    pub margin_interval: Interval,
    /// Each game's share of the win, in the order of their dice.
    pub wins: Vec<f64>,
    /// How many decisions were made.
    pub decisions: u64,
}

impl Rollout {
    /// Rolls a position out, whatever has to happen next in it, and tells the result for `color`.
    /// `on_game` is called after each game, by any thread, with how many there are so far; when it
    /// says no, no new game is begun.
    pub fn of(
        &self,
        network: &Network,
        state: &State,
        color: Color,
        on_game: impl Fn(usize) -> bool + Sync,
    ) -> RolledOut {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let decisions = AtomicU64::new(0);
        let worker = || {
            let mut results = Vec::new();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    return results;
                }
                let (win, margin, made) = self.play_out(network, *state, color, game);
                results.push((game, win, margin));
                decisions.fetch_add(made, Ordering::Relaxed);
                if !on_game(done.fetch_add(1, Ordering::Relaxed) + 1) {
                    next.store(self.games, Ordering::Relaxed);
                }
            }
        };
        let mut results = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads.min(self.games))
                .map(|_| scope.spawn(worker))
                .collect();
            let mut results = worker();
            for other in others {
                results.extend(other.join().expect("a game that ends"));
            }
            results
        });
        results.sort_by_key(|&(game, ..)| game);
        let wins: Vec<f64> = results.iter().map(|&(_, win, _)| win).collect();
        let margins: Vec<f64> = results.iter().map(|&(.., margin)| margin).collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        RolledOut {
            win: mean(&wins),
            win_interval: mean_interval(&wins),
            margin: mean(&margins),
            margin_interval: mean_interval(&margins),
            wins,
            decisions: decisions.into_inner(),
        }
    }

    fn play_out(
        &self,
        network: &Network,
        mut state: State,
        color: Color,
        game: usize,
    ) -> (f64, f64, u64) {
        let mut luck = Luck::of(self.seed, game as u64);
        let (mut rolls, mut decisions) = (0, 0);
        let mut actions = ActionList::new();
        let mut judged = Vec::new();
        while !state.is_over() {
            if state.is_decision() {
                state.legal_actions(&mut actions);
                let mut sweep = Sweep::new(network);
                judge_listed(&mut sweep, &state, &actions, self.depth, &mut judged);
                let choice = best(&judged).expect("an action of a decision").action;
                state.apply_unchecked(choice);
                decisions += 1;
                continue;
            }
            if self.rolls == Some(rolls) {
                break;
            }
            let dice = match rolls {
                0 => first_dice(&state, game, &mut luck),
                _ => luck.roll_for(&state),
            };
            state.roll(dice).expect("a roll that the state allows");
            rolls += 1;
        }
        let end = outlook(network, &state, color, Depth::plies(1));
        (f64::from(end.win), f64::from(end.margin), decisions)
    }
}

/// The first roll of a game: each of the 36 in turn, so that it brings no luck of its own.
fn first_dice(state: &State, game: usize, luck: &mut Luck) -> Dice {
    let dice = Dice::new(Die::ALL[game / 6 % 6], Die::ALL[game % 6]);
    if state.check_roll(dice).is_ok() {
        dice
    } else {
        luck.roll_for(state)
    }
}
