//! The engine's words as the numbers of `trictrac.h`. Numbers never move; new ones are appended.

use std::ffi::{CStr, c_char};

use trictrac_env::{GameEnv, Trictrac};
use trictrac_store::{ActionId, IllegalPlay, Jan, Phase};

/// What has to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum TrictracPhase {
    Roll = 0,
    HoldOrGo = 1,
    Move = 2,
    LastGo = 3,
    Over = 4,
    Claim = 5,
    ClaimReceived = 6,
}

impl From<Phase> for TrictracPhase {
    fn from(phase: Phase) -> TrictracPhase {
        match phase {
            Phase::Roll => TrictracPhase::Roll,
            Phase::HoldOrGo => TrictracPhase::HoldOrGo,
            Phase::Move => TrictracPhase::Move,
            Phase::LastGo => TrictracPhase::LastGo,
            Phase::Over => TrictracPhase::Over,
            Phase::Claim => TrictracPhase::Claim,
            Phase::ClaimReceived => TrictracPhase::ClaimReceived,
        }
    }
}

/// A scoring event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum TrictracJan {
    SixTables = 0,
    TwoTables = 1,
    ContreTwoTables = 2,
    Mezeas = 3,
    ContreMezeas = 4,
    HitBigTable = 5,
    HitSmallTable = 6,
    FalseHitBigTable = 7,
    FalseHitSmallTable = 8,
    CornerHit = 9,
    SmallJanFilled = 10,
    BigJanFilled = 11,
    ReturnJanFilled = 12,
    SmallJanConserved = 13,
    BigJanConserved = 14,
    ReturnJanConserved = 15,
    Exit = 16,
    Impuissance = 17,
    MiseryPile = 18,
    JanDeRencontre = 19,
    Margot = 20,
}

impl From<Jan> for TrictracJan {
    fn from(jan: Jan) -> TrictracJan {
        match jan {
            Jan::SixTables => TrictracJan::SixTables,
            Jan::TwoTables => TrictracJan::TwoTables,
            Jan::ContreTwoTables => TrictracJan::ContreTwoTables,
            Jan::Mezeas => TrictracJan::Mezeas,
            Jan::ContreMezeas => TrictracJan::ContreMezeas,
            Jan::HitBigTable => TrictracJan::HitBigTable,
            Jan::HitSmallTable => TrictracJan::HitSmallTable,
            Jan::FalseHitBigTable => TrictracJan::FalseHitBigTable,
            Jan::FalseHitSmallTable => TrictracJan::FalseHitSmallTable,
            Jan::CornerHit => TrictracJan::CornerHit,
            Jan::SmallJanFilled => TrictracJan::SmallJanFilled,
            Jan::BigJanFilled => TrictracJan::BigJanFilled,
            Jan::ReturnJanFilled => TrictracJan::ReturnJanFilled,
            Jan::SmallJanConserved => TrictracJan::SmallJanConserved,
            Jan::BigJanConserved => TrictracJan::BigJanConserved,
            Jan::ReturnJanConserved => TrictracJan::ReturnJanConserved,
            Jan::Exit => TrictracJan::Exit,
            Jan::Impuissance => TrictracJan::Impuissance,
            Jan::MiseryPile => TrictracJan::MiseryPile,
            Jan::JanDeRencontre => TrictracJan::JanDeRencontre,
            Jan::Margot => TrictracJan::Margot,
        }
    }
}

/// The event's name, null when there is no such event.
#[unsafe(no_mangle)]
pub extern "C" fn trictrac_jan_name(jan: i32) -> *const c_char {
    const NAMES: [&CStr; 21] = [
        c"six_tables",
        c"two_tables",
        c"contre_two_tables",
        c"mezeas",
        c"contre_mezeas",
        c"hit_big_table",
        c"hit_small_table",
        c"false_hit_big_table",
        c"false_hit_small_table",
        c"corner_hit",
        c"small_jan_filled",
        c"big_jan_filled",
        c"return_jan_filled",
        c"small_jan_conserved",
        c"big_jan_conserved",
        c"return_jan_conserved",
        c"exit",
        c"impuissance",
        c"misery_pile",
        c"jan_de_rencontre",
        c"margot",
    ];
    let name = usize::try_from(jan).ok().and_then(|jan| NAMES.get(jan));
    name.map_or(std::ptr::null(), |name| name.as_ptr())
}

/// Why an action is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum TrictracReasonKind {
    Legal = 0,
    NothingToDecide = 1,
    NoSuchAction = 2,
    OnlyGo = 3,
    NoChoiceToGo = 4,
    NoChecker = 5,
    NoSuchNumber = 6,
    OccupiedField = 7,
    OpponentsCorner = 8,
    ForbiddenJan = 9,
    OwnCorner = 10,
    CornerByEffect = 11,
    BearingOff = 12,
    NotFarthest = 13,
    ExactExit = 14,
    NumbersFirst = 15,
    NumberFirst = 16,
    HigherNumberFirst = 17,
    OverflowEconomy = 18,
    LastExit = 19,
    Conserve = 20,
    Fill = 21,
    NotCanonical = 22,
    ClaimFirst = 23,
    NothingToClaim = 24,
}

/// `TrictracReason` of `trictrac.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TrictracReason {
    pub kind: i32,
    pub field: u32,
}

impl From<IllegalPlay> for TrictracReason {
    fn from(reason: IllegalPlay) -> TrictracReason {
        use TrictracReasonKind as Kind;
        let (kind, field) = match reason {
            IllegalPlay::NothingToDecide => (Kind::NothingToDecide, None),
            IllegalPlay::NoSuchAction => (Kind::NoSuchAction, None),
            IllegalPlay::OnlyGo => (Kind::OnlyGo, None),
            IllegalPlay::NoChoiceToGo => (Kind::NoChoiceToGo, None),
            IllegalPlay::NoChecker => (Kind::NoChecker, None),
            IllegalPlay::NoSuchNumber => (Kind::NoSuchNumber, None),
            IllegalPlay::OccupiedField(field) => (Kind::OccupiedField, Some(field)),
            IllegalPlay::OpponentsCorner => (Kind::OpponentsCorner, None),
            IllegalPlay::ForbiddenJan(field) => (Kind::ForbiddenJan, Some(field)),
            IllegalPlay::OwnCorner => (Kind::OwnCorner, None),
            IllegalPlay::CornerByEffect => (Kind::CornerByEffect, None),
            IllegalPlay::BearingOff => (Kind::BearingOff, None),
            IllegalPlay::NotFarthest => (Kind::NotFarthest, None),
            IllegalPlay::ExactExit => (Kind::ExactExit, None),
            IllegalPlay::NumbersFirst => (Kind::NumbersFirst, None),
            IllegalPlay::NumberFirst => (Kind::NumberFirst, None),
            IllegalPlay::HigherNumberFirst => (Kind::HigherNumberFirst, None),
            IllegalPlay::OverflowEconomy => (Kind::OverflowEconomy, None),
            IllegalPlay::LastExit => (Kind::LastExit, None),
            IllegalPlay::Conserve(jan) => (Kind::Conserve, jan.fields().lowest()),
            IllegalPlay::Fill(jan) => (Kind::Fill, jan.fields().lowest()),
            IllegalPlay::NotCanonical => (Kind::NotCanonical, None),
            IllegalPlay::ClaimFirst => (Kind::ClaimFirst, None),
            IllegalPlay::NothingToClaim => (Kind::NothingToClaim, None),
        };
        TrictracReason {
            kind: kind as i32,
            field: field.map_or(0, |field| field.number().into()),
        }
    }
}

/// Why the action is not legal; `None` when it is.
pub fn reason(game: &Trictrac, action: u64) -> Option<IllegalPlay> {
    let Ok(action) = u16::try_from(action) else {
        return Some(IllegalPlay::NoSuchAction);
    };
    if game.is_legal(action) {
        return None;
    }
    Some(match game.state().decode(ActionId(action)) {
        Ok(_) => IllegalPlay::NotCanonical,
        Err(refused) => refused.reason,
    })
}
