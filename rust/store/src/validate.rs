//! What is true of every state: one predicate each, told by the fault that breaks it. An arrangement
//! becomes a state, and bytes from elsewhere are taken for one, only without a fault.

use crate::action::{ActionId, MOST_CLAIMED};
use crate::checkers::{CHECKERS, Checkers};
use crate::color::Color;
use crate::dice::Dice;
use crate::field::{Field, FieldSet};
use crate::format::{AnyFormat, MOST_REFAITS, MatchFormat, most_tokens};
use crate::options::{Format, MarqueFirst, Options};
use crate::rules::Rules;
use crate::score::{HOLE, Score};
use crate::scoring::Totals;
use crate::setup::Setup;
use crate::state::State;
use crate::table::{Phase, ROLLS_COUNTED};

macro_rules! faults {
    ($($(#[doc = $doc:literal])+ $name:ident = $message:literal,)+) => {
        /// Something that keeps a [`Setup`] from being a position of the game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Fault {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Fault {
            /// Every fault.
            pub const ALL: &'static [Fault] = &[$(Fault::$name,)+];
        }

        impl std::fmt::Display for Fault {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(match self {
                    $(Fault::$name => $message,)+
                })
            }
        }
    };
}

faults! {
    /// A side has more than fifteen checkers.
    TooManyCheckers = "a side has more than fifteen checkers",
    /// A field holds checkers of both sides.
    SharedField = "a field holds checkers of both sides",
    /// One checker alone on its own corner.
    LoneCheckerOnCorner = "one checker stands alone on its own corner",
    /// A checker on the other side's corner.
    CheckerOnOpponentsCorner = "a checker stands on the other side's corner",
    /// Points are not 0, 2, 4, 6, 8 or 10.
    Points = "points are not one of 0, 2, 4, 6, 8, 10",
    /// A player without points, or both players with points, and no interruption to match.
    Interruption = "interrupted points do not fit: a player without points is never interrupted, \
                    and of two players with points one is",
    /// Holes beyond those that are counted.
    Holes = "a player has more holes than the game is played for",
    /// Interrupted holes do not fit, by the same reasoning as points.
    HolesInterruption = "interrupted holes do not fit: both players need holes for it, and then \
                         one of them is interrupted",
    /// A player has won, yet the game goes on.
    AlreadyWon = "a player has all the holes he needs, yet the game goes on",
    /// The game is over, yet nobody has won and turns are left.
    NotOver = "the game is said to be over, but nobody has won and turns are left",
    /// Dice are missing at a decision, or lie on the table at another time.
    Dice = "dice lie on the table exactly when a decision is due, a first die only before a roll",
    /// The first roll of the game was or would be a double.
    DoubleOnFirstRoll = "the first roll of a game is no double",
    /// The roll counters do not fit.
    Rolls = "rolls since the setting are 0 to 4, and the mover's at least 1 at a decision",
    /// The turn counter does not fit.
    Turns = "the number of turns does not fit the phase or the turn cap",
    /// The first roll is pending after rolls have been made.
    FirstRoll = "the first roll of the game is pending only before any roll",
    /// An opening roll is kept without need.
    Opening = "an opening roll is kept only with jan_de_rencontre and until the second roll is played",
    /// Options out of range, or of the other format.
    Options = "an option is out of range, or does not apply to the format",
    /// More marqués have been won than the game has, or any in an ordinary game.
    Wins = "more marqués have been won than the game has",
    /// Refaits that do not fit.
    Refaits = "refaits are 0 to 15, and none are left in an ordinary game or after the last marqué",
    /// Tokens that no payments explain.
    Tokens = "tokens do not fit: they sum to 0, and only a marqué that was won brings any",
    /// Another player rolled first in the present marqué.
    Starter = "the player who began the present marqué is not the one whose turn it was",
    /// A school that waits, or points owed, at another time or in a game without schools.
    Schools = "a school waits only until the other player has claimed, and points are owed only then; \
               both are even and at most 126",
    /// The phase is not the one that the dice lead to.
    PhaseOfRoll = "the phase is not the one that the dice on the table lead to",
    /// The score does not hold the points of the dice on the table.
    ScoreOfRoll = "the mover's score does not hold the points of the dice on the table",
}

/// All that is wrong with a [`Setup`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faults(u32);

impl Faults {
    /// Is nothing wrong?
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Is this one of the faults?
    pub const fn contains(&self, fault: Fault) -> bool {
        self.0 >> fault as u32 & 1 != 0
    }

    /// The faults, in the order of [`Fault::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = Fault> + use<> {
        let faults = *self;
        Fault::ALL
            .iter()
            .copied()
            .filter(move |&fault| faults.contains(fault))
    }

    /// What is wrong with an arrangement, leaving aside what its dice bring.
    pub(crate) fn of_arrangement(setup: &Setup) -> Faults {
        Faults::collect(|fault| fault.is_in(setup))
    }

    /// What is wrong with the dice on the table of an arrangement that is sound but for them.
    /// `state` is that arrangement; what follows from the dice is entered.
    pub(crate) fn of_roll(setup: &Setup, state: &mut State) -> Faults {
        match RollOnTable::enter(state) {
            None => Faults::default(),
            Some(roll) => Faults::collect(|fault| match fault {
                Fault::PhaseOfRoll => !roll.leads_to(setup.phase),
                Fault::ScoreOfRoll => roll.leads_to(setup.phase) && !roll.is_marked(setup.phase),
                _ => false,
            }),
        }
    }

    fn collect(is_faulty: impl Fn(Fault) -> bool) -> Faults {
        let bit = |&fault: &Fault| u32::from(is_faulty(fault)) << fault as u32;
        Faults(Fault::ALL.iter().map(bit).sum())
    }
}

impl std::fmt::Display for Faults {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, fault) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(formatter, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl Fault {
    /// Does the arrangement break this rule? Those about the roll are asked of [`RollOnTable`].
    fn is_in(self, setup: &Setup) -> bool {
        let sides = || Color::ALL.map(|color| setup.side(color));
        let anybody = |is_faulty: fn(&Score) -> bool| setup.scores.iter().any(is_faulty);
        let is_decision = setup.phase.is_decision();
        match self {
            Fault::TooManyCheckers => setup.checkers.iter().any(is_crowded),
            Fault::SharedField => share_a_field(&sides()),
            Fault::LoneCheckerOnCorner => sides().iter().any(|own| own.count(Field::CORNER) == 1),
            Fault::CheckerOnOpponentsCorner => sides()
                .iter()
                .any(|own| own.count(Field::OPPONENT_CORNER) > 0),
            Fault::Points => anybody(|score| score.points % 2 != 0 || score.points > 10),
            Fault::Interruption => {
                let runs = setup.scores.map(|score| (score.points, score.cut));
                anybody(|score| score.cut && score.points == 0) || !runs_fit(runs)
            }
            Fault::Holes => {
                let most = rules(setup).map(|rules| AnyFormat::new(rules).most_holes());
                most.is_some_and(|most| setup.scores.iter().any(|score| score.holes > most))
            }
            Fault::HolesInterruption => {
                !runs_fit(setup.scores.map(|score| (score.holes, score.holes_cut)))
            }
            Fault::AlreadyWon => {
                is_decided(setup) && !matches!(setup.phase, Phase::LastGo | Phase::Over)
            }
            Fault::NotOver => setup.phase == Phase::Over && !is_decided(setup) && !is_capped(setup),
            Fault::Dice => {
                setup.dice.is_some() != is_decision
                    || (setup.first_die.is_some() && setup.phase != Phase::Roll)
            }
            Fault::DoubleOnFirstRoll => {
                setup.options.first_roll_no_double && setup.opening.is_some_and(Dice::is_double)
            }
            Fault::Rolls => {
                setup.rolls.iter().any(|&rolls| rolls > ROLLS_COUNTED)
                    || (is_decision && setup.rolls[setup.mover.index()] == 0)
            }
            Fault::Turns => {
                setup.turns > setup.options.max_turns
                    || (is_capped(setup) && setup.phase == Phase::Roll)
                    || (is_decision && setup.turns == 0)
            }
            Fault::FirstRoll => setup.first_roll && (setup.turns > 0 || setup.phase != Phase::Roll),
            Fault::Opening => setup.opening.is_some() && !keeps_opening(setup),
            Fault::Options => setup.options.check().is_err(),
            Fault::Wins => decided(setup) > marques(&setup.options),
            Fault::Refaits => {
                let most = if decided(setup) < marques(&setup.options) {
                    MOST_REFAITS
                } else {
                    0
                };
                setup.refaits > most
            }
            Fault::Tokens => !tokens_fit(setup),
            Fault::Starter => !starter_fits(setup),
            Fault::Schools => !schools_fit(setup),
            Fault::PhaseOfRoll | Fault::ScoreOfRoll => false,
        }
    }
}

/// The rules, if the options make any.
fn rules(setup: &Setup) -> Option<Rules> {
    setup
        .options
        .check()
        .ok()
        .map(|()| Rules::new(setup.options))
}

fn is_crowded(counts: &[u8; 24]) -> bool {
    counts.iter().map(|&count| u32::from(count)).sum::<u32>() > u32::from(CHECKERS)
}

fn share_a_field([one, other]: &[Checkers; 2]) -> bool {
    one.one_or_more().and(other.one_or_more().mirrored()) != FieldSet::EMPTY
}

/// Two players' runs of points or of holes, each with its length and whether it has been
/// interrupted: somebody interrupts exactly when both have something.
fn runs_fit([one, other]: [(u8, bool); 2]) -> bool {
    (one.0 > 0 && other.0 > 0) == (one.1 || other.1)
}

/// Has somebody won, or have all marqués been won?
fn is_decided(setup: &Setup) -> bool {
    match setup.options.format {
        Format::Ordinary => {
            let target = setup.options.target_holes;
            setup.scores.iter().any(|score| score.holes >= target)
        }
        Format::Written => decided(setup) >= marques(&setup.options),
    }
}

fn is_capped(setup: &Setup) -> bool {
    setup.turns >= setup.options.max_turns
}

/// Is it still to be seen whether the second roll of the game equals the first?
fn keeps_opening(setup: &Setup) -> bool {
    let second_roll = setup.turns == 2 && setup.phase.is_decision();
    setup.options.jan_de_rencontre
        && (setup.turns == 1 || second_roll)
        && setup.phase != Phase::Over
}

/// How many marqués have been won.
fn decided(setup: &Setup) -> u16 {
    setup.wins.iter().map(|&wins| u16::from(wins)).sum()
}

/// How many marqués there are to win.
fn marques(options: &Options) -> u16 {
    match options.format {
        Format::Ordinary => 0,
        Format::Written => options.marques.into(),
    }
}

fn tokens_fit(setup: &Setup) -> bool {
    let [white, black] = setup.tokens;
    let is_over = setup.phase == Phase::Over;
    let most = Color::ALL.map(|player| most_tokens(setup.wins, player, is_over, &setup.options));
    white.checked_add(black) == Some(0) && white <= most[0] && black <= most[1]
}

fn starter_fits(setup: &Setup) -> bool {
    match (setup.options.format, setup.options.marque_first) {
        (Format::Written, MarqueFirst::Winner) => {
            decided(setup) > 0 || setup.starter == Color::White
        }
        (Format::Ordinary, _) | (Format::Written, MarqueFirst::Alternate) => {
            setup.starter == setup.starter_by_turns()
        }
    }
}

fn schools_fit(setup: &Setup) -> bool {
    let school_waits = match setup.phase {
        Phase::HoldOrGo | Phase::Move | Phase::ClaimReceived => setup.options.schools,
        Phase::Roll | Phase::LastGo | Phase::Over | Phase::Claim => false,
    };
    let is_owed = setup.options.schools && setup.phase == Phase::ClaimReceived;
    [(setup.school, school_waits), (setup.owed, is_owed)]
        .into_iter()
        .all(|(points, may_be)| points == 0 || (may_be && ActionId::claim(points).is_some()))
}

/// The dice on the table and what they bring, on a board and by options without fault.
struct RollOnTable {
    schools: bool,
    exit: bool,
    /// What the roller can have marked: all that was due or, with schools, what he claimed of it.
    marked: [Option<u16>; 2],
    /// The roller's and the other player's.
    scores: [Score; 2],
    /// The roller has won the match.
    has_won: bool,
    /// To carry out the exit ends the game.
    ends_by_exit: bool,
}

impl RollOnTable {
    /// Examines the dice on the table, if there are any, and enters in the state what follows from
    /// them. After the play there is nothing left to examine.
    fn enter(state: &mut State) -> Option<RollOnTable> {
        let is_played = state.phase() == Phase::ClaimReceived;
        let (exit, totals) = if is_played {
            (false, Totals::default())
        } else {
            state.examine_table()?
        };
        let roller = state.score(state.mover());
        let has_won = state.format().ends_on_marking(&roller);
        // A roller who has won owes nothing, and nothing more is carried out.
        if !has_won && !is_played {
            state.enter_table(exit, &totals);
        }
        let schools = state.rules.schools();
        if schools {
            state.table.owed = state.table.owed.min(MOST_CLAIMED);
        }
        Some(RollOnTable {
            schools,
            exit,
            marked: can_have_been_marked(totals.mover, state.tally.school, schools),
            scores: [roller, state.score(state.mover().opponent())],
            has_won,
            ends_by_exit: exit && !has_won && !schools && state.exit_ends_game(),
        })
    }

    fn leads_to(&self, phase: Phase) -> bool {
        match phase {
            Phase::HoldOrGo => self.made_hole() && !self.has_won,
            Phase::Move => !self.exit && !self.has_won,
            Phase::LastGo => {
                !self.schools && ((self.has_won && self.made_hole()) || self.ends_by_exit)
            }
            Phase::Claim | Phase::ClaimReceived => self.schools,
            Phase::Roll | Phase::Over => true,
        }
    }

    /// Can the roller's score be the one just after his points made a hole?
    fn made_hole(&self) -> bool {
        let [roller, other] = &self.scores;
        let made_hole = |&points: &u16| is_hole_of_roll(roller, other, points);
        self.marked.iter().flatten().any(made_hole)
    }

    /// Does the roller's score hold the points of the roll, where no hole has been made?
    fn is_marked(&self, phase: Phase) -> bool {
        let needs_mark = match phase {
            Phase::Move => true,
            Phase::HoldOrGo | Phase::LastGo => self.exit && !self.made_hole() && !self.has_won,
            Phase::Roll | Phase::Over | Phase::Claim | Phase::ClaimReceived => false,
        };
        let [roller, other] = &self.scores;
        let holds = |&points: &u16| {
            points == 0 || (u16::from(roller.points) >= points && (other.points == 0 || other.cut))
        };
        !needs_mark || self.marked.iter().flatten().any(holds)
    }
}

/// What the roller can have marked when so much was due and this school waits: he claimed that much
/// too little, or too much.
fn can_have_been_marked(due: u16, school: u8, schools: bool) -> [Option<u16>; 2] {
    if !schools {
        return [Some(due), None];
    }
    let (most, school) = (u16::from(MOST_CLAIMED), u16::from(school));
    let due = due.min(most);
    [
        due.checked_sub(school),
        (due + school <= most).then_some(due),
    ]
}

/// Can the mover's score be the one just after these points made a hole?
fn is_hole_of_roll(mover: &Score, other: &Score, marked: u16) -> bool {
    // Before the roll there were 0 to 10 points, so the whole holes in the sum are known.
    let points = u16::from(mover.points);
    let before = (points + 10 * HOLE).wrapping_sub(marked % HOLE) % HOLE;
    let made_hole = before + marked >= HOLE;
    made_hole && mover.holes > 0 && !mover.cut && other.points == 0
}
