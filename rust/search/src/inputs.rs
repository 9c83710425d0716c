//! What the value network is told about a position in which a roll is due: for each side the same
//! inputs, first those of the player to roll, then those of the other one.
//!
//! | inputs of a side | values |
//! |---|---|
//! | 1, 2, 3 or 4 checkers at least, a field each | 4 x 24, 0 or 1 |
//! | checkers of a field beyond the fourth, a quarter each | 24 |
//! | points and whether the run of points is cut | one of 12 |
//! | holes still needed, 12 for more | one of 12 |
//! | rolls since the setting began, 3 for more | one of 4 |
//! | for the small, the big and the return jan: checkers it lacks, or that it cannot be filled | one of 14, three times |
//! | fields to go, all checkers together, 100 each | 1 |
//! | checkers borne off, a quarter each | 1 |
//! | points that this side's roll would bring by hits, and those by false hits to the other, a half each | 2 |
//!
//! Most inputs are 0, and a play changes few of the others: the network's first layer adds only what
//! is there, and corrects it by what changes.

use trictrac_store::{Checkers, Color, Quarter, Score, State};

use crate::hits::hit_prospects;

/// How many inputs a side has.
pub const SIDE_INPUTS: usize = REALS + 4;
/// How many inputs the network has.
pub const INPUTS: usize = 2 * SIDE_INPUTS;

const SURPLUS: usize = 4 * 24;
const POINTS: usize = SURPLUS + 24;
const HOLES: usize = POINTS + 12;
const ROLLS: usize = HOLES + 12;
const LACKING: usize = ROLLS + 4;
const REALS: usize = LACKING + 3 * 14;

const PER_SURPLUS: f32 = 0.25;
const PER_FIELD_TO_GO: f32 = 0.01;
const PER_CHECKER_OFF: f32 = 0.25;
const PER_HIT_POINT: f32 = 0.5;

/// The inputs of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideInputs {
    /// Fields with at least 1, 2, 3 and 4 checkers, as sets of bits.
    at_least: [u32; 4],
    /// Checkers beyond the fourth on each field of the last set.
    checkers: Checkers,
    /// The one input of each group that is 1.
    chosen: [u16; 6],
    reals: [f32; 4],
}

impl SideInputs {
    /// The inputs of `color` in a position.
    pub fn of(state: &State, color: Color) -> SideInputs {
        let own = state.checkers(color);
        let mut to_go = 0;
        for field in own.one_or_more() {
            to_go += u32::from(own.count(field)) * u32::from(25 - field.number());
        }
        let [small, big, far] = Quarter::FILLABLE;
        let mut side = SideInputs {
            at_least: [
                own.one_or_more().bits(),
                own.two_or_more().bits(),
                own.three_or_more().bits(),
                own.four_or_more().bits(),
            ],
            checkers: own,
            chosen: [
                0,
                0,
                0,
                lacking_input(&own, small, 0),
                lacking_input(&own, big, 1),
                lacking_input(&own, far, 2),
            ],
            reals: [
                PER_FIELD_TO_GO * to_go as f32,
                PER_CHECKER_OFF * f32::from(15 - own.total()),
                0.0,
                0.0,
            ],
        };
        side.enter_rest(state, color);
        side
    }

    /// The same, and quicker where the checkers stand as in a position that is known.
    fn of_similar(state: &State, color: Color, similar: &SideInputs) -> SideInputs {
        if state.checkers(color) != similar.checkers {
            return SideInputs::of(state, color);
        }
        let mut side = *similar;
        side.enter_rest(state, color);
        side
    }

    /// What does not follow from this side's checkers alone.
    fn enter_rest(&mut self, state: &State, color: Color) {
        let score = state.score(color);
        let to_go = state.options().target_holes.saturating_sub(score.holes);
        self.chosen[0] = points_input(&score);
        self.chosen[1] = (HOLES + usize::from(to_go.clamp(1, 12)) - 1) as u16;
        self.chosen[2] = (ROLLS + usize::from(state.rolls(color).min(3))) as u16;
        let hits = hit_prospects(&self.checkers, &state.checkers(color.opponent()));
        self.reals[2] = PER_HIT_POINT * hits.scored;
        self.reals[3] = PER_HIT_POINT * hits.given;
    }

    /// Calls `visit` with each input that is not 0, and its value.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(usize, f32)) {
        for (level, &fields) in self.at_least.iter().enumerate() {
            for_each_field(fields, |index| visit(24 * level + index, 1.0));
        }
        for field in self.checkers.four_or_more() {
            let surplus = self.checkers.count(field) - 4;
            if surplus > 0 {
                let index = usize::from(field.number()) - 1;
                visit(SURPLUS + index, PER_SURPLUS * f32::from(surplus));
            }
        }
        for index in self.chosen {
            visit(usize::from(index), 1.0);
        }
        for (index, &value) in self.reals.iter().enumerate() {
            if value != 0.0 {
                visit(REALS + index, value);
            }
        }
    }

    /// Calls `visit` with each input that differs from that of `before`, and by how much.
    #[inline]
    pub fn for_each_change(&self, before: &SideInputs, mut visit: impl FnMut(usize, f32)) {
        for level in 0..4 {
            let (now, then) = (self.at_least[level], before.at_least[level]);
            for_each_field(now & !then, |index| visit(24 * level + index, 1.0));
            for_each_field(then & !now, |index| visit(24 * level + index, -1.0));
        }
        for field in self
            .checkers
            .four_or_more()
            .or(before.checkers.four_or_more())
        {
            let surplus = |side: &SideInputs| f32::from(side.checkers.count(field).max(4));
            let change = surplus(self) - surplus(before);
            if change != 0.0 {
                let index = usize::from(field.number()) - 1;
                visit(SURPLUS + index, PER_SURPLUS * change);
            }
        }
        for (&now, &then) in self.chosen.iter().zip(&before.chosen) {
            if now != then {
                visit(usize::from(now), 1.0);
                visit(usize::from(then), -1.0);
            }
        }
        for (index, (now, then)) in self.reals.iter().zip(&before.reals).enumerate() {
            if now != then {
                visit(REALS + index, now - then);
            }
        }
    }
}

#[inline]
fn for_each_field(mut fields: u32, mut visit: impl FnMut(usize)) {
    while fields != 0 {
        visit(fields.trailing_zeros() as usize - 1);
        fields &= fields - 1;
    }
}

fn points_input(score: &Score) -> u16 {
    (POINTS + usize::from(score.points.min(10) / 2) + 6 * usize::from(score.cut)) as u16
}

fn lacking_input(own: &Checkers, quarter: Quarter, place: usize) -> u16 {
    let lacking = if own.can_fill(quarter) {
        let fields = quarter.fields();
        let held = own.one_or_more().and(fields).len() + own.two_or_more().and(fields).len();
        12 - held as usize
    } else {
        13
    };
    (LACKING + 14 * place + lacking) as u16
}

/// The inputs of a position: those of the player to roll, then those of the other one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inputs {
    /// Of the player to roll.
    pub roller: SideInputs,
    /// Of the other one.
    pub waiter: SideInputs,
}

impl Inputs {
    /// The inputs of a position in which a roll is due.
    pub fn of(state: &State) -> Inputs {
        let roller = state.mover();
        Inputs {
            roller: SideInputs::of(state, roller),
            waiter: SideInputs::of(state, roller.opponent()),
        }
    }

    /// The same, and quicker the more the position is like one whose inputs are known.
    pub fn of_similar(state: &State, similar: &Inputs) -> Inputs {
        let roller = state.mover();
        Inputs {
            roller: SideInputs::of_similar(state, roller, &similar.roller),
            waiter: SideInputs::of_similar(state, roller.opponent(), &similar.waiter),
        }
    }

    /// Calls `visit` with each input that is not 0, and its value.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(usize, f32)) {
        self.roller.for_each(&mut visit);
        self.waiter
            .for_each(|index, value| visit(SIDE_INPUTS + index, value));
    }

    /// Calls `visit` with each input that differs from that of `before`, and by how much.
    #[inline]
    pub fn for_each_change(&self, before: &Inputs, mut visit: impl FnMut(usize, f32)) {
        self.roller.for_each_change(&before.roller, &mut visit);
        self.waiter
            .for_each_change(&before.waiter, |index, change| {
                visit(SIDE_INPUTS + index, change);
            });
    }
}
