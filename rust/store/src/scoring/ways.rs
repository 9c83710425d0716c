//! The ways of an event one by one: which checker, by which number or both, resting where, to which
//! field. Slow and thorough; only people ask.

use super::{Event, Jan, optional};
use crate::checkers::Checkers;
use crate::dice::Die;
use crate::field::{Field, FieldSet, Quarter};
use crate::movegen;
use crate::play::{Destination, Play, Step};
use crate::situation::{Missing, Situation};

/// One checker's part in a way, in the mover's numbering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayMove {
    /// Where the checker stands; none when no checker is meant, as by a number that is not played.
    pub from: Option<Field>,
    /// The number that counts, or both for their sum.
    pub dice: Vec<Die>,
    /// Where it can rest between two numbers; nowhere when it hits falsely.
    pub rests: Vec<Field>,
    /// Where it would come to.
    pub to: Option<Destination>,
}

/// One way of an event: one checker's move, or two that belong together. No move where none explains
/// the event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// The moves.
    pub moves: Vec<WayMove>,
}

impl Way {
    fn of(moves: impl IntoIterator<Item = WayMove>) -> Way {
        Way {
            moves: moves.into_iter().collect(),
        }
    }
}

/// The ways of an event of this roll, as many as it counts.
pub(crate) fn ways(situation: &Situation, event: &Event) -> Vec<Way> {
    match event.jan {
        Jan::SixTables => vec![Way::of(
            dice(situation).map(|die| by_one(Field::TALON, die)),
        )],
        Jan::TwoTables | Jan::ContreTwoTables => vec![two_tables(situation)],
        Jan::Mezeas | Jan::ContreMezeas => {
            let aces = dice(situation).into_iter().filter(|die| die.number() == 1);
            vec![Way::of(aces.map(number_alone))]
        }
        Jan::HitBigTable | Jan::HitSmallTable | Jan::FalseHitBigTable | Jan::FalseHitSmallTable => {
            event
                .field
                .map_or_else(Vec::new, |target| reaching(situation, target))
        }
        Jan::CornerHit => vec![corner_hit(situation)],
        Jan::SmallJanFilled => filling(situation, Quarter::Small),
        Jan::BigJanFilled => filling(situation, Quarter::Big),
        Jan::ReturnJanFilled => filling(situation, Quarter::Return),
        Jan::Exit => vec![exit(situation)],
        Jan::Impuissance => unplayed(situation),
        Jan::Margot => optional::gaps(situation)
            .flat_map(|gap| reaching(situation, gap))
            .filter(|way| way.moves.iter().all(is_true))
            .collect(),
        Jan::SmallJanConserved
        | Jan::BigJanConserved
        | Jan::ReturnJanConserved
        | Jan::MiseryPile
        | Jan::JanDeRencontre => vec![Way::default()],
    }
}

fn dice(situation: &Situation) -> [Die; 2] {
    [situation.dice.high(), situation.dice.low()]
}

/// The numbers thrown, once each.
fn numbers(situation: &Situation) -> impl Iterator<Item = Die> + use<> {
    let [high, low] = dice(situation);
    std::iter::once(high).chain((!situation.dice.is_double()).then_some(low))
}

fn number_alone(die: Die) -> WayMove {
    WayMove {
        from: None,
        dice: vec![die],
        rests: Vec::new(),
        to: None,
    }
}

fn by_one(from: Field, die: Die) -> WayMove {
    of_step(Step::ordinary(from, die))
}

fn of_step(step: Step) -> WayMove {
    WayMove {
        from: Some(step.from),
        dice: vec![step.die],
        rests: Vec::new(),
        to: Some(step.to),
    }
}

fn by_both(situation: &Situation, from: Field, to: Field, rests: FieldSet) -> WayMove {
    WayMove {
        from: Some(from),
        dice: dice(situation).to_vec(),
        rests: rests.collect(),
        to: Some(Destination::Field(to)),
    }
}

/// A number by itself, or both with a rest.
fn is_true(part: &WayMove) -> bool {
    part.dice.len() == 1 || !part.rests.is_empty()
}

/// The ways to reach a field in thought, where nothing but an opponent's case bars a rest; the one
/// by both numbers without a rest only when there is no other.
fn reaching(situation: &Situation, target: Field) -> Vec<Way> {
    let own = |field: &Field| situation.own_1.contains(*field);
    let direct = numbers(situation)
        .filter_map(|die| Some(by_one(target.minus(die.number()).filter(own)?, die)));
    let combined = target.minus(situation.dice.sum()).filter(own).map(|from| {
        let here = FieldSet::only(from);
        let rests = here
            .forward(situation.high())
            .or(here.forward(situation.low()))
            .without(situation.opp_2);
        by_both(situation, from, target, rests)
    });
    let all: Vec<WayMove> = direct.chain(combined).collect();
    let truly = all.iter().any(is_true);
    all.into_iter()
        .filter(|part| is_true(part) || !truly)
        .map(|part| Way::of([part]))
        .collect()
}

fn corner_hit(situation: &Situation) -> Way {
    let corner = Field::OPPONENT_CORNER;
    Way::of(
        dice(situation)
            .into_iter()
            .filter_map(|die| Some(by_one(corner.minus(die.number())?, die))),
    )
}

/// The two checkers that are down and the numbers that bring them to both corners.
fn two_tables(situation: &Situation) -> Way {
    let mut down = situation.own_1.without(FieldSet::only(Field::TALON));
    let Some(first) = down.next() else {
        return Way::default();
    };
    let second = down.next().unwrap_or(first);
    let [high, low] = dice(situation);
    let corners = [Field::CORNER, Field::OPPONENT_CORNER].map(Destination::Field);
    [[high, low], [low, high]]
        .map(|[one, other]| [Step::ordinary(first, one), Step::ordinary(second, other)])
        .into_iter()
        .find(|steps| {
            corners
                .iter()
                .all(|corner| steps.iter().any(|step| step.to == *corner))
        })
        .map_or_else(Way::default, |steps| Way::of(steps.map(of_step)))
}

/// The plays of as many numbers as possible, before any duty.
fn plays(situation: &Situation) -> Vec<(Play, Checkers)> {
    let mut found = Vec::new();
    movegen::for_each_sequence(situation, |sequence| {
        found.push((sequence.overflow_cost, sequence.play, sequence.after));
    });
    for with_high in [true, false] {
        if found.is_empty() {
            movegen::for_each_single(situation, with_high, |sequence| {
                found.push((sequence.overflow_cost, sequence.play, sequence.after));
            });
        }
    }
    // A board is kept for the cheapest sequence that leads to it, and all others with it.
    let least = found.iter().map(|(cost, ..)| *cost).min();
    let kept: Vec<Checkers> = found
        .iter()
        .filter(|(cost, ..)| Some(*cost) == least)
        .map(|(.., after)| *after)
        .collect();
    found
        .into_iter()
        .map(|(_, play, after)| (play, after))
        .filter(|(_, after)| kept.contains(after))
        .collect()
}

/// A play as moves: a chain is one of them.
fn of_play(situation: &Situation, play: &Play) -> Way {
    let steps: Vec<Step> = play.steps().collect();
    match steps[..] {
        [first, second] if first.to == Destination::Field(second.from) => Way::of([WayMove {
            from: Some(first.from),
            dice: dice(situation).to_vec(),
            rests: vec![second.from],
            to: Some(second.to),
        }]),
        _ => Way::of(steps.into_iter().map(of_step)),
    }
}

/// The ways to fill a quarter (`docs/rules.md#filling`): each line that a play shows.
fn filling(situation: &Situation, quarter: Quarter) -> Vec<Way> {
    let mut filling = plays(situation);
    filling.retain(|(_, after)| after.fills(quarter));
    let missing = situation.nearly_full_quarter().map(|(_, missing)| missing);
    let Some(Missing::One(target)) = missing else {
        let shown = filling.first();
        return shown
            .map(|(play, _)| of_play(situation, play))
            .into_iter()
            .collect();
    };
    let to_spare = situation.surplus(quarter).and(situation.own_1);
    let shown = |step: Step| {
        let mut plays = filling.iter();
        to_spare.contains(step.from) && plays.any(|(play, _)| play.steps().any(|one| one == step))
    };
    let direct = numbers(situation)
        .filter_map(|die| Some(Step::ordinary(target.minus(die.number())?, die)))
        .filter(|step| shown(*step))
        .map(of_step);
    let source = target.minus(situation.dice.sum());
    let chain = source
        .filter(|source| to_spare.contains(*source))
        .and_then(|source| {
            let mut chained = situation.own;
            chained.remove(source);
            chained.add(target);
            let made = filling.iter().any(|(_, after)| *after == chained);
            let here = FieldSet::only(source);
            let rests = here
                .forward(situation.high())
                .or(here.forward(situation.low()))
                .and(situation.may_rest);
            made.then(|| by_both(situation, source, target, rests))
        });
    direct.chain(chain).map(|part| Way::of([part])).collect()
}

fn exit(situation: &Situation) -> Way {
    let plays = plays(situation);
    let last = plays.iter().find(|(_, after)| after.is_empty());
    last.map_or_else(Way::default, |(play, _)| of_play(situation, play))
}

/// The numbers that no play uses.
fn unplayed(situation: &Situation) -> Vec<Way> {
    let played: Vec<Die> = plays(situation).first().map_or_else(Vec::new, |(play, _)| {
        play.steps().map(|step| step.die).collect()
    });
    let left = match played[..] {
        [] => dice(situation).to_vec(),
        [die] if die == situation.dice.high() => vec![situation.dice.low()],
        [_] => vec![situation.dice.high()],
        _ => Vec::new(),
    };
    left.into_iter()
        .map(|die| Way::of([number_alone(die)]))
        .collect()
}
