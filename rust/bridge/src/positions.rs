//! Positions as bytes, as text, and as what a person would write down.

use trictrac_store::{Color, Dice, Die, Drawing, MarqueFirst, Options, Phase, Score, Setup, State};

use crate::ffi;
use crate::guard::{EngineError, guarded};

/// OpenSpiel's number of the player who stands for the dice.
pub const CHANCE: i8 = -1;
/// OpenSpiel's number when nobody acts any more.
const TERMINAL: i8 = -4;

/// The engine's last byte is its version, which does not change within a build: the player takes
/// its place.
const PACKED: usize = State::BYTES - 1;

pub fn pack(state: &State) -> ffi::Position {
    let player = match state.phase() {
        Phase::Roll => CHANCE,
        Phase::Over => TERMINAL,
        Phase::HoldOrGo | Phase::Move | Phase::LastGo | Phase::Claim | Phase::ClaimReceived => {
            state.decider().index() as i8
        }
    };
    let mut bytes = [0; PACKED];
    bytes.copy_from_slice(&state.to_bytes()[..PACKED]);
    ffi::Position { bytes, player }
}

pub fn unpack(position: &ffi::Position) -> State {
    let mut bytes = [0; State::BYTES];
    bytes[..PACKED].copy_from_slice(&position.bytes);
    State::from_own_bytes(&bytes)
}

pub fn position_from_text(text: &str) -> Result<ffi::Position, EngineError> {
    guarded(|| {
        let state: State = text.parse().map_err(EngineError::of)?;
        Ok(pack(&state))
    })
}

pub fn check_same_options(
    start: &ffi::Position,
    position: &ffi::Position,
) -> Result<(), EngineError> {
    guarded(|| {
        let (game, other) = (unpack(start).options(), unpack(position).options());
        if game == other {
            return Ok(());
        }
        let list = |options: Options| {
            let changed: Vec<String> = options
                .changed()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            format!("[{}]", changed.join(", "))
        };
        Err(EngineError(format!(
            "the position belongs to another game: its options are {}, this game's are {} \
             (defaults left out)",
            list(other),
            list(game)
        )))
    })
}

pub fn position_text(position: &ffi::Position) -> Result<String, EngineError> {
    guarded(|| Ok(unpack(position).to_string()))
}

pub fn position_bytes(position: &ffi::Position) -> [u8; State::BYTES] {
    unpack(position).to_bytes()
}

pub fn position_from_bytes(bytes: &[u8]) -> Result<ffi::Position, EngineError> {
    guarded(|| {
        let state = State::from_bytes(bytes).map_err(EngineError::of)?;
        Ok(pack(&state))
    })
}

pub fn drawing(position: &ffi::Position) -> Result<String, EngineError> {
    guarded(|| Ok(Drawing(&unpack(position)).to_string()))
}

pub fn outcome(position: &ffi::Position) -> Result<ffi::Outcome, EngineError> {
    guarded(|| {
        let outcome = unpack(position).outcome();
        let winner = outcome.and_then(|outcome| outcome.winner);
        Ok(ffi::Outcome {
            winner: winner.map_or(-1, |color| color.index() as i32),
            value: outcome.map_or(0, |outcome| outcome.value.cast_signed()),
        })
    })
}

pub fn snapshot(position: &ffi::Position) -> Result<ffi::Snapshot, EngineError> {
    guarded(|| {
        let state = unpack(position);
        let setup = state.to_setup();
        let [white, black] = setup.checkers;
        let board = white.iter().zip(black.iter().rev());
        let numbers = |dice: Option<Dice>| match dice {
            Some(dice) => vec![dice.high().number().into(), dice.low().number().into()],
            None => Vec::new(),
        };
        let dice = match setup.first_die {
            Some(die) => vec![die.number().into()],
            None => numbers(setup.dice),
        };
        Ok(ffi::Snapshot {
            mover: setup.mover.index() as i32,
            phase: setup.phase.name().to_owned(),
            board: board
                .map(|(own, opp)| i32::from(*own) - i32::from(*opp))
                .collect(),
            dice,
            points: setup
                .scores
                .iter()
                .map(|score| score.points.into())
                .collect(),
            holes: setup
                .scores
                .iter()
                .map(|score| score.holes.into())
                .collect(),
            bredouille: setup.scores.iter().map(|score| !score.cut).collect(),
            grande_bredouille: setup.scores.iter().map(|score| !score.holes_cut).collect(),
            rolls: setup.rolls.iter().map(|rolls| (*rolls).into()).collect(),
            turns: setup.turns.into(),
            first_roll: setup.first_roll,
            opening: numbers(setup.opening),
            marque: state
                .written_score()
                .map_or(0, |written| written.marque.into()),
            refaits: setup.refaits.into(),
            starter: setup.starter.index() as i32,
            starters_alternate: setup.options.marque_first == MarqueFirst::Alternate,
            wins: setup.wins.map(i32::from).to_vec(),
            tokens: setup.tokens.to_vec(),
            schools: setup.options.schools,
            school: setup.school.into(),
            owed: setup.owed.into(),
        })
    })
}

pub fn position_from_snapshot(
    start: &ffi::Position,
    snapshot: &ffi::Snapshot,
) -> Result<ffi::Position, EngineError> {
    guarded(|| {
        let setup = setup_of(snapshot, unpack(start).options())?;
        let state = setup
            .into_state()
            .map_err(|faults| EngineError(format!("no such position: {faults}")))?;
        Ok(pack(&state))
    })
}

fn setup_of(snapshot: &ffi::Snapshot, options: Options) -> Result<Setup, EngineError> {
    let phase = Phase::ALL
        .into_iter()
        .find(|phase| phase.name() == snapshot.phase);
    let phases: Vec<&str> = Phase::ALL.iter().map(|phase| phase.name()).collect();
    let points: [u8; 2] = list("points", &snapshot.points)?;
    let holes: [u8; 2] = list("holes", &snapshot.holes)?;
    let bredouille: [bool; 2] = list("bredouille", &snapshot.bredouille)?;
    let grande_bredouille: [bool; 2] = list("grande_bredouille", &snapshot.grande_bredouille)?;
    let score = |player: usize| Score {
        points: points[player],
        holes: holes[player],
        cut: !bredouille[player],
        holes_cut: !grande_bredouille[player],
    };
    let (first_die, dice) = match snapshot.dice.as_slice() {
        [one] => (Some(die(*one)?), None),
        pair => (None, both_dice("dice", pair)?),
    };
    let wins = list("wins", &snapshot.wins)?;
    let mut setup = Setup {
        checkers: sides(&snapshot.board)?,
        mover: player("mover", snapshot.mover)?,
        phase: phase.ok_or_else(|| {
            let (given, accepted) = (&snapshot.phase, phases.join(", "));
            EngineError(format!(
                "phase is \"{given}\", but it must be one of {accepted}"
            ))
        })?,
        dice,
        first_die,
        scores: [score(0), score(1)],
        rolls: list("rolls", &snapshot.rolls)?,
        first_roll: snapshot.first_roll,
        opening: both_dice("opening", &snapshot.opening)?,
        turns: u16::try_from(snapshot.turns).map_err(|_| {
            EngineError(format!(
                "turns is {}, but it must be 0 to 65535",
                snapshot.turns
            ))
        })?,
        wins,
        refaits: small("refaits", snapshot.refaits)?,
        starter: player("starter", snapshot.starter)?,
        tokens: list("tokens", &snapshot.tokens)?,
        school: small("school", snapshot.school)?,
        owed: small("owed", snapshot.owed)?,
        options,
    };
    if snapshot.starters_alternate {
        setup.starter = setup.starter_by_turns();
    }
    Ok(setup)
}

fn player(name: &str, number: i32) -> Result<Color, EngineError> {
    usize::try_from(number)
        .ok()
        .and_then(Color::from_index)
        .ok_or_else(|| EngineError(format!("{name} is {number}, but it must be 0 or 1")))
}

fn small(name: &str, number: i32) -> Result<u8, EngineError> {
    u8::try_from(number)
        .map_err(|_| EngineError(format!("{name} is {number}, but it must be 0 to 255")))
}

/// A list of exactly `N` values that fit.
fn list<const N: usize, T: Copy + std::fmt::Debug, U: TryFrom<T>>(
    name: &str,
    values: &[T],
) -> Result<[U; N], EngineError> {
    values
        .iter()
        .map(|value| U::try_from(*value).ok())
        .collect::<Option<Vec<U>>>()
        .and_then(|values| <[U; N]>::try_from(values).ok())
        .ok_or_else(|| {
            EngineError(format!(
                "{name} is {values:?}, but it must be {N} values from 0 on"
            ))
        })
}

fn both_dice(name: &str, numbers: &[i32]) -> Result<Option<Dice>, EngineError> {
    match numbers {
        [] => Ok(None),
        [one, other] => Ok(Some(Dice::new(die(*one)?, die(*other)?))),
        _ => Err(EngineError(format!(
            "{name} is {numbers:?}, but it must be two dice or none"
        ))),
    }
}

/// White's and Black's counts, each in that player's numbering, from the signed board.
fn sides(board: &[i32]) -> Result<[[u8; 24]; 2], EngineError> {
    let board: [i8; 24] = board
        .iter()
        .map(|count| i8::try_from(*count).ok())
        .collect::<Option<Vec<i8>>>()
        .and_then(|counts| counts.try_into().ok())
        .ok_or_else(|| {
            EngineError(format!(
                "board is {board:?}, but it must be 24 counts from -15 to 15"
            ))
        })?;
    let mut sides = [[0; 24]; 2];
    for (index, count) in board.into_iter().enumerate() {
        if count > 0 {
            sides[0][index] = count.unsigned_abs();
        } else {
            sides[1][23 - index] = count.unsigned_abs();
        }
    }
    Ok(sides)
}

fn die(number: i32) -> Result<Die, EngineError> {
    u8::try_from(number)
        .ok()
        .and_then(Die::new)
        .ok_or_else(|| EngineError(format!("{number} is no die: dice are 1 to 6")))
}
