//! The turn machine: a game from its first roll to its end, one `Copy` value at every moment.

use crate::action::{Action, ActionId, ActionList, Spelled};
use crate::board::Board;
use crate::checkers::Checkers;
use crate::color::Color;
use crate::dice::{Dice, Die};
use crate::explain::IllegalPlay;
use crate::format::{MatchFormat, OrdinaryGame, Outcome};
use crate::options::Options;
use crate::play::Play;
use crate::score::{Score, mark};
use crate::scoring::{self, Course, EventList, Totals};
use crate::situation::Situation;

/// What has to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// The dice are to be rolled.
    Roll = 0,
    /// The roller has made a hole: he goes, or holds by playing.
    HoldOrGo = 1,
    /// The roller must play.
    Move = 2,
    /// The roll has ended the game; the single action `Go` closes it.
    LastGo = 3,
    /// The game is over.
    Over = 4,
}

/// One player's part of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Side {
    pub(crate) checkers: Checkers,
    pub(crate) score: Score,
}

const START_SIDE: Side = Side {
    checkers: Checkers::START,
    score: Score {
        points: 0,
        holes: 0,
        cut: false,
        holes_cut: false,
    },
};

/// More rolls than this since the setting began make no difference to any rule.
pub(crate) const ROLLS_COUNTED: u8 = 4;

/// A game of Trictrac at one moment, with the options it is played by.
///
/// The state is a small `Copy` value: to look ahead, copy it. It is always valid; other
/// arrangements are proposed through a [`Setup`](crate::Setup).
///
/// ```
/// # use trictrac_store::{ActionList, Color, Dice, Options, Phase, State};
/// let mut state = State::new(Options::default());
/// state.roll(Dice::from_numbers(6, 4).unwrap())?;
/// let mut actions = ActionList::new();
/// state.legal_actions(&mut actions);
/// let texts: Vec<_> = actions.iter().map(|id| state.action_text(id)).collect();
/// assert_eq!(texts, ["6-4: 1/7 1/5", "6-4: 1/7/11"]);
/// state.apply(actions.iter().next().unwrap())?;
/// assert_eq!((state.phase(), state.mover()), (Phase::Roll, Color::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The mover's side, then the other one: switching sides is a swap.
    pub(crate) sides: [Side; 2],
    /// White's and Black's rolls since the setting began, at most 4 each.
    pub(crate) rolls: [u8; 2],
    pub(crate) mover: Color,
    pub(crate) phase: Phase,
    /// Both dice, higher first; the first die alone between two dice rolled one by one; else 0.
    pub(crate) dice: [u8; 2],
    /// What the opponent will mark after the play: follows from board and dice.
    pub(crate) owed: u8,
    /// This roll bears off the last checker: follows from board and dice.
    pub(crate) exit: bool,
    pub(crate) first_roll: bool,
    /// The first roll of the game (its index among the 21, plus 1) until the second one has been
    /// played, by the option `jan_de_rencontre`; else 0.
    pub(crate) opening: u8,
    /// Rolls made in this game.
    pub(crate) turns: u16,
    pub(crate) options: Options,
}

/// A roll that cannot be made now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalRoll {
    /// Dice are rolled in phase [`Phase::Roll`] only.
    NotTheTime(State),
    /// The first roll of a game is no double (`docs/rules.md#first-roll`).
    DoubleOnFirstRoll(State),
    /// The first of the two dice lies on the table and shows another number.
    OtherFirstDie(State),
}

impl std::fmt::Display for IllegalRoll {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            IllegalRoll::NotTheTime(state) => {
                write!(formatter, "no roll is due in the position {state}")
            }
            IllegalRoll::OtherFirstDie(state) => write!(
                formatter,
                "neither die is the one that has been rolled in the position {state}"
            ),
            IllegalRoll::DoubleOnFirstRoll(state) => write!(
                formatter,
                "the first roll of a game cannot be a double, in the position {state}"
            ),
        }
    }
}

impl std::error::Error for IllegalRoll {}

/// An action that cannot be applied now, with the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// What was asked for.
    pub action: ActionId,
    /// Why it is refused.
    pub reason: IllegalPlay,
    /// Where.
    pub state: State,
}

impl std::fmt::Display for IllegalAction {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (action, reason, state) = (self.action.0, self.reason, self.state);
        write!(
            formatter,
            "action {action} is illegal: {reason}, in the position {state}"
        )
    }
}

impl std::error::Error for IllegalAction {}

impl State {
    /// The start of a game. Options out of range are brought into it (at least one hole, at most a
    /// hundred, at least one turn); [`Options::check`] tells them apart.
    pub fn new(options: Options) -> State {
        let options = Options {
            target_holes: options.target_holes.clamp(1, 100),
            max_turns: options.max_turns.max(1),
            ..options
        };
        State {
            sides: [START_SIDE; 2],
            rolls: [0; 2],
            mover: Color::White,
            phase: Phase::Roll,
            dice: [0; 2],
            owed: 0,
            exit: false,
            first_roll: true,
            opening: 0,
            turns: 0,
            options,
        }
    }

    /// The options the game is played by.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// What has to happen next.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Who rolls or decides; after the end of the game, who did so last.
    pub const fn mover(&self) -> Color {
        self.mover
    }

    /// The board from the mover's side.
    pub const fn board(&self) -> Board {
        Board {
            own: self.sides[0].checkers,
            opp: self.sides[1].checkers,
        }
    }

    pub(crate) const fn side(&self, color: Color) -> &Side {
        &self.sides[(color as usize) ^ (self.mover as usize)]
    }

    /// A player's checkers, in that player's numbering.
    pub const fn checkers(&self, color: Color) -> Checkers {
        self.side(color).checkers
    }

    /// A player's score.
    pub const fn score(&self, color: Color) -> Score {
        self.side(color).score
    }

    /// A player's rolls since the setting began, this one included; 4 stands for more.
    pub const fn rolls(&self, color: Color) -> u8 {
        self.rolls[color as usize]
    }

    /// The dice that wait to be played.
    pub const fn dice(&self) -> Option<Dice> {
        Dice::from_numbers(self.dice[0], self.dice[1])
    }

    /// The first die, when the second one is still to be rolled.
    pub const fn first_die(&self) -> Option<Die> {
        match (self.dice[1], Die::new(self.dice[0])) {
            (0, Some(die)) => Some(die),
            _ => None,
        }
    }

    /// Rolls made in this game.
    pub const fn turns(&self) -> u16 {
        self.turns
    }

    /// Is the first roll of the game still to be made?
    pub const fn is_first_roll(&self) -> bool {
        self.first_roll
    }

    /// Does the roll on the table bear off the mover's last checker?
    pub const fn is_exit(&self) -> bool {
        self.exit
    }

    /// What the opponent will mark for the roll on the table, once it is played.
    pub const fn points_owed(&self) -> u8 {
        self.owed
    }

    /// Does the mover have to decide?
    pub const fn is_decision(&self) -> bool {
        matches!(self.phase, Phase::HoldOrGo | Phase::Move | Phase::LastGo)
    }

    /// Is the game over?
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// Who has won; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over()
            .then(|| self.format().outcome(&self.scores()))
    }

    const fn scores(&self) -> [Score; 2] {
        [self.score(Color::White), self.score(Color::Black)]
    }

    pub(crate) const fn format(&self) -> OrdinaryGame {
        OrdinaryGame::new(self.options)
    }

    /// What the roller's board and these dice allow.
    pub(crate) fn situation(&self, dice: Dice) -> Situation {
        Situation::new(&self.board(), dice, self.options)
    }

    /// What the value of the roll on the table depends on besides board and dice.
    fn course(&self, dice: Dice) -> Course {
        Course {
            rolls: self.rolls[self.mover.index()],
            is_encounter: self.opening == dice.index() as u8 + 1 && self.turns == 2,
        }
    }

    /// Is the next roll the first one of a game that must not begin with a double?
    pub(crate) const fn forbids_doubles(&self) -> bool {
        self.first_roll && self.options.first_roll_no_double
    }

    /// Can these dice be rolled now?
    pub fn check_roll(&self, dice: Dice) -> Result<(), IllegalRoll> {
        if self.phase != Phase::Roll {
            return Err(IllegalRoll::NotTheTime(*self));
        }
        if self.dice[0] != 0 && !dice.has(self.dice[0]) {
            return Err(IllegalRoll::OtherFirstDie(*self));
        }
        if self.forbids_doubles() && dice.is_double() {
            return Err(IllegalRoll::DoubleOnFirstRoll(*self));
        }
        Ok(())
    }

    /// Rolls the dice: the roller marks what they bring him, and the phase says what is next.
    pub fn roll(&mut self, dice: Dice) -> Result<(), IllegalRoll> {
        self.check_roll(dice)?;
        self.roll_examined(dice, None);
        Ok(())
    }

    /// Like [`State::roll`], and lists the legal actions of the decision that follows, for little
    /// more than the price of the roll.
    pub fn roll_with_actions(
        &mut self,
        dice: Dice,
        actions: &mut ActionList,
    ) -> Result<(), IllegalRoll> {
        self.check_roll(dice)?;
        self.roll_examined(dice, Some(actions));
        Ok(())
    }

    /// Rolls the first of two dice that are rolled one by one; roll both with [`State::roll`] to go
    /// on.
    pub fn roll_first_die(&mut self, die: Die) -> Result<(), IllegalRoll> {
        if self.phase != Phase::Roll || self.dice[0] != 0 {
            return Err(IllegalRoll::NotTheTime(*self));
        }
        self.dice[0] = die.number();
        Ok(())
    }

    fn roll_examined(&mut self, dice: Dice, mut actions: Option<&mut ActionList>) {
        self.dice = [dice.high().number(), dice.low().number()];
        self.count_roll();
        if let Some(actions) = actions.as_deref_mut() {
            actions.clear();
            // Room for `Go`, the smallest id; taken back below when it is not offered.
            actions.push(ActionId::GO.0);
        }
        let (findings, totals) = scoring::score_roll(
            &self.situation(dice),
            self.course(dice),
            actions.as_deref_mut(),
        );
        if self.first_roll && self.options.jan_de_rencontre {
            self.opening = dice.index() as u8 + 1;
        }
        self.first_roll = false;
        self.enter_table(findings.exit, &totals);
        let holes = self.mark(0, totals.mover);
        self.phase = if self.format().ends_on_marking(&self.sides[0].score) {
            self.owed = 0;
            self.exit = false;
            Phase::LastGo
        } else if holes > 0 {
            Phase::HoldOrGo
        } else if findings.exit {
            self.carry_out_exit();
            self.phase
        } else {
            Phase::Move
        };
        if let Some(actions) = actions {
            match self.phase {
                Phase::HoldOrGo => {}
                Phase::Move => actions.remove_first(),
                Phase::LastGo => actions.truncate(1),
                Phase::Roll | Phase::Over => actions.clear(),
            }
        }
    }

    fn count_roll(&mut self) {
        self.turns = self.turns.saturating_add(1);
        let rolls = &mut self.rolls[self.mover.index()];
        *rolls = (*rolls + 1).min(ROLLS_COUNTED);
    }

    /// Marks points for one side; returns the holes they made.
    fn mark(&mut self, side: usize, points: u16) -> u8 {
        let [mover, other] = &mut self.sides;
        let (player, other) = if side == 0 {
            (mover, other)
        } else {
            (other, mover)
        };
        mark(
            &mut player.score,
            &mut other.score,
            points,
            self.options.target_holes,
        )
    }

    /// An exit that the roller has no choice about (`docs/rules.md#exit-and-new-setting`): the
    /// opponent marks, both sides return to their talons and the same player rolls. If that ends the
    /// game a single `Go` stands between, so that no roll is the last thing that happens.
    fn carry_out_exit(&mut self) {
        if self.exit_ends_game() {
            self.phase = Phase::LastGo;
        } else {
            self.finish_exit();
        }
    }

    /// Would the exit on the table, once carried out, end the game?
    pub(crate) fn exit_ends_game(&self) -> bool {
        let mut after = *self;
        after.finish_exit();
        after.is_over()
    }

    /// Notes what the dice on the table will do after the mover's marking.
    pub(crate) fn enter_table(&mut self, exit: bool, totals: &Totals) {
        self.exit = exit;
        self.owed = totals.opponent.min(u16::from(u8::MAX)) as u8;
    }

    /// Does the roll on the table bear off the last checker, and what is it worth?
    pub(crate) fn examine_table(&self) -> Option<(bool, Totals)> {
        let dice = self.dice()?;
        let situation = self.situation(dice);
        let (findings, totals) = scoring::score_roll(&situation, self.course(dice), None);
        Some((findings.exit, totals))
    }

    fn finish_exit(&mut self) {
        self.pay_opponent();
        if self.phase != Phase::Over {
            self.new_setting();
        }
    }

    /// The opponent marks what the roll owes him, which can end the game.
    fn pay_opponent(&mut self) {
        self.mark(1, u16::from(self.owed));
        self.owed = 0;
        if self.format().ends_on_marking(&self.sides[1].score) {
            self.end();
        } else {
            self.phase = Phase::Roll;
        }
    }

    /// Puts both sides back on their talons; the mover rolls, unless the turn cap is reached.
    fn new_setting(&mut self) {
        for side in &mut self.sides {
            side.checkers = Checkers::START;
        }
        self.rolls = [0; 2];
        self.end_turn();
    }

    /// Clears the table after a roll has been dealt with.
    fn end_turn(&mut self) {
        self.dice = [0; 2];
        self.owed = 0;
        self.exit = false;
        if self.turns >= 2 {
            self.opening = 0;
        }
        self.phase = Phase::Roll;
        if self.format().ends_on_turn(self.turns) {
            self.end();
        }
    }

    fn end(&mut self) {
        self.dice = [0; 2];
        self.owed = 0;
        self.exit = false;
        self.opening = 0;
        self.phase = Phase::Over;
    }

    /// The legal actions, ascending, one for each different successor. Empty unless the mover has to
    /// decide.
    pub fn legal_actions(&self, actions: &mut ActionList) {
        actions.clear();
        match (self.phase, self.dice()) {
            (Phase::LastGo, _) => actions.push(ActionId::GO.0),
            (Phase::HoldOrGo | Phase::Move, Some(dice)) => {
                if self.phase == Phase::HoldOrGo {
                    actions.push(ActionId::GO.0);
                }
                crate::movegen::examine(&self.situation(dice), Some(actions));
            }
            _ => {}
        }
    }

    /// Is the action one of [`State::legal_actions`]?
    pub fn is_legal(&self, action: ActionId) -> bool {
        let mut actions = ActionList::new();
        self.legal_actions(&mut actions);
        actions.contains(action)
    }

    /// What an action would do. Ids that lead to the same board are read as the smallest of them,
    /// the legal one.
    pub fn decode(&self, action: ActionId) -> Result<Action, IllegalAction> {
        if action == ActionId::GO {
            return match self.phase {
                Phase::HoldOrGo | Phase::LastGo => Ok(Action::Go),
                Phase::Move => Err(self.refuse(action, IllegalPlay::NoChoiceToGo)),
                Phase::Roll | Phase::Over => Err(self.refuse(action, IllegalPlay::NothingToDecide)),
            };
        }
        self.explain(action)
            .map(Action::Play)
            .map_err(|reason| self.refuse(action, reason))
    }

    fn refuse(&self, action: ActionId, reason: IllegalPlay) -> IllegalAction {
        IllegalAction {
            action,
            reason,
            state: *self,
        }
    }

    /// Applies a legal action. The state is unchanged when it is refused.
    pub fn apply(&mut self, action: ActionId) -> Result<(), IllegalAction> {
        if !self.is_legal(action) {
            let reason = match self.decode(action) {
                Ok(_) => IllegalPlay::NotCanonical,
                Err(error) => error.reason,
            };
            return Err(self.refuse(action, reason));
        }
        self.apply_unchecked(action);
        Ok(())
    }

    /// Applies an action that [`State::legal_actions`] lists. Any other one leaves a state that is
    /// safe to use and means nothing.
    pub fn apply_unchecked(&mut self, action: ActionId) {
        if action == ActionId::GO {
            self.go();
        } else if self.exit {
            self.finish_exit();
        } else {
            let own = &self.sides[0].checkers;
            let play = self
                .dice()
                .and_then(|dice| Spelled::new(action, dice))
                .and_then(|spelled| spelled.play(own));
            let moved = play.unwrap_or(Play::PASS).applied_to(*own);
            self.pay_opponent();
            if self.phase == Phase::Over {
                self.sides[0].checkers = moved;
            } else {
                // Not stored before the sides are swapped: reading them back at once, in wider
                // words, stalls the processor.
                let mover = Side {
                    checkers: moved,
                    ..self.sides[0]
                };
                self.sides = [self.sides[1], mover];
                self.mover = self.mover.opponent();
                self.end_turn();
            }
        }
    }

    /// `Go`: freely after a hole (`docs/rules.md#hold-or-go`), or to close a game that the roll has
    /// ended.
    fn go(&mut self) {
        if self.phase == Phase::LastGo {
            if self.exit {
                self.finish_exit();
            } else {
                self.end();
            }
            return;
        }
        for side in &mut self.sides {
            side.score.clear_points();
        }
        if self.format().ends_on_go(&self.scores()) {
            self.end();
        } else {
            self.new_setting();
        }
    }

    /// The events of the dice on the table; none when no decision is due.
    pub fn events(&self) -> EventList {
        match self.dice() {
            Some(dice) if self.is_decision() => {
                scoring::list_events(&self.situation(dice), self.course(dice)).1
            }
            _ => EventList::new(),
        }
    }

    /// The events that these dice would bring; none when no roll is due.
    pub fn events_of_roll(&self, dice: Dice) -> EventList {
        if self.phase != Phase::Roll {
            return EventList::new();
        }
        let mut rolled = *self;
        rolled.count_roll();
        scoring::list_events(&rolled.situation(dice), rolled.course(dice)).1
    }
}
