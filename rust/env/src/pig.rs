//! Pig: roll as often as you dare, keep the sum, lose it on a 1. Chance stands between two decisions
//! of the same player.

use std::fmt::{self, Display, Formatter};

use crate::game_env::{Action, GameEnv, PLAYERS, Refusal, Shape, Sizes, Turn, Uniform};

/// The action that rolls the die.
const ROLL: Action = 0;
/// The action that keeps the sum of this turn and passes the die on.
const HOLD: Action = 1;

const SIDES: Action = 6;

/// What can be chosen before a game of pig.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PigConfig {
    /// Who reaches so much, with the sum of the turn, has won. At most 200.
    pub target: u8,
    /// After so many rolls the game is a draw, so that it always ends.
    pub max_rolls: u16,
}

impl Default for PigConfig {
    fn default() -> PigConfig {
        PigConfig {
            target: 100,
            max_rolls: 1000,
        }
    }
}

/// A game of pig at one moment. Action 0 rolls, action 1 holds; a turn begins with a roll. Chance
/// outcome `n` is the die's number `n + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pig {
    pub(crate) config: PigConfig,
    /// What each player has kept.
    pub(crate) kept: [u8; PLAYERS],
    /// The sum of this turn.
    pub(crate) sum: u8,
    pub(crate) player: u8,
    pub(crate) is_rolling: bool,
    pub(crate) rolls: u16,
}

impl Pig {
    fn total(&self, player: usize) -> u8 {
        let sum = if player == self.mover() { self.sum } else { 0 };
        self.kept[player].saturating_add(sum)
    }

    fn winner(&self) -> Option<usize> {
        (self.total(self.mover()) >= self.config.target).then_some(self.mover())
    }

    fn pass_on(&mut self) {
        self.sum = 0;
        self.player = 1 - self.player;
    }
}

/// The two totals, the sum of the turn and who has to do what: `31 40 +12 player 0 decides`.
impl Display for Pig {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let [first, second] = self.kept;
        write!(
            formatter,
            "{first} {second} +{} player {} ",
            self.sum, self.player
        )?;
        formatter.write_str(match self.turn() {
            Turn::Player(_) => "decides",
            Turn::Chance => "rolls",
            Turn::Over => "was the last",
        })
    }
}

impl GameEnv for Pig {
    type Config = PigConfig;

    const NAME: &'static str = "pig";

    const SIZES: Sizes = Sizes {
        num_actions: 2,
        num_outcomes: SIDES as usize,
        max_actions: SIDES as usize,
        observation: Shape(&[3]),
        features: Shape(&[4]),
    };

    fn new(config: &PigConfig) -> Pig {
        Pig {
            config: PigConfig {
                target: config.target.clamp(1, 200),
                max_rolls: config.max_rolls.max(1),
            },
            kept: [0; PLAYERS],
            sum: 0,
            player: 0,
            is_rolling: false,
            rolls: 0,
        }
    }

    fn turn(&self) -> Turn {
        if self.winner().is_some() || (!self.is_rolling && self.rolls >= self.config.max_rolls) {
            Turn::Over
        } else if self.is_rolling {
            Turn::Chance
        } else {
            Turn::Player(self.mover())
        }
    }

    fn mover(&self) -> usize {
        usize::from(self.player)
    }

    fn legal_actions(&self, actions: &mut [Action]) -> usize {
        let mut count = 0;
        for action in [ROLL, HOLD] {
            if self.is_legal(action) {
                actions[count] = action;
                count += 1;
            }
        }
        count
    }

    fn is_legal(&self, action: Action) -> bool {
        let is_decision = matches!(self.turn(), Turn::Player(_));
        is_decision && (action == ROLL || (action == HOLD && self.sum > 0))
    }

    fn apply_unchecked(&mut self, action: Action) {
        if action == ROLL {
            self.is_rolling = true;
        } else {
            self.kept[self.mover()] = self.total(self.mover());
            self.pass_on();
        }
    }

    fn chance_outcomes(&self, outcomes: &mut [(Action, f64)]) -> usize {
        if self.turn() != Turn::Chance {
            return 0;
        }
        for outcome in 0..SIDES {
            outcomes[usize::from(outcome)] = (outcome, 1.0 / f64::from(SIDES));
        }
        usize::from(SIDES)
    }

    fn apply_chance(&mut self, outcome: Action) -> Result<(), Refusal> {
        if self.turn() != Turn::Chance {
            return Err(Refusal::NotAChanceNode);
        }
        if outcome >= SIDES {
            return Err(Refusal::Impossible(outcome));
        }
        self.is_rolling = false;
        self.rolls = self.rolls.saturating_add(1);
        if outcome == 0 {
            self.pass_on();
        } else {
            self.sum = self.sum.saturating_add(outcome as u8 + 1);
        }
        Ok(())
    }

    fn sample_chance(&mut self, random: &mut impl Uniform) {
        if self.turn() == Turn::Chance {
            let outcome = random.below(SIDES.into()) as Action;
            let sampled = self.apply_chance(outcome);
            debug_assert!(sampled.is_ok(), "{outcome} was picked in {self}");
        }
    }

    /// What the player has kept, what the other one has, and the sum of the turn of whoever is to
    /// move.
    fn observation(&self, player: usize, values: &mut [u8]) {
        values[..3].copy_from_slice(&[self.kept[player], self.kept[1 - player], self.sum]);
    }

    /// The same three divided by what wins (at most 1), and 1 when the player is to move.
    fn features(&self, player: usize, values: &mut [f32]) {
        let target = f32::from(self.config.target);
        let part = |value: u8| (f32::from(value) / target).min(1.0);
        values[..4].copy_from_slice(&[
            part(self.kept[player]),
            part(self.kept[1 - player]),
            part(self.sum),
            f32::from(u8::from(player == self.mover())),
        ]);
    }

    fn returns(&self) -> [f64; PLAYERS] {
        self.outcome().map(|value| value as f64)
    }

    fn outcome(&self) -> [i64; PLAYERS] {
        match self.winner() {
            Some(0) => [1, -1],
            Some(_) => [-1, 1],
            None => [0, 0],
        }
    }
}
