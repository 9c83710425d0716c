//! What a position means: events, explanations, observations, utilities.

use trictrac_store::{Beneficiary, Color, Event, IllegalPlay, Observation, Utility, Way};

use crate::ffi;
use crate::guard::{EngineError, guarded};
use crate::positions::unpack;

pub fn events(position: &ffi::Position) -> Result<Vec<ffi::Event>, EngineError> {
    guarded(|| {
        let state = unpack(position);
        let events = state.events();
        let each = |found: &Event| event(found, state.ways(found));
        Ok(events.iter().map(each).collect())
    })
}

fn event(event: &Event, ways: Vec<Way>) -> ffi::Event {
    ffi::Event {
        jan: event.jan.name().to_owned(),
        ways: event.ways.into(),
        points: event.points.into(),
        to: match event.to() {
            Beneficiary::Mover => "mover",
            Beneficiary::Opponent => "opponent",
        }
        .to_owned(),
        field: event.field.map_or(0, |field| field.number().into()),
        ways_detail: ways.into_iter().map(bridge_way).collect(),
    }
}

fn bridge_way(way: Way) -> ffi::Way {
    let moves = way.moves.into_iter().map(|part| ffi::WayMove {
        from: part.from.map_or(0, |field| field.number().into()),
        dice: part.dice.iter().map(|die| die.number().into()).collect(),
        rests: part
            .rests
            .iter()
            .map(|field| field.number().into())
            .collect(),
        to: part.to.map_or(-1, |to| to.number().into()),
    });
    ffi::Way {
        moves: moves.collect(),
    }
}

/// Why a play is refused, with the command that prints the rule behind it.
pub fn reason_text(reason: IllegalPlay) -> String {
    match reason.anchor() {
        Some(anchor) => format!("{reason} (trictrac rules {anchor})"),
        None => reason.to_string(),
    }
}

pub fn observe(
    position: &ffi::Position,
    observation: ffi::Observation,
    player: i32,
    values: &mut [f32],
) -> Result<(), EngineError> {
    guarded(|| {
        let state = unpack(position);
        let observer = usize::try_from(player).ok().and_then(Color::from_index);
        let Some(observer) = observer else {
            return Err(EngineError(format!(
                "player {player} does not exist: players are 0 and 1"
            )));
        };
        Observation::from(observation)
            .fill(&state, observer, values)
            .map_err(|error| EngineError(format!("{error}, in the position {state}")))
    })
}

pub fn returns(position: &ffi::Position, utility: ffi::Utility) -> Result<[f64; 2], EngineError> {
    guarded(|| Ok(Utility::from(utility).returns(&unpack(position))))
}

pub fn totals(position: &ffi::Position) -> Result<[i32; 2], EngineError> {
    guarded(|| {
        Ok(Utility::Score
            .returns(&unpack(position))
            .map(|total| total as i32))
    })
}
