//! What a run needs of a game beside its rules: its options as text, and whom to measure against.

use trictrac_env::{GameEnv, Pig, PigConfig, TicTacToe, Trictrac, TrictracConfig};
use trictrac_play::{Judge, Judging};
use trictrac_search::{TdPlayer, champion, lookahead::Depth};
use trictrac_store::{DiceShape, Options, Utility};

use super::config::Reward;
use super::self_play::{SelfPlay, SelfPlayResult};
use super::teaching::teach;
use crate::agent::{Agent, PlayerAgent, RandomAgent};

/// A game that can be learned.
pub trait Task: GameEnv {
    /// The players that a network can be measured against.
    const OPPONENTS: &'static [&'static str];

    /// What is chosen before a game, from parameters such as `holes=3`.
    fn configure(parameters: &[(&str, &str)], reward: Reward) -> Result<Self::Config, String>;

    /// One of [`Task::OPPONENTS`].
    fn opponent(name: &str, seed: u64) -> Option<Box<dyn Agent<Self>>>;

    /// Games of a player who knows the game already; nothing when there is none, or when `go_on` has
    /// said no.
    fn teach(plan: &SelfPlay<Self>, go_on: &(impl Fn() -> bool + Sync)) -> Option<SelfPlayResult> {
        let _ = (plan, go_on);
        None
    }

    /// Is there such a player?
    const HAS_TEACHER: bool = false;

    /// What player 0 has more than player 1 at the end, in the game's own unit.
    fn margin(&self) -> i64 {
        let [first, second] = self.outcome();
        first - second
    }
}

impl Task for Trictrac {
    const OPPONENTS: &'static [&'static str] = &["random", "greedy", "careful", "td:1", "td:2"];

    fn configure(parameters: &[(&str, &str)], reward: Reward) -> Result<TrictracConfig, String> {
        let mut options = Options::default();
        for (name, value) in parameters {
            options
                .set(name, value)
                .map_err(|error| format!("game: {error}"))?;
        }
        options.check().map_err(|error| format!("game: {error}"))?;
        let utility = match reward {
            Reward::Win => Utility::Win,
            Reward::Margin => Utility::Margin,
            Reward::Points => Utility::Score,
        };
        // Two dice that cannot be told apart: fewer outcomes, the same game.
        Ok(TrictracConfig {
            options,
            dice: DiceShape::Unordered,
            utility,
        })
    }

    fn opponent(name: &str, seed: u64) -> Option<Box<dyn Agent<Trictrac>>> {
        match name {
            "random" => Some(Box::new(RandomAgent::new(seed))),
            "greedy" => Some(Box::new(PlayerAgent(Judging(Judge::Greedy)))),
            "careful" => Some(Box::new(PlayerAgent(Judging(Judge::Careful)))),
            "td:1" => Some(Box::new(td_player(1))),
            "td:2" => Some(Box::new(td_player(2))),
            _ => None,
        }
    }

    const HAS_TEACHER: bool = true;

    fn teach(
        plan: &SelfPlay<Trictrac>,
        go_on: &(impl Fn() -> bool + Sync),
    ) -> Option<SelfPlayResult> {
        teach(plan, go_on)
    }

    /// In holes.
    fn margin(&self) -> i64 {
        let [white, black] =
            trictrac_store::Color::ALL.map(|color| self.state().score(color).holes);
        i64::from(white) - i64::from(black)
    }
}

/// The player that comes with the engine.
fn td_player(plies: u8) -> PlayerAgent<TdPlayer<'static>> {
    PlayerAgent(TdPlayer {
        network: champion(),
        depth: Depth::plies(plies),
    })
}

/// Refuses what a game without choices has no use for.
fn refuse_choices(name: &str, parameters: &[(&str, &str)], reward: Reward) -> Result<(), String> {
    if let Some((parameter, _)) = parameters.first() {
        return Err(format!("game: {name} has no parameter {parameter}"));
    }
    if reward != Reward::Win {
        return Err(format!("reward: must be win for {name}"));
    }
    Ok(())
}

fn random_opponent<G: GameEnv>(name: &str, seed: u64) -> Option<Box<dyn Agent<G>>> {
    (name == "random").then(|| Box::new(RandomAgent::new(seed)) as Box<dyn Agent<G>>)
}

impl Task for TicTacToe {
    const OPPONENTS: &'static [&'static str] = &["random"];

    fn configure(parameters: &[(&str, &str)], reward: Reward) -> Result<(), String> {
        refuse_choices(TicTacToe::NAME, parameters, reward)
    }

    fn opponent(name: &str, seed: u64) -> Option<Box<dyn Agent<TicTacToe>>> {
        random_opponent(name, seed)
    }
}

impl Task for Pig {
    const OPPONENTS: &'static [&'static str] = &["random"];

    fn configure(parameters: &[(&str, &str)], reward: Reward) -> Result<PigConfig, String> {
        refuse_choices(Pig::NAME, parameters, reward)?;
        Ok(PigConfig::default())
    }

    fn opponent(name: &str, seed: u64) -> Option<Box<dyn Agent<Pig>>> {
        random_opponent(name, seed)
    }
}

/// Names and values.
pub type Parameters<'a> = Vec<(&'a str, &'a str)>;

/// A game's name and its parameters, from a text such as `trictrac(holes=3,margot=true)`.
pub fn parse_game(text: &str) -> Result<(&str, Parameters<'_>), String> {
    let text = text.trim();
    let Some((name, rest)) = text.split_once('(') else {
        return Ok((text, Vec::new()));
    };
    let inside = rest
        .strip_suffix(')')
        .ok_or(format!("game: {text} lacks its closing bracket"))?;
    let parameters = inside.split(',').filter(|part| !part.trim().is_empty());
    let pairs = parameters.map(|part| match part.split_once('=') {
        Some((name, value)) => Ok((name.trim(), value.trim())),
        None => Err(format!("game: {part} is no name=value")),
    });
    Ok((name.trim(), pairs.collect::<Result<_, _>>()?))
}
