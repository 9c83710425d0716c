//! The trait that every game stands behind, and the few types that it speaks in.

use std::fmt::{self, Debug, Display, Formatter};

/// How many players a game has.
pub const PLAYERS: usize = 2;

/// The number of an action at a decision, or of an outcome at a chance node.
pub type Action = u16;

/// Who has to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This player decides: 0 or 1.
    Player(usize),
    /// Chance decides.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// Why an action or an outcome was not applied. The game is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// No player has to decide.
    NotADecision,
    /// Chance does not have to decide.
    NotAChanceNode,
    /// The number is none of those that are possible now.
    Impossible(Action),
}

impl Display for Refusal {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotADecision => formatter.write_str("no player has to decide"),
            Refusal::NotAChanceNode => formatter.write_str("chance does not have to decide"),
            Refusal::Impossible(action) => write!(formatter, "{action} is not possible now"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The dimensions of an array of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape(pub &'static [usize]);

impl Shape {
    /// How many values there are.
    #[expect(clippy::len_without_is_empty, reason = "no shape is empty")]
    pub const fn len(self) -> usize {
        let mut len = 1;
        let mut index = 0;
        while index < self.0.len() {
            len *= self.0[index];
            index += 1;
        }
        len
    }
}

/// How large the buffers of a game's callers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// Actions are numbered from 0 to one less.
    pub num_actions: usize,
    /// Chance outcomes are numbered from 0 to one less; 0 for a game without chance.
    pub num_outcomes: usize,
    /// The most actions, or outcomes, that any one node has.
    pub max_actions: usize,
    /// The whole numbers that an observer sees.
    pub observation: Shape,
    /// The same for a network: values in [0, 1].
    pub features: Shape,
}

/// A source of chance. It is all that is asked of one, so this crate needs no generator and any
/// will do: that of the match, of a search, of a test, of a program in C.
pub trait Uniform {
    /// A number from 0 to `bound - 1`, each as likely. `bound` is at least 1.
    fn below(&mut self, bound: u32) -> u32;
}

impl<F: FnMut(u32) -> u32> Uniform for F {
    fn below(&mut self, bound: u32) -> u32 {
        self(bound)
    }
}

/// A game of two players, with or without chance, at one moment. It prints as a text for people.
///
/// Nothing allocates. Where a buffer is too small the call panics; those of [`GameEnv::SIZES`] are
/// always large enough.
pub trait GameEnv: Clone + Debug + Display + PartialEq + Send + Sync + 'static {
    /// What can be chosen before the game.
    type Config: Clone + Debug + Default + Send + Sync;

    /// The name, in lower case with underscores.
    const NAME: &'static str;

    /// Sizes that are enough whatever the configuration.
    const SIZES: Sizes;

    /// The start of a game.
    fn new(config: &Self::Config) -> Self;

    /// The sizes of the game as it is configured.
    fn sizes(&self) -> Sizes {
        Self::SIZES
    }

    /// Who has to do something.
    fn turn(&self) -> Turn;

    /// Whose move it is: the player who decides, or for whom chance is about to decide; after the end
    /// the one who was last.
    fn mover(&self) -> usize;

    /// Is the game over?
    fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// Writes the legal actions, ascending, and says how many there are: none unless a player has
    /// to decide.
    fn legal_actions(&self, actions: &mut [Action]) -> usize;

    /// Is the action one of [`GameEnv::legal_actions`]?
    fn is_legal(&self, action: Action) -> bool;

    /// Takes an action for the player who decides.
    fn apply(&mut self, action: Action) -> Result<(), Refusal> {
        if !matches!(self.turn(), Turn::Player(_)) {
            return Err(Refusal::NotADecision);
        }
        if !self.is_legal(action) {
            return Err(Refusal::Impossible(action));
        }
        self.apply_unchecked(action);
        Ok(())
    }

    /// Takes an action that [`GameEnv::legal_actions`] lists. Any other one leaves a game that is
    /// safe to use and means nothing.
    fn apply_unchecked(&mut self, action: Action);

    /// Writes the outcomes that chance can have, ascending, each with its probability, and says how
    /// many there are: none unless chance has to decide.
    fn chance_outcomes(&self, outcomes: &mut [(Action, f64)]) -> usize;

    /// Lets chance have this outcome.
    fn apply_chance(&mut self, outcome: Action) -> Result<(), Refusal>;

    /// Lets chance decide. Nothing happens when it is not its turn.
    fn sample_chance(&mut self, random: &mut impl Uniform);

    /// Writes what the player sees, as whole numbers; as many as `sizes().observation` says.
    fn observation(&self, player: usize, values: &mut [u8]);

    /// Writes what the player sees, for a network; as many values as `sizes().features` says.
    fn features(&self, player: usize, values: &mut [f32]);

    /// What the game is worth to each player.
    fn returns(&self) -> [f64; PLAYERS];

    /// The same in whole numbers: unscaled.
    fn outcome(&self) -> [i64; PLAYERS];
}
