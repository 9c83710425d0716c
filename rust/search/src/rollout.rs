//! Rollouts: what a position is worth by playing it out many times with the network on both sides.
//! A game that is cut short counts as the network judges the position that it has reached.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use trictrac_play::{Course, Interval, Luck, follow, mean_interval};
use trictrac_store::{ActionId, ActionList, Color, Dice, Die, State};

use crate::lookahead::{Depth, Judged, Sweep, best, judge_listed, outlook};
use crate::network::Network;

/// How to roll out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
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

/// What one game came to, for one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolledGame {
    /// 1 for a win, 0.5 for a draw, 0 for a loss; a game that was cut short counts what it promises.
    pub win: f64,
    /// Holes that the player has more than the other at the end.
    pub margin: f64,
    /// How many decisions were made.
    pub decisions: u64,
}

/// A mean of games and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

impl Mean {
    /// The mean of something about each of the games.
    pub fn of(games: &[RolledGame], value: impl Fn(&RolledGame) -> f64) -> Mean {
        let values: Vec<f64> = games.iter().map(value).collect();
        Mean {
            value: values.iter().sum::<f64>() / values.len() as f64,
            interval: mean_interval(&values),
        }
    }
}

impl Rollout {
    /// Plays these of the games that begin with a position, whatever has to happen next in it; each
    /// number stands for a sequence of dice. Told from the side of `color`, in the order of the
    /// numbers.
    pub fn play(
        &self,
        network: &Network,
        state: &State,
        color: Color,
        games: Range<usize>,
    ) -> Vec<RolledGame> {
        let next = AtomicUsize::new(games.start);
        let worker = || {
            let mut results = Vec::new();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= games.end {
                    return results;
                }
                results.push((game, self.play_out(network, *state, color, game)));
            }
        };
        let mut results = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads.min(games.len()))
                .map(|_| scope.spawn(worker))
                .collect();
            let mut results = worker();
            for other in others {
                results.extend(other.join().expect("a game that ends"));
            }
            results
        });
        results.sort_by_key(|&(game, _)| game);
        results.into_iter().map(|(_, result)| result).collect()
    }

    fn play_out(&self, network: &Network, state: State, color: Color, game: usize) -> RolledGame {
        let mut course = RolledCourse {
            network,
            depth: self.depth,
            most_rolls: self.rolls,
            game,
            luck: Luck::of(self.seed, game as u64),
            rolls: 0,
            decisions: 0,
            judged: Vec::new(),
        };
        let state = follow(state, &mut course);
        let end = outlook(network, &state, color, Depth::plies(1));
        RolledGame {
            win: end.win.into(),
            margin: end.margin.into(),
            decisions: course.decisions,
        }
    }
}

/// One game of a rollout: the network on both sides.
struct RolledCourse<'a> {
    network: &'a Network,
    depth: Depth,
    most_rolls: Option<usize>,
    game: usize,
    luck: Luck,
    rolls: usize,
    decisions: u64,
    judged: Vec<Judged>,
}

impl Course for RolledCourse<'_> {
    fn roll(&mut self, state: &State) -> Option<Dice> {
        if self.most_rolls == Some(self.rolls) {
            return None;
        }
        self.rolls += 1;
        Some(if self.rolls == 1 {
            first_dice(state, self.game, &mut self.luck)
        } else {
            self.luck.roll_for(state)
        })
    }

    fn decide(&mut self, state: &State, actions: &ActionList) -> ActionId {
        let mut sweep = Sweep::new(self.network);
        judge_listed(&mut sweep, state, actions, self.depth, &mut self.judged);
        self.decisions += 1;
        best(&self.judged).expect("an action of a decision").action
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
