//! Matches of any game: every sequence of chance is played twice, with the seats changed.

use trictrac_env::{GameEnv, Turn};
use trictrac_play::{Interval, paired_interval};

use super::Agent;
use crate::derived_seed;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest<G: GameEnv> {
    /// What can be chosen before a game.
    pub config: G::Config,
    /// Single games; an odd last one has no return game.
    pub games: usize,
    /// The same seed gives the same games, however many threads there are.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
}

/// One game, seen from agent A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
    /// What A has more than B at the end, in the game's whole numbers.
    pub margin: i64,
}

/// All games of a match, pair by pair, seen from agent A.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// The games that share their chance; A sits in seat 0 in the first of them.
    pub pairs: Vec<Vec<GameResult>>,
}

impl<G: GameEnv> Contest<G> {
    /// Plays the match. New agents are made for each game, from seeds of their own; `margin` says
    /// what player 0 has more than player 1 when a game is over.
    pub fn play<A: Agent<G>, B: Agent<G>>(
        &self,
        make_a: impl Fn(u64) -> A + Sync,
        make_b: impl Fn(u64) -> B + Sync,
        margin: impl Fn(&G) -> i64 + Sync,
    ) -> Tally {
        let pairs = self.games.div_ceil(2);
        let threads = self.threads.clamp(1, pairs.max(1));
        let share = pairs.div_ceil(threads);
        let play_pair = |pair: usize| {
            let seats = 0..(self.games - 2 * pair).min(2);
            seats
                .map(|seat_of_a| {
                    let numbers = [pair as u64, 1 + seat_of_a as u64];
                    let mut seeds = fastrand::Rng::with_seed(derived_seed(self.seed, &numbers));
                    let (mut a, mut b) = (make_a(seeds.u64(..)), make_b(seeds.u64(..)));
                    let end = self.play_game(pair, seat_of_a, &mut a, &mut b);
                    let [first, second] = end.returns();
                    let ahead = if seat_of_a == 0 {
                        first - second
                    } else {
                        second - first
                    };
                    let sign = if seat_of_a == 0 { 1 } else { -1 };
                    GameResult {
                        score: if ahead == 0.0 {
                            0.5
                        } else {
                            f64::from(u8::from(ahead > 0.0))
                        },
                        margin: sign * margin(&end),
                    }
                })
                .collect()
        };
        let mut tally = Tally::default();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|thread| {
                    let numbers = thread * share..((thread + 1) * share).min(pairs);
                    let play_pair = &play_pair;
                    scope.spawn(move || numbers.map(play_pair).collect::<Vec<_>>())
                })
                .collect();
            for worker in workers {
                tally
                    .pairs
                    .extend(worker.join().expect("agents do not panic"));
            }
        });
        tally
    }

    fn play_game(
        &self,
        pair: usize,
        seat_of_a: usize,
        a: &mut impl Agent<G>,
        b: &mut impl Agent<G>,
    ) -> G {
        let mut random = fastrand::Rng::with_seed(derived_seed(self.seed, &[pair as u64]));
        let mut game = G::new(&self.config);
        loop {
            match game.turn() {
                Turn::Over => return game,
                Turn::Chance => game.sample_chance(&mut |bound| random.u32(..bound)),
                Turn::Player(player) => {
                    let action = if player == seat_of_a {
                        a.choose(&game)
                    } else {
                        b.choose(&game)
                    };
                    let applied = game.apply(action);
                    applied.expect("agents choose legal actions");
                }
            }
        }
    }
}

impl Tally {
    /// Every game.
    pub fn games(&self) -> impl Iterator<Item = &GameResult> {
        self.pairs.iter().flatten()
    }

    /// Games that A won, drew and lost.
    pub fn counts(&self) -> [usize; 3] {
        [1.0, 0.5, 0.0].map(|score| self.games().filter(|game| game.score == score).count())
    }

    /// Wins and half of the draws, as a share of the games.
    pub fn win_rate(&self) -> f64 {
        let count = self.games().count().max(1) as f64;
        self.games().map(|game| game.score).sum::<f64>() / count
    }

    /// The 95 % confidence interval of the win rate.
    pub fn interval(&self) -> Interval {
        let scores =
            |pair: &Vec<GameResult>| pair.iter().map(|game| game.score).collect::<Vec<_>>();
        paired_interval(&self.pairs.iter().map(scores).collect::<Vec<_>>())
    }

    /// The mean margin.
    pub fn margin(&self) -> f64 {
        let count = self.games().count().max(1) as f64;
        self.games().map(|game| game.margin as f64).sum::<f64>() / count
    }
}

#[cfg(test)]
mod tests {
    use trictrac_env::{TicTacToe, Trictrac, TrictracConfig};
    use trictrac_play::{Judge, Judging};

    use super::super::{PlayerAgent, RandomAgent};
    use super::*;

    #[test]
    fn seats_change_and_threads_do_not_matter() {
        let contest = |threads| Contest::<Trictrac> {
            config: TrictracConfig::default(),
            games: 41,
            seed: 3,
            threads,
        };
        let play = |threads| {
            contest(threads).play(
                |_| PlayerAgent(Judging(Judge::Greedy)),
                RandomAgent::new,
                |game| game.outcome()[0] - game.outcome()[1],
            )
        };
        let tally = play(1);
        assert_eq!(tally, play(3));
        assert_eq!(tally.pairs.len(), 21);
        assert_eq!(tally.games().count(), 41);
        assert!(
            tally.win_rate() > 0.9 && tally.margin() > 1.0,
            "{}",
            tally.win_rate()
        );
        assert_eq!(tally.counts().iter().sum::<usize>(), 41);
        assert!(tally.interval().low > 0.8);
    }

    #[test]
    fn a_match_against_oneself_is_even() {
        let contest = Contest::<TicTacToe> {
            config: (),
            games: 600,
            seed: 1,
            threads: 2,
        };
        let tally = contest.play(RandomAgent::new, RandomAgent::new, |_| 0);
        assert!(
            (tally.win_rate() - 0.5).abs() < 0.06,
            "{}",
            tally.win_rate()
        );
    }
}
