//! Plays spelled out step by step, as the rules tell them. Slower than the masks of `inside`, and
//! used where they do not reach: when checkers leave the board, and to explain refusals.

use super::corner;
use crate::action::{one_step, two_steps};
use crate::checkers::Checkers;
use crate::dice::Die;
use crate::field::{Field, FieldSet, Quarter};
use crate::options::ExitRule;
use crate::play::{Destination, Play, Step};
use crate::situation::Situation;

/// Why a single step is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ForbiddenStep {
    /// The opponent holds the field, with one checker or more.
    OccupiedField(Field),
    /// A checker would stay on the opponent's corner.
    OpponentCorner,
    /// A checker would stay in a jan that the opponent can still fill.
    ForbiddenJan(Field),
    /// Another checker is not home yet.
    NotHome,
    /// The number is too high for the checker, and another one stands farther back.
    NotFarthest,
    /// Another checker leaves exactly with this number, and must (an option).
    ExactExit,
}

/// Can this step be made on these checkers, to rest there or (`stays`) to stay?
pub(crate) fn check_step(
    situation: &Situation,
    checkers: &Checkers,
    step: Step,
    stays: bool,
) -> Result<(), ForbiddenStep> {
    let occupied = checkers.one_or_more();
    let home = Quarter::Return.fields();
    let all_home = home.includes(occupied);
    let number = step.die.number();
    if situation.rules.exact_exit_mandatory() && all_home {
        let exact = FieldSet::numbered(25 - i32::from(number));
        if occupied.includes(exact) && !exact.contains(step.from) {
            return Err(ForbiddenStep::ExactExit);
        }
    }
    match step.to {
        Destination::Field(to) if !situation.may_rest.contains(to) => {
            Err(ForbiddenStep::OccupiedField(to))
        }
        Destination::Field(to) if stays && !situation.may_stay.contains(to) => {
            Err(if to == Field::OPPONENT_CORNER {
                ForbiddenStep::OpponentCorner
            } else {
                ForbiddenStep::ForbiddenJan(to)
            })
        }
        Destination::Field(_) => Ok(()),
        Destination::Off if !all_home => Err(ForbiddenStep::NotHome),
        Destination::Off if is_overflow(step) && occupied.lowest() != Some(step.from) => {
            Err(ForbiddenStep::NotFarthest)
        }
        Destination::Off => Ok(()),
    }
}

/// Does the step carry a checker beyond the last field?
fn is_overflow(step: Step) -> bool {
    step.to == Destination::Off && step.from.number() + step.die.number() > 25
}

/// Is there one own checker alone on the own corner?
fn is_corner_alone(checkers: &Checkers) -> bool {
    checkers.count(Field::CORNER) == 1
}

/// A way to play one or two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequence {
    pub(crate) play: Play,
    /// The mover's checkers afterwards.
    pub(crate) after: Checkers,
    /// The smallest id that spells it.
    pub(crate) id: u16,
    /// Overflowing exits, as the option `exit_rule` weighs them; least is best.
    pub(crate) overflow_cost: u8,
}

/// Calls `visit` with every sequence of two numbers that the board allows, in both orders, before
/// any choice between them.
pub(crate) fn for_each_sequence(situation: &Situation, mut visit: impl FnMut(&Sequence)) {
    let dice = situation.dice;
    let orders: &[bool] = if dice.is_double() {
        &[false]
    } else {
        &[false, true]
    };
    for &low_first in orders {
        let (first_die, second_die) = (situation.die(!low_first), situation.die(low_first));
        let before = situation.own.cumulative();
        for from in situation.own_1 {
            let first = Step::ordinary(from, first_die);
            if check_step(situation, &situation.own, first, false).is_err() {
                continue;
            }
            let stays = check_step(situation, &situation.own, first, true).is_ok();
            let mut middle = situation.own;
            first.apply(&mut middle);
            let cumulative = middle.cumulative();
            let sources = if stays {
                middle.one_or_more()
            } else {
                FieldSet::numbered(i32::from(first.to.number()))
            };
            for from in sources {
                let second = Step::ordinary(from, second_die);
                if check_step(situation, &middle, second, true).is_err() {
                    continue;
                }
                let mut after = middle;
                second.apply(&mut after);
                if is_corner_alone(&after) {
                    continue;
                }
                visit(&Sequence {
                    play: Play::two(first, second),
                    after,
                    id: two_steps(
                        low_first,
                        before.first_ordinal(first.from),
                        cumulative.first_ordinal(second.from),
                    ),
                    overflow_cost: overflow_cost(situation, [first, second]),
                });
            }
        }
        if let Some(sequence) = puissance(situation, [first_die, second_die], low_first) {
            visit(&sequence);
        }
    }
}

/// The corner by puissance, each step with its own checker and its own die.
fn puissance(situation: &Situation, dice: [Die; 2], low_first: bool) -> Option<Sequence> {
    corner::puissance_sources(situation)?;
    let step = |die: Die| {
        Some(Step {
            from: Field::OPPONENT_CORNER.minus(die.number())?,
            die,
            to: Destination::Field(Field::CORNER),
        })
    };
    let (first, second) = (step(dice[0])?, step(dice[1])?);
    let mut middle = situation.own;
    first.apply(&mut middle);
    let mut after = middle;
    second.apply(&mut after);
    Some(Sequence {
        play: Play::two(first, second),
        after,
        id: two_steps(
            low_first,
            situation.own.cumulative().first_ordinal(first.from),
            middle.cumulative().first_ordinal(second.from),
        ),
        overflow_cost: 0,
    })
}

/// What the overflowing exits of a sequence cost (`docs/rules.md#overflow-economy`): under the
/// laws, those by a number that took no checker out exactly at the roll weigh most.
fn overflow_cost(situation: &Situation, steps: [Step; 2]) -> u8 {
    let mut cost = 0;
    for step in steps.into_iter().filter(|step| is_overflow(*step)) {
        let exact = FieldSet::numbered(25 - i32::from(step.die.number()));
        let was_exact_exit = situation.own_1.includes(exact);
        cost += match situation.rules.exit_rule() {
            ExitRule::Laws if was_exact_exit => 1,
            ExitRule::Laws => 1 + 4,
            ExitRule::MinOverflow => 1,
            ExitRule::Sequential => 0,
        };
    }
    cost
}

/// Calls `visit` with every way to play this die alone.
pub(crate) fn for_each_single(
    situation: &Situation,
    with_high: bool,
    mut visit: impl FnMut(&Sequence),
) {
    let before = situation.own.cumulative();
    for from in situation.own_1 {
        let step = Step::ordinary(from, situation.die(with_high));
        if check_step(situation, &situation.own, step, true).is_err() {
            continue;
        }
        let mut after = situation.own;
        step.apply(&mut after);
        if is_corner_alone(&after) {
            continue;
        }
        visit(&Sequence {
            play: Play::one(step),
            after,
            id: one_step(situation.dice, with_high, before.first_ordinal(from)),
            overflow_cost: 0,
        });
    }
}
