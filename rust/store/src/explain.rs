//! Why a play is refused, rule by rule. Slow and thorough; only people ask.

use crate::action::{ActionId, ActionList, Spelled};
use crate::checkers::Checkers;
use crate::field::{Field, FieldSet, Quarter};
use crate::movegen::{self, ForbiddenStep, Sequence};
use crate::play::{Destination, Play, Step};
use crate::situation::Situation;
use crate::state::State;
use crate::table::Phase;

/// The rule that forbids an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalPlay {
    /// Dice have to be rolled first, or the game is over.
    NothingToDecide,
    /// The number is no action's.
    NoSuchAction,
    /// The roll has ended the game: only `Go` is left.
    OnlyGo,
    /// Points are to be claimed first.
    ClaimFirst,
    /// Points are claimed at other times, or never.
    NothingToClaim,
    /// Going is offered only when the own roll has made a hole.
    NoChoiceToGo,
    /// No own checker stands there.
    NoChecker,
    /// Neither die, nor both together, lead there.
    NoSuchNumber,
    /// The opponent holds the field.
    OccupiedField(Field),
    /// No checker may stay on the opponent's corner.
    OpponentsCorner,
    /// The opponent can still fill that jan, and no checker may stay there.
    ForbiddenJan(Field),
    /// The own corner is entered and left by two checkers together.
    OwnCorner,
    /// The corner can be taken by effect, so not by puissance.
    CornerByEffect,
    /// Checkers leave the board only when all of them are in the return jan.
    BearingOff,
    /// Only the farthest checker leaves with a number that is too high for it.
    NotFarthest,
    /// A number that takes a checker out exactly must do so (an option).
    ExactExit,
    /// Both numbers can be played, so both must be.
    NumbersFirst,
    /// One number can be played, so it must be.
    NumberFirst,
    /// Only one number can be played, and the higher one must be.
    HigherNumberFirst,
    /// A number that is no exit must be played inside when it can be.
    OverflowEconomy,
    /// The last checker can leave, so it must.
    LastExit,
    /// The full jan can be conserved, so it must be.
    Conserve(Quarter),
    /// The jan can be filled, so it must be.
    Fill(Quarter),
    /// The play is legal, but another number stands for it.
    NotCanonical,
}

impl IllegalPlay {
    /// The rule's anchor in `docs/rules.md`, for reasons that a rule stands behind.
    pub const fn anchor(self) -> Option<&'static str> {
        Some(match self {
            IllegalPlay::NothingToDecide
            | IllegalPlay::NoSuchAction
            | IllegalPlay::NoChecker
            | IllegalPlay::NoSuchNumber
            | IllegalPlay::NotCanonical => return None,
            IllegalPlay::OnlyGo => "end-of-game",
            IllegalPlay::ClaimFirst | IllegalPlay::NothingToClaim => "schools",
            IllegalPlay::NoChoiceToGo => "hold-or-go",
            IllegalPlay::OccupiedField(_) => "occupied-field",
            IllegalPlay::OpponentsCorner => "opponents-corner",
            IllegalPlay::ForbiddenJan(_) => "forbidden-jan",
            IllegalPlay::OwnCorner => "own-corner",
            IllegalPlay::CornerByEffect => "corner-by-puissance",
            IllegalPlay::BearingOff | IllegalPlay::NotFarthest | IllegalPlay::ExactExit => {
                "bearing-off"
            }
            IllegalPlay::NumbersFirst | IllegalPlay::NumberFirst => "numbers-first",
            IllegalPlay::HigherNumberFirst => "higher-number-first",
            IllegalPlay::OverflowEconomy => "overflow-economy",
            IllegalPlay::LastExit => "last-exit",
            IllegalPlay::Conserve(_) => "conserve",
            IllegalPlay::Fill(_) => "fill",
        })
    }
}

const fn jan_name(quarter: Quarter) -> &'static str {
    match quarter {
        Quarter::Small => "small jan",
        Quarter::Big => "big jan",
        Quarter::OpponentBig => "opponent's big jan",
        Quarter::Return => "return jan",
    }
}

impl std::fmt::Display for IllegalPlay {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            IllegalPlay::OccupiedField(field) => write!(
                formatter,
                "the opponent holds field {}, where no checker can land or rest",
                field.number()
            ),
            IllegalPlay::ForbiddenJan(field) => write!(
                formatter,
                "the opponent can still fill the jan of field {}, so no checker may stay there",
                field.number()
            ),
            IllegalPlay::Conserve(quarter) => write!(
                formatter,
                "the {} can be kept full, so it must be",
                jan_name(*quarter)
            ),
            IllegalPlay::Fill(quarter) => write!(
                formatter,
                "the {} can be filled, so it must be",
                jan_name(*quarter)
            ),
            other => formatter.write_str(match other {
                IllegalPlay::NothingToDecide => "there is nothing to decide",
                IllegalPlay::NoSuchAction => {
                    "there is no such action (actions are 1 to 513, claims of points 514 to 577)"
                }
                IllegalPlay::ClaimFirst => {
                    "points are claimed first, an even number from 0 to 126 (514 + points / 2)"
                }
                IllegalPlay::NothingToClaim => {
                    "points are claimed only after a roll or its play, in a game with schools"
                }
                IllegalPlay::OnlyGo => "the roll has ended the game and only Go (1) is left",
                IllegalPlay::NoChoiceToGo => {
                    "going is offered only after a hole made by one's own roll"
                }
                IllegalPlay::NoChecker => "no checker of the mover stands there",
                IllegalPlay::NoSuchNumber => "the dice do not lead there",
                IllegalPlay::OpponentsCorner => "no checker may stay on the opponent's corner",
                IllegalPlay::OwnCorner => {
                    "one checker alone on the corner: it is entered and left by two together"
                }
                IllegalPlay::CornerByEffect => {
                    "the corner can be taken by effect, so it cannot be taken by puissance"
                }
                IllegalPlay::BearingOff => {
                    "checkers leave the board only when all of them are in the return jan"
                }
                IllegalPlay::NotFarthest => {
                    "only the farthest checker leaves with a number beyond the last field"
                }
                IllegalPlay::ExactExit => {
                    "another checker leaves exactly with this number, so it must"
                }
                IllegalPlay::NumbersFirst => "both numbers can be played, so both must be",
                IllegalPlay::NumberFirst => "a number can be played, so it must be",
                IllegalPlay::HigherNumberFirst => {
                    "only one number can be played, and the higher one must be"
                }
                IllegalPlay::OverflowEconomy => {
                    "a number must be played inside when it takes out no checker exactly and can be"
                }
                IllegalPlay::LastExit => "the last checker can leave, so it must",
                _ => "the play is legal, but a smaller number stands for it",
            }),
        }
    }
}

impl std::error::Error for IllegalPlay {}

impl From<ForbiddenStep> for IllegalPlay {
    fn from(step: ForbiddenStep) -> IllegalPlay {
        match step {
            ForbiddenStep::OccupiedField(field) => IllegalPlay::OccupiedField(field),
            ForbiddenStep::OpponentCorner => IllegalPlay::OpponentsCorner,
            ForbiddenStep::ForbiddenJan(field) => IllegalPlay::ForbiddenJan(field),
            ForbiddenStep::NotHome => IllegalPlay::BearingOff,
            ForbiddenStep::NotFarthest => IllegalPlay::NotFarthest,
            ForbiddenStep::ExactExit => IllegalPlay::ExactExit,
        }
    }
}

impl State {
    /// The situation of the play that is due.
    fn decision(&self) -> Result<Situation, IllegalPlay> {
        match (self.phase(), self.dice()) {
            (Phase::HoldOrGo | Phase::Move, Some(dice)) => Ok(self.situation(dice)),
            (Phase::LastGo, _) => Err(IllegalPlay::OnlyGo),
            (Phase::Claim | Phase::ClaimReceived, _) => Err(IllegalPlay::ClaimFirst),
            (Phase::Roll | Phase::Over | Phase::HoldOrGo | Phase::Move, _) => {
                Err(IllegalPlay::NothingToDecide)
            }
        }
    }

    /// The play that an id stands for, or the rule that forbids it. Every id that spells a legal
    /// play is accepted, not only the smallest one, which [`State::legal_actions`] lists; all that
    /// lead to one position stand for one play, as the smallest spells it.
    pub fn explain(&self, action: ActionId) -> Result<Play, IllegalPlay> {
        let situation = self.decision()?;
        if action.claimed().is_some() {
            return Err(IllegalPlay::NothingToClaim);
        }
        let spell = |action| Spelled::new(action, situation.dice).ok_or(IllegalPlay::NoSuchAction);
        let play = |spelled: Spelled| spelled.play(&situation.own).ok_or(IllegalPlay::NoChecker);
        let smallest = self.action_of(&play(spell(action)?)?)?;
        play(spell(smallest)?)
    }

    /// The play that moves checkers from and to these fields (0 is off the board), or the rule that
    /// forbids it. Steps can come in either order, and one step can stand for a chain.
    pub fn explain_steps(&self, steps: &[(u8, u8)]) -> Result<Play, IllegalPlay> {
        let situation = self.decision()?;
        let mut reason = IllegalPlay::NoSuchNumber;
        for candidate in candidates(&situation, steps) {
            match check_play(&situation, &candidate) {
                Ok(()) => return Ok(candidate),
                Err(error) if reason == IllegalPlay::NoSuchNumber => reason = error,
                Err(_) => {}
            }
        }
        Err(reason)
    }

    /// The legal action of a play, however it is spelled, or the rule that forbids it.
    pub fn action_of(&self, play: &Play) -> Result<ActionId, IllegalPlay> {
        let situation = self.decision()?;
        check_play(&situation, play)?;
        let after = play.applied_to(situation.own);
        let mut actions = ActionList::new();
        self.legal_actions(&mut actions);
        actions
            .iter()
            .find(|&action| {
                Spelled::new(action, situation.dice)
                    .and_then(|spelled| spelled.play(&situation.own))
                    .is_some_and(|listed| listed.applied_to(situation.own) == after)
            })
            .ok_or(IllegalPlay::NoSuchAction)
    }
}

/// The plays that a list of (from, to) can mean.
fn candidates(situation: &Situation, steps: &[(u8, u8)]) -> impl Iterator<Item = Play> + use<> {
    let dice = [situation.dice.high(), situation.dice.low()];
    let step = |(from, to): (u8, u8), die: crate::dice::Die| {
        let step = Step::ordinary(Field::new(from)?, die);
        let puissance =
            to == Field::CORNER.number() && step.to == Destination::Field(Field::OPPONENT_CORNER);
        if puissance {
            let to = Destination::Field(Field::CORNER);
            return Some(Step { to, ..step });
        }
        (step.to.number() == to).then_some(step)
    };
    let mut plays = [None; 6];
    match *steps {
        [] => plays[0] = Some(Play::PASS),
        [only] => {
            for (index, &die) in dice.iter().enumerate() {
                plays[index] = step(only, die).map(Play::one);
            }
            for (index, [one, other]) in [dice, [dice[1], dice[0]]].into_iter().enumerate() {
                plays[2 + index] = chain(only, one, other);
            }
        }
        [first, second] => {
            let orders = [(first, second), (second, first)];
            let both = [[dice[0], dice[1]], [dice[1], dice[0]]];
            for (index, (one, other)) in orders.into_iter().enumerate() {
                for (half, [die, rest]) in both.into_iter().enumerate() {
                    plays[2 * index + half] = match (step(one, die), step(other, rest)) {
                        (Some(one), Some(other)) => Some(Play::two(one, other)),
                        _ => None,
                    };
                }
            }
        }
        _ => {}
    }
    plays.into_iter().flatten()
}

/// The chain of both dice from one field to another.
fn chain((from, to): (u8, u8), one: crate::dice::Die, other: crate::dice::Die) -> Option<Play> {
    let first = Step::ordinary(Field::new(from)?, one);
    let Destination::Field(rest) = first.to else {
        return None;
    };
    let second = Step::ordinary(rest, other);
    (second.to.number() == to).then(|| Play::two(first, second))
}

/// Is this play legal? If not, which rule comes first that forbids it?
fn check_play(situation: &Situation, play: &Play) -> Result<(), IllegalPlay> {
    let after = check_steps(situation, play)?;
    let numbers = play.steps().count() as u8;
    let findings = movegen::examine(situation, None);
    if numbers < findings.numbers_played {
        return Err(if findings.numbers_played == 2 {
            IllegalPlay::NumbersFirst
        } else {
            IllegalPlay::NumberFirst
        });
    }
    if numbers == 1
        && let Some(step) = play.steps().next()
        && step.die != situation.dice.high()
        && is_playable_alone(situation)
    {
        return Err(IllegalPlay::HigherNumberFirst);
    }
    if numbers == 2 && !is_cheapest(situation, &after) {
        return Err(IllegalPlay::OverflowEconomy);
    }
    if findings.exit && !after.is_empty() {
        return Err(IllegalPlay::LastExit);
    }
    match (findings.conserved, findings.filled) {
        (Some(quarter), _) if !after.fills(quarter) => Err(IllegalPlay::Conserve(quarter)),
        (_, Some((quarter, _))) if !after.fills(quarter) => Err(IllegalPlay::Fill(quarter)),
        _ => Ok(()),
    }
}

/// Checks the steps by themselves and the corner; returns the checkers afterwards.
fn check_steps(situation: &Situation, play: &Play) -> Result<Checkers, IllegalPlay> {
    if play.is_puissance() {
        return check_puissance(situation, play);
    }
    let mut checkers = situation.own;
    let mut steps = play.steps().peekable();
    while let Some(step) = steps.next() {
        if checkers.count(step.from) == 0 {
            return Err(IllegalPlay::NoChecker);
        }
        let goes_on = steps
            .peek()
            .is_some_and(|next| Destination::Field(next.from) == step.to);
        movegen::check_step(situation, &checkers, step, !goes_on)?;
        step.apply(&mut checkers);
    }
    if checkers.count(Field::CORNER) == 1 {
        return Err(IllegalPlay::OwnCorner);
    }
    Ok(checkers)
}

fn check_puissance(situation: &Situation, play: &Play) -> Result<Checkers, IllegalPlay> {
    let sources = play.steps().fold(FieldSet::EMPTY, |set, step| {
        set.or(FieldSet::only(step.from))
    });
    match movegen::puissance_sources(situation) {
        Some((first, second)) if first.or(second) == sources && play.steps().count() == 2 => {
            Ok(play.applied_to(situation.own))
        }
        _ if !situation.own_1.includes(sources) => Err(IllegalPlay::NoChecker),
        _ if movegen::effect_sources(situation).is_some() => Err(IllegalPlay::CornerByEffect),
        _ => Err(IllegalPlay::OpponentsCorner),
    }
}

/// Can the high number be played by itself?
fn is_playable_alone(situation: &Situation) -> bool {
    let mut playable = false;
    movegen::for_each_single(situation, true, |_| playable = true);
    playable
}

/// Does some sequence reach this board with as little overflow as any play needs?
fn is_cheapest(situation: &Situation, after: &Checkers) -> bool {
    let (mut least, mut own) = (u8::MAX, u8::MAX);
    movegen::for_each_sequence(situation, |sequence: &Sequence| {
        least = least.min(sequence.overflow_cost);
        if sequence.after == *after {
            own = own.min(sequence.overflow_cost);
        }
    });
    own == least
}
