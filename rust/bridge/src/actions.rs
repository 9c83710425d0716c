//! Listing, applying, naming and reading actions and chance outcomes.

use trictrac_store::{Action, ActionId, DiceShape, IllegalPlay, ParsePlayError, State};

use crate::ffi;
use crate::games::num_actions;
use crate::guard::{EngineError, guarded};
use crate::memo;
use crate::positions::{CHANCE, pack, unpack};
use crate::questions::reason_text;

/// OpenSpiel's number as the engine's, if it is an action's at all.
fn action_id(state: &State, action: i64) -> Result<ActionId, EngineError> {
    match u16::try_from(action) {
        Ok(id) if usize::from(id) < num_actions(&state.options()) => Ok(ActionId(id)),
        _ => {
            let reason = IllegalPlay::NoSuchAction;
            Err(EngineError(format!(
                "action {action} is illegal: {reason}, in the position {state}"
            )))
        }
    }
}

pub fn legal_actions(position: &ffi::Position, actions: &mut [i64]) -> Result<usize, EngineError> {
    guarded(|| {
        memo::with_legal_actions(position, |list| {
            let Some(room) = actions.get_mut(..list.len()) else {
                return Err(EngineError(format!(
                    "{} actions do not fit into {}",
                    list.len(),
                    actions.len()
                )));
            };
            for (action, id) in room.iter_mut().zip(list.ids()) {
                *action = i64::from(*id);
            }
            Ok(list.len())
        })
    })
}

pub fn unrestricted_roll(dice: ffi::DiceShape) -> Vec<ffi::ChanceOutcome> {
    let outcomes = DiceShape::from(dice).outcomes();
    outcomes
        .map(|(outcome, probability)| chance(outcome, probability))
        .collect()
}

pub fn is_unrestricted_roll(position: &ffi::Position, dice: ffi::DiceShape) -> bool {
    DiceShape::from(dice).is_unrestricted(&unpack(position))
}

pub fn chance_outcomes(
    position: &ffi::Position,
    dice: ffi::DiceShape,
) -> Result<Vec<ffi::ChanceOutcome>, EngineError> {
    guarded(|| {
        let mut outcomes = Vec::new();
        DiceShape::from(dice).for_each_outcome(&unpack(position), |outcome, probability| {
            outcomes.push(chance(outcome, probability));
        });
        Ok(outcomes)
    })
}

const fn chance(outcome: usize, probability: f64) -> ffi::ChanceOutcome {
    ffi::ChanceOutcome {
        outcome: outcome as i64,
        probability,
    }
}

pub fn apply(
    position: &mut ffi::Position,
    dice: ffi::DiceShape,
    action: i64,
) -> Result<(), EngineError> {
    if position.player == CHANCE {
        apply_outcome(position, dice, action)
    } else {
        apply_action(position, action)
    }
}

fn apply_outcome(
    position: &mut ffi::Position,
    dice: ffi::DiceShape,
    outcome: i64,
) -> Result<(), EngineError> {
    guarded(|| {
        *position = memo::remember(|actions| {
            let mut state = unpack(position);
            DiceShape::from(dice)
                .apply_with_actions(&mut state, outcome, actions)
                .map_err(EngineError::of)?;
            Ok(pack(&state))
        })?;
        Ok(())
    })
}

fn apply_action(position: &mut ffi::Position, action: i64) -> Result<(), EngineError> {
    guarded(|| {
        let mut state = unpack(position);
        let id = action_id(&state, action)?;
        if memo::with_legal_actions(position, |list| list.contains(id)) {
            state.apply_unchecked(id);
        } else {
            state.apply(id).map_err(EngineError::of)?;
        }
        *position = pack(&state);
        Ok(())
    })
}

pub fn apply_unchecked(
    position: &mut ffi::Position,
    dice: ffi::DiceShape,
    action: i64,
) -> Result<(), EngineError> {
    if position.player == CHANCE {
        return apply_outcome(position, dice, action);
    }
    guarded(|| {
        let mut state = unpack(position);
        state.apply_unchecked(action_id(&state, action)?);
        *position = pack(&state);
        Ok(())
    })
}

pub fn action_text(position: &ffi::Position, action: i64) -> Result<String, EngineError> {
    guarded(|| {
        let state = unpack(position);
        Ok(state.action_text(action_id(&state, action)?))
    })
}

pub fn action_name(settings: &ffi::Settings, action: i64) -> Result<String, EngineError> {
    guarded(|| {
        let actions = num_actions(&unpack(&settings.start).options());
        let name = u16::try_from(action)
            .ok()
            .filter(|&id| usize::from(id) < actions)
            .and_then(|id| ActionId(id).name());
        name.ok_or_else(|| {
            let most = actions - 1;
            EngineError(format!("there is no action {action}: 0 to {most} exist"))
        })
    })
}

pub fn outcome_text(dice: ffi::DiceShape, outcome: i64) -> Result<String, EngineError> {
    guarded(|| {
        let shape = DiceShape::from(dice);
        shape.outcome_text(outcome).ok_or_else(|| {
            let most = shape.len() - 1;
            EngineError(format!(
                "there is no chance outcome {outcome}: 0 to {most} exist"
            ))
        })
    })
}

pub fn parse_action(
    position: &ffi::Position,
    dice: ffi::DiceShape,
    of_chance: bool,
    text: &str,
) -> Result<i64, EngineError> {
    if of_chance {
        parse_outcome(position, dice, text)
    } else {
        parse_decision(position, text)
    }
}

fn parse_decision(position: &ffi::Position, text: &str) -> Result<i64, EngineError> {
    guarded(|| {
        let state = unpack(position);
        let action = state.parse_action(text).map_err(|error| {
            let reason = match error {
                ParsePlayError::Illegal(reason) => reason_text(reason),
                other => other.to_string(),
            };
            EngineError(format!("{reason}, in the position {state}"))
        })?;
        Ok(i64::from(action.0))
    })
}

fn parse_outcome(
    position: &ffi::Position,
    dice: ffi::DiceShape,
    text: &str,
) -> Result<i64, EngineError> {
    guarded(|| {
        let (state, shape) = (unpack(position), DiceShape::from(dice));
        let outcome = (0..shape.len() as i64)
            .find(|outcome| shape.outcome_text(*outcome).as_deref() == Some(text));
        let Some(outcome) = outcome else {
            let (shown, name): (String, _) = (text.chars().take(80).collect(), shape.name());
            return Err(EngineError(format!(
                "\"{shown}\" is no outcome of {name} dice"
            )));
        };
        // To roll it on a copy asks whether it can be rolled now.
        let rolled = shape.apply(&mut { state }, outcome);
        rolled.map_err(|_| {
            EngineError(format!(
                "\"{text}\" cannot be rolled in the position {state}"
            ))
        })?;
        Ok(outcome)
    })
}

pub fn action_parts(
    position: &ffi::Position,
    action: i64,
) -> Result<ffi::ActionParts, EngineError> {
    guarded(|| {
        let state = unpack(position);
        let decoded = state.decode(action_id(&state, action)?);
        Ok(match decoded.map_err(EngineError::of)? {
            Action::Go => parts("go", Vec::new(), Vec::new()),
            Action::Claim(points) => ffi::ActionParts {
                points: points.into(),
                ..parts("claim", Vec::new(), Vec::new())
            },
            Action::Play(play) => {
                let steps = play.steps().map(|step| ffi::Step {
                    from: step.from.number().into(),
                    to: step.to.number().into(),
                });
                parts("play", Vec::new(), steps.collect())
            }
        })
    })
}

pub fn outcome_parts(dice: ffi::DiceShape, outcome: i64) -> Result<ffi::ActionParts, EngineError> {
    let text = outcome_text(dice, outcome)?;
    let numbers = text.split('-').filter_map(|number| number.parse().ok());
    Ok(parts("roll", numbers.collect(), Vec::new()))
}

fn parts(kind: &str, dice: Vec<i32>, steps: Vec<ffi::Step>) -> ffi::ActionParts {
    ffi::ActionParts {
        kind: kind.to_owned(),
        dice,
        steps,
        points: 0,
    }
}

pub fn action_of_parts(
    position: &ffi::Position,
    dice: ffi::DiceShape,
    parts: &ffi::ActionParts,
) -> Result<i64, EngineError> {
    match parts.kind.as_str() {
        "go" => parse_decision(position, "go"),
        "claim" => parse_decision(position, &format!("Claim {}", parts.points)),
        "play" => action_of_steps(position, &parts.steps),
        "roll" => {
            let words: Vec<String> = parts.dice.iter().map(i32::to_string).collect();
            parse_outcome(position, dice, &words.join("-"))
        }
        kind => Err(EngineError(format!(
            "an action's type is \"{kind}\", but it must be one of roll, go, play, claim"
        ))),
    }
}

fn action_of_steps(position: &ffi::Position, steps: &[ffi::Step]) -> Result<i64, EngineError> {
    guarded(|| {
        let state = unpack(position);
        let action = state
            .explain_steps(&plain_steps(steps)?)
            .and_then(|play| state.action_of(&play))
            .map_err(|reason| EngineError(format!("{reason}, in the position {state}")))?;
        Ok(i64::from(action.0))
    })
}

/// Steps as the engine reads them.
fn plain_steps(steps: &[ffi::Step]) -> Result<Vec<(u8, u8)>, EngineError> {
    let fields =
        |step: &ffi::Step| Some((u8::try_from(step.from).ok()?, u8::try_from(step.to).ok()?));
    steps
        .iter()
        .map(|step| {
            fields(step).ok_or_else(|| {
                EngineError(format!(
                    "a step from {} to {} is on no board",
                    step.from, step.to
                ))
            })
        })
        .collect()
}
