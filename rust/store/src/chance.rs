//! Dice as chance outcomes with numbers, in the three shapes of tree that callers can choose.
//!
//! ```text
//! ordered      36 outcomes: 6*(first - 1) + (second - 1)
//! unordered    21 outcomes: high*(high - 1)/2 + low - 1, doubles half as likely as the others
//! sequential   two nodes of 6 outcomes each: die - 1
//! ```

use std::fmt::{self, Display, Formatter};

use crate::action::ActionList;
use crate::dice::{Dice, Die};
use crate::state::{IllegalRoll, State};
use crate::table::Phase;

/// How a roll is divided into chance outcomes. The game is the same in all three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum DiceShape {
    /// Both dice at once, told apart.
    #[default]
    Ordered = 0,
    /// Both dice at once, not told apart.
    Unordered = 1,
    /// One die after the other.
    Sequential = 2,
}

/// A chance outcome that cannot happen now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpossibleOutcome {
    /// The outcome's number.
    pub outcome: i64,
    /// The shape it was meant for.
    pub shape: DiceShape,
    /// Where it was rolled.
    pub state: State,
}

impl Display for ImpossibleOutcome {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let ImpossibleOutcome {
            outcome,
            shape,
            state,
        } = self;
        let most = shape.len() - 1;
        if state.phase() != Phase::Roll {
            write!(formatter, "no roll is due in the position {state}")
        } else if *outcome < 0 || *outcome > most as i64 {
            write!(
                formatter,
                "chance outcome {outcome} does not exist (0 to {most} do), in the position {state}"
            )
        } else {
            write!(
                formatter,
                "chance outcome {outcome} has probability zero in the position {state}"
            )
        }
    }
}

impl std::error::Error for ImpossibleOutcome {}

impl DiceShape {
    /// Every shape.
    pub const ALL: [DiceShape; 3] = [
        DiceShape::Ordered,
        DiceShape::Unordered,
        DiceShape::Sequential,
    ];

    /// The name: `ordered`, `unordered` or `sequential`.
    pub const fn name(self) -> &'static str {
        match self {
            DiceShape::Ordered => "ordered",
            DiceShape::Unordered => "unordered",
            DiceShape::Sequential => "sequential",
        }
    }

    /// How many different outcomes there are.
    #[expect(clippy::len_without_is_empty, reason = "no shape is empty")]
    pub const fn len(self) -> usize {
        match self {
            DiceShape::Ordered => 36,
            DiceShape::Unordered => 21,
            DiceShape::Sequential => 6,
        }
    }

    /// Every outcome and its probability, in ascending order, as long as nothing restricts the roll.
    pub fn outcomes(self) -> impl Iterator<Item = (usize, f64)> {
        let total = f64::from(if self == DiceShape::Sequential { 6 } else { 36 });
        (0..self.len()).map(move |outcome| (outcome, f64::from(self.weight(outcome)) / total))
    }

    /// Is a roll due that can have every outcome, each as likely as [`DiceShape::outcomes`] says?
    /// Nearly every roll is.
    pub fn is_unrestricted(self, state: &State) -> bool {
        state.phase() == Phase::Roll
            && match (self, state.first_die()) {
                (DiceShape::Sequential, None) => true,
                (DiceShape::Sequential, Some(_)) | (_, None) => !state.forbids_doubles(),
                (_, Some(_)) => false,
            }
    }

    /// Calls `visit` with each possible outcome and its probability, in ascending order. Nothing is
    /// visited when no roll is due.
    pub fn for_each_outcome(self, state: &State, mut visit: impl FnMut(usize, f64)) {
        if self.is_unrestricted(state) {
            return self
                .outcomes()
                .for_each(|(outcome, probability)| visit(outcome, probability));
        }
        let possible = (0..self.len()).filter(|&outcome| self.throw(state, outcome).is_some());
        // With one die on the table, every number of the other one is as likely.
        let weight = |outcome| match state.first_die() {
            None => self.weight(outcome),
            Some(_) => 1,
        };
        let total: u32 = possible.clone().map(weight).sum();
        for outcome in possible {
            visit(outcome, f64::from(weight(outcome)) / f64::from(total));
        }
    }

    /// How likely the outcome of an unrestricted roll is, in 36ths or 6ths.
    const fn weight(self, outcome: usize) -> u32 {
        match self {
            DiceShape::Unordered => Dice::ALL_21[outcome].weight() as u32,
            DiceShape::Ordered | DiceShape::Sequential => 1,
        }
    }

    /// What the outcome throws, if that can happen now.
    fn throw(self, state: &State, outcome: usize) -> Option<Throw> {
        let die = |index: usize| Die::ALL.get(index).copied();
        let dice = match (self, state.first_die()) {
            (DiceShape::Ordered, on_table) => {
                let first = die(outcome / 6)?;
                // Of all ordered rolls only those that begin with the die on the table remain.
                if on_table.is_some_and(|on_table| on_table != first) {
                    return None;
                }
                Dice::new(first, die(outcome % 6)?)
            }
            (DiceShape::Unordered, _) => *Dice::ALL_21.get(outcome)?,
            (DiceShape::Sequential, Some(first)) => Dice::new(first, die(outcome)?),
            (DiceShape::Sequential, None) => {
                let due = state.phase() == Phase::Roll;
                return die(outcome).filter(|_| due).map(Throw::First);
            }
        };
        state.check_roll(dice).is_ok().then_some(Throw::Both(dice))
    }

    /// Rolls what the outcome says. The state is unchanged when it is impossible.
    pub fn apply(self, state: &mut State, outcome: i64) -> Result<(), ImpossibleOutcome> {
        self.apply_by(state, outcome, State::roll)
    }

    /// Like [`DiceShape::apply`], and lists the legal actions of the decision that follows: see
    /// [`State::roll_with_actions`]. There are none when more dice are to be rolled.
    pub fn apply_with_actions(
        self,
        state: &mut State,
        outcome: i64,
        actions: &mut ActionList,
    ) -> Result<(), ImpossibleOutcome> {
        actions.clear();
        self.apply_by(state, outcome, |state, dice| {
            state.roll_with_actions(dice, actions)
        })
    }

    fn apply_by(
        self,
        state: &mut State,
        outcome: i64,
        roll: impl FnOnce(&mut State, Dice) -> Result<(), IllegalRoll>,
    ) -> Result<(), ImpossibleOutcome> {
        let throw = usize::try_from(outcome).map(|index| self.throw(state, index));
        let rolled = match throw {
            Ok(Some(Throw::Both(dice))) => roll(state, dice).is_ok(),
            Ok(Some(Throw::First(die))) => state.roll_first_die(die).is_ok(),
            _ => false,
        };
        if rolled {
            return Ok(());
        }
        Err(ImpossibleOutcome {
            outcome,
            shape: self,
            state: *state,
        })
    }

    /// The outcome in words: `6-1`, or `6` for one die; `None` when there is no such outcome.
    pub fn outcome_text(self, outcome: i64) -> Option<String> {
        let index = usize::try_from(outcome)
            .ok()
            .filter(|&index| index < self.len())?;
        Some(match self {
            DiceShape::Ordered => format!("{}-{}", index / 6 + 1, index % 6 + 1),
            DiceShape::Unordered => Dice::ALL_21[index].to_string(),
            DiceShape::Sequential => (index + 1).to_string(),
        })
    }
}

/// What a chance outcome throws.
enum Throw {
    /// The first of two dice.
    First(Die),
    /// Both dice, or the second one with the first one on the table.
    Both(Dice),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    fn outcomes(shape: DiceShape, state: &State) -> Vec<(usize, f64)> {
        let mut list = Vec::new();
        shape.for_each_outcome(state, |outcome, probability| {
            list.push((outcome, probability))
        });
        list
    }

    #[test]
    fn first_roll_is_no_double_in_any_shape() {
        let state = State::new(Options::default());
        assert_eq!(outcomes(DiceShape::Ordered, &state).len(), 30);
        assert_eq!(outcomes(DiceShape::Unordered, &state).len(), 15);
        assert_eq!(outcomes(DiceShape::Sequential, &state).len(), 6);
        let mut half = state;
        DiceShape::Sequential.apply(&mut half, 2).unwrap();
        let second: Vec<_> = outcomes(DiceShape::Sequential, &half);
        assert_eq!(second.len(), 5);
        assert!(second.iter().all(|&(outcome, _)| outcome != 2));
    }

    #[test]
    fn probabilities_add_up_and_agree_between_shapes() {
        let options = Options {
            first_roll_no_double: false,
            ..Options::default()
        };
        let state = State::new(options);
        for shape in DiceShape::ALL {
            let total: f64 = outcomes(shape, &state).iter().map(|(_, p)| p).sum();
            assert!((total - 1.0).abs() < 1e-12);
        }
        assert_eq!(outcomes(DiceShape::Unordered, &state)[0].1, 1.0 / 36.0);
        assert_eq!(outcomes(DiceShape::Unordered, &state)[1].1, 2.0 / 36.0);
    }

    #[test]
    fn impossible_outcomes_change_nothing() {
        let mut state = State::new(Options::default());
        let before = state;
        for outcome in [-1, 0, 7, 36, i64::MAX] {
            assert!(DiceShape::Ordered.apply(&mut state, outcome).is_err());
            assert_eq!(state, before);
        }
        DiceShape::Ordered.apply(&mut state, 1).unwrap();
        let error = DiceShape::Ordered
            .apply(&mut state, 1)
            .unwrap_err()
            .to_string();
        assert!(error.contains("no roll is due"), "{error}");
    }
}
