//! The rules that sources contest, and the length of a game. Defaults are the laws'.

/// How the winner of a game is paid (`docs/rules.md#game-value`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameValue {
    /// Every game is worth 1.
    #[default]
    Simple = 0,
    /// 2 when the winner's run of holes was never interrupted, else 1.
    Double = 1,
    /// 4 against no hole at all, 3 for an uninterrupted run, 2 against fewer than six holes, else 1.
    Quadruple = 2,
}

/// Which numbers may carry a checker beyond the last field (`docs/rules.md#overflow-economy`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ExitRule {
    /// Numbers that are no exact exit at the roll overflow as seldom as possible, then any number.
    #[default]
    Laws = 0,
    /// As few overflowing exits as possible, whichever number makes them.
    MinOverflow = 1,
    /// Each number is played on its own; no constraint between them.
    Sequential = 2,
}

/// Everything that can be chosen before a game. Every value of every field is playable but a
/// `target_holes` or `max_turns` of 0, which [`Options::check`] refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// After how many rolls a game stops, won or not; at least 1.
    pub max_turns: u16,
    /// How many holes win; 1 to 100.
    pub target_holes: u8,
    /// How the winner is paid.
    pub game_value: GameValue,
    /// Which numbers may overflow when bearing off.
    pub exit_rule: ExitRule,
    /// The first roll of a game is never a double.
    pub first_roll_no_double: bool,
    /// A number that takes a checker out exactly must do so.
    pub exact_exit_mandatory: bool,
    /// The number left over after the last exit counts as not played.
    pub exit_dead_number_penalty: bool,
    /// All fifteen checkers on the corner score.
    pub pile_de_misere: bool,
    /// The second player's first roll scores when it equals the first player's.
    pub jan_de_rencontre: bool,
    /// A checker that can fall between two of the opponent's half-fields scores for him.
    pub margot: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_turns: 1000,
            target_holes: 12,
            game_value: GameValue::Simple,
            exit_rule: ExitRule::Laws,
            first_roll_no_double: true,
            exact_exit_mandatory: false,
            exit_dead_number_penalty: false,
            pile_de_misere: true,
            jan_de_rencontre: false,
            margot: false,
        }
    }
}

/// An option, or the value of one, that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    message: String,
}

impl std::fmt::Display for OptionError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for OptionError {}

/// The names of the options, in the order in which they are written.
pub const OPTION_NAMES: [&str; 10] = [
    "holes",
    "max_turns",
    "game_value",
    "first_roll_no_double",
    "exit_rule",
    "exact_exit_mandatory",
    "exit_dead_number_penalty",
    "pile_de_misere",
    "jan_de_rencontre",
    "margot",
];

const GAME_VALUES: [(&str, GameValue); 3] = [
    ("simple", GameValue::Simple),
    ("double", GameValue::Double),
    ("quadruple", GameValue::Quadruple),
];

const EXIT_RULES: [(&str, ExitRule); 3] = [
    ("laws", ExitRule::Laws),
    ("min_overflow", ExitRule::MinOverflow),
    ("sequential", ExitRule::Sequential),
];

const SWITCHES: [(&str, bool); 2] = [("false", false), ("true", true)];

/// The word that stands for `wanted` in a table of words.
fn word<T: PartialEq>(table: &[(&'static str, T)], wanted: &T) -> &'static str {
    table
        .iter()
        .find(|(_, value)| value == wanted)
        .map_or("?", |(word, _)| word)
}

/// The value that `text` stands for in a table of words.
fn lookup<T: Copy>(name: &str, text: &str, table: &[(&str, T)]) -> Result<T, OptionError> {
    table
        .iter()
        .find(|(word, _)| *word == text)
        .map(|(_, value)| *value)
        .ok_or_else(|| {
            let accepted: Vec<&str> = table.iter().map(|(word, _)| *word).collect();
            OptionError {
                message: format!(
                    "{name} is \"{text}\", but it must be one of {}",
                    accepted.join(", ")
                ),
            }
        })
}

/// The whole number that `text` stands for, if it lies in `range`.
fn number<T>(name: &str, text: &str, range: std::ops::RangeInclusive<T>) -> Result<T, OptionError>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    match text.parse() {
        Ok(value) if range.contains(&value) => Ok(value),
        _ => Err(OptionError {
            message: format!(
                "{name} is {text}, but it must be a whole number from {} to {}",
                range.start(),
                range.end()
            ),
        }),
    }
}

impl Options {
    /// Refuses the two values that no game can be played with.
    pub fn check(&self) -> Result<(), OptionError> {
        number("holes", &self.target_holes.to_string(), 1..=100u8)?;
        number("max_turns", &self.max_turns.to_string(), 1..=u16::MAX)?;
        Ok(())
    }

    /// Sets the option with this name from text. `target_holes` is another name for `holes`.
    ///
    /// ```
    /// # use trictrac_store::{ExitRule, Options};
    /// let mut options = Options::default();
    /// options.set("exit_rule", "sequential")?;
    /// assert_eq!(options.exit_rule, ExitRule::Sequential);
    /// let error = options.set("holes", "101").unwrap_err();
    /// assert_eq!(error.to_string(), "holes is 101, but it must be a whole number from 1 to 100");
    /// # Ok::<(), trictrac_store::OptionError>(())
    /// ```
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        match name {
            "holes" | "target_holes" => self.target_holes = number(name, text, 1..=100)?,
            "max_turns" => self.max_turns = number(name, text, 1..=u16::MAX)?,
            "game_value" => self.game_value = lookup(name, text, &GAME_VALUES)?,
            "exit_rule" => self.exit_rule = lookup(name, text, &EXIT_RULES)?,
            _ => {
                let switch = self.switch(name)?;
                *switch = lookup(name, text, &SWITCHES)?;
            }
        }
        Ok(())
    }

    /// The option with this name as text.
    pub fn get(&self, name: &str) -> Result<String, OptionError> {
        let mut copy = *self;
        Ok(match name {
            "holes" | "target_holes" => self.target_holes.to_string(),
            "max_turns" => self.max_turns.to_string(),
            "game_value" => word(&GAME_VALUES, &self.game_value).to_string(),
            "exit_rule" => word(&EXIT_RULES, &self.exit_rule).to_string(),
            _ => copy.switch(name)?.to_string(),
        })
    }

    fn switch(&mut self, name: &str) -> Result<&mut bool, OptionError> {
        Ok(match name {
            "first_roll_no_double" => &mut self.first_roll_no_double,
            "exact_exit_mandatory" => &mut self.exact_exit_mandatory,
            "exit_dead_number_penalty" => &mut self.exit_dead_number_penalty,
            "pile_de_misere" => &mut self.pile_de_misere,
            "jan_de_rencontre" => &mut self.jan_de_rencontre,
            "margot" => &mut self.margot,
            _ => {
                return Err(OptionError {
                    message: format!(
                        "there is no option \"{name}\"; the options are {}",
                        OPTION_NAMES.join(", ")
                    ),
                });
            }
        })
    }

    /// The options that differ from the defaults, as (name, value) in the order of
    /// [`OPTION_NAMES`].
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, String)> + use<> {
        let options = *self;
        OPTION_NAMES.into_iter().filter_map(move |name| {
            let value = options.get(name).ok()?;
            let default = Options::default().get(name).ok()?;
            (value != default).then_some((name, value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_can_be_written_and_read() {
        let mut options = Options::default();
        for (name, value) in [
            ("holes", "3"),
            ("max_turns", "65535"),
            ("game_value", "quadruple"),
            ("first_roll_no_double", "false"),
            ("exit_rule", "min_overflow"),
            ("exact_exit_mandatory", "true"),
            ("exit_dead_number_penalty", "true"),
            ("pile_de_misere", "false"),
            ("jan_de_rencontre", "true"),
            ("margot", "true"),
        ] {
            options.set(name, value).unwrap();
            assert_eq!(options.get(name).unwrap(), value);
        }
        assert_eq!(options.changed().count(), OPTION_NAMES.len());
        assert_eq!(Options::default().changed().count(), 0);
    }

    #[test]
    fn a_wrong_value_is_told_what_is_accepted() {
        let mut options = Options::default();
        let error = options.set("game_value", "triple").unwrap_err().to_string();
        assert!(error.contains("simple, double, quadruple"), "{error}");
        for value in ["true", "laws"] {
            let error = options.set("margott", value).unwrap_err().to_string();
            assert!(error.contains("pile_de_misere"), "{error}");
        }
        assert!(options.set("max_turns", "0").is_err());
        assert!(options.set("max_turns", "65536").is_err());
        options.target_holes = 0;
        assert!(options.check().is_err());
    }
}
