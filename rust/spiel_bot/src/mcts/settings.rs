//! What can be chosen about a search.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use trictrac_env::GameEnv;

/// How the root shares out the simulations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Root {
    /// As every other decision, with noise on the policy; the most visited action is played.
    Puct,
    /// Actions drawn without replacement by the policy, halved again and again; improves the policy
    /// even with fewer simulations than actions.
    Gumbel,
}

/// How a chance node picks what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chance {
    /// By its probability.
    Sampled,
    /// Whatever has happened least often for its probability, so that the shares are exact as early
    /// as can be.
    Explicit,
}

/// Settings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Simulations for a decision.
    pub simulations: u32,
    /// How the root shares them out.
    pub root: Root,
    /// How chance is treated.
    pub chance: Chance,
    /// Does the network judge positions before a roll too? Then an action's first simulation has no
    /// luck in it.
    pub afterstates: bool,
    /// How much a policy's word counts against values.
    pub exploration: f32,
    /// How much less than its parent an action not yet tried is held for.
    pub first_play_reduction: f32,
    /// Share of the noise in the policy of a [`Root::Puct`].
    pub noise_share: f32,
    /// The noise's Dirichlet parameter: the smaller, the more uneven.
    pub noise_alpha: f32,
    /// The most actions that a [`Root::Gumbel`] considers.
    pub considered: u32,
    /// Size of the Gumbel noise; 0 to consider the policy's favourites.
    pub gumbel_scale: f32,
    /// How much a value counts against a logit at a [`Root::Gumbel`].
    pub value_scale: f32,
    /// Differences of value below this do not count as much as the largest one otherwise does.
    pub least_span: f32,
    /// Visits that values are trusted with from the beginning.
    pub value_visits: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            simulations: 16,
            root: Root::Gumbel,
            chance: Chance::Sampled,
            afterstates: true,
            exploration: 1.5,
            first_play_reduction: 0.0,
            noise_share: 0.25,
            noise_alpha: 0.5,
            considered: 16,
            gumbel_scale: 1.0,
            value_scale: 0.1,
            least_span: 1.0,
            value_visits: 50.0,
        }
    }
}

impl Settings {
    /// Refuses settings that no search can have.
    pub fn check(&self) -> Result<(), String> {
        let whole = [
            ("simulations", self.simulations, 1 << 20),
            ("considered", self.considered, 1 << 16),
        ];
        for (name, value, most) in whole {
            if value == 0 || value > most {
                return Err(format!("{name}: must be 1 to {most}, not {value}"));
            }
        }
        let numbers = [
            ("exploration", self.exploration, 0.0, 1e3),
            ("first_play_reduction", self.first_play_reduction, 0.0, 1e3),
            ("noise_share", self.noise_share, 0.0, 1.0),
            ("noise_alpha", self.noise_alpha, 1e-3, 1e3),
            ("gumbel_scale", self.gumbel_scale, 0.0, 1e3),
            ("value_scale", self.value_scale, 0.0, 1e3),
            ("least_span", self.least_span, 1e-8, 1e3),
            ("value_visits", self.value_visits, 0.0, 1e6),
        ];
        for (name, value, least, most) in numbers {
            if !(least..=most).contains(&value) {
                return Err(format!("{name}: must be {least} to {most}, not {value}"));
            }
        }
        Ok(())
    }
}

/// What values mean: the difference of the players' returns and how fast the future fades, and what
/// the game itself is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// The difference of returns that is worth 1.
    pub unit: f32,
    /// What a gain is worth when chance decides once more before it.
    pub discount: f32,
    /// What winning the game is worth beside what is gained on the way.
    pub game: f32,
}

impl Scale {
    /// Winning is 1, losing -1, whenever it happens.
    pub const RESULT: Scale = Scale {
        unit: 2.0,
        discount: 1.0,
        game: 0.0,
    };

    /// What player 0 has gained so far.
    pub fn score<G: GameEnv>(&self, game: &G) -> f32 {
        let [first, second] = game.returns();
        (first - second) as f32 / self.unit
    }

    /// What both kinds of gain are worth together.
    pub fn worth(&self, gain: f32, result: f32) -> f32 {
        gain + self.game * result
    }
}

/// How a game has ended for player 0: 1, 0 or -1.
pub fn result<G: GameEnv>(game: &G) -> f32 {
    let [first, second] = game.returns();
    match first.total_cmp(&second) {
        Ordering::Less => -1.0,
        Ordering::Equal => 0.0,
        Ordering::Greater => 1.0,
    }
}
