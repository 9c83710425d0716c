//! `TrictracConfig` of `trictrac.h`.

use std::ffi::{CStr, c_void};

use trictrac_env::{Shape, Trictrac, TrictracConfig as Config};
use trictrac_store::observation::FEATURES;
use trictrac_store::{
    Color, DiceShape, ExitRule, Format, GameValue, MarqueFirst, Observation, Options,
    RefaitConsolation, Settlement, Utility,
};

use crate::error::Error;
use crate::memory::input;
use crate::table::CGame;

/// The version of the struct below. A later version appends fields; what an older caller does not
/// have keeps its default.
const VERSION: u32 = 1;

/// Every parameter of the game, as numbers. `trictrac.h` says what they mean.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TrictracConfig {
    pub version: u32,
    pub dice: u32,
    pub outcome: u32,
    pub target_holes: u32,
    pub max_turns: u32,
    pub game_value: u32,
    pub exit_rule: u32,
    pub first_roll_no_double: u32,
    pub exact_exit_mandatory: u32,
    pub exit_dead_number_penalty: u32,
    pub pile_de_misere: u32,
    pub jan_de_rencontre: u32,
    pub margot: u32,
    pub format: u32,
    pub marques: u32,
    pub refait_consolation: u32,
    pub marque_first: u32,
    pub settlement: u32,
    pub schools: u32,
}

/// What `init` does without a configuration: the laws, and two dice one after the other, so that a
/// caller who picks any of the possible actions with the same probability rolls fair dice.
fn default_config() -> Config {
    Config {
        dice: DiceShape::Sequential,
        ..Config::default()
    }
}

/// The one of these values that the number stands for.
fn choice<T: Copy>(number: u32, values: &[T]) -> Result<T, Error> {
    values.get(number as usize).copied().ok_or(Error::BadConfig)
}

fn switch(number: u32) -> Result<bool, Error> {
    choice(number, &[false, true])
}

impl TrictracConfig {
    fn checked(&self) -> Result<Config, Error> {
        let format = choice(self.format, &[Format::Ordinary, Format::Written])?;
        let options = Options {
            max_turns: match self.max_turns {
                0 => Options::of_format(format).max_turns,
                turns => turns.try_into().map_err(|_| Error::BadConfig)?,
            },
            target_holes: self.target_holes.try_into().map_err(|_| Error::BadConfig)?,
            game_value: choice(
                self.game_value,
                &[GameValue::Simple, GameValue::Double, GameValue::Quadruple],
            )?,
            exit_rule: choice(
                self.exit_rule,
                &[ExitRule::Laws, ExitRule::MinOverflow, ExitRule::Sequential],
            )?,
            first_roll_no_double: switch(self.first_roll_no_double)?,
            exact_exit_mandatory: switch(self.exact_exit_mandatory)?,
            exit_dead_number_penalty: switch(self.exit_dead_number_penalty)?,
            pile_de_misere: switch(self.pile_de_misere)?,
            jan_de_rencontre: switch(self.jan_de_rencontre)?,
            margot: switch(self.margot)?,
            format,
            marques: self.marques.try_into().map_err(|_| Error::BadConfig)?,
            refait_consolation: choice(
                self.refait_consolation,
                &[RefaitConsolation::Doubling, RefaitConsolation::Arithmetic],
            )?,
            marque_first: choice(
                self.marque_first,
                &[MarqueFirst::Alternate, MarqueFirst::Winner],
            )?,
            settlement: choice(self.settlement, &[Settlement::Tokens, Settlement::Full])?,
            schools: switch(self.schools)?,
        };
        options.check().map_err(|_| Error::BadConfig)?;
        Ok(Config {
            options,
            dice: choice(self.dice, &DiceShape::ALL)?,
            utility: choice(self.outcome, &Utility::ALL)?,
        })
    }
}

impl CGame for Trictrac {
    const NAME_IN_C: &'static CStr = c"trictrac";
    const HELP: &'static CStr =
        c"at a roll: the number of the die less 1; at a decision: 1 to go, \
        or 2 + 256 * o + 16 * c1 + c2 to play, where o is 1 to play the lower die first, c1 and c2 \
        are the checkers to move, counted from 1 at the own talon, and 0 leaves a die unplayed; with \
        schools 514 + x / 2 to claim x points";
    const STRING_BUF_SIZE: usize = 512;
    const FEATURES: Shape = Shape(&[FEATURES]);

    fn write_features(&self, player: usize, values: &mut [f32]) {
        Observation::Features
            .fill_common(self.state(), Color::ALL[player], values)
            .expect("the buffer is as long as the tensor");
    }

    unsafe fn read_config(config: *const c_void) -> Result<Config, Error> {
        // SAFETY: passed on.
        unsafe { read(config.cast()) }
    }
}

/// What the caller has chosen; null for the defaults.
///
/// # Safety
/// A pointer that is not null leads to a `TrictracConfig` of the version that it says.
pub unsafe fn read(config: *const TrictracConfig) -> Result<Config, Error> {
    if config.is_null() {
        return Ok(default_config());
    }
    // SAFETY: every version of the struct begins with its version.
    let version = unsafe { input(config.cast::<u32>(), 1) }?[0];
    if version != VERSION {
        return Err(Error::BadConfig);
    }
    // SAFETY: this version is the struct above.
    unsafe { input(config, 1) }?[0].checked()
}
