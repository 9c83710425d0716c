//! A game's parameters: what they may be, and what follows from them.

use trictrac_store::{
    DiceShape, NUM_ACTIONS, NUM_ACTIONS_WITH_CLAIMS, Observation, Options, State, Utility,
};

use crate::ffi;
use crate::guard::{EngineError, guarded};
use crate::positions::{pack, unpack};

// The bridge's enums number the same values in the same order.
impl From<ffi::DiceShape> for DiceShape {
    fn from(shape: ffi::DiceShape) -> DiceShape {
        DiceShape::ALL[usize::from(shape.repr)]
    }
}

impl From<ffi::Utility> for Utility {
    fn from(utility: ffi::Utility) -> Utility {
        Utility::ALL[usize::from(utility.repr)]
    }
}

impl From<ffi::Observation> for Observation {
    fn from(observation: ffi::Observation) -> Observation {
        Observation::ALL[usize::from(observation.repr)]
    }
}

/// The number of the name that the parameter's value is.
fn choice<const N: usize>(
    parameter: &str,
    value: &str,
    names: [&str; N],
) -> Result<u8, EngineError> {
    match names.iter().position(|name| *name == value) {
        Some(index) => Ok(index as u8),
        None => Err(EngineError(format!(
            "{parameter} is \"{value}\", but it must be one of {}",
            names.join(", ")
        ))),
    }
}

pub fn parse_settings(parameters: &[ffi::Parameter]) -> Result<ffi::Settings, EngineError> {
    guarded(|| {
        let mut options = Vec::new();
        let mut settings = ffi::Settings {
            start: pack(&State::new(Options::default())),
            dice: ffi::DiceShape::Ordered,
            utility: ffi::Utility::Win,
            observation: ffi::Observation::Features,
        };
        for ffi::Parameter { name, value } in parameters {
            match name.as_str() {
                "dice" => {
                    let names = DiceShape::ALL.map(DiceShape::name);
                    settings.dice.repr = choice(name, value, names)?;
                }
                "utility" => {
                    let names = Utility::ALL.map(Utility::name);
                    settings.utility.repr = choice(name, value, names)?;
                }
                "observation" => settings.observation = observation_named(value)?,
                _ => options.push((name.as_str(), value.as_str())),
            }
        }
        let options = Options::from_pairs(options).map_err(EngineError::of)?;
        settings.start = pack(&State::new(options));
        Ok(settings)
    })
}

pub fn limits(settings: &ffi::Settings) -> Result<ffi::Limits, EngineError> {
    guarded(|| {
        let options = unpack(&settings.start).options();
        let nodes_per_roll = match settings.dice.into() {
            DiceShape::Ordered | DiceShape::Unordered => 1,
            DiceShape::Sequential => 2,
        };
        let utility = Utility::from(settings.utility);
        let shape = Observation::from(settings.observation).shape(&options);
        let decisions_per_roll = if options.schools { 3 } else { 1 };
        Ok(ffi::Limits {
            num_actions: num_actions(&options) as i32,
            max_chance_outcomes: DiceShape::from(settings.dice).len() as i32,
            max_turns: options.max_turns.into(),
            max_game_length: decisions_per_roll * i32::from(options.max_turns),
            max_chance_nodes: nodes_per_roll * i32::from(options.max_turns),
            min_utility: *utility.range(&options).start(),
            max_utility: *utility.range(&options).end(),
            observation_shape: shape.iter().map(|size| *size as i32).collect(),
        })
    })
}

/// How many actions a game with these options has.
pub const fn num_actions(options: &Options) -> usize {
    if options.schools {
        NUM_ACTIONS_WITH_CLAIMS
    } else {
        NUM_ACTIONS
    }
}

fn observation_named(name: &str) -> Result<ffi::Observation, EngineError> {
    let repr = choice("observation", name, Observation::ALL.map(Observation::name))?;
    Ok(ffi::Observation { repr })
}
