//! What a roll is worth, to whom and why. Which plays there are comes from `movegen`; how points
//! become holes is `score`'s business.

mod early;
mod hits;
mod optional;
mod tariff;
mod ways;

use crate::action::ActionList;
use crate::dice::Dice;
use crate::field::{Field, Quarter};
use crate::movegen::{self, Findings};
use crate::situation::Situation;

pub(crate) use ways::ways;
pub use ways::{Way, WayMove};

/// What kind of scoring [`Event`]; the names are those of `docs/rules.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Jan {
    /// The jan of six tables, in three rolls.
    SixTables,
    /// Both corners could be reached by the two checkers that are down.
    TwoTables,
    /// The same while the opponent holds his corner.
    ContreTwoTables,
    /// Only the corner is taken, and an ace is rolled.
    Mezeas,
    /// The same while the opponent holds his corner.
    ContreMezeas,
    /// A half-field on the big table (7..=18) is hit.
    HitBigTable,
    /// A half-field on the small table (1..=6, 19..=24) is hit.
    HitSmallTable,
    /// A half-field on the big table is hit falsely.
    FalseHitBigTable,
    /// A half-field on the small table is hit falsely.
    FalseHitSmallTable,
    /// The opponent's empty corner is hit.
    CornerHit,
    /// The small jan is filled.
    SmallJanFilled,
    /// The big jan is filled.
    BigJanFilled,
    /// The return jan is filled.
    ReturnJanFilled,
    /// The small jan stays full.
    SmallJanConserved,
    /// The big jan stays full.
    BigJanConserved,
    /// The return jan stays full.
    ReturnJanConserved,
    /// The last checker is borne off.
    Exit,
    /// Numbers that cannot be played; as many ways as there are.
    Impuissance,
    /// All fifteen checkers on the corner, newly or still.
    MiseryPile,
    /// The second player's first roll equals the first player's (an option).
    JanDeRencontre,
    /// A checker could fall between two half-fields (an option).
    Margot,
}

impl Jan {
    /// The name in JSON and in test data.
    pub const fn name(self) -> &'static str {
        match self {
            Jan::SixTables => "six_tables",
            Jan::TwoTables => "two_tables",
            Jan::ContreTwoTables => "contre_two_tables",
            Jan::Mezeas => "mezeas",
            Jan::ContreMezeas => "contre_mezeas",
            Jan::HitBigTable => "hit_big_table",
            Jan::HitSmallTable => "hit_small_table",
            Jan::FalseHitBigTable => "false_hit_big_table",
            Jan::FalseHitSmallTable => "false_hit_small_table",
            Jan::CornerHit => "corner_hit",
            Jan::SmallJanFilled => "small_jan_filled",
            Jan::BigJanFilled => "big_jan_filled",
            Jan::ReturnJanFilled => "return_jan_filled",
            Jan::SmallJanConserved => "small_jan_conserved",
            Jan::BigJanConserved => "big_jan_conserved",
            Jan::ReturnJanConserved => "return_jan_conserved",
            Jan::Exit => "exit",
            Jan::Impuissance => "impuissance",
            Jan::MiseryPile => "misery_pile",
            Jan::JanDeRencontre => "jan_de_rencontre",
            Jan::Margot => "margot",
        }
    }

    /// Who marks it.
    pub const fn beneficiary(self) -> Beneficiary {
        match self {
            Jan::ContreTwoTables
            | Jan::ContreMezeas
            | Jan::FalseHitBigTable
            | Jan::FalseHitSmallTable
            | Jan::Impuissance
            | Jan::Margot => Beneficiary::Opponent,
            Jan::SixTables
            | Jan::TwoTables
            | Jan::Mezeas
            | Jan::HitBigTable
            | Jan::HitSmallTable
            | Jan::CornerHit
            | Jan::SmallJanFilled
            | Jan::BigJanFilled
            | Jan::ReturnJanFilled
            | Jan::SmallJanConserved
            | Jan::BigJanConserved
            | Jan::ReturnJanConserved
            | Jan::Exit
            | Jan::MiseryPile
            | Jan::JanDeRencontre => Beneficiary::Mover,
        }
    }

    const fn filled(quarter: Quarter) -> Jan {
        match quarter {
            Quarter::Small => Jan::SmallJanFilled,
            Quarter::Big | Quarter::OpponentBig => Jan::BigJanFilled,
            Quarter::Return => Jan::ReturnJanFilled,
        }
    }

    const fn conserved(quarter: Quarter) -> Jan {
        match quarter {
            Quarter::Small => Jan::SmallJanConserved,
            Quarter::Big | Quarter::OpponentBig => Jan::BigJanConserved,
            Quarter::Return => Jan::ReturnJanConserved,
        }
    }
}

/// Who marks the points of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Beneficiary {
    /// The player who rolled.
    Mover,
    /// The other player.
    Opponent,
}

/// One scoring event of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// Which event.
    pub jan: Jan,
    /// In how many ways; for [`Jan::Impuissance`] how many numbers are not played.
    pub ways: u8,
    /// Points in all, every way counted.
    pub points: u8,
    /// The field of the checker that is hit, in the mover's numbering; none for other events.
    pub field: Option<Field>,
}

impl Event {
    /// Who marks the points.
    pub const fn to(&self) -> Beneficiary {
        self.jan.beneficiary()
    }
}

/// Where the events of a roll go: into two sums, or into a list for people.
trait Ledger {
    /// Enters an event.
    fn enter(&mut self, event: Event);
    /// Enters all hits of a roll.
    fn enter_hits(&mut self, hits: &hits::Hits, dice: Dice);
}

/// The points of a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) mover: u16,
    pub(crate) opponent: u16,
}

impl Ledger for Totals {
    fn enter(&mut self, event: Event) {
        match event.to() {
            Beneficiary::Mover => self.mover += u16::from(event.points),
            Beneficiary::Opponent => self.opponent += u16::from(event.points),
        }
    }

    fn enter_hits(&mut self, hits: &hits::Hits, dice: Dice) {
        let (mover, opponent) = hits.points(dice);
        self.mover += mover;
        self.opponent += opponent;
    }
}

/// Most events a roll can have: fifteen hits, and one of every other kind.
const MOST_EVENTS: usize = 32;

/// The events of a roll, one by one.
#[derive(Clone, Copy, Debug)]
pub struct EventList {
    events: [Event; MOST_EVENTS],
    len: usize,
}

impl EventList {
    pub(crate) const fn new() -> EventList {
        let unused = Event {
            jan: Jan::Exit,
            ways: 0,
            points: 0,
            field: None,
        };
        EventList {
            events: [unused; MOST_EVENTS],
            len: 0,
        }
    }

    /// The points of all events that `beneficiary` marks.
    pub fn points_to(&self, beneficiary: Beneficiary) -> u16 {
        self.iter()
            .filter(|event| event.to() == beneficiary)
            .map(|event| u16::from(event.points))
            .sum()
    }
}

impl std::ops::Deref for EventList {
    type Target = [Event];

    fn deref(&self) -> &[Event] {
        &self.events[..self.len]
    }
}

impl Ledger for EventList {
    fn enter(&mut self, event: Event) {
        if let Some(slot) = self.events.get_mut(self.len) {
            *slot = event;
            self.len += 1;
        }
    }

    fn enter_hits(&mut self, hits: &hits::Hits, dice: Dice) {
        hits.for_each(dice, |event| self.enter(event));
    }
}

/// What of the game's course a roll's value depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Course {
    /// The roller's rolls since the setting began, this one included.
    pub(crate) rolls: u8,
    /// This roll is the second player's first one and equals the first player's first one.
    pub(crate) is_encounter: bool,
}

/// Everything about a roll: what its plays have in common and what it is worth. Appends the legal
/// plays to `ids` if given.
// Inlined into every roll, though rarer questions call it as well: 2 % of a random game.
#[inline(always)]
pub(crate) fn score_roll(
    situation: &Situation,
    course: Course,
    ids: Option<&mut ActionList>,
) -> (Findings, Totals) {
    let findings = movegen::examine(situation, ids);
    let mut totals = Totals::default();
    enter_all(situation, course, &findings, &mut totals);
    (findings, totals)
}

/// The same events one by one.
pub(crate) fn list_events(situation: &Situation, course: Course) -> (Findings, EventList) {
    let findings = movegen::examine(situation, None);
    let mut events = EventList::new();
    enter_all(situation, course, &findings, &mut events);
    (findings, events)
}

#[inline(always)]
fn enter_all(situation: &Situation, course: Course, findings: &Findings, ledger: &mut impl Ledger) {
    let dice = situation.dice;
    let mut enter = |jan: Jan, ways: u8| {
        ledger.enter(Event {
            jan,
            ways,
            points: tariff::points(jan, dice) * ways,
            field: None,
        });
    };
    if let Some(jan) = early::jan(situation, course.rolls) {
        enter(jan, 1);
    }
    if hits::hits_corner(situation) {
        enter(Jan::CornerHit, 1);
    }
    if let Some((quarter, ways)) = findings.filled {
        enter(Jan::filled(quarter), ways);
    }
    if let Some(quarter) = findings.conserved {
        enter(Jan::conserved(quarter), 1);
    }
    if findings.exit {
        enter(Jan::Exit, 1);
    }
    if findings.misery_pile && situation.rules.pile_de_misere() {
        enter(Jan::MiseryPile, 1);
    }
    let unplayed = 2 - findings.numbers_played;
    if unplayed > 0 && (!findings.exit || situation.rules.exit_dead_number_penalty()) {
        enter(Jan::Impuissance, unplayed);
    }
    if course.is_encounter {
        enter(Jan::JanDeRencontre, 1);
    }
    let hits = hits::Hits::new(situation);
    ledger.enter_hits(&hits, dice);
    if situation.rules.margot() {
        optional::margot(situation, ledger);
    }
}
