//! Trictrac as a [`GameEnv`]. The rules are the engine's; here is only what a caller chooses: the
//! shape of the dice and the scale of results.

use std::fmt::{self, Display, Formatter};

use trictrac_store::observation::{COMPACT, FEATURES};
use trictrac_store::{
    ActionId, ActionList, Color, DiceShape, NUM_ACTIONS, Observation, Options, Phase, State,
    Utility,
};

use crate::action_set::ActionSet;
use crate::game_env::{Action, GameEnv, PLAYERS, Refusal, Shape, Sizes, Turn, Uniform};

/// Added to the checkers of a field, so that none of an observation's numbers is negative.
const NO_CHECKERS: f32 = 15.0;

/// What can be chosen before a game of Trictrac.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TrictracConfig {
    /// The rules that can be chosen. Values out of range are brought into it, as by [`State::new`].
    pub options: Options,
    /// How a roll is divided into chance nodes.
    pub dice: DiceShape,
    /// The scale of [`GameEnv::returns`] and [`GameEnv::outcome`].
    pub utility: Utility,
}

/// A game of Trictrac at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trictrac {
    state: State,
    dice: DiceShape,
    utility: Utility,
    /// The legal actions of this decision. The dice bring them to light for little more than the
    /// price of the roll; here they answer both what is legal and whether an action is.
    legal: ActionSet,
}

impl Trictrac {
    /// A game that goes on from this position; the options are the position's own.
    pub fn from_state(state: State, dice: DiceShape, utility: Utility) -> Trictrac {
        let mut game = Trictrac {
            state,
            dice,
            utility,
            legal: ActionSet::EMPTY,
        };
        game.find_legal_actions();
        game
    }

    /// The position.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// How a roll is divided into chance nodes.
    pub const fn dice(&self) -> DiceShape {
        self.dice
    }

    /// The scale of results.
    pub const fn utility(&self) -> Utility {
        self.utility
    }

    fn find_legal_actions(&mut self) {
        self.legal = if self.state.is_decision() {
            let mut actions = ActionList::new();
            self.state.legal_actions(&mut actions);
            ActionSet::of(&actions)
        } else {
            ActionSet::EMPTY
        };
    }

    /// Chance decides, and these are the only outcomes it can have, each as likely.
    fn restricted_outcomes(&self, mut visit: impl FnMut(usize)) {
        self.dice
            .for_each_outcome(&self.state, |outcome, _| visit(outcome));
    }

    fn pick_outcome(&self, random: &mut impl Uniform) -> Action {
        if !self.dice.is_unrestricted(&self.state) {
            // The rolls that remain when doubles are barred or a die lies on the table are equally
            // likely in all shapes.
            let mut count = 0;
            self.restricted_outcomes(|_| count += 1);
            let mut left = random.below(count);
            let mut picked = 0;
            self.restricted_outcomes(|outcome| {
                if left == 0 {
                    picked = outcome;
                }
                left = left.wrapping_sub(1);
            });
            return picked as Action;
        }
        let outcome = match self.dice {
            DiceShape::Ordered => random.below(36),
            DiceShape::Sequential => random.below(6),
            DiceShape::Unordered => {
                let (one, other) = (random.below(6), random.below(6));
                let (high, low) = (one.max(other) + 1, one.min(other) + 1);
                high * (high - 1) / 2 + low - 1
            }
        };
        outcome as Action
    }
}

impl Display for Trictrac {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.state, formatter)
    }
}

fn color(player: usize) -> Color {
    Color::ALL[player]
}

impl GameEnv for Trictrac {
    type Config = TrictracConfig;

    const NAME: &'static str = "trictrac";

    const SIZES: Sizes = Sizes {
        num_actions: NUM_ACTIONS,
        num_outcomes: DiceShape::Ordered.len(),
        max_actions: ActionList::CAPACITY,
        observation: Shape(&[COMPACT]),
        features: Shape(&[FEATURES]),
    };

    fn new(config: &TrictracConfig) -> Trictrac {
        Trictrac {
            state: State::new(config.options),
            dice: config.dice,
            utility: config.utility,
            legal: ActionSet::EMPTY,
        }
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            num_outcomes: self.dice.len(),
            ..Trictrac::SIZES
        }
    }

    fn turn(&self) -> Turn {
        match self.state.phase() {
            Phase::Roll => Turn::Chance,
            Phase::HoldOrGo | Phase::Move | Phase::LastGo => {
                Turn::Player(self.state.mover().index())
            }
            Phase::Over => Turn::Over,
        }
    }

    fn mover(&self) -> usize {
        self.state.mover().index()
    }

    fn legal_actions(&self, actions: &mut [Action]) -> usize {
        self.legal.write(actions)
    }

    fn is_legal(&self, action: Action) -> bool {
        self.legal.contains(action)
    }

    fn apply_unchecked(&mut self, action: Action) {
        self.state.apply_unchecked(ActionId(action));
        self.find_legal_actions();
    }

    fn chance_outcomes(&self, outcomes: &mut [(Action, f64)]) -> usize {
        let mut count = 0;
        self.dice
            .for_each_outcome(&self.state, |outcome, probability| {
                outcomes[count] = (outcome as Action, probability);
                count += 1;
            });
        count
    }

    fn apply_chance(&mut self, outcome: Action) -> Result<(), Refusal> {
        if self.state.phase() != Phase::Roll {
            return Err(Refusal::NotAChanceNode);
        }
        let mut actions = ActionList::new();
        self.dice
            .apply_with_actions(&mut self.state, outcome.into(), &mut actions)
            .map_err(|_| Refusal::Impossible(outcome))?;
        self.legal = ActionSet::of(&actions);
        Ok(())
    }

    fn sample_chance(&mut self, random: &mut impl Uniform) {
        if self.state.phase() == Phase::Roll {
            let outcome = self.pick_outcome(random);
            let sampled = self.apply_chance(outcome);
            debug_assert!(sampled.is_ok(), "{outcome} was picked in {self}");
        }
    }

    /// The engine's `compact` tensor, in the same places: of the 24 fields the checkers, own ones
    /// positive and the opponent's negative, plus 15; then the seat to move, the phase, both dice,
    /// and four numbers of each player's score.
    fn observation(&self, player: usize, values: &mut [u8]) {
        let mut compact = [0.0; COMPACT];
        Observation::Compact
            .fill(&self.state, color(player), &mut compact)
            .expect("the buffer is as long as the tensor");
        for value in &mut compact[..24] {
            *value += NO_CHECKERS;
        }
        for (byte, value) in values[..COMPACT].iter_mut().zip(compact) {
            *byte = value as u8;
        }
    }

    fn features(&self, player: usize, values: &mut [f32]) {
        Observation::Features
            .fill(&self.state, color(player), &mut values[..FEATURES])
            .expect("the slice is as long as the tensor");
    }

    fn returns(&self) -> [f64; PLAYERS] {
        self.utility.returns(&self.state)
    }

    /// By `win` 1, 0 or -1. By `margin` the difference in holes times the value of the game, without
    /// the division that [`GameEnv::returns`] makes. By `score` each player's points, 12 for a hole.
    fn outcome(&self) -> [i64; PLAYERS] {
        match self.utility {
            Utility::Win | Utility::Score => {
                self.utility.returns(&self.state).map(|value| value as i64)
            }
            Utility::Margin => {
                let value = self.state.outcome().map_or(0, |outcome| outcome.value);
                let [white, black] = Color::ALL.map(|color| self.state.score(color).holes);
                let gain = (i64::from(white) - i64::from(black)) * i64::from(value);
                [gain, -gain]
            }
        }
    }
}
