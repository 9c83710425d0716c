//! Steps and plays: what checkers do. Which of them are legal is decided in `movegen`.

use crate::checkers::Checkers;
use crate::dice::Die;
use crate::field::Field;

/// Where a step ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// On this field, in the mover's numbering.
    Field(Field),
    /// Off the board.
    Off,
}

impl Destination {
    /// The field's number, 0 for off the board.
    pub const fn number(self) -> u8 {
        match self {
            Destination::Field(field) => field.number(),
            Destination::Off => 0,
        }
    }
}

/// One checker moved by one die, in the mover's numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where the checker stands.
    pub from: Field,
    /// The die that moves it.
    pub die: Die,
    /// Where it ends: `from` plus the die, or one less for the corner by puissance.
    pub to: Destination,
}

impl Step {
    /// The ordinary step: on by the number of the die, off the board from the last field.
    pub(crate) const fn ordinary(from: Field, die: Die) -> Step {
        let to = match from.plus(die.number()) {
            Some(field) => Destination::Field(field),
            None => Destination::Off,
        };
        Step { from, die, to }
    }

    /// Moves the checker.
    pub(crate) const fn apply(&self, checkers: &mut Checkers) {
        checkers.remove(self.from);
        if let Destination::Field(field) = self.to {
            checkers.add(field);
        }
    }
}

/// Everything the mover does with one roll: no, one or two steps, in the order in which they are
/// played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Play {
    steps: [Option<Step>; 2],
}

impl Play {
    /// The play that moves nothing.
    pub const PASS: Play = Play {
        steps: [None, None],
    };

    /// A play of one step.
    pub const fn one(step: Step) -> Play {
        Play {
            steps: [Some(step), None],
        }
    }

    /// A play of two steps, in this order.
    pub const fn two(first: Step, second: Step) -> Play {
        Play {
            steps: [Some(first), Some(second)],
        }
    }

    /// The steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = Step> + use<> {
        self.steps.into_iter().flatten()
    }

    /// Is the corner taken by puissance (`docs/rules.md#corner-by-puissance`)?
    pub fn is_puissance(&self) -> bool {
        self.steps().any(|step| match step.to {
            Destination::Field(to) => to.number() != step.from.number() + step.die.number(),
            Destination::Off => false,
        })
    }

    /// The mover's checkers after the play.
    pub fn applied_to(&self, mut checkers: Checkers) -> Checkers {
        for step in self.steps() {
            step.apply(&mut checkers);
        }
        checkers
    }
}
