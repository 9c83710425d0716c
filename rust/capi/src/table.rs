//! The table of functions of `board_game.h`, once for all games.

use std::ffi::{CStr, c_char, c_void};

use trictrac_env::{GameEnv, PLAYERS, Packed, Pig, Refusal, Shape, TicTacToe, Trictrac, Turn};

use crate::error::{BoardGameError, Error, checked, guarded};
use crate::memory::{Out, Text, input, input_mut};

/// What C needs of a game besides the game.
pub trait CGame: Packed {
    /// The name.
    const NAME_IN_C: &'static CStr;
    /// What the actions' numbers mean.
    const HELP: &'static CStr;
    /// Room for the longest text of a state, closing 0 included.
    const STRING_BUF_SIZE: usize;
    /// The features that C is shown: of every configuration the same.
    const FEATURES: Shape = Self::SIZES.features;

    /// Writes [`CGame::FEATURES`].
    fn write_features(&self, player: usize, values: &mut [f32]) {
        self.features(player, values);
    }

    /// What C has chosen before the game.
    ///
    /// # Safety
    /// A pointer that is not null leads to the game's configuration in C.
    unsafe fn read_config(config: *const c_void) -> Result<Self::Config, Error>;
}

/// A game without a configuration in C accepts none.
fn no_config<C: Default>(config: *const c_void) -> Result<C, Error> {
    if config.is_null() {
        Ok(C::default())
    } else {
        Err(Error::BadConfig)
    }
}

impl CGame for TicTacToe {
    const NAME_IN_C: &'static CStr = c"tic_tac_toe";
    const HELP: &'static CStr = c"0 to 8: the cell to mark, row by row from the top left corner";
    const STRING_BUF_SIZE: usize = 12;

    unsafe fn read_config(config: *const c_void) -> Result<(), Error> {
        no_config(config)
    }
}

impl CGame for Pig {
    const NAME_IN_C: &'static CStr = c"pig";
    const HELP: &'static CStr = c"0: roll the die; 1: hold";
    const STRING_BUF_SIZE: usize = 40;

    unsafe fn read_config(config: *const c_void) -> Result<Self::Config, Error> {
        no_config(config)
    }
}

const NOBODY: u64 = u64::MAX;

/// `struct Game` of `board_game.h`.
#[repr(C)]
pub struct Game {
    name: *const c_char,
    num_players: u64,
    state_size: u64,
    max_num_actions: u64,
    string_buf_size: u64,
    obs_size: u64,
    features_size: u64,
    obs_dims: [u64; 4],
    features_dims: [u64; 4],
    init: unsafe extern "C" fn(config: *const c_void, state: *mut u64),
    get_current_player: unsafe extern "C" fn(state: *const u64) -> u64,
    is_chance_node: unsafe extern "C" fn(state: *const u64) -> bool,
    get_valid_actions: unsafe extern "C" fn(state: *const u64, actions_out: *mut u64) -> u64,
    apply_action: unsafe extern "C" fn(state: *mut u64, action: u64),
    is_terminal: unsafe extern "C" fn(state: *const u64) -> bool,
    get_outcome: unsafe extern "C" fn(state: *const u64, scores_out: *mut i64),
    get_observation: unsafe extern "C" fn(state: *const u64, player: u64, observation_out: *mut u8),
    get_features: unsafe extern "C" fn(state: *const u64, player: u64, features_out: *mut f32),
    to_string: unsafe extern "C" fn(state: *const u64, buf_size: u64, buf: *mut c_char) -> u64,
    help_prompt: extern "C" fn() -> *const c_char,
    init_checked: unsafe extern "C" fn(config: *const c_void, state: *mut u64) -> BoardGameError,
    get_current_player_checked:
        unsafe extern "C" fn(state: *const u64, player_out: *mut u64) -> BoardGameError,
    is_chance_node_checked:
        unsafe extern "C" fn(state: *const u64, answer_out: *mut bool) -> BoardGameError,
    get_valid_actions_checked: unsafe extern "C" fn(
        state: *const u64,
        actions_out: *mut u64,
        count_out: *mut u64,
    ) -> BoardGameError,
    apply_action_checked: unsafe extern "C" fn(state: *mut u64, action: u64) -> BoardGameError,
    is_terminal_checked:
        unsafe extern "C" fn(state: *const u64, answer_out: *mut bool) -> BoardGameError,
    get_outcome_checked:
        unsafe extern "C" fn(state: *const u64, scores_out: *mut i64) -> BoardGameError,
    get_observation_checked: unsafe extern "C" fn(
        state: *const u64,
        player: u64,
        observation_out: *mut u8,
    ) -> BoardGameError,
    get_features_checked: unsafe extern "C" fn(
        state: *const u64,
        player: u64,
        features_out: *mut f32,
    ) -> BoardGameError,
    to_string_checked: unsafe extern "C" fn(
        state: *const u64,
        buf_size: u64,
        buf: *mut c_char,
        written_out: *mut u64,
    ) -> BoardGameError,
}

// SAFETY: the name is constant.
unsafe impl Sync for Game {}

/// Trictrac.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static trictrac_game: Game = table::<Trictrac>();

/// Tic-tac-toe.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static tic_tac_toe_game: Game = table::<TicTacToe>();

/// Pig.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static pig_game: Game = table::<Pig>();

const fn dims(shape: Shape) -> [u64; 4] {
    let mut dims = [0; 4];
    let mut index = 0;
    while index < shape.0.len() {
        dims[index] = shape.0[index] as u64;
        index += 1;
    }
    dims
}

const fn max_num_actions<G: GameEnv>() -> u64 {
    let sizes = G::SIZES;
    let mut most = sizes.num_actions;
    if sizes.num_outcomes > most {
        most = sizes.num_outcomes;
    }
    if sizes.max_actions > most {
        most = sizes.max_actions;
    }
    most as u64
}

const fn table<G: CGame>() -> Game {
    Game {
        name: G::NAME_IN_C.as_ptr(),
        num_players: PLAYERS as u64,
        state_size: G::WORDS as u64,
        max_num_actions: max_num_actions::<G>(),
        string_buf_size: G::STRING_BUF_SIZE as u64,
        obs_size: G::SIZES.observation.len() as u64,
        features_size: G::FEATURES.len() as u64,
        obs_dims: dims(G::SIZES.observation),
        features_dims: dims(G::FEATURES),
        init: init::<G>,
        get_current_player: get_current_player::<G>,
        is_chance_node: is_chance_node::<G>,
        get_valid_actions: get_valid_actions::<G>,
        apply_action: apply_action::<G>,
        is_terminal: is_terminal::<G>,
        get_outcome: get_outcome::<G>,
        get_observation: get_observation::<G>,
        get_features: get_features::<G>,
        to_string: to_string::<G>,
        help_prompt: help_prompt::<G>,
        init_checked: init_checked::<G>,
        get_current_player_checked: get_current_player_checked::<G>,
        is_chance_node_checked: is_chance_node_checked::<G>,
        get_valid_actions_checked: get_valid_actions_checked::<G>,
        apply_action_checked: apply_action_checked::<G>,
        is_terminal_checked: is_terminal_checked::<G>,
        get_outcome_checked: get_outcome_checked::<G>,
        get_observation_checked: get_observation_checked::<G>,
        get_features_checked: get_features_checked::<G>,
        to_string_checked: to_string_checked::<G>,
    }
}

/// The game in a state of C.
///
/// # Safety
/// A pointer that is not null leads to a state's words.
pub unsafe fn load<G: CGame>(state: *const u64) -> Result<G, Error> {
    // SAFETY: passed on.
    let words = unsafe { input(state, G::WORDS) }?;
    G::unpack(words).ok_or(Error::BadState)
}

/// Puts a game into a state of C.
///
/// # Safety
/// A pointer that is not null leads to room for a state.
pub unsafe fn store<G: CGame>(game: &G, state: *mut u64) -> Result<(), Error> {
    // SAFETY: passed on.
    let words = unsafe { Out::new(state) }?.filled(G::WORDS, 0);
    game.pack(words);
    Ok(())
}

/// The number of a player, if there is such a player.
pub fn seat(player: u64) -> Result<usize, Error> {
    let seat = usize::try_from(player).ok();
    seat.filter(|&seat| seat < PLAYERS)
        .ok_or(Error::NoSuchPlayer)
}

// Every function of the table, as `board_game.h` describes it.
//
// SAFETY of all of them: pointers that are not null lead to what `board_game.h` says.

unsafe extern "C" fn init_checked<G: CGame>(
    config: *const c_void,
    state: *mut u64,
) -> BoardGameError {
    checked(|| unsafe { store(&G::new(&G::read_config(config)?), state) })
}

unsafe extern "C" fn init<G: CGame>(config: *const c_void, state: *mut u64) {
    unsafe { init_checked::<G>(config, state) };
}

unsafe fn turn<G: CGame>(state: *const u64) -> Result<Turn, Error> {
    let words = unsafe { input(state, G::WORDS) }?;
    G::packed_turn(words).ok_or(Error::BadState)
}

unsafe fn current_player<G: CGame>(state: *const u64) -> Result<u64, Error> {
    Ok(match unsafe { turn::<G>(state) }? {
        Turn::Player(player) => player as u64,
        Turn::Chance => PLAYERS as u64,
        Turn::Over => NOBODY,
    })
}

unsafe extern "C" fn get_current_player<G: CGame>(state: *const u64) -> u64 {
    guarded(|| unsafe { current_player::<G>(state) }).unwrap_or(NOBODY)
}

unsafe extern "C" fn get_current_player_checked<G: CGame>(
    state: *const u64,
    player_out: *mut u64,
) -> BoardGameError {
    checked(|| unsafe {
        let player = current_player::<G>(state)?;
        Out::new(player_out)?.set(player);
        Ok(())
    })
}

unsafe fn is_chance<G: CGame>(state: *const u64) -> Result<bool, Error> {
    Ok(unsafe { turn::<G>(state) }? == Turn::Chance)
}

unsafe extern "C" fn is_chance_node<G: CGame>(state: *const u64) -> bool {
    guarded(|| unsafe { is_chance::<G>(state) }).unwrap_or(false)
}

unsafe extern "C" fn is_chance_node_checked<G: CGame>(
    state: *const u64,
    answer_out: *mut bool,
) -> BoardGameError {
    checked(|| unsafe {
        let answer = is_chance::<G>(state)?;
        Out::new(answer_out)?.set(answer);
        Ok(())
    })
}

unsafe fn valid_actions<G: CGame>(state: *const u64, actions_out: *mut u64) -> Result<u64, Error> {
    let words = unsafe { input(state, G::WORDS) }?;
    let mut actions_out = unsafe { Out::new(actions_out) }?;
    let mut count = 0;
    G::for_each_possible(words, |action| {
        actions_out.push(action.into());
        count += 1;
    })
    .ok_or(Error::BadState)?;
    Ok(count)
}

unsafe extern "C" fn get_valid_actions<G: CGame>(state: *const u64, actions_out: *mut u64) -> u64 {
    guarded(|| unsafe { valid_actions::<G>(state, actions_out) }).unwrap_or(0)
}

unsafe extern "C" fn get_valid_actions_checked<G: CGame>(
    state: *const u64,
    actions_out: *mut u64,
    count_out: *mut u64,
) -> BoardGameError {
    checked(|| unsafe {
        let count_out = Out::new(count_out)?;
        count_out.set(valid_actions::<G>(state, actions_out)?);
        Ok(())
    })
}

unsafe extern "C" fn apply_action_checked<G: CGame>(
    state: *mut u64,
    action: u64,
) -> BoardGameError {
    checked(|| {
        let words = unsafe { input_mut(state, G::WORDS) }?;
        let action = action.try_into().map_err(|_| Error::IllegalAction)?;
        let applied = G::apply_packed(words, action).ok_or(Error::BadState)?;
        applied.map_err(|refusal| match refusal {
            Refusal::NotADecision | Refusal::NotAChanceNode | Refusal::Impossible(_) => {
                Error::IllegalAction
            }
        })
    })
}

unsafe extern "C" fn apply_action<G: CGame>(state: *mut u64, action: u64) {
    unsafe { apply_action_checked::<G>(state, action) };
}

unsafe fn is_over<G: CGame>(state: *const u64) -> Result<bool, Error> {
    Ok(unsafe { turn::<G>(state) }? == Turn::Over)
}

unsafe extern "C" fn is_terminal<G: CGame>(state: *const u64) -> bool {
    guarded(|| unsafe { is_over::<G>(state) }).unwrap_or(true)
}

unsafe extern "C" fn is_terminal_checked<G: CGame>(
    state: *const u64,
    answer_out: *mut bool,
) -> BoardGameError {
    checked(|| unsafe {
        let answer = is_over::<G>(state)?;
        Out::new(answer_out)?.set(answer);
        Ok(())
    })
}

unsafe extern "C" fn get_outcome_checked<G: CGame>(
    state: *const u64,
    scores_out: *mut i64,
) -> BoardGameError {
    checked(|| unsafe {
        let outcome = load::<G>(state)?.outcome();
        Out::new(scores_out)?.set_all(outcome);
        Ok(())
    })
}

unsafe extern "C" fn get_outcome<G: CGame>(state: *const u64, scores_out: *mut i64) {
    unsafe { get_outcome_checked::<G>(state, scores_out) };
}

unsafe extern "C" fn get_observation_checked<G: CGame>(
    state: *const u64,
    player: u64,
    observation_out: *mut u8,
) -> BoardGameError {
    checked(|| {
        let game = unsafe { load::<G>(state) }?;
        let player = seat(player)?;
        let room = unsafe { Out::new(observation_out) }?;
        game.observation(player, room.filled(G::SIZES.observation.len(), 0));
        Ok(())
    })
}

unsafe extern "C" fn get_observation<G: CGame>(
    state: *const u64,
    player: u64,
    observation_out: *mut u8,
) {
    unsafe { get_observation_checked::<G>(state, player, observation_out) };
}

unsafe extern "C" fn get_features_checked<G: CGame>(
    state: *const u64,
    player: u64,
    features_out: *mut f32,
) -> BoardGameError {
    checked(|| {
        let game = unsafe { load::<G>(state) }?;
        let player = seat(player)?;
        let room = unsafe { Out::new(features_out) }?;
        game.write_features(player, room.filled(G::FEATURES.len(), 0.0));
        Ok(())
    })
}

unsafe extern "C" fn get_features<G: CGame>(
    state: *const u64,
    player: u64,
    features_out: *mut f32,
) {
    unsafe { get_features_checked::<G>(state, player, features_out) };
}

unsafe extern "C" fn to_string<G: CGame>(
    state: *const u64,
    buf_size: u64,
    buf: *mut c_char,
) -> u64 {
    guarded(|| unsafe { Text::of(load::<G>(state)?).cut_to(buf_size, buf) }).unwrap_or(0)
}

unsafe extern "C" fn to_string_checked<G: CGame>(
    state: *const u64,
    buf_size: u64,
    buf: *mut c_char,
    written_out: *mut u64,
) -> BoardGameError {
    checked(|| unsafe {
        let written_out = Out::new(written_out)?;
        written_out.set(Text::of(load::<G>(state)?).write_to(buf_size, buf)?);
        Ok(())
    })
}

extern "C" fn help_prompt<G: CGame>() -> *const c_char {
    G::HELP.as_ptr()
}
