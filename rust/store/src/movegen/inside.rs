//! Plays of a roll that cannot take a checker off the board, by masks.
//!
//! With two numbers a play is one of four kinds, and no final board belongs to two of them: two
//! checkers one number each, one checker both numbers (a chain), the corner by effect (two checkers
//! that must arrive together) and the corner by puissance. A pair of steps that ends where a chain
//! ends is listed as that chain.

use std::ops::ControlFlow;

use super::{Findings, corner};
use crate::action::{ActionId, ActionList, Ordinals, one_step, two_steps};
use crate::field::{Field, FieldSet, Quarter};
use crate::situation::{Missing, Situation};

/// The sources of the two steps of a play, spelled by its smallest id.
#[derive(Clone, Copy)]
struct Pair {
    first: Field,
    second: Field,
    low_first: bool,
}

impl Pair {
    fn id(self, situation: &Situation, ordinals: &Ordinals) -> u16 {
        let number = situation.die(!self.low_first).number();
        let passed = self.first.number() + number;
        two_steps(
            self.low_first,
            ordinals.of(self.first),
            ordinals.after(self.first, passed, self.second),
        )
    }
}

/// Which fields a play may start from, by kind.
#[derive(Clone, Copy)]
struct Plays {
    /// Sources of the high number by itself.
    high: FieldSet,
    /// Sources of the low number by itself.
    low: FieldSet,
    /// Sources that two checkers may leave, one by each number.
    twice: FieldSet,
    /// Two checkers that go together or not at all: both reach the corner, or both leave it.
    together: Option<(FieldSet, FieldSet)>,
    /// Two checkers that take the corner by puissance.
    puissance: Option<(FieldSet, FieldSet)>,
    /// Sources of chains that can rest after the high number.
    chain_high: FieldSet,
    /// Sources of chains that can rest after the low number only.
    chain_low: FieldSet,
}

impl Plays {
    fn new(situation: &Situation) -> Plays {
        let (a, c) = (situation.high(), situation.low());
        let Situation {
            own_1,
            own_2,
            own_3,
            may_rest,
            may_stay,
            ..
        } = *situation;
        let corner = FieldSet::only(Field::CORNER);
        let mut high = own_1.and(may_stay.backward(a));
        let mut low = own_1.and(may_stay.backward(c));
        let mut chains = own_1.and(may_stay.backward(a + c));
        let mut twice = own_2;
        let mut together = None;
        let mut puissance = None;
        // Never one checker alone on the corner (docs/rules.md#own-corner).
        if !own_1.contains(Field::CORNER) {
            if situation.opp_1.and(corner).is_empty() {
                together = corner::effect_sources(situation);
                puissance = corner::puissance_sources(situation);
            }
            high = high.without(corner.backward(a));
            low = low.without(corner.backward(c));
            chains = chains.without(corner.backward(a + c));
        } else if !own_3.contains(Field::CORNER) {
            let both_leave = high.and(low).and(corner);
            together = (!both_leave.is_empty()).then_some((both_leave, both_leave));
            high = high.without(corner);
            low = low.without(corner);
            chains = chains.without(corner);
        } else if situation.own.count(Field::CORNER) == 3 {
            twice = twice.without(corner);
        }
        let chain_high = chains.and(may_rest.backward(a));
        Plays {
            high,
            low,
            twice,
            together,
            puissance,
            chain_high,
            chain_low: chains.and(may_rest.backward(c)).without(chain_high),
        }
    }

    /// The plays that take nothing from `quarter` that it needs (`docs/rules.md#conserve`).
    fn keeping(&self, situation: &Situation, quarter: Quarter) -> Plays {
        let surplus = situation.surplus(quarter);
        let outside = FieldSet::ALL.without(quarter.fields());
        let two_to_spare = outside.or(situation.own.four_or_more());
        let may_go = |&(first, second): &(FieldSet, FieldSet)| {
            let to_spare = if first == second {
                two_to_spare
            } else {
                surplus
            };
            to_spare.includes(first.or(second))
        };
        Plays {
            high: self.high.and(surplus),
            low: self.low.and(surplus),
            twice: self.twice.and(two_to_spare),
            together: self.together.filter(may_go),
            puissance: self.puissance.filter(may_go),
            chain_high: self.chain_high.and(surplus),
            chain_low: self.chain_low.and(surplus),
        }
    }

    /// The plays of these that put what is missing in place. Those that leave together come back
    /// unchanged: [`Plays::for_each`] tests where their checkers arrive.
    fn filling(self, situation: &Situation, missing: Missing) -> Plays {
        let (a, c) = (situation.high(), situation.low());
        let corner_is_missing = missing == Missing::Two(Field::CORNER, Field::CORNER);
        let by_chain = match missing {
            Missing::One(field) => FieldSet::only(field).backward(a + c),
            Missing::Two(..) => FieldSet::EMPTY,
        };
        Plays {
            puissance: self.puissance.filter(|_| corner_is_missing),
            chain_high: self.chain_high.and(by_chain),
            chain_low: self.chain_low.and(by_chain),
            ..self
        }
    }

    /// Calls `visit` with each play of two numbers, in the ascending order of their smallest ids,
    /// until it breaks. With `missing`, two checkers that go separately must fill it.
    fn for_each(
        &self,
        situation: &Situation,
        missing: Option<Missing>,
        mut visit: impl FnMut(Pair) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (a, c) = (situation.high(), situation.low());
        let double = situation.dice.is_double();
        let none = (FieldSet::EMPTY, FieldSet::EMPTY);
        let together = self.together.unwrap_or(none);
        let puissance = self.puissance.unwrap_or(none);
        // A chain that can only rest after the low number is spelled high die first when another
        // checker stands where it rests: that one goes on, and the first one takes its place.
        let standing_rest = situation.own_1.and(situation.may_stay);
        let relayed = self.chain_low.forward(c).and(standing_rest);
        let sources = self.high.or(self.chain_high).or(relayed);
        for first in sources.or(together.0).or(puissance.0) {
            let here = FieldSet::only(first);
            let mut seconds = FieldSet::EMPTY;
            if self.high.contains(first) {
                seconds = self.low.without(here.without(self.twice));
            }
            if together.0.contains(first) {
                seconds = seconds.or(together.1);
            }
            if let Some(missing) = missing {
                seconds = seconds.and(completing(missing, first.number() + a, c));
            }
            if double {
                // The same two checkers, the other way round, come with their lower field first.
                seconds = FieldSet::from_bits(seconds.bits() & (u32::MAX << first.number()));
            } else {
                seconds = seconds.without(here.backward(c));
            }
            seconds = seconds.without(here.forward(a));
            if self.chain_high.contains(first) {
                seconds = seconds.or(here.forward(a));
            }
            if relayed.contains(first) {
                seconds = seconds.or(here.backward(c));
            }
            if puissance.0.contains(first) {
                seconds = seconds.or(puissance.1);
            }
            for second in seconds {
                visit(Pair {
                    first,
                    second,
                    low_first: false,
                })?;
            }
        }
        for from in self.chain_low.without(relayed.backward(c)) {
            if let Some(rest) = from.plus(c) {
                visit(Pair {
                    first: from,
                    second: rest,
                    low_first: true,
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// From which fields the low number `c` brings what is still missing once the high number has
/// arrived on field `arrival`.
fn completing(missing: Missing, arrival: u8, c: u8) -> FieldSet {
    match missing {
        Missing::One(field) if field.number() == arrival => FieldSet::ALL,
        Missing::One(field) => FieldSet::only(field).backward(c),
        Missing::Two(one, other) if one.number() == arrival => FieldSet::only(other).backward(c),
        Missing::Two(one, other) if other.number() == arrival => FieldSet::only(one).backward(c),
        Missing::Two(..) => FieldSet::EMPTY,
    }
}

/// How the numbers of a roll are played (`docs/rules.md#numbers-first`).
enum Numbers {
    Both,
    /// One number only: its sources, and whether it is the high one.
    One {
        sources: FieldSet,
        high: bool,
    },
    None,
}

pub(super) fn examine(situation: &Situation, ids: Option<&mut ActionList>) -> Findings {
    let plays = Plays::new(situation);
    let any = |plays: &Plays, missing| {
        plays
            .for_each(situation, missing, |_| ControlFlow::Break(()))
            .is_break()
    };
    let numbers = if any(&plays, None) {
        Numbers::Both
    } else if !plays.high.is_empty() {
        Numbers::One {
            sources: plays.high,
            high: true,
        }
    } else if !plays.low.is_empty() {
        Numbers::One {
            sources: plays.low,
            high: false,
        }
    } else {
        Numbers::None
    };
    let mut findings = Findings {
        numbers_played: match numbers {
            Numbers::Both => 2,
            Numbers::One { .. } => 1,
            Numbers::None => 0,
        },
        ..Findings::default()
    };

    // The duty, if the roll can fulfil it, leaves only the plays that do.
    let mut dutiful = plays;
    let mut missing = None;
    let mut sources = match numbers {
        Numbers::One { sources, .. } => sources,
        _ => FieldSet::EMPTY,
    };
    if let Some(quarter) = situation.full_quarter() {
        let keeping = plays.keeping(situation, quarter);
        let kept = match numbers {
            Numbers::Both => any(&keeping, None),
            Numbers::One { sources, .. } => !sources.and(situation.surplus(quarter)).is_empty(),
            Numbers::None => true,
        };
        if kept {
            findings.conserved = Some(quarter);
            dutiful = keeping;
            sources = sources.and(situation.surplus(quarter));
        }
    } else if let Some((quarter, lacking)) = situation.nearly_full_quarter() {
        let filling = plays
            .keeping(situation, quarter)
            .filling(situation, lacking);
        match (&numbers, lacking) {
            (Numbers::Both, _) if any(&filling, Some(lacking)) => {
                let ways = ways_to_fill(situation, &filling, quarter, lacking);
                findings.filled = Some((quarter, ways));
                dutiful = filling;
                missing = Some(lacking);
            }
            (&Numbers::One { high, .. }, Missing::One(field)) => {
                let number = situation.die(high).number();
                let from = FieldSet::only(field).backward(number);
                let filling = sources.and(situation.surplus(quarter)).and(from);
                if !filling.is_empty() {
                    findings.filled = Some((quarter, 1));
                    sources = filling;
                }
            }
            _ => {}
        }
    }

    if let Some(ids) = ids {
        let ordinals = Ordinals::new(&situation.own);
        match numbers {
            Numbers::Both => {
                let _ = dutiful.for_each(situation, missing, |pair| {
                    ids.push(pair.id(situation, &ordinals));
                    ControlFlow::Continue(())
                });
            }
            Numbers::One { high, .. } => {
                for source in sources {
                    ids.push(one_step(situation.dice, high, ordinals.of(source)));
                }
            }
            Numbers::None => ids.push(ActionId::PASS.0),
        }
    }
    findings
}

/// In how many ways a play of both numbers fills the quarter (`docs/rules.md#filling`): once when
/// two checkers are missing; else each number that reaches the half-field from a surplus checker,
/// and the chain that ends there. (The other number never spoils it: two direct ways complete each
/// other, and a chain through a surplus checker's field is that checker's step and its cover.)
fn ways_to_fill(situation: &Situation, filling: &Plays, quarter: Quarter, lacking: Missing) -> u8 {
    let Missing::One(field) = lacking else {
        return 1;
    };
    let target = FieldSet::only(field);
    let surplus = situation.surplus(quarter).and(situation.own_1);
    let direct = if situation.dice.is_double() {
        target.backward(situation.high())
    } else {
        target
            .backward(situation.high())
            .or(target.backward(situation.low()))
    };
    let chain = filling.chain_high.or(filling.chain_low);
    (surplus.and(direct).len() + chain.len()) as u8
}
