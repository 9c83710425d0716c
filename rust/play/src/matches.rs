//! Matches: every sequence of dice is played twice, with the seats changed, so that luck falls to
//! both sides alike.

use std::sync::atomic::{AtomicUsize, Ordering};

use trictrac_store::{Color, Options, State};

use crate::game::play_game;
use crate::luck::Luck;
use crate::player::Player;
use crate::statistics::{Interval, mean_interval, paired_interval};

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// How many single games; an odd last one has no return game.
    pub games: usize,
    /// Of dice and players: the same seed gives the same games, however many threads there are.
    pub seed: u64,
    /// How many games are played at the same time.
    pub threads: usize,
    /// The options of each game.
    pub options: Options,
}

impl Default for Match {
    fn default() -> Match {
        Match {
            games: 200,
            seed: 0,
            threads: 1,
            options: Options::default(),
        }
    }
}

/// One game of a match, seen from player A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
    /// A's holes less B's.
    pub hole_margin: i16,
    /// A's tokens at the end of a written game; else 0.
    pub tokens: i32,
    /// How often somebody chose.
    pub decisions: u32,
}

/// All games of a match, pair by pair, seen from player A.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchResult {
    /// The games that share their dice; A is White in the first of them.
    pub pairs: Vec<Vec<GameResult>>,
}

impl Match {
    /// Plays the match. A new player is made for each game, from a seed of its own.
    pub fn play<A: Player, B: Player>(
        &self,
        make_a: impl Fn(u64) -> A + Sync,
        make_b: impl Fn(u64) -> B + Sync,
    ) -> MatchResult {
        let pairs = self.games.div_ceil(2);
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut played = Vec::new();
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= pairs {
                    return played;
                }
                let games = (self.games - 2 * pair).min(2);
                let of_pair = Color::ALL[..games]
                    .iter()
                    .map(|&seat| self.play_one(pair as u64, seat, make_a_b(&make_a, &make_b)));
                played.push((pair, of_pair.collect()));
            }
        };
        let mut played: Vec<(usize, Vec<GameResult>)> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads.min(pairs))
                .map(|_| scope.spawn(worker))
                .collect();
            let mut played = worker();
            for other in others {
                played.extend(other.join().expect("a game that ends"));
            }
            played
        });
        played.sort_by_key(|&(pair, _)| pair);
        MatchResult {
            pairs: played.into_iter().map(|(_, games)| games).collect(),
        }
    }

    fn play_one<A: Player, B: Player>(
        &self,
        pair: u64,
        seat_of_a: Color,
        make: impl FnOnce(u64, u64) -> (A, B),
    ) -> GameResult {
        let mut seeds = Luck::of(self.seed ^ 0x5eed, 2 * pair + seat_of_a.index() as u64);
        let (mut a, mut b) = make(seeds.seed(), seeds.seed());
        let players: [&mut dyn Player; 2] = match seat_of_a {
            Color::White => [&mut a, &mut b],
            Color::Black => [&mut b, &mut a],
        };
        let mut decisions = 0;
        let mut luck = Luck::of(self.seed, pair);
        let end = play_game(State::new(self.options), players, &mut luck, |_, _| {
            decisions += 1;
        });
        let winner = end.outcome().and_then(|outcome| outcome.winner);
        let holes = |color| i16::from(end.score(color).holes);
        GameResult {
            score: winner.map_or(0.5, |winner| f64::from(u8::from(winner == seat_of_a))),
            hole_margin: holes(seat_of_a) - holes(seat_of_a.opponent()),
            tokens: end
                .written_score()
                .map_or(0, |written| written.tokens[seat_of_a.index()]),
            decisions,
        }
    }
}

fn make_a_b<A, B>(
    make_a: &impl Fn(u64) -> A,
    make_b: &impl Fn(u64) -> B,
) -> impl FnOnce(u64, u64) -> (A, B) {
    move |seed_a, seed_b| (make_a(seed_a), make_b(seed_b))
}

impl MatchResult {
    /// Every game.
    pub fn games(&self) -> impl Iterator<Item = &GameResult> {
        self.pairs.iter().flatten()
    }

    /// Wins and half of the draws, as a share of the games.
    pub fn win_rate(&self) -> f64 {
        let (games, sum) = self
            .games()
            .fold((0, 0.0), |(games, sum), game| (games + 1, sum + game.score));
        sum / f64::from(games)
    }

    /// The 95 % confidence interval of the win rate.
    pub fn win_rate_interval(&self) -> Interval {
        paired_interval(&self.per_pair(|game| game.score))
    }

    /// Mean of A's holes less B's.
    pub fn hole_margin(&self) -> f64 {
        let margins: Vec<f64> = self
            .games()
            .map(|game| f64::from(game.hole_margin))
            .collect();
        margins.iter().sum::<f64>() / margins.len() as f64
    }

    /// The 95 % confidence interval of the mean margin in holes.
    pub fn hole_margin_interval(&self) -> Interval {
        let pairs = self.per_pair(|game| f64::from(game.hole_margin));
        let means: Vec<f64> = pairs
            .iter()
            .map(|pair| pair.iter().sum::<f64>() / pair.len() as f64)
            .collect();
        mean_interval(&means)
    }

    fn per_pair(&self, value: impl Fn(&GameResult) -> f64) -> Vec<Vec<f64>> {
        self.pairs
            .iter()
            .map(|pair| pair.iter().map(&value).collect())
            .collect()
    }
}
