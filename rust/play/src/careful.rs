//! The judgement of [`Judge::Careful`](crate::Judge::Careful), in points, when a roll is due.
//!
//! | what | worth |
//! |---|---|
//! | to be the one who rolls | 1.2 |
//! | points that the next roll brings on average (both sides), by the roller | 3.5 each |
//! | the same if the other one rolled now | 1.7 each |
//! | points towards a hole, on top of their face value | 0.6 each, 0.9 while the hole counts double |
//! | holding the rest corner | 7 |
//! | big jan that can still be filled and lacks *n* checkers | [`BIG_JAN`], entry *n* |
//! | the same for the return jan | [`RETURN_JAN`], entry *n* |
//! | full big jan, by how long it can be kept | [`KEEPING`] |
//! | ten fields less to go, all checkers together | -1 |
//! | lone checker on the own side | 2 |
//! | fifth and later checkers on a field that is not the talon | -0.8 each |
//!
//! The opponent's are subtracted. Blots need no entry of their own: how often they are hit, and for
//! how much, is in the points that the next rolls bring. Neither does hold or go: a new setting is
//! judged like any position.
//!
//! The numbers were fitted to some 10,000 games of this player against himself (the mean of what a
//! position brought until its setting ended), then rounded by hand.

use trictrac_store::{Checkers, Color, Field, FieldSet, Quarter, State};

use crate::judge::expectation;

/// To be the one who rolls.
const TEMPO: f32 = 1.2;
/// A point that the next roll brings on average.
const NEXT_ROLL: f32 = 3.5;
/// A point that the other player's roll would bring on the same board.
const LATER_ROLL: f32 = 1.7;
const POINT: f32 = 0.6;
const POINT_FOR_DOUBLE: f32 = 0.9;
const CORNER: f32 = 7.0;
/// A big jan that lacks 0 to 12 checkers. One that lacks a checker beats a full one, because
/// filling it brings points that are counted in the next roll's.
pub const BIG_JAN: [f32; 13] = [
    14.0, 22.0, 17.0, 13.0, 6.0, 1.0, -4.0, -9.0, -14.0, -17.0, -20.0, -24.0, -28.0,
];
/// A return jan that lacks 0 to 12 checkers.
pub const RETURN_JAN: [f32; 13] = [
    1.0, 6.0, 3.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
];
/// A full big jan by the fields that spare checkers can still go: fewer than 6, 12, 18, 24, 30 and
/// more.
pub const KEEPING: [f32; 6] = [-8.0, -5.0, 0.0, 6.0, 10.0, 10.0];
const FIELD_GONE: f32 = -0.1;
const LONE_CHECKER: f32 = 2.0;
const PILED_CHECKER: f32 = -0.8;
const PILE: u8 = 4;

/// What a position is worth to `color` beyond the points already marked.
pub(crate) fn worth(state: &State, color: Color) -> f32 {
    let tempo = if state.mover() == color {
        TEMPO
    } else {
        -TEMPO
    };
    tempo + expectation(state, color, NEXT_ROLL, LATER_ROLL) + side(state, color)
        - side(state, color.opponent())
}

fn side(state: &State, color: Color) -> f32 {
    let own = state.checkers(color);
    let opp = state.checkers(color.opponent());
    let score = state.score(color);
    let point = if score.cut { POINT } else { POINT_FOR_DOUBLE };
    let mut sum = point * f32::from(score.points);
    if own.count(Field::CORNER) >= 2 {
        sum += CORNER;
    }
    for (quarter, table) in [(Quarter::Big, &BIG_JAN), (Quarter::Return, &RETURN_JAN)] {
        if own.can_fill(quarter) {
            sum += table[lacking(&own, quarter)];
        }
    }
    if own.fills(Quarter::Big) {
        sum += KEEPING[(fields_to_spare(&own, &opp) / 6).min(KEEPING.len() - 1)];
    }
    sum + shape(&own)
}

/// How many checkers a quarter lacks to be full.
fn lacking(own: &Checkers, quarter: Quarter) -> usize {
    let fields = quarter.fields();
    let held = own.one_or_more().and(fields).len() + own.two_or_more().and(fields).len();
    12 - held as usize
}

/// How far the checkers that a full big jan can spare may still go: to the own corner, or past it
/// once the opponent's side is open.
fn fields_to_spare(own: &Checkers, opp: &Checkers) -> usize {
    let last = if opp.can_fill(Quarter::Big) { 12 } else { 24 };
    Field::all()
        .map(|field| {
            let kept = if Quarter::Big.fields().contains(field) {
                2
            } else {
                0
            };
            let spare = own.count(field).saturating_sub(kept);
            usize::from(spare) * usize::from(u8::saturating_sub(last, field.number()))
        })
        .sum()
}

/// How the checkers stand, whatever the opponent does.
fn shape(own: &Checkers) -> f32 {
    let mut gone = 25 * u16::from(15 - own.total());
    let mut piled = 0;
    for field in Field::all() {
        let count = own.count(field);
        gone += u16::from(count) * u16::from(field.number());
        if field != Field::TALON {
            piled += count.saturating_sub(PILE);
        }
    }
    let own_side: FieldSet = Quarter::Small.fields().or(Quarter::Big.fields());
    FIELD_GONE * f32::from(gone)
        + LONE_CHECKER * own.exactly_one().and(own_side).len() as f32
        + PILED_CHECKER * f32::from(piled)
}
