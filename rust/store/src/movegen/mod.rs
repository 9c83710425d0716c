//! Legal plays: which plays a roll allows, and what is true of all of them.
//!
//! The order of the rules is that of `docs/rules.md`: the corner (`corner`), single steps and
//! their order (`sequence`), as many numbers as possible, and last the duties to fill and to conserve
//! (`inside` by masks, `leaving` one by one when checkers can leave the board). Everything else in the crate asks through [`examine`].

mod corner;
mod inside;
mod leaving;
mod sequence;

use crate::action::ActionList;
use crate::field::{Field, Quarter};
use crate::situation::Situation;

pub(crate) use corner::{effect_sources, puissance_sources};
pub(crate) use sequence::{
    ForbiddenStep, Sequence, check_step, for_each_sequence, for_each_single,
};

/// What the plays of a roll have in common: all that scoring and the turn need to know of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    /// How many numbers every play uses, 0 to 2.
    pub(crate) numbers_played: u8,
    /// Some play takes the last checker off: the exit is carried out.
    pub(crate) exit: bool,
    /// The full quarter that some play keeps full.
    pub(crate) conserved: Option<Quarter>,
    /// The quarter that some play fills, and in how many ways.
    pub(crate) filled: Option<(Quarter, u8)>,
    /// Every play ends with all fifteen checkers on the corner.
    pub(crate) misery_pile: bool,
}

/// Finds what the roll allows, and appends the legal plays' ids to `ids` if given, ascending.
pub(crate) fn examine(situation: &Situation, ids: Option<&mut ActionList>) -> Findings {
    if needs_listing(situation) {
        leaving::examine(situation, ids)
    } else {
        inside::examine(situation, ids)
    }
}

/// Must plays be listed one by one? Yes when a checker could leave the board, and in the few
/// arrangements whose corner rule masks do not cover: a lone checker on the corner (which play
/// never reaches), and a nearly complete misery pile.
fn needs_listing(situation: &Situation) -> bool {
    let outside = crate::field::FieldSet::ALL.without(Quarter::Return.fields());
    let away = situation.own_1.and(outside);
    let at_most_one_away = situation.own_2.and(outside).is_empty() && away.len() <= 1;
    let corner = situation.own.count(Field::CORNER);
    at_most_one_away || corner == 1 || corner >= 13
}
