//! Trictrac's own calls, as `trictrac.h` describes them.

use std::ffi::c_char;
use std::fmt::Write;

use trictrac_env::{GameEnv, Trictrac};
use trictrac_search::{Outlook, best_at_once, champion, outlook_at_once};
use trictrac_store::{
    Action, ActionId, Beneficiary, Color, Dice, Die, EventList, Field, Observation, ParsePlayError,
    Phase, Play, State,
};

use crate::codes::{TrictracJan, TrictracPhase, TrictracReason, TrictracReasonKind, reason};
use crate::config::{self, TrictracConfig};
use crate::error::{BoardGameError, Error, checked};
use crate::memory::{Out, Text, read_text};
use crate::table::{load, seat, store};

/// `TrictracPosition` of `trictrac.h`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TrictracPosition {
    pub board: [i32; 24],
    pub phase: i32,
    pub mover: u32,
    pub dice: [u32; 2],
    pub points: [u32; 2],
    pub holes: [u32; 2],
    pub points_interrupted: [u32; 2],
    pub holes_interrupted: [u32; 2],
    pub rolls: [u32; 2],
    pub turns: u32,
    pub points_owed: u32,
    pub marques_won: [u32; 2],
    pub tokens: [i32; 2],
    pub refaits: u32,
}

/// `TrictracStep` of `trictrac.h`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TrictracStep {
    pub from: u32,
    pub to: u32,
    pub die: u32,
}

/// `TrictracEvent` of `trictrac.h`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TrictracEvent {
    pub jan: i32,
    pub player: u32,
    pub ways: u32,
    pub points: u32,
    pub field: u32,
}

fn position(state: &State) -> TrictracPosition {
    let [white, black] = Color::ALL.map(|color| state.checkers(color));
    let mut board = [0; 24];
    for (field, count) in Field::all().zip(&mut board) {
        *count = i32::from(white.count(field)) - i32::from(black.count(field.mirrored()));
    }
    let scores = Color::ALL.map(|color| state.score(color));
    let first_die = state.first_die().map_or(0, Die::number);
    let dice = state.dice();
    let written = state.written_score();
    TrictracPosition {
        board,
        phase: TrictracPhase::from(state.phase()) as i32,
        mover: state.mover().index() as u32,
        dice: dice
            .map_or([first_die, 0], |dice| {
                [dice.high().number(), dice.low().number()]
            })
            .map(u32::from),
        points: scores.map(|score| score.points.into()),
        holes: scores.map(|score| score.holes.into()),
        points_interrupted: scores.map(|score| score.cut.into()),
        holes_interrupted: scores.map(|score| score.holes_cut.into()),
        rolls: Color::ALL.map(|color| state.rolls(color).into()),
        turns: state.turns().into(),
        points_owed: state.points_owed().into(),
        marques_won: written.map_or([0; 2], |written| written.wins.map(u32::from)),
        tokens: written.map_or([0; 2], |written| written.tokens),
        refaits: written.map_or(0, |written| written.refaits.into()),
    }
}

/// `TrictracOutlook` of `trictrac.h`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TrictracOutlook {
    pub win: f32,
    pub margin: f32,
    pub discounted_lead: f32,
}

impl From<Outlook> for TrictracOutlook {
    fn from(outlook: Outlook) -> TrictracOutlook {
        TrictracOutlook {
            win: outlook.win,
            margin: outlook.margin,
            discounted_lead: outlook.discounted_lead,
        }
    }
}

/// A position that the network can be asked about: one that some game leads to.
///
/// # Safety
/// As of [`load`].
unsafe fn load_position(state: *const u64) -> Result<State, Error> {
    let game = unsafe { load::<Trictrac>(state) }?;
    let position = game.state().to_setup().into_state();
    position.map_err(|_| Error::BadState)
}

/// A tensor by its number.
pub type TrictracTensor = i32;

/// The action with this number, if it is legal here.
fn legal(game: &Trictrac, action: u64) -> Result<ActionId, Error> {
    let action = u16::try_from(action).map_err(|_| Error::IllegalAction)?;
    if game.is_legal(action) {
        Ok(ActionId(action))
    } else {
        Err(Error::IllegalAction)
    }
}

fn rolled(number: u64) -> Result<Die, Error> {
    u8::try_from(number)
        .ok()
        .and_then(Die::new)
        .ok_or(Error::BadArgument)
}

/// A deeper tree has more leaves than can be counted, and takes a stack that a caller may not have.
const DEEPEST_COUNT: u32 = 16;

// SAFETY of all of them: pointers that are not null lead to what `trictrac.h` says.

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_get_position(
    state: *const u64,
    position_out: *mut TrictracPosition,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        Out::new(position_out)?.set(position(game.state()));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_init_from_text(
    config: *const TrictracConfig,
    text: *const c_char,
    state: *mut u64,
) -> BoardGameError {
    checked(|| unsafe {
        let config = config::read(config)?;
        let position: State = read_text(text)?.parse().map_err(|_| Error::BadText)?;
        store(
            &Trictrac::from_state(position, config.dice, config.utility),
            state,
        )
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_get_id(
    state: *const u64,
    buf_size: u64,
    buf: *mut c_char,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        let mut text = Text::new();
        let id = game.state().id_characters();
        for character in id.map_err(|_| Error::NotNow)? {
            let _ = text.write_char(character.into());
        }
        text.write_to(buf_size, buf)?;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_init_from_id(
    config: *const TrictracConfig,
    id: *const c_char,
    state: *mut u64,
) -> BoardGameError {
    checked(|| unsafe {
        let config = config::read(config)?;
        let position =
            State::from_id(read_text(id)?, config.options).map_err(|_| Error::BadText)?;
        store(
            &Trictrac::from_state(position, config.dice, config.utility),
            state,
        )
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_check_action(
    state: *const u64,
    action: u64,
    reason_out: *mut TrictracReason,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        let legal = TrictracReason {
            kind: TrictracReasonKind::Legal as i32,
            field: 0,
        };
        Out::new(reason_out)?.set(reason(&game, action).map_or(legal, TrictracReason::from));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_explain_action(
    state: *const u64,
    action: u64,
    buf_size: u64,
    buf: *mut c_char,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        let text = reason(&game, action).map_or(Text::of("the action is legal"), Text::of);
        text.write_to(buf_size, buf)?;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_get_action_text(
    state: *const u64,
    action: u64,
    buf_size: u64,
    buf: *mut c_char,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        let action = legal(&game, action)?;
        let mut text = Text::new();
        let _ = game.state().write_action(action, &mut text);
        text.write_to(buf_size, buf)?;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_find_action(
    state: *const u64,
    text: *const c_char,
    action_out: *mut u64,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        let action_out = Out::new(action_out)?;
        let action = game
            .state()
            .parse_action(read_text(text)?)
            .map_err(|error| match error {
                ParsePlayError::Form(_) => Error::BadText,
                ParsePlayError::OtherDice(_) | ParsePlayError::Illegal(_) => Error::IllegalAction,
            })?;
        action_out.set(action.0.into());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_get_steps(
    state: *const u64,
    action: u64,
    steps_out: *mut TrictracStep,
    count_out: *mut u64,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        let action = legal(&game, action)?;
        let (steps_out, count_out) = (Out::new(steps_out)?, Out::new(count_out)?);
        let play = match game.state().decode(action) {
            Ok(Action::Play(play)) => play,
            Ok(Action::Go | Action::Claim(_)) => Play::PASS,
            Err(_) => return Err(Error::BadState),
        };
        steps_out.set_all(play.steps().map(|step| TrictracStep {
            from: step.from.number().into(),
            to: step.to.number().into(),
            die: step.die.number().into(),
        }));
        count_out.set(play.steps().count() as u64);
        Ok(())
    })
}

/// # Safety
/// As of the calls.
unsafe fn write_events(
    mover: Color,
    events: &EventList,
    events_out: *mut TrictracEvent,
    count_out: *mut u64,
) -> Result<(), Error> {
    let (events_out, count_out) = unsafe { (Out::new(events_out)?, Out::new(count_out)?) };
    events_out.set_all(events.iter().map(|event| {
        let player = match event.to() {
            Beneficiary::Mover => mover,
            Beneficiary::Opponent => mover.opponent(),
        };
        TrictracEvent {
            jan: TrictracJan::from(event.jan) as i32,
            player: player.index() as u32,
            ways: event.ways.into(),
            points: event.points.into(),
            field: event.field.map_or(0, |field| field.number().into()),
        }
    }));
    count_out.set(events.len() as u64);
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_get_events(
    state: *const u64,
    events_out: *mut TrictracEvent,
    count_out: *mut u64,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        let state = game.state();
        write_events(state.mover(), &state.events(), events_out, count_out)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_get_events_of_roll(
    state: *const u64,
    die: u64,
    other_die: u64,
    events_out: *mut TrictracEvent,
    count_out: *mut u64,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        let state = game.state();
        let dice = Dice::new(rolled(die)?, rolled(other_die)?);
        if state.phase() != Phase::Roll {
            return Err(Error::NotNow);
        }
        let events = state.events_of_roll(dice);
        write_events(state.mover(), &events, events_out, count_out)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_get_chance(
    state: *const u64,
    outcomes_out: *mut u64,
    probabilities_out: *mut f64,
    count_out: *mut u64,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        let outcomes_out = Out::new(outcomes_out)?;
        let probabilities_out = Out::new(probabilities_out)?;
        let count_out = Out::new(count_out)?;
        let mut outcomes = [(0, 0.0); Trictrac::SIZES.num_outcomes];
        let count = game.chance_outcomes(&mut outcomes);
        let outcomes = &outcomes[..count];
        outcomes_out.set_all(outcomes.iter().map(|(outcome, _)| (*outcome).into()));
        probabilities_out.set_all(outcomes.iter().map(|(_, probability)| *probability));
        count_out.set(count as u64);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_get_returns(
    state: *const u64,
    returns_out: *mut f64,
) -> BoardGameError {
    checked(|| unsafe {
        let returns = load::<Trictrac>(state)?.returns();
        Out::new(returns_out)?.set_all(returns);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_get_tensor(
    state: *const u64,
    player: u64,
    tensor: TrictracTensor,
    size: u64,
    values_out: *mut f32,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        let observer = Color::ALL[seat(player)?];
        let tensor = usize::try_from(tensor).ok();
        let observation = tensor.and_then(|tensor| Observation::ALL.get(tensor).copied());
        let observation = observation.ok_or(Error::BadArgument)?;
        let values_out = Out::new(values_out)?;
        let values = observation.len(&game.state().options());
        if size < values as u64 {
            return Err(Error::BufferTooSmall);
        }
        let values = values_out.filled(values, 0.0);
        observation
            .fill(game.state(), observer, values)
            .map_err(|_| Error::InternalError)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_evaluate(
    state: *const u64,
    player: u64,
    outlook_out: *mut TrictracOutlook,
) -> BoardGameError {
    checked(|| unsafe {
        let position = load_position(state)?;
        let player = Color::ALL[seat(player)?];
        let outlook_out = Out::new(outlook_out)?;
        let outlook = outlook_at_once(champion(), &position, player);
        outlook_out.set(outlook.into());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_get_best_action(
    state: *const u64,
    action_out: *mut u64,
    outlook_out: *mut TrictracOutlook,
) -> BoardGameError {
    checked(|| unsafe {
        let position = load_position(state)?;
        let (action_out, outlook_out) = (Out::new(action_out)?, Out::new(outlook_out)?);
        let best = best_at_once(champion(), &position).ok_or(Error::NotNow)?;
        action_out.set(best.action.0.into());
        outlook_out.set(best.outlook.into());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn trictrac_perft(
    state: *const u64,
    depth: u64,
    count_out: *mut u64,
) -> BoardGameError {
    checked(|| unsafe {
        let game = load::<Trictrac>(state)?;
        let count_out = Out::new(count_out)?;
        let depth = u32::try_from(depth).map_err(|_| Error::BadArgument)?;
        if depth > DEEPEST_COUNT {
            return Err(Error::BadArgument);
        }
        count_out.set(trictrac_store::perft(game.state(), depth));
        Ok(())
    })
}
