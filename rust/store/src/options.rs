//! The rules that sources contest, the format and the length of a game. Defaults are the laws'.

use std::fmt::{self, Display, Formatter};

use crate::excerpt::Excerpt;

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

/// How settings make a match (`docs/rules.md#written-game`).
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
    /// Points are claimed by the players, and every fault is marked for the other one.
    pub schools: bool,
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
            schools: false,
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::of_format(Format::Ordinary)
    }
}

/// The value of an option, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A number.
    Number(u16),
    /// One of the words that the option accepts.
    Word(&'static str),
}

impl Display for OptionValue {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Number(number) => number.fmt(formatter),
            OptionValue::Word(word) => word.fmt(formatter),
        }
    }
}

/// An option, or the value of one, that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// No option has this name.
    Unknown(Excerpt),
    /// The option's value is none of its words.
    Word {
        /// The option.
        name: &'static str,
        /// The value.
        text: Excerpt,
        /// What the option accepts.
        accepted: &'static [&'static str],
    },
    /// The option's value is no number that it accepts.
    Number {
        /// The option.
        name: &'static str,
        /// The value.
        text: Excerpt,
        /// What the option accepts.
        accepted: Numbers,
    },
    /// The option says nothing in a game of this format.
    Useless {
        /// The option.
        name: &'static str,
        /// Its value.
        value: OptionValue,
        /// The format.
        format: Format,
    },
}

impl Display for OptionError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => {
                write!(formatter, "there is no option \"{name}\"; the options are ")?;
                write_list(formatter, &OPTION_NAMES)
            }
            OptionError::Word {
                name,
                text,
                accepted,
            } => {
                write!(formatter, "{name} is \"{text}\", but it must be one of ")?;
                write_list(formatter, accepted)
            }
            OptionError::Number {
                name,
                text,
                accepted,
            } => write!(formatter, "{name} is {text}, but it must be {accepted}"),
            OptionError::Useless {
                name,
                value,
                format,
            } => {
                let format = FORMATS.word(*format);
                write!(
                    formatter,
                    "{name} is {value}, but it does not apply to the {format} game: leave it out"
                )
            }
        }
    }
}

fn write_list(formatter: &mut Formatter<'_>, words: &[&str]) -> fmt::Result {
    for (index, word) in words.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(formatter, "{separator}{word}")?;
    }
    Ok(())
}

impl std::error::Error for OptionError {}

/// The names of the options, in the order in which they are written.
pub const OPTION_NAMES: [&str; 16] = [
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
    "schools",
];

/// The options that only an ordinary game has a use for, and those that only a written one has.
const OF_ORDINARY: [&str; 2] = ["holes", "game_value"];
const OF_WRITTEN: [&str; 4] = [
    "marques",
    "refait_consolation",
    "marque_first",
    "settlement",
];

/// The words that an option accepts, and what they stand for.
struct Words<T: 'static> {
    words: &'static [&'static str],
    values: &'static [T],
}

impl<T: Copy + PartialEq> Words<T> {
    /// The value that `text` stands for.
    fn value(&self, name: &'static str, text: &str) -> Result<T, OptionError> {
        let index = self.words.iter().position(|word| *word == text);
        index
            .map(|index| self.values[index])
            .ok_or(OptionError::Word {
                name,
                text: Excerpt::of(text),
                accepted: self.words,
            })
    }

    /// The word that stands for `value`.
    fn word(&self, value: T) -> &'static str {
        let index = self.values.iter().position(|other| *other == value);
        index.map_or("?", |index| self.words[index])
    }
}

const GAME_VALUES: Words<GameValue> = Words {
    words: &["simple", "double", "quadruple"],
    values: &[GameValue::Simple, GameValue::Double, GameValue::Quadruple],
};

const EXIT_RULES: Words<ExitRule> = Words {
    words: &["laws", "min_overflow", "sequential"],
    values: &[ExitRule::Laws, ExitRule::MinOverflow, ExitRule::Sequential],
};

const FORMATS: Words<Format> = Words {
    words: &["ordinary", "written"],
    values: &[Format::Ordinary, Format::Written],
};

const REFAIT_CONSOLATIONS: Words<RefaitConsolation> = Words {
    words: &["doubling", "arithmetic"],
    values: &[RefaitConsolation::Doubling, RefaitConsolation::Arithmetic],
};

const MARQUE_FIRSTS: Words<MarqueFirst> = Words {
    words: &["alternate", "winner"],
    values: &[MarqueFirst::Alternate, MarqueFirst::Winner],
};

const SETTLEMENTS: Words<Settlement> = Words {
    words: &["tokens", "full"],
    values: &[Settlement::Tokens, Settlement::Full],
};

const SWITCHES: Words<bool> = Words {
    words: &["false", "true"],
    values: &[false, true],
};

/// The whole numbers that an option accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    least: u16,
    most: u16,
    are_even: bool,
}

const HOLES: Numbers = Numbers {
    least: 1,
    most: 100,
    are_even: false,
};

const TURNS: Numbers = Numbers {
    least: 1,
    most: u16::MAX,
    are_even: false,
};

const MARQUES: Numbers = Numbers {
    least: 2,
    most: 48,
    are_even: true,
};

impl Numbers {
    fn contains(self, number: u16) -> bool {
        let is_right = !self.are_even || number.is_multiple_of(2);
        is_right && (self.least..=self.most).contains(&number)
    }

    fn check(self, name: &'static str, number: u16) -> Result<(), OptionError> {
        if self.contains(number) {
            return Ok(());
        }
        Err(OptionError::Number {
            name,
            text: Excerpt::of_value(number),
            accepted: self,
        })
    }

    /// The number that `text` stands for.
    fn value<T: TryFrom<u16>>(self, name: &'static str, text: &str) -> Result<T, OptionError> {
        let number = text.parse().ok().filter(|&number| self.contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or(OptionError::Number {
                name,
                text: Excerpt::of(text),
                accepted: self,
            })
    }
}

impl Display for Numbers {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let kind = if self.are_even { "an even" } else { "a whole" };
        let Numbers { least, most, .. } = self;
        write!(formatter, "{kind} number from {least} to {most}")
    }
}

impl Options {
    /// Refuses numbers that no game can be played with, and options that the format has no use for.
    pub fn check(&self) -> Result<(), OptionError> {
        HOLES.check("holes", self.target_holes.into())?;
        TURNS.check("max_turns", self.max_turns)?;
        MARQUES.check("marques", self.marques.into())?;
        let format = self.format;
        let useless: &[&str] = match format {
            Format::Ordinary => &OF_WRITTEN,
            Format::Written => &OF_ORDINARY,
        };
        match self.changed().find(|(name, _)| useless.contains(name)) {
            None => Ok(()),
            Some((name, value)) => Err(OptionError::Useless {
                name,
                value,
                format,
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
        pairs: impl IntoIterator<Item = (&'a str, &'a str), IntoIter: Clone>,
    ) -> Result<Options, OptionError> {
        let pairs = pairs.into_iter();
        let formats = pairs.clone().filter(|(name, _)| *name == "format");
        let others = pairs.filter(|(name, _)| *name != "format");
        let mut options = Options::default();
        for (name, value) in formats.chain(others) {
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
            "holes" => self.target_holes = HOLES.value("holes", text)?,
            "target_holes" => self.target_holes = HOLES.value("target_holes", text)?,
            "max_turns" => self.max_turns = TURNS.value("max_turns", text)?,
            "game_value" => self.game_value = GAME_VALUES.value("game_value", text)?,
            "exit_rule" => self.exit_rule = EXIT_RULES.value("exit_rule", text)?,
            "format" => {
                let format = FORMATS.value("format", text)?;
                if self.max_turns == Options::of_format(self.format).max_turns {
                    self.max_turns = Options::of_format(format).max_turns;
                }
                self.format = format;
            }
            "marques" => self.marques = MARQUES.value("marques", text)?,
            "refait_consolation" => {
                self.refait_consolation = REFAIT_CONSOLATIONS.value("refait_consolation", text)?;
            }
            "marque_first" => self.marque_first = MARQUE_FIRSTS.value("marque_first", text)?,
            "settlement" => self.settlement = SETTLEMENTS.value("settlement", text)?,
            _ => {
                let (name, switch) = self.switch(name)?;
                *switch = SWITCHES.value(name, text)?;
            }
        }
        Ok(())
    }

    /// The option with this name.
    pub fn get(&self, name: &str) -> Result<OptionValue, OptionError> {
        let mut copy = *self;
        Ok(match name {
            "holes" | "target_holes" => OptionValue::Number(self.target_holes.into()),
            "max_turns" => OptionValue::Number(self.max_turns),
            "game_value" => OptionValue::Word(GAME_VALUES.word(self.game_value)),
            "exit_rule" => OptionValue::Word(EXIT_RULES.word(self.exit_rule)),
            "format" => OptionValue::Word(FORMATS.word(self.format)),
            "marques" => OptionValue::Number(self.marques.into()),
            "refait_consolation" => {
                OptionValue::Word(REFAIT_CONSOLATIONS.word(self.refait_consolation))
            }
            "marque_first" => OptionValue::Word(MARQUE_FIRSTS.word(self.marque_first)),
            "settlement" => OptionValue::Word(SETTLEMENTS.word(self.settlement)),
            _ => OptionValue::Word(SWITCHES.word(*copy.switch(name)?.1)),
        })
    }

    fn switch(&mut self, name: &str) -> Result<(&'static str, &mut bool), OptionError> {
        Ok(match name {
            "first_roll_no_double" => ("first_roll_no_double", &mut self.first_roll_no_double),
            "exact_exit_mandatory" => ("exact_exit_mandatory", &mut self.exact_exit_mandatory),
            "exit_dead_number_penalty" => (
                "exit_dead_number_penalty",
                &mut self.exit_dead_number_penalty,
            ),
            "pile_de_misere" => ("pile_de_misere", &mut self.pile_de_misere),
            "jan_de_rencontre" => ("jan_de_rencontre", &mut self.jan_de_rencontre),
            "margot" => ("margot", &mut self.margot),
            "schools" => ("schools", &mut self.schools),
            _ => return Err(OptionError::Unknown(Excerpt::of(name))),
        })
    }

    /// The options that differ from the defaults of their format, as (name, value) in the order of
    /// [`OPTION_NAMES`]; the format itself, unless it is the ordinary one.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, OptionValue)> + use<> {
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
            ("schools", "true"),
        ];
        for (name, value) in values {
            options.set(name, value).unwrap();
            assert_eq!(options.get(name).unwrap().to_string(), value);
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
