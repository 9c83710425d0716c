//! Text: the one-line position text, and plays as people write them.
//!
//! A position is one line of words:
//!
//! ```text
//! tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first
//! |   |  |    |    |    |   |   |   | '- further words, see below
//! |   |  |    |    |    |   |   |   '- rolls made in the game
//! |   |  |    |    |    |   |   '- rolls since the setting, player 0's and player 1's
//! |   |  |    |    |    '---'- points/holes of player 0 and 1; x marks an interrupted run
//! |   |  |    '----'- field:checkers of player 0 and 1, each in his own numbering; - for none
//! |   |  '- roll, roll:5, hold-or-go:6-4, move:6-4, last-go:6-4, over, and with schools
//! |   |     claim:6-4, claim-received:6-4
//! |   '- the player who rolls or decides
//! '- version
//! ```
//!
//! Further words, each only where it says something:
//!
//! ```text
//! first            the first roll of the game is still to be made
//! opening=6-4      the first roll of the game, by jan_de_rencontre until the second is played
//! wins=2,1         marqués that player 0 and 1 have won
//! refaits=1        refaits since the last marqué that was won
//! starter=p1       who began the marqué, when it is not the player whose turn it was
//! tokens=12,-12    tokens of player 0 and 1
//! school=4         the roller's fault, which the other player will mark
//! owed=6           at claim-received what is due to the player who claims
//! holes=6          an option that is not default, and so on
//! ```

use std::fmt::{self, Display, Formatter, Write};
use std::str::FromStr;

use crate::action::{Action, ActionId};
use crate::color::Color;
use crate::dice::{Dice, Die};
use crate::excerpt::Excerpt;
use crate::explain::IllegalPlay;
use crate::options::{OptionError, Options};
use crate::play::{Destination, Play};
use crate::score::Score;
use crate::setup::Setup;
use crate::state::State;
use crate::table::Phase;
use crate::validate::Faults;

const VERSION: &str = "tt1";

/// What stands before a `=` and is no option.
const OWN_WORDS: [&str; 7] = [
    "opening", "wins", "refaits", "starter", "tokens", "school", "owed",
];

impl Phase {
    /// The word for the phase in position texts.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Roll => "roll",
            Phase::HoldOrGo => "hold-or-go",
            Phase::Move => "move",
            Phase::LastGo => "last-go",
            Phase::Over => "over",
            Phase::Claim => "claim",
            Phase::ClaimReceived => "claim-received",
        }
    }

    /// Every phase.
    pub const ALL: [Phase; 7] = [
        Phase::Roll,
        Phase::HoldOrGo,
        Phase::Move,
        Phase::LastGo,
        Phase::Over,
        Phase::Claim,
        Phase::ClaimReceived,
    ];
}

impl Display for Setup {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{VERSION} p{} {}",
            self.mover.index(),
            self.phase.name()
        )?;
        match (self.dice, self.first_die) {
            (Some(dice), _) => write!(formatter, ":{dice}")?,
            (None, Some(die)) => write!(formatter, ":{}", die.number())?,
            (None, None) => {}
        }
        for counts in &self.checkers {
            formatter.write_char(' ')?;
            write_checkers(formatter, counts)?;
        }
        for score in &self.scores {
            let mark = |cut: bool| if cut { "x" } else { "" };
            let (points, holes) = (score.points, score.holes);
            let (cut, holes_cut) = (mark(score.cut), mark(score.holes_cut));
            write!(formatter, " {points}{cut}/{holes}{holes_cut}")?;
        }
        write!(
            formatter,
            " {},{} {}",
            self.rolls[0], self.rolls[1], self.turns
        )?;
        if self.first_roll {
            formatter.write_str(" first")?;
        }
        if let Some(dice) = self.opening {
            write!(formatter, " opening={dice}")?;
        }
        let [white, black] = self.wins;
        if self.wins != [0; 2] {
            write!(formatter, " wins={white},{black}")?;
        }
        if self.refaits > 0 {
            write!(formatter, " refaits={}", self.refaits)?;
        }
        if self.starter != self.starter_by_turns() {
            write!(formatter, " starter=p{}", self.starter.index())?;
        }
        let [white, black] = self.tokens;
        if self.tokens != [0; 2] {
            write!(formatter, " tokens={white},{black}")?;
        }
        for (name, points) in [("school", self.school), ("owed", self.owed)] {
            if points > 0 {
                write!(formatter, " {name}={points}")?;
            }
        }
        for (name, value) in self.options.changed() {
            write!(formatter, " {name}={value}")?;
        }
        Ok(())
    }
}

fn write_checkers(formatter: &mut Formatter<'_>, counts: &[u8; 24]) -> fmt::Result {
    let mut separator = "";
    for (index, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        write!(formatter, "{separator}{}:{count}", index + 1)?;
        separator = ",";
    }
    if separator.is_empty() {
        formatter.write_char('-')?;
    }
    Ok(())
}

impl Display for State {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(formatter)
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// A word is missing or cannot be read.
    Word {
        /// What was expected there.
        expected: &'static str,
        /// What was found; empty at the end of the text.
        found: Excerpt,
    },
    /// An option is unknown or has a wrong value.
    Option(OptionError),
    /// The text can be read, but it is no position of the game.
    Faults(Faults),
}

impl Display for ParsePositionError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ParsePositionError::Word { expected, found } if found.as_str().is_empty() => {
                write!(
                    formatter,
                    "the position text ends where {expected} should stand"
                )
            }
            ParsePositionError::Word { expected, found } => write!(
                formatter,
                "\"{found}\" stands in the position text where {expected} should stand"
            ),
            ParsePositionError::Option(error) => error.fmt(formatter),
            ParsePositionError::Faults(faults) => write!(formatter, "no such position: {faults}"),
        }
    }
}

impl std::error::Error for ParsePositionError {}

/// The words of a position text, read one after the other.
struct Words<'text> {
    words: std::str::SplitWhitespace<'text>,
}

impl<'text> Words<'text> {
    fn read<T>(
        &mut self,
        expected: &'static str,
        parse: impl Fn(&'text str) -> Option<T>,
    ) -> Result<T, ParsePositionError> {
        let word = self.words.next().unwrap_or_default();
        parse(word).ok_or_else(|| ParsePositionError::Word {
            expected,
            found: Excerpt::of(word),
        })
    }
}

/// A whole number without sign or leading zeros.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = text == "0" || !text.starts_with('0');
    (plain && canonical).then(|| text.parse().ok()).flatten()
}

fn dice(text: &str) -> Option<Dice> {
    let (high, low) = text.split_once('-')?;
    Dice::from_numbers(number(high)?, number(low)?)
}

fn player(text: &str) -> Option<Color> {
    match text {
        "p0" => Some(Color::White),
        "p1" => Some(Color::Black),
        _ => None,
    }
}

/// Two numbers from 0 on.
fn pair(text: &str) -> Option<[u8; 2]> {
    let (white, black) = text.split_once(',')?;
    Some([number(white)?, number(black)?])
}

/// Two numbers that may be below 0.
fn tokens(text: &str) -> Option<[i32; 2]> {
    let signed = |text: &str| match text.strip_prefix('-') {
        Some("0") => None,
        Some(size) => number::<i32>(size).map(|size| -size),
        None => number(text),
    };
    let (white, black) = text.split_once(',')?;
    Some([signed(white)?, signed(black)?])
}

fn checkers(text: &str) -> Option<[u8; 24]> {
    let mut counts = [0; 24];
    if text == "-" {
        return Some(counts);
    }
    for entry in text.split(',') {
        let (field, count) = entry.split_once(':')?;
        let index = number::<usize>(field)?.checked_sub(1)?;
        let slot = counts.get_mut(index)?;
        if *slot != 0 {
            return None;
        }
        *slot = number::<u8>(count).filter(|&count| count > 0)?;
    }
    Some(counts)
}

fn score(text: &str) -> Option<Score> {
    let interrupted = |text: &str| match text.strip_suffix('x') {
        Some(value) => Some((number(value)?, true)),
        None => Some((number(text)?, false)),
    };
    let (points, holes) = text.split_once('/')?;
    let (points, cut) = interrupted(points)?;
    let (holes, holes_cut) = interrupted(holes)?;
    Some(Score {
        points,
        holes,
        cut,
        holes_cut,
    })
}

/// Phase, dice and first die.
fn phase(text: &str) -> Option<(Phase, Option<Dice>, Option<Die>)> {
    let (name, rest) = text
        .split_once(':')
        .map_or((text, None), |(name, rest)| (name, Some(rest)));
    let phase = Phase::ALL.into_iter().find(|phase| phase.name() == name)?;
    match (phase, rest) {
        (_, None) => Some((phase, None, None)),
        (Phase::Roll, Some(die)) => Some((phase, None, Some(Die::new(number(die)?)?))),
        (_, Some(text)) => Some((phase, Some(dice(text)?), None)),
    }
}

impl FromStr for Setup {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Setup, ParsePositionError> {
        let mut words = Words {
            words: text.split_whitespace(),
        };
        words.read("the version tt1", |word| (word == VERSION).then_some(()))?;
        let mover = words.read("the player, p0 or p1", player)?;
        let (phase, dice_to_play, first_die) = words.read(
            "the phase: roll, roll:DIE, hold-or-go:DICE, move:DICE, last-go:DICE, claim:DICE, \
             claim-received:DICE or over",
            phase,
        )?;
        const CHECKERS: &str = "a side's checkers, such as 1:13,12:2, or - for none,";
        const SCORE: &str = "points/holes, such as 4/0 or 4x/3x,";
        let mut setup = Setup {
            checkers: [
                words.read(CHECKERS, checkers)?,
                words.read(CHECKERS, checkers)?,
            ],
            mover,
            phase,
            dice: dice_to_play,
            first_die,
            scores: [words.read(SCORE, score)?, words.read(SCORE, score)?],
            rolls: words.read("both players' rolls since the setting, such as 2,1,", pair)?,
            turns: words.read("the number of rolls made", number)?,
            first_roll: false,
            opening: None,
            wins: [0; 2],
            refaits: 0,
            starter: Color::White,
            tokens: [0; 2],
            school: 0,
            owed: 0,
            options: Options::default(),
        };
        let mut starter = None;
        let further = words.words;
        for word in further.clone() {
            let understood = match word.split_once('=') {
                None => (word == "first").then(|| setup.first_roll = true),
                Some(("opening", value)) => dice(value).map(|dice| setup.opening = Some(dice)),
                Some(("wins", value)) => pair(value).map(|wins| setup.wins = wins),
                Some(("refaits", value)) => number(value).map(|refaits| setup.refaits = refaits),
                Some(("starter", value)) => player(value).map(|player| starter = Some(player)),
                Some(("tokens", value)) => tokens(value).map(|tokens| setup.tokens = tokens),
                Some(("school", value)) => number(value).map(|points| setup.school = points),
                Some(("owed", value)) => number(value).map(|points| setup.owed = points),
                // Options are read together, below.
                Some(_) => Some(()),
            };
            understood.ok_or_else(|| ParsePositionError::Word {
                expected: "first, opening=DICE, wins=2,1, refaits=1, starter=p1, tokens=12,-12, \
                           school=4, owed=6 or an option such as holes=6",
                found: Excerpt::of(word),
            })?;
        }
        let pairs = further.filter_map(|word| word.split_once('='));
        let options = pairs.filter(|(name, _)| !OWN_WORDS.contains(name));
        setup.options = Options::from_pairs(options).map_err(ParsePositionError::Option)?;
        setup.starter = starter.unwrap_or_else(|| setup.starter_by_turns());
        Ok(setup)
    }
}

impl FromStr for State {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<State, ParsePositionError> {
        let setup: Setup = text.parse()?;
        setup.into_state().map_err(ParsePositionError::Faults)
    }
}

impl Display for Play {
    /// The steps in the mover's numbering, a chain drawn together: `1/7 1/5`, `1/7/11`, `20/off`,
    /// `7/12 8/12 puissance`, `pass`.
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut standing = None;
        for (index, step) in self.steps().enumerate() {
            if standing != Some(step.from) {
                let separator = if index == 0 { "" } else { " " };
                write!(formatter, "{separator}{}", step.from.number())?;
            }
            standing = match step.to {
                Destination::Field(field) => {
                    write!(formatter, "/{}", field.number())?;
                    Some(field)
                }
                Destination::Off => {
                    formatter.write_str("/off")?;
                    None
                }
            };
        }
        if *self == Play::PASS {
            formatter.write_str("pass")?;
        }
        if self.is_puissance() {
            formatter.write_str(" puissance")?;
        }
        Ok(())
    }
}

/// Why a text is no legal action of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePlayError {
    /// The text is not written like a play.
    Form(Excerpt),
    /// The text names other dice than those on the table.
    OtherDice(Excerpt),
    /// The play can be read, but a rule forbids it.
    Illegal(IllegalPlay),
}

impl Display for ParsePlayError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ParsePlayError::Form(text) => write!(
                formatter,
                "\"{text}\" is no play; write it like 1/7 1/5, 1/7/11, 20/off, pass or Go"
            ),
            ParsePlayError::OtherDice(text) => {
                write!(
                    formatter,
                    "\"{text}\" names other dice than those on the table"
                )
            }
            ParsePlayError::Illegal(reason) => reason.fmt(formatter),
        }
    }
}

impl std::error::Error for ParsePlayError {}

impl State {
    /// The action in words, in the mover's numbering: `Go`, the dice and the play as in
    /// `6-4: 1/7 1/5`, or `Claim 4`. An id that is not legal here is named by its number.
    pub fn action_text(&self, action: ActionId) -> String {
        let mut text = String::new();
        // A string takes everything.
        let _ = self.write_action(action, &mut text);
        text
    }

    /// Writes [`State::action_text`].
    pub fn write_action(&self, action: ActionId, text: &mut impl Write) -> fmt::Result {
        let play = match self.decode(action) {
            Ok(Action::Go) => return text.write_str("Go"),
            Ok(Action::Claim(points)) => return write!(text, "Claim {points}"),
            Ok(Action::Play(play)) => Some(play),
            Err(_) => None,
        };
        match play.zip(self.dice()) {
            Some((play, dice)) => write!(text, "{dice}: {play}"),
            None => write!(text, "illegal action {}", action.0),
        }
    }

    /// The legal action that a text stands for. The dice in front may be left out, steps may come
    /// in either order, and a chain may be written with or without its rest.
    ///
    /// ```
    /// # use trictrac_store::{Dice, Options, State};
    /// let mut state = State::new(Options::default());
    /// state.roll(Dice::from_numbers(6, 4).unwrap())?;
    /// let action = state.parse_action("1/5 1/7")?;
    /// assert_eq!(state.action_text(action), "6-4: 1/7 1/5");
    /// assert_eq!(state.parse_action("1/11")?, state.parse_action("6-4: 1/7/11")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_action(&self, text: &str) -> Result<ActionId, ParsePlayError> {
        let text = text.trim();
        let form = || ParsePlayError::Form(Excerpt::of(text));
        let steps_text = match text.split_once(':') {
            None => text,
            Some((dice_text, steps_text)) => {
                let dice = dice(dice_text.trim()).ok_or_else(form)?;
                if self.dice() != Some(dice) {
                    return Err(ParsePlayError::OtherDice(Excerpt::of(text)));
                }
                steps_text.trim()
            }
        };
        if steps_text.eq_ignore_ascii_case("go") {
            return match self.decode(ActionId::GO) {
                Ok(_) => Ok(ActionId::GO),
                Err(error) => Err(ParsePlayError::Illegal(error.reason)),
            };
        }
        if let Some(claim) = read_claim(steps_text) {
            return match self.decode(claim) {
                Ok(_) => Ok(claim),
                Err(error) => Err(ParsePlayError::Illegal(error.reason)),
            };
        }
        let mut steps = [(0, 0); 2];
        let count = read_steps(steps_text, &mut steps).ok_or_else(form)?;
        let play = self
            .explain_steps(&steps[..count])
            .map_err(ParsePlayError::Illegal)?;
        self.action_of(&play).map_err(ParsePlayError::Illegal)
    }
}

/// Reads a claim of points: `Claim 4`.
fn read_claim(text: &str) -> Option<ActionId> {
    let (word, points) = text.split_once(' ')?;
    let claim = word.eq_ignore_ascii_case("claim");
    claim
        .then(|| number(points.trim()).and_then(ActionId::claim))
        .flatten()
}

/// Reads up to two steps (from, to) and returns how many there are.
fn read_steps(text: &str, steps: &mut [(u8, u8); 2]) -> Option<usize> {
    let mut count = 0;
    if text.eq_ignore_ascii_case("pass") {
        return Some(count);
    }
    let mut words = text.split_whitespace().peekable();
    words.peek()?;
    for word in words {
        if word.eq_ignore_ascii_case("puissance") {
            continue;
        }
        let mut stops = word.split('/');
        let mut from = number::<u8>(stops.next()?).filter(|field| (1..=24).contains(field))?;
        let mut moved = false;
        for stop in stops {
            let to = if stop.eq_ignore_ascii_case("off") {
                0
            } else {
                number(stop).filter(|field| (1..=24).contains(field))?
            };
            *steps.get_mut(count)? = (from, to);
            count += 1;
            from = to;
            moved = true;
        }
        if !moved {
            return None;
        }
    }
    (count > 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_a_known_text() {
        let start = State::new(Options::default());
        assert_eq!(
            start.to_string(),
            "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first"
        );
        assert_eq!(
            "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first".parse(),
            Ok(start)
        );
    }

    #[test]
    fn options_that_are_not_default_are_written() {
        let mut options = Options::default();
        options.set("holes", "3").unwrap();
        options.set("exit_rule", "sequential").unwrap();
        let state = State::new(options);
        let text = state.to_string();
        assert!(
            text.ends_with(" first holes=3 exit_rule=sequential"),
            "{text}"
        );
        assert_eq!(text.parse(), Ok(state));
    }

    #[test]
    fn wrong_words_are_named_with_what_is_expected() {
        let error = |text: &str| text.parse::<State>().unwrap_err().to_string();
        assert!(error("tt2").contains("version"));
        assert!(error("tt1 p0 roll 1:15").contains("ends where"));
        assert!(error("tt1 p0 roll 1:15 25:1 0/0 0/0 0,0 0").contains("\"25:1\""));
        assert!(error("tt1 p0 roll 1:16 1:15 0/0 0/0 0,0 0").contains("fifteen"));
        assert!(error("tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 holes=0").contains("1 to 100"));
        assert!(error("tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 opening=7-1").contains("opening"));
    }

    #[test]
    fn plays_that_are_not_allowed_are_refused_with_the_rule() {
        let mut state = State::new(Options::default());
        state.roll(Dice::from_numbers(6, 4).unwrap()).unwrap();
        let error = |text: &str| state.parse_action(text).unwrap_err();
        assert_eq!(
            error("1/7"),
            ParsePlayError::Illegal(IllegalPlay::NumbersFirst)
        );
        assert_eq!(
            error("pass"),
            ParsePlayError::Illegal(IllegalPlay::NumbersFirst)
        );
        assert_eq!(
            error("2/8 1/5"),
            ParsePlayError::Illegal(IllegalPlay::NoChecker)
        );
        assert_eq!(
            error("1/9"),
            ParsePlayError::Illegal(IllegalPlay::NoSuchNumber)
        );
        assert_eq!(
            error("go"),
            ParsePlayError::Illegal(IllegalPlay::NoChoiceToGo)
        );
        assert!(matches!(
            error("6-5: 1/7 1/6"),
            ParsePlayError::OtherDice(_)
        ));
        for text in ["", "1", "1/7/11/12", "0/6", "1/25", "a/b"] {
            assert!(matches!(error(text), ParsePlayError::Form(_)), "{text}");
        }
    }
}
