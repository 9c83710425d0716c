//! Many games on several threads: in each round every thread plays and learns by itself, then the
//! mean of their networks is what all go on with. So the same seed, games and threads give the same
//! network.

use std::convert::Infallible;
use std::thread::ScopedJoinHandle;

use trictrac_play::Luck;
use trictrac_search::Network;
use trictrac_search::network::{HEADS, HIDDEN};
use trictrac_store::Options;

use super::learning::{Errors, Step, learn};
use super::self_play::{Game, play};
use super::transcript::{BadTranscript, read_game};

/// Games of a thread between two means.
pub const GAMES_PER_ROUND: u64 = 50;

/// What is learned with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// What every game is played by.
    pub options: Options,
    /// Of the first weights, the dice and so of everything.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
    /// The step at the beginning and at the end.
    pub rates: [f32; 2],
    /// See [`Step::lambdas`].
    pub lambdas: [f32; HEADS],
    /// See [`Step::weights`].
    pub weights: [f32; HEADS],
}

/// What the shipped network was taught with.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            options: Options::default(),
            seed: 1,
            threads: 2,
            rates: [0.01, 0.0002],
            lambdas: [0.7, 0.8, 0.8],
            weights: [1.0, 1.0, 1.0],
        }
    }
}

/// A training at one moment.
pub struct Training {
    /// What is learned with.
    pub settings: Settings,
    /// What has been learned.
    pub network: Network,
    /// How many games that took.
    pub games: u64,
    replicas: Vec<Network>,
}

impl Training {
    /// A training from nothing.
    pub fn new(settings: Settings) -> Training {
        Training::from(settings, first_weights(settings.seed), 0)
    }

    /// A training that goes on.
    pub fn from(settings: Settings, network: Network, games: u64) -> Training {
        let replicas = vec![network.clone(); settings.threads];
        Training {
            settings,
            network,
            games,
            replicas,
        }
    }

    /// One round of games; `progress`, from 0 to 1, says how much of the training is over.
    pub fn round(&mut self, progress: f32) -> Errors {
        let Settings { options, seed, .. } = self.settings;
        let first = self.games;
        let learned = self.learn_round(progress, |thread, network, step| {
            let from = first + thread as u64 * GAMES_PER_ROUND;
            let mut errors = Errors::default();
            let mut game = Game::default();
            for number in from..from + GAMES_PER_ROUND {
                let mut luck = Luck::of(seed, number);
                play(network, &mut luck, options, &mut game);
                errors.add(&learn(network, &game, step));
            }
            Ok::<_, Infallible>(errors)
        });
        let Ok(errors) = learned;
        errors
    }

    /// One round of games that were played elsewhere ([`write_games`](super::transcript::write_games)):
    /// for each thread [`GAMES_PER_ROUND`] of them. Of games that are none nothing is learned.
    pub fn round_of(&mut self, progress: f32, games: &[&[u8]]) -> Result<Errors, BadTranscript> {
        assert_eq!(games.len(), self.replicas.len(), "games for each thread");
        let options = self.settings.options;
        self.learn_round(progress, |thread, network, step| {
            let mut bytes = games[thread];
            let mut errors = Errors::default();
            let mut game = Game::default();
            for _ in 0..GAMES_PER_ROUND {
                read_game(&mut bytes, options, &mut game)?;
                errors.add(&learn(network, &game, step));
            }
            Ok(errors)
        })
    }

    /// On each thread a network learns by itself, and their mean is what all go on with.
    fn learn_round<E: Send>(
        &mut self,
        progress: f32,
        learn_games: impl Fn(usize, &mut Network, &Step) -> Result<Errors, E> + Sync,
    ) -> Result<Errors, E> {
        let Settings { rates, .. } = self.settings;
        let step = Step {
            // From the first rate to the last one, by the same factor in the same time.
            rate: rates[0] * (rates[1] / rates[0]).powf(progress.clamp(0.0, 1.0)),
            lambdas: self.settings.lambdas,
            weights: self.settings.weights,
        };
        let learned: Vec<Result<Errors, E>> = std::thread::scope(|scope| {
            let (step, learn_games) = (&step, &learn_games);
            let workers: Vec<_> = self
                .replicas
                .iter_mut()
                .enumerate()
                .map(|(thread, network)| scope.spawn(move || learn_games(thread, network, step)))
                .collect();
            let join = |worker: ScopedJoinHandle<'_, _>| worker.join().expect("a worker that ends");
            workers.into_iter().map(join).collect()
        });
        let mut errors = Errors::default();
        let learned = learned
            .into_iter()
            .try_for_each(|more| more.map(|more| errors.add(&more)));
        if learned.is_ok() {
            self.games += GAMES_PER_ROUND * self.replicas.len() as u64;
            self.network = mean(&self.replicas);
        }
        for replica in &mut self.replicas {
            replica.clone_from(&self.network);
        }
        learned.map(|()| errors)
    }
}

/// Small random weights in the first layer; the outputs start at 0.
fn first_weights(seed: u64) -> Network {
    const SPREAD: f32 = 0.1;
    let mut luck = Luck::of(seed, u64::MAX);
    let mut network = Network::zero();
    for row in network.rows.to_mut() {
        for weight in row {
            *weight = SPREAD * (2.0 * luck.unit() - 1.0);
        }
    }
    for head in &mut network.heads {
        for weight in head {
            *weight = 0.2 * SPREAD * (2.0 * luck.unit() - 1.0);
        }
    }
    network
}

fn mean(networks: &[Network]) -> Network {
    let share = 1.0 / networks.len() as f32;
    let mut sum = networks[0].clone();
    for other in &networks[1..] {
        let rows = sum.rows.to_mut().iter_mut().zip(other.rows.iter());
        let heads = sum.heads.iter_mut().zip(&other.heads);
        for (row, more) in rows.chain(heads).chain([(&mut sum.bias, &other.bias)]) {
            for unit in 0..HIDDEN {
                row[unit] += more[unit];
            }
        }
        for (bias, more) in sum.head_bias.iter_mut().zip(other.head_bias) {
            *bias += more;
        }
    }
    let layers = sum.rows.to_mut().iter_mut().chain(&mut sum.heads);
    for weight in layers.chain([&mut sum.bias]).flatten() {
        *weight *= share;
    }
    for bias in &mut sum.head_bias {
        *bias *= share;
    }
    sum
}
