//! The rules that sources contest, the format and the length of a game. Defaults are the laws'.

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

/// How settings make a match (`docs/rules.md#formats`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Format {
    /// First to a number of holes.
    #[default]
    Ordinary = 0,
    /// The *partie à écrire*: an even number of marqués, each paid in tokens.
    Written = 1,
}

/// What the winner of a marqué gains for the refaits before it (`docs/rules.md#consolation`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum RefaitConsolation {
    /// 2, doubled for every refait.
    #[default]
    Doubling = 0,
    /// 2, and 2 more for every refait.
    Arithmetic = 1,
}

/// Who rolls first in a marqué (`docs/rules.md#marque-first`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MarqueFirst {
    /// The players by turns.
    #[default]
    Alternate = 0,
    /// The winner of the marqué before.
    Winner = 1,
}

/// What the tokens at the end of a written game are (`docs/rules.md#settlement`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Settlement {
    /// The sums of the payments.
    #[default]
    Tokens = 0,
    /// The same with the queue and the paris.
    Full = 1,
}

/// Everything that can be chosen before a game. [`Options::check`] refuses numbers out of range and
/// options that the format has no use for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// After how many rolls a game stops, won or not; at least 1.
    pub max_turns: u16,
    /// How many holes win an ordinary game; 1 to 100.
    pub target_holes: u8,
    /// How the winner of an ordinary game is paid.
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
    /// How settings make a match.
    pub format: Format,
    /// How many marqués a written game has; even, 2 to 48.
    pub marques: u8,
    /// What refaits add to the payment of a marqué.
    pub refait_consolation: RefaitConsolation,
    /// Who rolls first in a marqué.
    pub marque_first: MarqueFirst,
    /// What the tokens at the end of a written game are.
    pub settlement: Settlement,
}

impl Options {
    /// The defaults of a format: a written game is given more rolls.
    pub const fn of_format(format: Format) -> Options {
        Options {
            max_turns: match format {
                Format::Ordinary => 1000,
                Format::Written => 10_000,
            },
            target_holes: 12,
            game_value: GameValue::Simple,
            exit_rule: ExitRule::Laws,
            first_roll_no_double: true,
            exact_exit_mandatory: false,
            exit_dead_number_penalty: false,
            pile_de_misere: true,
            jan_de_rencontre: false,
            margot: false,
            format,
            marques: 12,
            refait_consolation: RefaitConsolation::Doubling,
            marque_first: MarqueFirst::Alternate,
            settlement: Settlement::Tokens,
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::of_format(Format::Ordinary)
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
pub const OPTION_NAMES: [&str; 15] = [
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
    "format",
    "marques",
    "refait_consolation",
    "marque_first",
    "settlement",
];

/// The options that only an ordinary game has a use for, and those that only a written one has.
const OF_ORDINARY: [&str; 2] = ["holes", "game_value"];
const OF_WRITTEN: [&str; 4] = [
    "marques",
    "refait_consolation",
    "marque_first",
    "settlement",
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

const FORMATS: [(&str, Format); 2] = [("ordinary", Format::Ordinary), ("written", Format::Written)];

const REFAIT_CONSOLATIONS: [(&str, RefaitConsolation); 2] = [
    ("doubling", RefaitConsolation::Doubling),
    ("arithmetic", RefaitConsolation::Arithmetic),
];

const MARQUE_FIRSTS: [(&str, MarqueFirst); 2] = [
    ("alternate", MarqueFirst::Alternate),
    ("winner", MarqueFirst::Winner),
];

const SETTLEMENTS: [(&str, Settlement); 2] =
    [("tokens", Settlement::Tokens), ("full", Settlement::Full)];

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

/// A number of marqués.
fn marques(name: &str, text: &str) -> Result<u8, OptionError> {
    match number(name, text, 2..=48u8) {
        Ok(marques) if marques.is_multiple_of(2) => Ok(marques),
        _ => Err(OptionError {
            message: format!("{name} is {text}, but it must be an even number from 2 to 48"),
        }),
    }
}

impl Options {
    /// Refuses numbers that no game can be played with, and options that the format has no use for.
    pub fn check(&self) -> Result<(), OptionError> {
        number("holes", &self.target_holes.to_string(), 1..=100u8)?;
        number("max_turns", &self.max_turns.to_string(), 1..=u16::MAX)?;
        marques("marques", &self.marques.to_string())?;
        let useless: &[&str] = match self.format {
            Format::Ordinary => &OF_WRITTEN,
            Format::Written => &OF_ORDINARY,
        };
        match self.changed().find(|(name, _)| useless.contains(name)) {
            None => Ok(()),
            Some((name, value)) => Err(OptionError {
                message: format!(
                    "{name} is {value}, but it does not apply to the {} game: leave it out",
                    word(&FORMATS, &self.format)
                ),
            }),
        }
    }

    /// The options of these names and values, in any order; those that are left out have the
    /// defaults of the format.
    ///
    /// ```
    /// # use trictrac_store::Options;
    /// let options = Options::from_pairs([("marques", "4"), ("format", "written")])?;
    /// assert_eq!((options.marques, options.max_turns), (4, 10_000));
    /// assert!(Options::from_pairs([("marques", "4")]).is_err());
    /// # Ok::<(), trictrac_store::OptionError>(())
    /// ```
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Options, OptionError> {
        let pairs: Vec<_> = pairs.into_iter().collect();
        let (formats, others): (Vec<_>, Vec<_>) =
            pairs.into_iter().partition(|(name, _)| *name == "format");
        let mut options = Options::default();
        for (name, value) in formats.into_iter().chain(others) {
            options.set(name, value)?;
        }
        options.check()?;
        Ok(options)
    }

    /// Sets the option with this name from text. `target_holes` is another name for `holes`. With
    /// the format, a turn cap that was the old format's default becomes the new one's.
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
            "format" => {
                let format = lookup(name, text, &FORMATS)?;
                if self.max_turns == Options::of_format(self.format).max_turns {
                    self.max_turns = Options::of_format(format).max_turns;
                }
                self.format = format;
            }
            "marques" => self.marques = marques(name, text)?,
            "refait_consolation" => {
                self.refait_consolation = lookup(name, text, &REFAIT_CONSOLATIONS)?;
            }
            "marque_first" => self.marque_first = lookup(name, text, &MARQUE_FIRSTS)?,
            "settlement" => self.settlement = lookup(name, text, &SETTLEMENTS)?,
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
            "format" => word(&FORMATS, &self.format).to_string(),
            "marques" => self.marques.to_string(),
            "refait_consolation" => {
                word(&REFAIT_CONSOLATIONS, &self.refait_consolation).to_string()
            }
            "marque_first" => word(&MARQUE_FIRSTS, &self.marque_first).to_string(),
            "settlement" => word(&SETTLEMENTS, &self.settlement).to_string(),
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

    /// The options that differ from the defaults of their format, as (name, value) in the order of
    /// [`OPTION_NAMES`]; the format itself, unless it is the ordinary one.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, String)> + use<> {
        let options = *self;
        OPTION_NAMES.into_iter().filter_map(move |name| {
            let value = options.get(name).ok()?;
            let default = match name {
                "format" => Options::default(),
                _ => Options::of_format(options.format),
            };
            (value != default.get(name).ok()?).then_some((name, value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_can_be_written_and_read() {
        let mut options = Options::default();
        let values = [
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
            ("format", "written"),
            ("marques", "48"),
            ("refait_consolation", "arithmetic"),
            ("marque_first", "winner"),
            ("settlement", "full"),
        ];
        for (name, value) in values {
            options.set(name, value).unwrap();
            assert_eq!(options.get(name).unwrap(), value);
        }
        assert_eq!(values.map(|(name, _)| name), OPTION_NAMES);
        assert_eq!(options.changed().count(), OPTION_NAMES.len());
        assert_eq!(Options::default().changed().count(), 0);
    }

    #[test]
    fn the_format_decides_which_options_apply() {
        let written = |name, value| Options::from_pairs([(name, value), ("format", "written")]);
        let options = written("max_turns", "1000").unwrap();
        assert_eq!(options.max_turns, 1000);
        let changed: Vec<_> = options.changed().map(|(name, _)| name).collect();
        assert_eq!(changed, ["max_turns", "format"]);
        assert_eq!(written("holes", "12").unwrap().max_turns, 10_000);
        for (name, value) in [("holes", "6"), ("game_value", "double")] {
            let error = written(name, value).unwrap_err().to_string();
            assert!(error.contains("does not apply to the written"), "{error}");
        }
        for (name, value) in OF_WRITTEN
            .into_iter()
            .zip(["2", "arithmetic", "winner", "full"])
        {
            let error = Options::from_pairs([(name, value)])
                .unwrap_err()
                .to_string();
            assert!(error.contains("does not apply to the ordinary"), "{error}");
            assert!(written(name, value).is_ok());
        }
        for marques in ["0", "7", "50", "-2", "two"] {
            let error = written("marques", marques).unwrap_err().to_string();
            assert!(error.contains("even number from 2 to 48"), "{error}");
        }
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
