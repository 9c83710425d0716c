//! The options of a game packed into six bytes, as a state carries them and as move generation and
//! scoring ask for them.

use crate::options::{
    ExitRule, Format, GameValue, MarqueFirst, Options, RefaitConsolation, Settlement,
};

/// The options a game is played by, always in range.
///
/// ```text
/// bit of `flags`   0, 1  game_value
///                  2, 3  exit_rule
///                  4     first_roll_no_double
///                  5     exact_exit_mandatory
///                  6     exit_dead_number_penalty
///                  7     pile_de_misere
///                  8     jan_de_rencontre
///                  9     margot
///                  10    format: 1 for the written game
///                  11    refait_consolation: 1 for arithmetic
///                  12    marque_first: 1 for the winner
///                  13    settlement: 1 for full
///                  14    schools
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rules {
    max_turns: u16,
    flags: u16,
    /// How long the match is: `target_holes`, of a written game `marques`.
    length: u8,
}

const GAME_VALUE: u32 = 0;
const EXIT_RULE: u32 = 2;
const FIRST_ROLL_NO_DOUBLE: u32 = 4;
const EXACT_EXIT_MANDATORY: u32 = 5;
const EXIT_DEAD_NUMBER_PENALTY: u32 = 6;
const PILE_DE_MISERE: u32 = 7;
const JAN_DE_RENCONTRE: u32 = 8;
const MARGOT: u32 = 9;
const WRITTEN: u32 = 10;
const ARITHMETIC: u32 = 11;
const WINNER_FIRST: u32 = 12;
const FULL: u32 = 13;
const SCHOOLS: u32 = 14;

impl Rules {
    /// These options; numbers out of range are brought into it, and what the format has no use for
    /// is forgotten.
    pub(crate) fn new(options: Options) -> Rules {
        let written = options.format == Format::Written;
        let switches = [
            (FIRST_ROLL_NO_DOUBLE, options.first_roll_no_double),
            (EXACT_EXIT_MANDATORY, options.exact_exit_mandatory),
            (EXIT_DEAD_NUMBER_PENALTY, options.exit_dead_number_penalty),
            (PILE_DE_MISERE, options.pile_de_misere),
            (JAN_DE_RENCONTRE, options.jan_de_rencontre),
            (MARGOT, options.margot),
            (WRITTEN, written),
            (
                ARITHMETIC,
                written && options.refait_consolation == RefaitConsolation::Arithmetic,
            ),
            (
                WINNER_FIRST,
                written && options.marque_first == MarqueFirst::Winner,
            ),
            (FULL, written && options.settlement == Settlement::Full),
            (SCHOOLS, options.schools),
        ];
        let game_value = match options.format {
            Format::Ordinary => options.game_value,
            Format::Written => GameValue::Simple,
        };
        let choices = (game_value as u16) << GAME_VALUE | (options.exit_rule as u16) << EXIT_RULE;
        let flags = switches
            .into_iter()
            .fold(choices, |flags, (bit, on)| flags | u16::from(on) << bit);
        Rules {
            max_turns: options.max_turns.max(1),
            flags,
            length: match options.format {
                Format::Ordinary => options.target_holes.clamp(1, 100),
                Format::Written => options.marques.clamp(2, 48) & !1,
            },
        }
    }

    /// The same as people choose them.
    pub(crate) const fn options(self) -> Options {
        let defaults = Options::of_format(self.format());
        let (target_holes, marques) = match self.format() {
            Format::Ordinary => (self.length, defaults.marques),
            Format::Written => (defaults.target_holes, self.length),
        };
        Options {
            max_turns: self.max_turns,
            target_holes,
            game_value: self.game_value(),
            exit_rule: self.exit_rule(),
            first_roll_no_double: self.first_roll_no_double(),
            exact_exit_mandatory: self.exact_exit_mandatory(),
            exit_dead_number_penalty: self.exit_dead_number_penalty(),
            pile_de_misere: self.pile_de_misere(),
            jan_de_rencontre: self.jan_de_rencontre(),
            margot: self.margot(),
            format: self.format(),
            marques,
            refait_consolation: self.refait_consolation(),
            marque_first: self.marque_first(),
            settlement: self.settlement(),
            schools: self.schools(),
        }
    }

    const fn is_on(self, bit: u32) -> bool {
        self.flags >> bit & 1 != 0
    }

    pub(crate) const fn max_turns(self) -> u16 {
        self.max_turns
    }

    /// How many holes win an ordinary game.
    pub(crate) const fn target_holes(self) -> u8 {
        self.length
    }

    /// How many marqués a written game has.
    pub(crate) const fn marques(self) -> u8 {
        self.length
    }

    pub(crate) const fn game_value(self) -> GameValue {
        match self.flags >> GAME_VALUE & 3 {
            0 => GameValue::Simple,
            1 => GameValue::Double,
            _ => GameValue::Quadruple,
        }
    }

    pub(crate) const fn exit_rule(self) -> ExitRule {
        match self.flags >> EXIT_RULE & 3 {
            0 => ExitRule::Laws,
            1 => ExitRule::MinOverflow,
            _ => ExitRule::Sequential,
        }
    }

    pub(crate) const fn first_roll_no_double(self) -> bool {
        self.is_on(FIRST_ROLL_NO_DOUBLE)
    }

    pub(crate) const fn exact_exit_mandatory(self) -> bool {
        self.is_on(EXACT_EXIT_MANDATORY)
    }

    pub(crate) const fn exit_dead_number_penalty(self) -> bool {
        self.is_on(EXIT_DEAD_NUMBER_PENALTY)
    }

    pub(crate) const fn pile_de_misere(self) -> bool {
        self.is_on(PILE_DE_MISERE)
    }

    pub(crate) const fn jan_de_rencontre(self) -> bool {
        self.is_on(JAN_DE_RENCONTRE)
    }

    pub(crate) const fn margot(self) -> bool {
        self.is_on(MARGOT)
    }

    pub(crate) const fn format(self) -> Format {
        if self.is_on(WRITTEN) {
            Format::Written
        } else {
            Format::Ordinary
        }
    }

    pub(crate) const fn refait_consolation(self) -> RefaitConsolation {
        if self.is_on(ARITHMETIC) {
            RefaitConsolation::Arithmetic
        } else {
            RefaitConsolation::Doubling
        }
    }

    pub(crate) const fn marque_first(self) -> MarqueFirst {
        if self.is_on(WINNER_FIRST) {
            MarqueFirst::Winner
        } else {
            MarqueFirst::Alternate
        }
    }

    pub(crate) const fn settlement(self) -> Settlement {
        if self.is_on(FULL) {
            Settlement::Full
        } else {
            Settlement::Tokens
        }
    }

    pub(crate) const fn schools(self) -> bool {
        self.is_on(SCHOOLS)
    }

    pub(crate) const fn without_schools(self) -> Rules {
        Rules {
            flags: self.flags & !(1 << SCHOOLS),
            ..self
        }
    }

    /// The bytes that [`Rules::from_bytes`] reads.
    pub(crate) const fn to_bytes(self) -> [u8; 5] {
        let [turns_low, turns_high] = self.max_turns.to_le_bytes();
        let [flags_low, flags_high] = self.flags.to_le_bytes();
        [turns_low, turns_high, flags_low, flags_high, self.length]
    }

    /// The rules of these bytes. Any bytes give rules that are safe to use.
    pub(crate) const fn from_bytes(bytes: [u8; 5]) -> Rules {
        let [turns_low, turns_high, flags_low, flags_high, length] = bytes;
        Rules {
            max_turns: u16::from_le_bytes([turns_low, turns_high]),
            flags: u16::from_le_bytes([flags_low, flags_high]),
            length,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_loses_no_option() {
        let mut options = Options {
            max_turns: 65_535,
            target_holes: 100,
            game_value: GameValue::Quadruple,
            exit_rule: ExitRule::Sequential,
            ..Options::default()
        };
        for switch in 0..7 {
            let value = match switch {
                0 => &mut options.first_roll_no_double,
                1 => &mut options.exact_exit_mandatory,
                2 => &mut options.exit_dead_number_penalty,
                3 => &mut options.pile_de_misere,
                4 => &mut options.jan_de_rencontre,
                5 => &mut options.margot,
                _ => &mut options.schools,
            };
            *value = !*value;
            let rules = Rules::new(options);
            assert_eq!(rules.options(), options);
            assert_eq!(Rules::from_bytes(rules.to_bytes()), rules);
        }
        let mut options = Options {
            marques: 48,
            ..Options::of_format(Format::Written)
        };
        for switch in 0..3 {
            match switch {
                0 => options.refait_consolation = RefaitConsolation::Arithmetic,
                1 => options.marque_first = MarqueFirst::Winner,
                _ => options.settlement = Settlement::Full,
            }
            assert_eq!(Rules::new(options).options(), options);
        }
    }
}
