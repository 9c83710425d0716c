//! The 18-character id of a position, for exchange: 108 bits in base64.
//!
//! ```text
//! bit   0..=77   board: player 0's checkers, then player 1's, each in his own numbering. For every
//!                field from 1 to 24 as many 1 bits as checkers, then a 0; unused bits are 0
//! bit  78        the player who rolls or decides
//! bit  79..=85   phase and dice: 0 roll; 1..=6 roll after that first die; 7 + r hold or go,
//!                28 + r move, 49 + r last go, with r the number of the roll: high*(high-1)/2+low-1;
//!                70 over
//! bit  86..=92   points: 11*p0 + p1, each 0 for none, else points - 1, plus 1 if interrupted
//! bit  93..=107  holes: 3*(101*h0 + h1) + c, c = 0: player 0's run is interrupted, 1: player 1's,
//!                2: both; 0 unless both have holes
//! ```
//!
//! Bit 0 is the highest bit of the first character; numbers are written with their highest bit
//! first. Roll counts, the turn number, a pending first roll and options are not in the id:
//! [`State::from_id`] chooses plain ones.

use std::fmt::{self, Display, Formatter};

use crate::color::Color;
use crate::dice::{Dice, Die};
use crate::options::Options;
use crate::score::Score;
use crate::setup::Setup;
use crate::state::State;
use crate::table::{Phase, ROLLS_COUNTED};
use crate::validate::Faults;

/// How many characters an id has.
pub const ID_LEN: usize = 18;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const BOARD_BITS: u32 = 39;
const PHASE_BITS: u32 = 7;
const POINTS_BITS: u32 = 7;
const HOLES_BITS: u32 = 15;

/// Why a position has no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoId {
    /// Marqués have been won or refaits made.
    WrittenGame,
    /// Points are being claimed, or a school waits.
    Schools,
}

impl Display for NoId {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let lacking = match self {
            NoId::WrittenGame => "how the marqués of a written game stand",
            NoId::Schools => "claims and schools",
        };
        write!(
            formatter,
            "an id of {ID_LEN} characters cannot hold {lacking}; a position text can"
        )
    }
}

impl std::error::Error for NoId {}

/// Why a text is no id of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseIdError {
    /// It is not 18 characters of base64.
    Form,
    /// The named part holds a number that stands for nothing.
    Part(&'static str),
    /// It can be read, but it is no position of the game.
    Faults(Faults),
}

impl Display for ParseIdError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ParseIdError::Form => formatter
                .write_str("a position id has exactly 18 characters, of A-Z, a-z, 0-9, + and /"),
            ParseIdError::Part(part) => {
                write!(
                    formatter,
                    "the {part} in the position id stands for nothing"
                )
            }
            ParseIdError::Faults(faults) => write!(formatter, "no such position: {faults}"),
        }
    }
}

impl std::error::Error for ParseIdError {}

/// Bits written or read from the highest one on.
struct Bits {
    bits: u128,
    left: u32,
}

impl Bits {
    const fn new(bits: u128) -> Bits {
        Bits { bits, left: 108 }
    }

    fn write(&mut self, value: u32, width: u32) {
        self.left -= width;
        self.bits |= u128::from(value) << self.left;
    }

    fn read(&mut self, width: u32) -> u32 {
        self.left -= width;
        (self.bits >> self.left) as u32 & ((1 << width) - 1)
    }

    fn write_checkers(&mut self, counts: &[u8; 24]) {
        let end = self.left - BOARD_BITS;
        for &count in counts {
            for _ in 0..count {
                self.write(1, 1);
            }
            self.write(0, 1);
        }
        self.left = end;
    }

    fn read_checkers(&mut self) -> Option<[u8; 24]> {
        let end = self.left - BOARD_BITS;
        let mut counts = [0; 24];
        for count in &mut counts {
            loop {
                if self.left == end {
                    return None;
                }
                if self.read(1) == 0 {
                    break;
                }
                *count += 1;
            }
        }
        let unused = self.left - end;
        (unused == 0 || self.read(unused) == 0).then_some(counts)
    }
}

const DECISIONS: [Phase; 3] = [Phase::HoldOrGo, Phase::Move, Phase::LastGo];
const FIRST_DECISION: u32 = 7;
const OVER: u32 = 70;

fn phase_code(setup: &Setup) -> u32 {
    let index = setup.dice.map_or(0, |dice| dice.index() as u32);
    match DECISIONS.iter().position(|&phase| phase == setup.phase) {
        Some(position) => FIRST_DECISION + 21 * position as u32 + index,
        None if setup.phase == Phase::Over => OVER,
        None => setup.first_die.map_or(0, |die| u32::from(die.number())),
    }
}

fn phase_of(code: u32) -> Option<(Phase, Option<Dice>, Option<Die>)> {
    match code {
        0..FIRST_DECISION => Some((Phase::Roll, None, Die::new(code as u8))),
        FIRST_DECISION..OVER => {
            let code = (code - FIRST_DECISION) as usize;
            let dice = Dice::ALL_21[code % 21];
            Some((DECISIONS[code / 21], Some(dice), None))
        }
        OVER => Some((Phase::Over, None, None)),
        _ => None,
    }
}

fn points_code(score: &Score) -> u32 {
    match u32::from(score.points) {
        0 => 0,
        points => points - 1 + u32::from(score.cut),
    }
}

fn points_of(code: u32) -> Score {
    Score {
        points: code.div_ceil(2) as u8 * 2,
        cut: code > 0 && code.is_multiple_of(2),
        ..Score::default()
    }
}

impl State {
    /// The position's id. What the id does not hold is said above; what cannot be left out is a
    /// reason to have none: progress of a written game, and claims.
    pub fn id(&self) -> Result<String, NoId> {
        let characters = self.id_characters()?;
        Ok(characters.map(char::from).iter().collect())
    }

    /// [`State::id`] as ASCII characters.
    pub fn id_characters(&self) -> Result<[u8; ID_LEN], NoId> {
        let setup = self.to_setup();
        if setup.wins != [0; 2] || setup.refaits > 0 || setup.tokens != [0; 2] {
            return Err(NoId::WrittenGame);
        }
        if matches!(setup.phase, Phase::Claim | Phase::ClaimReceived) || setup.school > 0 {
            return Err(NoId::Schools);
        }
        let mut bits = Bits::new(0);
        for counts in &setup.checkers {
            bits.write_checkers(counts);
        }
        let [white, black] = &setup.scores;
        bits.write(setup.mover.index() as u32, 1);
        bits.write(phase_code(&setup), PHASE_BITS);
        bits.write(11 * points_code(white) + points_code(black), POINTS_BITS);
        let holes = 101 * u32::from(white.holes) + u32::from(black.holes);
        let runs = match (white.holes_cut, black.holes_cut) {
            (true, true) => 2,
            (false, true) => 1,
            _ => 0,
        };
        bits.write(3 * holes + runs, HOLES_BITS);
        Ok(std::array::from_fn(|index| {
            let shift = 6 * (ID_LEN - 1 - index);
            ALPHABET[(bits.bits >> shift) as usize & 63]
        }))
    }

    /// The position with this id, played by these options. A board with all checkers on the talons,
    /// no score and no dice is the start of a game; any other position is taken from the middle of
    /// a setting: four rolls made by each side, and one turn, or all of them where only the turn
    /// cap can have ended the game.
    ///
    /// ```
    /// # use trictrac_store::{Options, State};
    /// let start = State::new(Options::default());
    /// let id = start.id()?;
    /// assert_eq!(id.len(), 18);
    /// assert_eq!(State::from_id(&id, Options::default()), Ok(start));
    /// # Ok::<(), trictrac_store::NoId>(())
    /// ```
    pub fn from_id(id: &str, options: Options) -> Result<State, ParseIdError> {
        let mut setup = read_id(id, options)?;
        let start = State::new(options);
        if (Setup {
            turns: 0,
            first_roll: true,
            rolls: [0; 2],
            ..setup
        }) == start.to_setup()
        {
            return Ok(start);
        }
        let mut refusal = Faults::default();
        // Six tables are scored on the third roll, and some games end by the turn cap only.
        for rolls in [ROLLS_COUNTED, 3] {
            for turns in [1, options.max_turns] {
                setup.rolls = [rolls; 2];
                setup.turns = turns;
                match setup.into_state() {
                    Ok(state) => return Ok(state),
                    Err(faults) if refusal.is_empty() => refusal = faults,
                    Err(_) => {}
                }
            }
        }
        Err(ParseIdError::Faults(refusal))
    }
}

fn read_id(id: &str, options: Options) -> Result<Setup, ParseIdError> {
    if id.len() != ID_LEN {
        return Err(ParseIdError::Form);
    }
    let mut all = 0;
    for byte in id.bytes() {
        let digit = ALPHABET.iter().position(|&letter| letter == byte);
        all = all << 6 | digit.ok_or(ParseIdError::Form)? as u128;
    }
    let mut bits = Bits::new(all);
    let board = ParseIdError::Part("board");
    let checkers = [
        bits.read_checkers().ok_or(board.clone())?,
        bits.read_checkers().ok_or(board)?,
    ];
    let mover = if bits.read(1) == 0 {
        Color::White
    } else {
        Color::Black
    };
    let (phase, dice, first_die) =
        phase_of(bits.read(PHASE_BITS)).ok_or(ParseIdError::Part("phase"))?;
    let points = bits.read(POINTS_BITS);
    if points >= 121 {
        return Err(ParseIdError::Part("score"));
    }
    let mut scores = [points_of(points / 11), points_of(points % 11)];
    let (holes, runs) = {
        let code = bits.read(HOLES_BITS);
        (code / 3, code % 3)
    };
    scores[0].holes = (holes / 101) as u8;
    scores[1].holes = (holes % 101) as u8;
    if scores[0].holes > 0 && scores[1].holes > 0 {
        scores[0].holes_cut = runs != 1;
        scores[1].holes_cut = runs != 0;
    } else if runs != 0 {
        return Err(ParseIdError::Part("interruption of holes"));
    }
    Ok(Setup {
        checkers,
        mover,
        phase,
        dice,
        first_die,
        scores,
        rolls: [0; 2],
        first_roll: false,
        opening: None,
        turns: 0,
        wins: [0; 2],
        refaits: 0,
        starter: Color::White,
        tokens: [0; 2],
        school: 0,
        owed: 0,
        options,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_a_known_id() {
        let id = State::new(Options::default()).id();
        assert_eq!(id.as_deref(), Ok("//4AAAH//AAAAAAAAA"));
    }

    #[test]
    fn ids_of_the_wrong_form_are_refused() {
        let parse = |id: &str| State::from_id(id, Options::default());
        assert_eq!(parse(""), Err(ParseIdError::Form));
        assert_eq!(parse("//4AAAH//AAAAAAAA-"), Err(ParseIdError::Form));
        assert_eq!(
            parse("//////////////////"),
            Err(ParseIdError::Part("board"))
        );
        assert!(parse("AAAAAAAAAAAAAAAAAA").is_ok());
    }

    #[test]
    fn points_codes_are_one_to_one() {
        let mut seen = Vec::new();
        for points in [0, 2, 4, 6, 8, 10] {
            for cut in [false, true] {
                if points == 0 && cut {
                    continue;
                }
                let score = Score {
                    points,
                    cut,
                    ..Score::default()
                };
                let code = points_code(&score);
                assert_eq!(points_of(code), score);
                seen.push(code);
            }
        }
        assert_eq!(seen, (0..11).collect::<Vec<_>>());
    }
}
