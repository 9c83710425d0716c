//! The options of a run: named, with defaults, presets and bounds; config.json holds them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::self_play::Temperature;
use crate::mcts::{Chance, Root, Scale, Settings};
use crate::network::{Kind, Shape};

/// What a network learns to gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reward {
    /// The game: 1 or -1 at its end.
    Win,
    /// Trictrac: the lead in holes at the end.
    Margin,
    /// Trictrac: points, as they are marked; 12 for a hole.
    Points,
}

/// The options of a run. `config.json` has the same names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// `alphazero`: of which method these are the options.
    pub method: String,
    /// The game: `trictrac`, with its rules in brackets, `tic_tac_toe` or `pig`.
    pub game: String,
    /// Seed of everything.
    pub seed: u64,
    /// Steps of the run; 0 to go on until it is stopped.
    pub max_steps: u64,
    /// A session ends after the step in which so many minutes are over; 0 for never.
    pub minutes: f32,
    /// The checkpoint of every so many steps is kept.
    pub checkpoint_freq: u64,
    /// Threads.
    pub threads: usize,
    /// How the layers follow one another.
    pub nn_model: Kind,
    /// Units of a layer.
    pub nn_width: usize,
    /// Hidden layers, or residual blocks.
    pub nn_depth: usize,
    /// Simulations for each decision.
    pub max_simulations: u32,
    /// How the root shares them out.
    pub root: Root,
    /// How chance is treated.
    pub chance: Chance,
    /// Does the network judge positions before a roll, too?
    pub afterstates: bool,
    /// How much a policy's word counts against values.
    pub exploration: f32,
    /// How much less than its parent an action not yet tried is held for.
    pub first_play_reduction: f32,
    /// Share of the noise in the policy of a PUCT root.
    pub noise_share: f32,
    /// The noise's Dirichlet parameter.
    pub noise_alpha: f32,
    /// The most actions that a Gumbel root considers.
    pub considered: u32,
    /// Size of the Gumbel noise.
    pub gumbel_scale: f32,
    /// How much a value counts against a logit at a Gumbel root.
    pub value_scale: f32,
    /// Differences of value below this do not count as much as the largest otherwise does.
    pub least_span: f32,
    /// With a PUCT root: spread of the actions chosen.
    pub temperature: f32,
    /// From this decision of a game on the most visited action is played.
    pub temperature_drop: u32,
    /// What is learned to be gained.
    pub reward: Reward,
    /// The difference of returns that is worth 1.
    pub unit: f32,
    /// What a gain is worth when chance decides once more before it.
    pub discount: f32,
    /// What winning the game is worth beside what is gained on the way.
    pub game_weight: f32,
    /// How much the rest of a game counts against the next search's word.
    pub td_lambda: f32,
    /// In the first so many steps the games are those of the shipped player `td:1`, to begin with
    /// what it knows; Trictrac only.
    pub taught_steps: u64,
    /// Games of a step.
    pub games_per_step: usize,
    /// Games that each thread plays in step.
    pub parallel_games: usize,
    /// Steps whose examples are learned from.
    pub replay_steps: usize,
    /// How often an example is learned from, on average.
    pub reuse: f32,
    /// Examples in a batch.
    pub batch_size: usize,
    /// Adam's learning rate.
    pub learning_rate: f32,
    /// After so many steps the learning rate has halved, again and again; 0 for never.
    pub learning_rate_halving: u64,
    /// What a batch takes from each weight, relative to the learning rate.
    pub weight_decay: f32,
    /// How much the policy's loss counts.
    pub policy_weight: f32,
    /// Every so many steps games against another player are played; 0 for never.
    pub evaluation_freq: u64,
    /// How many games.
    pub evaluation_games: usize,
    /// Against whom.
    pub evaluation_against: String,
}

impl Default for Config {
    fn default() -> Config {
        let search = Settings::default();
        Config {
            method: METHOD.into(),
            game: "trictrac".into(),
            seed: 0,
            max_steps: 0,
            minutes: 0.0,
            checkpoint_freq: 50,
            threads: 2,
            nn_model: Kind::Mlp,
            nn_width: 128,
            nn_depth: 2,
            max_simulations: search.simulations,
            root: search.root,
            chance: search.chance,
            afterstates: search.afterstates,
            exploration: search.exploration,
            first_play_reduction: search.first_play_reduction,
            noise_share: search.noise_share,
            noise_alpha: search.noise_alpha,
            considered: search.considered,
            gumbel_scale: search.gumbel_scale,
            value_scale: search.value_scale,
            least_span: 0.5,
            temperature: 1.0,
            temperature_drop: 60,
            reward: Reward::Points,
            unit: 24.0,
            discount: 0.975,
            game_weight: 2.5,
            td_lambda: 0.8,
            taught_steps: 0,
            games_per_step: 500,
            parallel_games: 64,
            replay_steps: 6,
            reuse: 2.0,
            batch_size: 256,
            learning_rate: 0.001,
            learning_rate_halving: 200,
            weight_decay: 1e-4,
            policy_weight: 0.5,
            evaluation_freq: 10,
            evaluation_games: 200,
            evaluation_against: "greedy".into(),
        }
    }
}

/// What runs and options say of their method.
pub const METHOD: &str = "alphazero";

/// The names of the presets.
pub const PRESETS: [&str; 3] = ["smoke", "laptop", "server"];

impl Config {
    /// `smoke` (is everything in place?), `laptop` (2 to 4 cores, half an hour to two) or `server`.
    pub fn preset(name: &str) -> Option<Config> {
        let laptop = Config::default();
        match name {
            "smoke" => Some(Config {
                max_steps: 3,
                nn_width: 32,
                nn_depth: 1,
                max_simulations: 8,
                games_per_step: 20,
                evaluation_freq: 3,
                evaluation_games: 20,
                ..laptop
            }),
            "laptop" => Some(laptop),
            "server" => Some(Config {
                nn_model: Kind::Residual,
                nn_width: 512,
                nn_depth: 4,
                max_simulations: 64,
                games_per_step: 4000,
                replay_steps: 20,
                batch_size: 1024,
                learning_rate_halving: 500,
                threads: std::thread::available_parallelism().map_or(2, |cores| cores.get()),
                ..laptop
            }),
            _ => None,
        }
    }

    /// The options in a text such as config.json; those that it lacks are the defaults.
    pub fn from_json(text: &str) -> Result<Config, String> {
        Config::default().with_json(text)
    }

    /// These options with those that such a text has instead.
    pub fn with_json(&self, text: &str) -> Result<Config, String> {
        let mut given: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        // Where a run lies and who plays its games changes nothing of it.
        for name in ["path", "ray", "workers"] {
            given.remove(name);
        }
        if let Some(method) = given.get("method").filter(|&method| method != METHOD) {
            return Err(format!("method: must be {METHOD}, not {method}"));
        }
        let mut values = self.to_value();
        let all = values.as_object_mut().expect("options have names");
        all.extend(given);
        let config: Config = serde_json::from_value(values.clone())
            .map_err(|error| misfit(&values).unwrap_or(error.to_string()))?;
        config.check()?;
        Ok(config)
    }

    /// One JSON object, an option on each line.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("options are plain data");
        text.push('\n');
        text
    }

    /// The same as a value: 0.1 stays 0.1, and does not become the nearest number of twice the bits.
    pub fn to_value(&self) -> Value {
        serde_json::from_str(&self.to_json()).expect("options are plain data")
    }

    /// How decisions are searched.
    pub fn search(&self) -> Settings {
        Settings {
            simulations: self.max_simulations,
            root: self.root,
            chance: self.chance,
            afterstates: self.afterstates,
            exploration: self.exploration,
            first_play_reduction: self.first_play_reduction,
            noise_share: self.noise_share,
            noise_alpha: self.noise_alpha,
            considered: self.considered,
            gumbel_scale: self.gumbel_scale,
            value_scale: self.value_scale,
            least_span: self.least_span,
            ..Settings::default()
        }
    }

    /// What values mean.
    pub fn scale(&self) -> Scale {
        Scale {
            unit: self.unit,
            discount: self.discount,
            game: self.game_weight,
        }
    }

    pub(super) fn temperature(&self) -> Temperature {
        Temperature {
            start: self.temperature,
            drop: self.temperature_drop,
        }
    }

    /// The network's size for a game with so many inputs and actions.
    pub fn shape(&self, inputs: usize, actions: usize) -> Shape {
        Shape {
            kind: self.nn_model,
            inputs,
            width: self.nn_width,
            depth: self.nn_depth,
            actions,
        }
    }

    /// The learning rate of a step.
    pub fn rate_of_step(&self, step: u64) -> f32 {
        match self.learning_rate_halving {
            0 => self.learning_rate,
            steps => self.learning_rate * 0.5f32.powf(step as f32 / steps as f32),
        }
    }

    /// Refuses options that no run can have, naming the option and what is accepted.
    pub fn check(&self) -> Result<(), String> {
        if self.method != METHOD {
            return Err(format!("method: must be {METHOD}, not {}", self.method));
        }
        self.search()
            .check()
            .map_err(|fault| match fault.strip_prefix("simulations") {
                Some(rest) => format!("max_simulations{rest}"),
                None => fault,
            })?;
        self.shape(1, 1)
            .check()
            .map_err(|fault| format!("nn_{fault}"))?;
        let whole = [
            (
                "checkpoint_freq",
                self.checkpoint_freq,
                1,
                u64::from(u32::MAX),
            ),
            ("threads", self.threads as u64, 1, 1024),
            ("games_per_step", self.games_per_step as u64, 1, 1 << 24),
            ("parallel_games", self.parallel_games as u64, 1, 1 << 16),
            ("replay_steps", self.replay_steps as u64, 1, 1 << 16),
            ("batch_size", self.batch_size as u64, 1, 1 << 20),
            ("evaluation_games", self.evaluation_games as u64, 1, 1 << 24),
        ];
        for (name, value, least, most) in whole {
            if !(least..=most).contains(&value) {
                return Err(format!("{name}: must be {least} to {most}, not {value}"));
            }
        }
        let numbers = [
            ("minutes", self.minutes, 0.0, 1e6),
            ("temperature", self.temperature, 1e-3, 1e3),
            ("unit", self.unit, 1e-3, 1e6),
            ("discount", self.discount, 0.0, 1.0),
            ("game_weight", self.game_weight, 0.0, 1e6),
            ("td_lambda", self.td_lambda, 0.0, 1.0),
            ("reuse", self.reuse, 1e-3, 1e3),
            ("learning_rate", self.learning_rate, 1e-9, 1.0),
            ("weight_decay", self.weight_decay, 0.0, 1e3),
            ("policy_weight", self.policy_weight, 0.0, 1e3),
        ];
        for (name, value, least, most) in numbers {
            if !(least..=most).contains(&value) {
                return Err(format!("{name}: must be {least} to {most}, not {value}"));
            }
        }
        Ok(())
    }
}

/// The first value that its option does not take, with what it takes.
fn misfit(values: &Value) -> Option<String> {
    let known = Config::default().to_value();
    values.as_object()?.iter().find_map(|(name, value)| {
        if known.get(name).is_none() {
            return Some(format!("{name}: there is no such option"));
        }
        let alone = json!({ name.as_str(): value });
        let error = serde_json::from_value::<Config>(alone).err()?.to_string();
        let accepted = match error.rsplit_once("expected ")?.1 {
            "u32" => format!("a whole number, 0 to {}", u32::MAX),
            "u64" | "usize" => format!("a whole number, 0 to {}", u64::MAX),
            "f32" => "a number".into(),
            "a boolean" => "true or false".into(),
            "a string" => "a text".into(),
            words => words.replace('`', ""),
        };
        Some(format!("{name}: must be {accepted}, not {value}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_option_does_not_take_is_named_with_what_it_takes() {
        for (options, fault) in [
            (
                r#"{"max_simulations": 100000000000}"#,
                "max_simulations: must be a whole number, 0 to 4294967295, not 100000000000",
            ),
            (
                r#"{"threads": -1}"#,
                "threads: must be a whole number, 0 to 18446744073709551615, not -1",
            ),
            (
                r#"{"nn_model": "abc"}"#,
                "nn_model: must be mlp or residual, not \"abc\"",
            ),
            (
                r#"{"afterstates": 1}"#,
                "afterstates: must be true or false, not 1",
            ),
            (r#"{"widht": 1}"#, "widht: there is no such option"),
        ] {
            assert_eq!(Config::from_json(options), Err(fault.to_owned()));
        }
    }
}
