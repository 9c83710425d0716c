//! The tariff: points of one way of each event.

use super::Jan;
use crate::dice::Dice;

/// Points of one way of `jan` by these dice.
pub(super) const fn points(jan: Jan, dice: Dice) -> u8 {
    let (simple, double) = match jan {
        Jan::Impuissance => (2, 2),
        Jan::HitBigTable | Jan::FalseHitBigTable | Jan::Margot => (2, 4),
        // Six tables need two different numbers.
        Jan::SixTables => (4, 0),
        Jan::TwoTables
        | Jan::ContreTwoTables
        | Jan::Mezeas
        | Jan::ContreMezeas
        | Jan::HitSmallTable
        | Jan::FalseHitSmallTable
        | Jan::CornerHit
        | Jan::SmallJanFilled
        | Jan::BigJanFilled
        | Jan::ReturnJanFilled
        | Jan::SmallJanConserved
        | Jan::BigJanConserved
        | Jan::ReturnJanConserved
        | Jan::Exit
        | Jan::MiseryPile
        | Jan::JanDeRencontre => (4, 6),
    };
    if dice.is_double() { double } else { simple }
}
