//! Taking the own rest corner: by effect and by puissance.

use crate::field::{Field, FieldSet};
use crate::situation::Situation;

/// The two sources from which the corner could be taken by effect: a checker at each number's
/// distance (`docs/rules.md#corner-by-effect`). Occupancy alone counts.
pub(crate) fn effect_sources(situation: &Situation) -> Option<(FieldSet, FieldSet)> {
    situation.pair_before(Field::CORNER.number())
}

/// The two sources from which the corner can be taken by puissance: both corners are empty, a
/// checker stands at each number's distance from the opponent's corner, and taking it by effect is
/// impossible (`docs/rules.md#corner-by-puissance`).
pub(crate) fn puissance_sources(situation: &Situation) -> Option<(FieldSet, FieldSet)> {
    let corners = FieldSet::only(Field::CORNER).or(FieldSet::only(Field::OPPONENT_CORNER));
    let taken = situation.own_1.or(situation.opp_1);
    if !taken.and(corners).is_empty() || effect_sources(situation).is_some() {
        return None;
    }
    situation.pair_before(Field::OPPONENT_CORNER.number())
}
