//! Games as plain words, for callers that keep them by value in memory of their own. Not a format
//! for files: it may change with any version.

use trictrac_store::{DiceShape, State, Utility};

use crate::action_set::ActionSet;
use crate::game_env::{Action, GameEnv, Refusal, Turn};
use crate::pig::{Pig, PigConfig};
use crate::tic_tac_toe::TicTacToe;
use crate::trictrac::{Trictrac, decide, roll, turn_of};

/// A game that can be kept as a fixed number of words. The first one is a mark, by which memory that
/// never held this game is told from memory that does.
pub trait Packed: GameEnv {
    /// How many words there are.
    const WORDS: usize;

    /// Writes the game into the first [`Packed::WORDS`] words.
    fn pack(&self, words: &mut [u64]);

    /// The game that [`Packed::pack`] wrote; `None` without its mark. Other words behind the mark
    /// give some game that is safe to use and means nothing.
    fn unpack(words: &[u64]) -> Option<Self>;

    /// [`GameEnv::turn`] of the game in these words.
    fn packed_turn(words: &[u64]) -> Option<Turn> {
        Self::unpack(words).map(|game| game.turn())
    }

    /// Takes an action, or lets chance have an outcome, in place; `None` without the mark.
    fn apply_packed(words: &mut [u64], action: Action) -> Option<Result<(), Refusal>> {
        let mut game = Self::unpack(words)?;
        let applied = match game.turn() {
            Turn::Chance => game.apply_chance(action),
            Turn::Player(_) | Turn::Over => game.apply(action),
        };
        if applied.is_ok() {
            game.pack(words);
        }
        Some(applied)
    }

    /// Calls `visit` with every legal action of the game in these words or, where chance has to
    /// decide, every outcome that it can have; ascending.
    fn for_each_possible(words: &[u64], mut visit: impl FnMut(Action)) -> Option<()> {
        let game = Self::unpack(words)?;
        if game.turn() == Turn::Chance {
            let mut outcomes = [(0, 0.0); MOST_POSSIBLE];
            let count = game.chance_outcomes(&mut outcomes);
            outcomes[..count]
                .iter()
                .for_each(|(outcome, _)| visit(*outcome));
        } else {
            let mut actions = [0; MOST_POSSIBLE];
            let count = game.legal_actions(&mut actions);
            actions[..count].iter().for_each(|action| visit(*action));
        }
        Some(())
    }
}

/// As many actions or outcomes as any game has at one node.
const MOST_POSSIBLE: usize = Trictrac::SIZES.max_actions;

/// What the mark leaves free for the game.
const LOW_BITS: u64 = 0xffff;

/// A mark: six letters, then room for 16 bits.
const fn mark(letters: &[u8; 6]) -> u64 {
    let mut mark = 0;
    let mut index = 0;
    while index < letters.len() {
        mark = mark << 8 | letters[index] as u64;
        index += 1;
    }
    mark << 16
}

/// The low bits of a word with this mark.
fn marked(mark: u64, word: u64) -> Option<u64> {
    (word & !LOW_BITS == mark).then_some(word & LOW_BITS)
}

const STATE_WORDS: usize = State::BYTES.div_ceil(8);
const TRICTRAC_MARK: u64 = mark(b"TRICTR");

/// What stands beside the mark of a game of Trictrac: what is asked most often, so that it can be
/// answered without unpacking the position.
struct Header {
    dice: DiceShape,
    utility: Utility,
    turn: Turn,
    /// [`DiceShape::is_unrestricted`]
    is_unrestricted: bool,
}

const TURNS: [Turn; 4] = [Turn::Player(0), Turn::Player(1), Turn::Chance, Turn::Over];

impl Header {
    fn word(&self) -> u64 {
        let turn = match self.turn {
            Turn::Player(player) => player as u64,
            Turn::Chance => 2,
            Turn::Over => 3,
        };
        TRICTRAC_MARK
            | self.dice as u64
            | (self.utility as u64) << 4
            | turn << 8
            | u64::from(self.is_unrestricted) << 12
    }

    fn read(word: u64) -> Option<Header> {
        let low = marked(TRICTRAC_MARK, word)?;
        Some(Header {
            dice: *DiceShape::ALL.get((low & 15) as usize)?,
            utility: *Utility::ALL.get((low >> 4 & 15) as usize)?,
            turn: *TURNS.get((low >> 8 & 15) as usize)?,
            is_unrestricted: low >> 12 != 0,
        })
    }
}

/// Where the legal actions stand.
const LEGAL: std::ops::Range<usize> = 1 + STATE_WORDS..1 + STATE_WORDS + ActionSet::WORDS;

fn read_state(words: &[u64]) -> Option<State> {
    let mut bytes = [0; 8 * STATE_WORDS];
    for (word, bytes) in words[1..].iter().zip(bytes.as_chunks_mut().0) {
        *bytes = word.to_le_bytes();
    }
    bytes.first_chunk().map(State::from_own_bytes)
}

fn write(words: &mut [u64], state: &State, dice: DiceShape, utility: Utility, legal: &ActionSet) {
    let header = Header {
        dice,
        utility,
        turn: turn_of(state),
        is_unrestricted: dice.is_unrestricted(state),
    };
    words[0] = header.word();
    let mut bytes = [0; 8 * STATE_WORDS];
    bytes[..State::BYTES].copy_from_slice(&state.to_bytes());
    for (word, bytes) in words[1..].iter_mut().zip(bytes.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    words[LEGAL].copy_from_slice(legal.words());
}

impl Packed for Trictrac {
    const WORDS: usize = LEGAL.end;

    fn pack(&self, words: &mut [u64]) {
        write(
            words,
            self.state(),
            self.dice(),
            self.utility(),
            self.legal(),
        );
    }

    fn unpack(words: &[u64]) -> Option<Trictrac> {
        let header = Header::read(words[0])?;
        let legal = ActionSet::from_words(words[LEGAL].first_chunk()?);
        let state = read_state(words)?;
        Some(Trictrac::from_parts(
            state,
            header.dice,
            header.utility,
            legal,
        ))
    }

    /// Copies neither the legal actions from the words nor the game, which the default does.
    fn apply_packed(words: &mut [u64], action: Action) -> Option<Result<(), Refusal>> {
        let header = Header::read(words[0])?;
        let mut state = read_state(words)?;
        let applied = match header.turn {
            Turn::Chance => roll(&mut state, header.dice, action),
            Turn::Player(_) if !ActionSet::words_contain(&words[LEGAL], action) => {
                Err(Refusal::Impossible(action))
            }
            Turn::Player(_) => Ok(decide(&mut state, action)),
            Turn::Over => Err(Refusal::NotADecision),
        };
        let Header { dice, utility, .. } = header;
        Some(applied.map(|legal| write(words, &state, dice, utility, &legal)))
    }

    fn packed_turn(words: &[u64]) -> Option<Turn> {
        Header::read(words[0]).map(|header| header.turn)
    }

    fn for_each_possible(words: &[u64], mut visit: impl FnMut(Action)) -> Option<()> {
        let header = Header::read(words[0])?;
        match header.turn {
            Turn::Player(_) => {
                let legal = ActionSet::from_words(words[LEGAL].first_chunk()?);
                legal.iter().for_each(visit);
            }
            Turn::Chance if header.is_unrestricted => {
                (0..header.dice.len() as Action).for_each(visit);
            }
            Turn::Chance => {
                let game = Trictrac::unpack(words)?;
                header
                    .dice
                    .for_each_outcome(game.state(), |outcome, _| visit(outcome as Action));
            }
            Turn::Over => {}
        }
        Some(())
    }
}

const TIC_TAC_TOE_MARK: u64 = mark(b"TICTAC");

impl Packed for TicTacToe {
    const WORDS: usize = 2;

    fn pack(&self, words: &mut [u64]) {
        let [crosses, noughts] = self.marks();
        words[0] = TIC_TAC_TOE_MARK;
        words[1] = u64::from(crosses) | u64::from(noughts) << 16;
    }

    fn unpack(words: &[u64]) -> Option<TicTacToe> {
        marked(TIC_TAC_TOE_MARK, words[0])?;
        Some(TicTacToe::from_marks([
            words[1] as u16,
            (words[1] >> 16) as u16,
        ]))
    }
}

const PIG_MARK: u64 = mark(b"PIGPIG");

impl Packed for Pig {
    const WORDS: usize = 3;

    fn pack(&self, words: &mut [u64]) {
        let config = self.config;
        words[0] = PIG_MARK | u64::from(config.target);
        let [first, second] = self.kept;
        let parts = [first, second, self.sum, self.player];
        words[1] = u64::from(u32::from_le_bytes(parts)) | u64::from(self.is_rolling) << 32;
        words[2] = u64::from(self.rolls) | u64::from(config.max_rolls) << 16;
    }

    fn unpack(words: &[u64]) -> Option<Pig> {
        let target = marked(PIG_MARK, words[0])? as u8;
        let [first, second, sum, player] = (words[1] as u32).to_le_bytes();
        let config = PigConfig {
            target,
            max_rolls: (words[2] >> 16) as u16,
        };
        Some(Pig {
            kept: [first, second],
            sum,
            player: player & 1,
            is_rolling: words[1] >> 32 & 1 != 0,
            rolls: words[2] as u16,
            ..Pig::new(&config)
        })
    }
}
