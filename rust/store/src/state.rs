//! The turn machine: a game from its first roll to its end, one `Copy` value at every moment.

use crate::action::{Action, ActionId, ActionList, MOST_CLAIMED, Spelled};
use crate::board::Board;
use crate::checkers::Checkers;
use crate::color::Color;
use crate::dice::{Dice, Die};
use crate::explain::IllegalPlay;
use crate::format::{AnyFormat, Leaving, MatchFormat, Outcome};
use crate::options::{Format, Options};
use crate::play::Play;
use crate::rules::Rules;
use crate::score::Score;
use crate::scoring::{self, Course, Event, EventList, Totals, Way};
use crate::situation::Situation;
use crate::table::{Phase, Table};
use crate::tally::{Tally, WrittenScore};

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
    pub(crate) table: Table,
    pub(crate) tally: Tally,
    pub(crate) rules: Rules,
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
    /// hundred, at least one turn), and those that the format has no use for are forgotten;
    /// [`Options::check`] tells them apart.
    pub fn new(options: Options) -> State {
        State {
            table: Table::START,
            tally: Tally::START,
            rules: Rules::new(options),
        }
    }

    /// The options the game is played by.
    pub const fn options(&self) -> Options {
        self.rules.options()
    }

    /// What has to happen next.
    pub const fn phase(&self) -> Phase {
        self.table.phase
    }

    /// Who rolls or plays the dice on the table; after the end of the game, who did so last.
    pub const fn mover(&self) -> Color {
        self.table.mover
    }

    /// Who decides, when a decision is due: the mover, but for the claim of the other player.
    pub const fn decider(&self) -> Color {
        match self.table.phase {
            Phase::ClaimReceived => self.table.mover.opponent(),
            Phase::Roll
            | Phase::HoldOrGo
            | Phase::Move
            | Phase::LastGo
            | Phase::Over
            | Phase::Claim => self.table.mover,
        }
    }

    /// The board from the mover's side.
    pub const fn board(&self) -> Board {
        Board {
            own: self.table.sides[0],
            opp: self.table.sides[1],
        }
    }

    /// A player's checkers, in that player's numbering.
    pub const fn checkers(&self, color: Color) -> Checkers {
        self.table.sides[color.index() ^ self.table.mover.index()]
    }

    /// A player's score; in a written game, that of the present marqué.
    pub const fn score(&self, color: Color) -> Score {
        *self.tally.score(color)
    }

    /// How the marqués stand; `None` in an ordinary game.
    pub const fn written_score(&self) -> Option<WrittenScore> {
        match self.rules.format() {
            Format::Ordinary => None,
            Format::Written => Some(WrittenScore::of(&self.tally, self.rules.marques())),
        }
    }

    /// A player's rolls since the setting began, this one included; 4 stands for more.
    pub const fn rolls(&self, color: Color) -> u8 {
        self.table.rolls[color.index()]
    }

    /// The dice that wait to be played.
    pub const fn dice(&self) -> Option<Dice> {
        self.table.dice()
    }

    /// The first die, when the second one is still to be rolled.
    pub const fn first_die(&self) -> Option<Die> {
        match (self.table.dice[1], Die::new(self.table.dice[0])) {
            (0, Some(die)) => Some(die),
            _ => None,
        }
    }

    /// Rolls made in this game.
    pub const fn turns(&self) -> u16 {
        self.table.turns
    }

    /// Is the first roll of the game still to be made?
    pub const fn is_first_roll(&self) -> bool {
        self.table.first_roll
    }

    /// Does the roll on the table bear off the mover's last checker?
    pub const fn is_exit(&self) -> bool {
        self.table.exit
    }

    /// What is due to the opponent for the roll on the table, once it is played.
    pub const fn points_owed(&self) -> u8 {
        self.table.owed
    }

    /// Does a player have to decide?
    pub const fn is_decision(&self) -> bool {
        self.phase().is_decision()
    }

    /// Is the game over?
    pub const fn is_over(&self) -> bool {
        matches!(self.phase(), Phase::Over)
    }

    /// Who has won; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.format().outcome(&self.tally))
    }

    pub(crate) const fn format(&self) -> AnyFormat {
        AnyFormat::new(self.rules)
    }

    /// What the roller's board and these dice allow.
    pub(crate) fn situation(&self, dice: Dice) -> Situation {
        Situation::new(&self.board(), dice, self.rules)
    }

    /// What the value of the roll on the table depends on besides board and dice.
    fn course(&self, dice: Dice) -> Course {
        Course {
            rolls: self.rolls(self.mover()),
            is_encounter: self.table.opening == dice.index() as u8 + 1 && self.table.turns == 2,
        }
    }

    /// Is the next roll the first one of a game that must not begin with a double?
    pub(crate) const fn forbids_doubles(&self) -> bool {
        self.table.first_roll && self.rules.first_roll_no_double()
    }

    /// Can these dice be rolled now?
    pub fn check_roll(&self, dice: Dice) -> Result<(), IllegalRoll> {
        if self.phase() != Phase::Roll {
            return Err(IllegalRoll::NotTheTime(*self));
        }
        if self.table.dice[0] != 0 && !dice.has(self.table.dice[0]) {
            return Err(IllegalRoll::OtherFirstDie(*self));
        }
        if self.forbids_doubles() && dice.is_double() {
            return Err(IllegalRoll::DoubleOnFirstRoll(*self));
        }
        Ok(())
    }

    /// Rolls the dice: the roller marks what they bring him, if it is not to be claimed, and the
    /// phase says what is next.
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
        if self.phase() != Phase::Roll || self.table.dice[0] != 0 {
            return Err(IllegalRoll::NotTheTime(*self));
        }
        self.table.dice[0] = die.number();
        Ok(())
    }

    /// A roll in its three parts: the dice are laid, the roller marks what is due to him, and the
    /// turn goes on. With schools the second and third part are his claim's.
    fn roll_examined(&mut self, dice: Dice, mut actions: Option<&mut ActionList>) {
        if let Some(actions) = actions.as_deref_mut() {
            actions.clear();
            // Room for `Go`, the smallest id; taken back below when it is not offered.
            actions.push(ActionId::GO.0);
        }
        let due = self.lay(dice, actions.as_deref_mut());
        if self.rules.schools() {
            return self.wait_for_claim(actions);
        }
        let holes = self.mark(self.mover(), due);
        self.advance(holes);
        if let Some(actions) = actions {
            match self.phase() {
                Phase::HoldOrGo => {}
                Phase::Move => actions.remove_first(),
                Phase::LastGo => actions.truncate(1),
                Phase::Roll | Phase::Over | Phase::Claim | Phase::ClaimReceived => actions.clear(),
            }
        }
    }

    /// What follows the laying of the dice when points are claimed.
    #[cold]
    fn wait_for_claim(&mut self, actions: Option<&mut ActionList>) {
        self.table.owed = self.table.owed.min(MOST_CLAIMED);
        self.table.phase = Phase::Claim;
        if let Some(actions) = actions {
            actions.fill_with_claims();
        }
    }

    /// Puts the dice on the table and appends the legal plays to `actions` if given; returns the
    /// points that are due to the roller. Nothing is marked.
    fn lay(&mut self, dice: Dice, actions: Option<&mut ActionList>) -> u16 {
        self.table.dice = [dice.high().number(), dice.low().number()];
        self.table.count_roll();
        let (findings, totals) =
            scoring::score_roll(&self.situation(dice), self.course(dice), actions);
        if self.table.first_roll && self.rules.jan_de_rencontre() {
            self.table.opening = dice.index() as u8 + 1;
        }
        self.table.first_roll = false;
        self.enter_table(findings.exit, &totals);
        totals.mover
    }

    /// Marks points for a player; returns the holes they made.
    fn mark(&mut self, player: Color, points: u16) -> u8 {
        if points == 0 {
            return 0;
        }
        let most_holes = self.format().most_holes();
        self.tally.mark(player, points, most_holes)
    }

    /// Goes on after the roller has marked, which made this many holes.
    fn advance(&mut self, holes: u8) {
        if holes > 0 {
            if self.has_won(self.mover()) {
                self.win();
            } else {
                self.table.phase = Phase::HoldOrGo;
            }
        } else if self.table.exit {
            self.carry_out_exit();
        } else {
            self.table.phase = Phase::Move;
        }
    }

    /// Have the holes that this player has just made ended the game?
    fn has_won(&self, player: Color) -> bool {
        self.format().ends_on_marking(self.tally.score(player))
    }

    /// The roller's marking has ended the game. A roll is never the last thing that happens, so a
    /// single `Go` follows it; a claim can be.
    fn win(&mut self) {
        if self.rules.schools() {
            return self.end();
        }
        self.table.owed = 0;
        self.table.exit = false;
        self.table.phase = Phase::LastGo;
    }

    /// An exit that the roller has no choice about (`docs/rules.md#exit-and-new-setting`): the
    /// opponent marks, both sides return to their talons and the same player rolls. If that ends the
    /// game a single `Go` stands between, so that no roll is the last thing that happens.
    fn carry_out_exit(&mut self) {
        if self.rules.schools() {
            self.wait_for_other_claim(Checkers::NONE);
        } else if self.exit_ends_game() {
            self.table.phase = Phase::LastGo;
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
        self.table.exit = exit;
        self.table.owed = totals.opponent.min(u16::from(u8::MAX)) as u8;
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
        if self.phase() != Phase::Over {
            self.new_setting();
        }
    }

    /// The opponent marks what the roll owes him, which can end the game.
    fn pay_opponent(&mut self) {
        let opponent = self.mover().opponent();
        let holes = self.mark(opponent, u16::from(self.table.owed));
        self.table.owed = 0;
        if holes > 0 && self.has_won(opponent) {
            self.end();
        } else {
            self.table.phase = Phase::Roll;
        }
    }

    /// Puts both sides back on their talons; the mover rolls, unless the turn cap is reached.
    fn new_setting(&mut self) {
        self.table.reset_checkers();
        self.end_turn();
    }

    /// Clears the table after a roll has been dealt with.
    fn end_turn(&mut self) {
        self.table.clear_dice();
        if self.table.turns >= 2 {
            self.table.opening = 0;
        }
        self.table.phase = Phase::Roll;
        if self.format().ends_on_turn(self.table.turns) {
            self.end();
        }
    }

    fn end(&mut self) {
        self.table.clear_dice();
        self.table.opening = 0;
        self.tally.school = 0;
        self.table.phase = Phase::Over;
        self.format().settle(&mut self.tally);
    }

    /// The legal actions, ascending, one for each different successor. Empty unless the mover has to
    /// decide.
    pub fn legal_actions(&self, actions: &mut ActionList) {
        actions.clear();
        match (self.phase(), self.dice()) {
            (Phase::LastGo, _) => actions.push(ActionId::GO.0),
            (Phase::Claim | Phase::ClaimReceived, _) => actions.fill_with_claims(),
            (Phase::HoldOrGo | Phase::Move, Some(dice)) => {
                if self.phase() == Phase::HoldOrGo {
                    actions.push(ActionId::GO.0);
                }
                crate::movegen::examine(&self.situation(dice), Some(actions));
            }
            (Phase::Roll | Phase::Over | Phase::HoldOrGo | Phase::Move, _) => {}
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
        let decoded = if action == ActionId::GO {
            match self.phase() {
                Phase::HoldOrGo | Phase::LastGo => Ok(Action::Go),
                Phase::Move => Err(IllegalPlay::NoChoiceToGo),
                Phase::Claim | Phase::ClaimReceived => Err(IllegalPlay::ClaimFirst),
                Phase::Roll | Phase::Over => Err(IllegalPlay::NothingToDecide),
            }
        } else {
            let claimed = match self.phase() {
                Phase::Claim | Phase::ClaimReceived => action.claimed(),
                Phase::Roll | Phase::HoldOrGo | Phase::Move | Phase::LastGo | Phase::Over => None,
            };
            match claimed {
                Some(points) => Ok(Action::Claim(points)),
                None => self.explain(action).map(Action::Play),
            }
        };
        decoded.map_err(|reason| self.refuse(action, reason))
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
        if let Some(points) = action.claimed() {
            self.claim(points);
        } else if action == ActionId::GO {
            self.go();
        } else if self.table.exit {
            self.carry_out_held_exit();
        } else {
            let own = self.table.sides[0];
            let play = self
                .dice()
                .and_then(|dice| Spelled::new(action, dice))
                .and_then(|spelled| spelled.play(&own));
            let moved = play.unwrap_or(Play::PASS).applied_to(own);
            if self.rules.schools() {
                return self.wait_for_other_claim(moved);
            }
            self.pay_opponent();
            if self.phase() == Phase::Over {
                self.table.sides[0] = moved;
            } else {
                // Not stored before the sides are swapped: reading them back at once, in wider
                // words, stalls the processor.
                self.change_sides(moved);
            }
        }
    }

    /// The other player rolls next; the mover's checkers are these now.
    fn change_sides(&mut self, moved: Checkers) {
        self.table.sides = [self.table.sides[1], moved];
        self.table.mover = self.mover().opponent();
        self.end_turn();
    }

    /// An exit that made a hole, by a roller who holds.
    fn carry_out_held_exit(&mut self) {
        if self.rules.schools() {
            self.carry_out_exit();
        } else {
            self.finish_exit();
        }
    }

    /// The other player claims once the mover has played, to have these checkers.
    #[cold]
    fn wait_for_other_claim(&mut self, moved: Checkers) {
        self.table.sides[0] = moved;
        self.table.exit = moved.is_empty();
        self.table.phase = Phase::ClaimReceived;
    }

    /// What the player who decides should claim (`docs/rules.md#schools`); `None` when nothing is to
    /// be claimed.
    pub fn due(&self) -> Option<u8> {
        match self.phase() {
            Phase::Claim => self
                .examine_table()
                .map(|(_, totals)| totals.mover.min(u16::from(MOST_CLAIMED)) as u8),
            Phase::ClaimReceived => Some(self.table.owed),
            Phase::Roll | Phase::HoldOrGo | Phase::Move | Phase::LastGo | Phase::Over => None,
        }
    }

    /// The claim of exactly what is due; `None` when nothing is to be claimed.
    pub fn honest_claim(&self) -> Option<ActionId> {
        self.due().and_then(ActionId::claim)
    }

    /// The same game going on without schools: claims that are due are made honestly, and a school
    /// that waits is owed like other points. Who claims what is due has no more to decide than this.
    ///
    /// ```
    /// # use trictrac_store::{Dice, Options, Phase, State};
    /// let mut state = State::new(Options { schools: true, ..Options::default() });
    /// state.roll(Dice::from_numbers(6, 4).unwrap())?;
    /// assert_eq!((state.phase(), state.due()), (Phase::Claim, Some(0)));
    /// assert_eq!(state.without_schools().phase(), Phase::Move);
    /// # Ok::<(), trictrac_store::IllegalRoll>(())
    /// ```
    pub fn without_schools(&self) -> State {
        let mut state = *self;
        while let Some(claim) = state.honest_claim() {
            state.apply_unchecked(claim);
        }
        let school = std::mem::take(&mut state.tally.school);
        state.table.owed = state.table.owed.saturating_add(school);
        state.rules = state.rules.without_schools();
        state
    }

    /// The same table and points in an ordinary game in which nobody has a hole: what a judge sees
    /// who knows no marqués. An ordinary game is its own.
    pub fn without_marques(&self) -> State {
        if self.written_score().is_none() {
            return *self;
        }
        let options = self.options();
        let mut tally = Tally::START;
        for (score, own) in tally.scores.iter_mut().zip(self.tally.scores) {
            (score.points, score.cut) = (own.points, own.cut);
        }
        let ordinary = Options::of_format(Format::Ordinary);
        State {
            tally,
            rules: Rules::new(Options {
                format: ordinary.format,
                ..options
            }),
            ..*self
        }
    }

    /// The same once the mover has said that he holds: where he had the choice to leave, only plays
    /// are left to him.
    pub fn held(&self) -> State {
        let mut state = *self;
        if state.phase() == Phase::HoldOrGo {
            state.table.phase = Phase::Move;
        }
        state
    }

    /// A claim: what is due and claimed is marked, and the difference is the other player's.
    #[cold]
    fn claim(&mut self, claimed: u8) {
        let Some(due) = self.due() else {
            return;
        };
        let (marked, fault) = (u16::from(claimed.min(due)), claimed.abs_diff(due));
        if self.phase() == Phase::Claim {
            self.tally.school = fault;
            let holes = self.mark(self.mover(), marked);
            self.advance(holes);
        } else {
            self.claim_received(marked, fault);
        }
    }

    /// The end of a roll with schools: the other player marks what he has claimed, then his school,
    /// then the roller marks the school of that claim. What is left when the game ends is not marked.
    fn claim_received(&mut self, marked: u16, fault: u8) {
        let (mover, other) = (self.mover(), self.mover().opponent());
        let school = u16::from(std::mem::take(&mut self.tally.school));
        self.table.owed = 0;
        for (player, points) in [(other, marked), (other, school), (mover, u16::from(fault))] {
            let holes = self.mark(player, points);
            if holes > 0 && self.has_won(player) {
                return self.end();
            }
        }
        if self.table.exit {
            self.new_setting();
        } else {
            self.change_sides(self.table.sides[0]);
        }
    }

    /// `Go`: freely after a hole (`docs/rules.md#hold-or-go`), or to close a game that the roll has
    /// ended.
    fn go(&mut self) {
        if self.phase() == Phase::LastGo {
            if self.table.exit {
                self.finish_exit();
            } else {
                self.end();
            }
            return;
        }
        self.tally.school = 0;
        match self.format().leave(&mut self.tally) {
            Leaving::Setting => {
                self.tally.clear_points();
                self.new_setting();
            }
            Leaving::Marque(first) => {
                self.tally.new_marque(first);
                self.table.mover = first;
                self.new_setting();
            }
            Leaving::Match => self.end(),
        }
    }

    /// The events of the dice on the table; none when no decision is due, nor once they have been
    /// played, at [`Phase::ClaimReceived`]: events depend on the board before the play.
    pub fn events(&self) -> EventList {
        match (self.phase(), self.dice()) {
            (Phase::HoldOrGo | Phase::Move | Phase::LastGo | Phase::Claim, Some(dice)) => {
                scoring::list_events(&self.situation(dice), self.course(dice)).1
            }
            (Phase::Roll | Phase::Over | Phase::ClaimReceived, _) | (_, None) => EventList::new(),
        }
    }

    /// The events that these dice would bring; none when no roll is due.
    pub fn events_of_roll(&self, dice: Dice) -> EventList {
        if self.phase() != Phase::Roll {
            return EventList::new();
        }
        let mut rolled = *self;
        rolled.table.count_roll();
        scoring::list_events(&rolled.situation(dice), rolled.course(dice)).1
    }

    /// The ways of one of [`State::events`], as many as it counts.
    ///
    /// ```
    /// # use trictrac_store::State;
    /// let position = "tt1 p0 roll 1:9,7:1,8:1,10:2,12:2 1:15 0/0 0/0 2,2 4";
    /// let mut state: State = position.parse()?;
    /// state.roll(trictrac_store::Dice::from_numbers(6, 5).unwrap())?;
    /// let ways = state.ways(&state.events()[0]);
    /// let sources: Vec<u8> = ways[0].moves.iter().map(|part| part.from.unwrap().number()).collect();
    /// assert_eq!(sources, [7, 8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ways(&self, event: &Event) -> Vec<Way> {
        let ways = |dice| scoring::ways(&self.situation(dice), event);
        self.dice().map_or_else(Vec::new, ways)
    }

    /// The ways of one of [`State::events_of_roll`].
    pub fn ways_of_roll(&self, dice: Dice, event: &Event) -> Vec<Way> {
        scoring::ways(&self.situation(dice), event)
    }
}
