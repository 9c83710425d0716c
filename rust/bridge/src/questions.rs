//! What a position means: events, explanations, observations, utilities.

use trictrac_store::{
    ActionId, Beneficiary, Color, Dice, Event, IllegalPlay, Observation, PlayAnswer, Query, Side,
    Utility,
};

use crate::actions::{die, plain_steps};
use crate::ffi;
use crate::games::options_of;
use crate::guard::{EngineError, guarded};
use crate::positions::unpack;

pub fn events(position: &ffi::Position) -> Result<Vec<ffi::Event>, EngineError> {
    guarded(|| Ok(unpack(position).events().iter().map(event).collect()))
}

pub fn events_of_roll(
    position: &ffi::Position,
    dice: &[i32],
) -> Result<Vec<ffi::Event>, EngineError> {
    guarded(|| {
        let [one, other] = dice else {
            return Err(EngineError(format!("{dice:?} is no roll of two dice")));
        };
        let dice = Dice::new(die(*one)?, die(*other)?);
        Ok(unpack(position)
            .events_of_roll(dice)
            .iter()
            .map(event)
            .collect())
    })
}

pub fn event(event: &Event) -> ffi::Event {
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
    }
}

pub fn explain(position: &ffi::Position, action: i64) -> Result<String, EngineError> {
    guarded(|| {
        let mut state = unpack(position);
        let Ok(id) = u16::try_from(action) else {
            return Ok(reason_text(IllegalPlay::NoSuchAction));
        };
        let applied = state.apply(ActionId(id));
        Ok(applied.map_or_else(|error| reason_text(error.reason), |()| String::new()))
    })
}

pub fn explain_steps(position: &ffi::Position, steps: &[ffi::Step]) -> Result<String, EngineError> {
    guarded(|| {
        let explained = unpack(position).explain_steps(&plain_steps(steps)?);
        Ok(explained.map_or_else(reason_text, |_| String::new()))
    })
}

/// Why a play is refused, with the command that prints the rule behind it.
pub fn reason_text(reason: IllegalPlay) -> String {
    match reason.anchor() {
        Some(anchor) => format!("{reason} (trictrac rules {anchor})"),
        None => reason.to_string(),
    }
}

pub fn query(question: &ffi::Question) -> Result<ffi::Answer, EngineError> {
    guarded(|| {
        let board = question.board.as_slice().try_into();
        let dice = question.dice.as_slice().try_into();
        let query = Query {
            options: options_of(&question.options)?,
            rolls: question.rolls,
            mover: side_of(question.mover),
            opponent: side_of(question.opponent),
            ..Query::new(
                board.map_err(|_| count_error("board", &question.board, "24 whole numbers"))?,
                dice.map_err(|_| count_error("dice", &question.dice, "two whole numbers"))?,
            )
        };
        let answer = query.answer().map_err(EngineError::of)?;
        let [mover, opponent] = answer.after.map(bridge_side);
        Ok(ffi::Answer {
            plays: answer.plays.into_iter().map(bridge_play).collect(),
            events: answer.events.iter().map(event).collect(),
            mover_points: answer.mover_points.into(),
            opponent_points: answer.opponent_points.into(),
            numbers_played: answer.numbers_played.into(),
            exit: answer.exit,
            mover,
            opponent,
        })
    })
}

fn count_error(name: &str, values: &[i64], accepted: &str) -> EngineError {
    let count = values.len();
    EngineError(format!(
        "{name} has {count} numbers, but it must be {accepted}"
    ))
}

fn side_of(side: ffi::Side) -> Side {
    Side {
        points: side.points,
        holes: side.holes,
        bredouille: side.bredouille,
    }
}

fn bridge_side(side: Side) -> ffi::Side {
    ffi::Side {
        points: side.points,
        holes: side.holes,
        bredouille: side.bredouille,
    }
}

fn bridge_play(play: PlayAnswer) -> ffi::PlayAnswer {
    let steps = play.steps.iter().map(|[from, to]| ffi::Step {
        from: (*from).into(),
        to: (*to).into(),
    });
    ffi::PlayAnswer {
        action: play.action.0.into(),
        text: play.text,
        steps: steps.collect(),
        board: play.board,
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
