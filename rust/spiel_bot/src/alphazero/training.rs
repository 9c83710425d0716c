//! A training at one moment: what has been learned, and how a step goes on from there.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

use serde_json::{Value, json};

use super::config::Config;
use super::learner::{LearningPlan, learn};
use super::replay::Replay;
use super::self_play::{SelfPlay, SelfPlayResult, self_play};
use super::task::{Task, parse_game};
use crate::agent::{Agent, Contest, SearchAgent, Tally};
use crate::derived_seed;
use crate::mcts::Scale;
use crate::network::files::{read_network, read_optimizer, write_network, write_optimizer};
use crate::network::{Adam, PolicyValueNet, Rates, Shape, Trainer};
use crate::run::StepFile;

/// The file of the network in a step's folder.
pub const NETWORK_FILE: &str = "network.safetensors";
/// What Adam remembers.
pub const OPTIMIZER_FILE: &str = "optimizer.safetensors";
/// What is learned from.
pub const REPLAY_FILE: &str = "replay.bin";

/// The files of a step.
pub fn step_files() -> [StepFile; 3] {
    [
        StepFile {
            name: NETWORK_FILE,
            only_to_resume: false,
        },
        StepFile {
            name: OPTIMIZER_FILE,
            only_to_resume: true,
        },
        StepFile {
            name: REPLAY_FILE,
            only_to_resume: true,
        },
    ]
}

/// A training of one game.
pub struct Training<G: Task> {
    config: Config,
    game: G::Config,
    scale: Scale,
    trainer: Trainer,
    replay: Replay,
    step: u64,
    games: u64,
    states: u64,
    seconds: f64,
    progress: Arc<AtomicUsize>,
}

impl<G: Task> Training<G> {
    /// Refuses options that no training of this game can have. Nothing is allocated for it.
    pub fn check(config: &Config) -> Result<(), String> {
        Self::plan(config).map(drop)
    }

    /// The game and the network's size, if the options are fine.
    fn plan(config: &Config) -> Result<(G::Config, Shape), String> {
        config.check()?;
        let (name, parameters) = parse_game(&config.game)?;
        if name != G::NAME {
            return Err(format!("game: this is {}, not {name:?}", G::NAME));
        }
        let game = G::configure(&parameters, config.reward)?;
        if config.taught_steps > 0 && !G::HAS_TEACHER {
            return Err(format!("taught_steps: nobody can teach {}", G::NAME));
        }
        if !G::OPPONENTS.contains(&config.evaluation_against.as_str()) {
            return Err(format!(
                "evaluation_against: must be one of {}, not {}",
                G::OPPONENTS.join(", "),
                config.evaluation_against
            ));
        }
        let sizes = G::new(&game).sizes();
        let shape = config.shape(sizes.features.len(), sizes.num_actions);
        Ok((game, shape))
    }

    /// A training from nothing.
    pub fn new(config: Config) -> Result<Training<G>, String> {
        let (game, shape) = Self::plan(&config)?;
        let network = PolicyValueNet::new(shape, derived_seed(config.seed, &[0]));
        let adam = Adam::new(network.parameters().len());
        Ok(Training {
            scale: config.scale(),
            trainer: Trainer::new(network, adam, config.threads),
            replay: Replay::default(),
            step: 0,
            games: 0,
            states: 0,
            seconds: 0.0,
            progress: Arc::default(),
            config,
            game,
        })
    }

    /// Takes up what [`Training::save`] has left, with the record of that step.
    pub fn load(&mut self, folder: &Path, record: &Value) -> Result<(), String> {
        let number = |name: &str| {
            record[name]
                .as_u64()
                .ok_or(format!("its record has no {name}"))
        };
        let network = read_network(&folder.join(NETWORK_FILE))?;
        if network.shape() != self.trainer.network.shape() {
            return Err(format!(
                "{}: its network has another shape",
                folder.display()
            ));
        }
        let adam = read_optimizer(&folder.join(OPTIMIZER_FILE), &network)?;
        let replay = folder.join(REPLAY_FILE);
        let bytes =
            std::fs::read(&replay).map_err(|error| format!("{}: {error}", replay.display()))?;
        let shape = network.shape();
        self.replay = Replay::from_bytes(&bytes)
            .filter(|replay| replay.fits(shape.inputs, shape.actions))
            .ok_or(format!(
                "{} is refused: it holds no positions of this game",
                replay.display()
            ))?;
        self.trainer = Trainer::new(network, adam, self.config.threads);
        self.step = number("step")?;
        self.games = number("total_trajectories")?;
        self.states = number("total_states")?;
        self.seconds = record["seconds"]
            .as_f64()
            .ok_or("its record has no seconds")?;
        Ok(())
    }

    /// Writes what [`Training::load`] and players need.
    pub fn save(&self, folder: &Path) -> std::io::Result<()> {
        let about = [("game", self.config.game.as_str()), ("method", "alphazero")];
        std::fs::write(
            folder.join(NETWORK_FILE),
            write_network(&self.trainer.network, &about),
        )?;
        std::fs::write(
            folder.join(OPTIMIZER_FILE),
            write_optimizer(&self.trainer.network, &self.trainer.adam),
        )?;
        std::fs::write(folder.join(REPLAY_FILE), self.replay.to_bytes())
    }

    /// Counts the games of this session as they end.
    pub fn progress(&self) -> Arc<AtomicUsize> {
        self.progress.clone()
    }

    /// The options.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Steps made.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// What values mean.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The network as it is now.
    pub fn network(&self) -> &PolicyValueNet {
        &self.trainer.network
    }

    /// Begins with this network instead of one that knows nothing.
    pub fn start_from(&mut self, network: PolicyValueNet) -> Result<(), String> {
        if network.shape() != self.trainer.network.shape() {
            return Err("the network to start from has another shape".into());
        }
        let adam = Adam::new(network.parameters().len());
        self.trainer = Trainer::new(network, adam, self.config.threads);
        Ok(())
    }

    /// One step: games, learning and, when it is due, games against another player. Returns its
    /// record; nothing when `go_on` has said no, and then the step must be forgotten.
    pub fn step(&mut self, go_on: &(impl Fn() -> bool + Sync)) -> Option<Value> {
        let begun = Instant::now();
        let plan = SelfPlay::<G> {
            progress: self.progress.clone(),
            ..games_of_step(
                &self.config,
                &self.game,
                self.step + 1,
                0..self.config.games_per_step,
            )
        };
        let played = play(
            &plan,
            &self.config,
            self.step + 1,
            &self.trainer.network,
            go_on,
        )?;
        self.learn_step(played, begun.elapsed().as_secs_f64(), go_on)
    }

    /// The rest of a step whose games have been played, here or elsewhere, in so many seconds.
    pub fn learn_step(
        &mut self,
        played: SelfPlayResult,
        playing: f64,
        go_on: &(impl Fn() -> bool + Sync),
    ) -> Option<Value> {
        let begun = Instant::now();
        let number = self.step + 1;
        let seed = derived_seed(self.config.seed, &[number]);
        let examples = played.examples.len();
        self.replay.push(played.examples, self.config.replay_steps);
        let rate = self.config.rate_of_step(number);
        let batches = examples as f32 * self.config.reuse / self.config.batch_size as f32;
        let plan = LearningPlan {
            batches: (batches.ceil() as usize).max(1),
            batch_size: self.config.batch_size,
            rates: Rates {
                learning_rate: rate,
                weight_decay: self.config.weight_decay,
                policy_weight: self.config.policy_weight,
            },
            seed,
        };
        let losses = learn(&plan, &self.replay, &mut self.trainer, go_on)?;
        let learning = begun.elapsed().as_secs_f64();
        let evaluation = self.is_evaluated(number).then(|| self.evaluate(seed));
        self.step = number;
        self.games += played.games as u64;
        self.states += played.decisions[0] as u64;
        self.seconds += playing + begun.elapsed().as_secs_f64();
        Some(json!({
            "step": self.step,
            "total_trajectories": self.games,
            "total_states": self.states,
            "seconds": self.seconds,
            "states_per_s": played.decisions[0] as f64 / playing,
            "seconds_playing": playing,
            "seconds_learning": learning,
            "evaluations": played.evaluations,
            "network_share": played.network_time.as_secs_f64() / played.time.as_secs_f64(),
            "decisions_with_choice": played.decisions[1],
            "game_length": {"avg": played.decisions[0] as f64 / played.games as f64},
            "results": played.results,
            "replay": self.replay.len(),
            "learning_rate": rate,
            "loss": {"policy": losses.policy, "value": losses.value, "result": losses.result},
            "eval": evaluation,
        }))
    }

    fn is_evaluated(&self, step: u64) -> bool {
        let every = self.config.evaluation_freq;
        every != 0 && (step.is_multiple_of(every) || step == self.config.max_steps)
    }

    fn evaluate(&self, seed: u64) -> Value {
        let against = &self.config.evaluation_against;
        let tally = self.contest(self.config.evaluation_games, seed, |seed| {
            G::opponent(against, seed).expect("the opponent was checked with the options")
        });
        let interval = tally.interval();
        json!({
            "against": against,
            "games": self.config.evaluation_games,
            "win_rate": tally.win_rate(),
            "win_rate_ci95": [interval.low, interval.high],
            "margin": tally.margin(),
        })
    }

    /// A match of the network, searching as in self-play without noise, against somebody else.
    pub fn contest<B: Agent<G>>(
        &self,
        games: usize,
        seed: u64,
        opponent: impl Fn(u64) -> B + Sync,
    ) -> Tally {
        let network = Arc::new(self.trainer.network.clone());
        let contest = Contest::<G> {
            config: self.game.clone(),
            games,
            seed,
            threads: self.config.threads,
        };
        contest.play(
            |seed| SearchAgent::new(network.clone(), self.config.search(), self.scale, seed),
            opponent,
            G::margin,
        )
    }
}

/// The games of these numbers of a step, as all its games are played.
fn games_of_step<G: Task>(
    config: &Config,
    game: &G::Config,
    step: u64,
    numbers: Range<usize>,
) -> SelfPlay<G> {
    SelfPlay {
        game: game.clone(),
        search: config.search(),
        scale: config.scale(),
        lambda: config.td_lambda,
        temperature: config.temperature(),
        numbers,
        parallel: config.parallel_games,
        threads: config.threads,
        seed: derived_seed(config.seed, &[step]),
        progress: Arc::default(),
    }
}

fn play<G: Task>(
    plan: &SelfPlay<G>,
    config: &Config,
    step: u64,
    network: &PolicyValueNet,
    go_on: &(impl Fn() -> bool + Sync),
) -> Option<SelfPlayResult> {
    if step <= config.taught_steps {
        G::teach(plan, go_on)
    } else {
        self_play(plan, network, go_on)
    }
}

/// Plays the games of these numbers of a step as [`Training::step`] would, with its network. Whoever
/// plays the parts of a step and adds them in their order has what one who plays it all has.
pub fn play_games<G: Task>(
    config: &Config,
    step: u64,
    numbers: Range<usize>,
    network: &PolicyValueNet,
) -> Result<SelfPlayResult, String> {
    let (_, parameters) = parse_game(&config.game)?;
    let game = G::configure(&parameters, config.reward)?;
    let sizes = G::new(&game).sizes();
    if network.shape() != config.shape(sizes.features.len(), sizes.num_actions) {
        return Err("the network has another shape than its options say".into());
    }
    let plan = games_of_step::<G>(config, &game, step, numbers);
    Ok(play(&plan, config, step, network, &|| true).expect("nobody stops it"))
}
