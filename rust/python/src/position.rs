//! The class `Position`: a state of the engine as a value. Nothing changes it; a transition gives
//! another one.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use trictrac_play::Judge;
use trictrac_store::{
    Action, ActionId, ActionList, Beneficiary, Color, Destination, Dice, DiceShape, Die, Drawing,
    Event, Field, IllegalPlay, NUM_ACTIONS, NUM_ACTIONS_WITH_CLAIMS, ParsePlayError, Phase,
    Proposal, Setup, State, Utility, Way, WayMove, holds_flag, perft,
};

use crate::arguments::{NamedOptions, Text, Whole, both_dice, die, options_of, player};
use crate::errors::{
    TrictracError, faulty, illegal, no_position_bytes, no_position_id, no_position_text, refused,
    with_rule,
};
use crate::layouts::observation_named;

/// OpenSpiel's number of the player who stands for the dice.
const CHANCE: i8 = -1;
/// OpenSpiel's number when nobody acts any more.
const TERMINAL: i8 = -4;

/// A position of the engine. Nothing changes it.
#[pyclass(frozen, eq, hash, from_py_object, module = "trictrac_spiel._engine")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position(pub State);

/// From and to of a checker's step, in the mover's numbering; 0 is off the board.
type Step = (u8, u8);

/// The marqué, refaits, its first roller, and the players' marqués and tokens.
type WrittenScore = (u8, u8, usize, [u8; 2], [i32; 2]);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (options = Vec::new()))]
    fn new(options: NamedOptions) -> PyResult<Position> {
        Ok(Position(State::new(options_of(&options)?)))
    }

    #[staticmethod]
    fn from_text(text: Text) -> PyResult<Position> {
        let state = text.0.parse();
        state
            .map(Position)
            .map_err(|error| no_position_text(&error))
    }

    #[staticmethod]
    #[pyo3(signature = (id, options = Vec::new()))]
    fn from_id(id: Text, options: NamedOptions) -> PyResult<Position> {
        let state = State::from_id(&id.0, options_of(&options)?);
        state.map(Position).map_err(|error| no_position_id(&error))
    }

    /// A board in player 0's numbering, his checkers positive, and what else is known; what is None
    /// is chosen so that it fits.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "named ones, in Python")]
    fn from_board(
        board: Vec<Whole>,
        dice: Vec<Whole>,
        mover: Whole,
        points: (Whole, Whole),
        holes: (Whole, Whole),
        phase: Option<Text>,
        bredouille: Option<[bool; 2]>,
        grande_bredouille: Option<[bool; 2]>,
        rolls: Option<(Whole, Whole)>,
        turns: Option<Whole>,
        first_roll: Option<bool>,
        opening: Option<(Whole, Whole)>,
        options: NamedOptions,
    ) -> PyResult<Position> {
        let counts: Option<Vec<i8>> = board.iter().map(|count| count.small()).collect();
        let board: [i8; 24] = counts
            .and_then(|counts| counts.try_into().ok())
            .ok_or_else(|| refused("board must be 24 counts from -15 to 15"))?;
        let (first_die, dice) = match dice.as_slice() {
            [] => (None, None),
            [one] => (Some(die(*one)?), None),
            both => (None, Some(both_dice(both)?)),
        };
        let opening = opening.map(|(one, other)| both_dice(&[one, other]));
        let proposal = Proposal {
            mover: player(mover)?,
            phase: phase.as_ref().map(phase_named).transpose()?,
            dice,
            first_die,
            points: small_pair("points", points)?,
            holes: small_pair("holes", holes)?,
            bredouille,
            grande_bredouille,
            rolls: rolls.map(|rolls| small_pair("rolls", rolls)).transpose()?,
            first_roll,
            opening: opening.transpose()?,
            turns: turns.map(turns_of).transpose()?,
            ..Proposal::of_board(&board, options_of(&options)?)
        };
        let state = proposal.state();
        state
            .map(Position)
            .map_err(|refusal| faulty(&refusal, &refusal.faults))
    }

    /// What `_core.position_bytes` or `bytes` wrote.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Position> {
        let state = State::from_bytes(bytes);
        state
            .map(Position)
            .map_err(|error| no_position_bytes(&error))
    }

    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    #[getter]
    fn id(&self) -> PyResult<String> {
        self.0.id().map_err(refused)
    }

    #[getter]
    fn drawing(&self) -> String {
        Drawing(&self.0).to_string()
    }

    /// Who acts, as OpenSpiel numbers it: 0, 1, -1 for the dice, -4 after the end.
    #[getter]
    fn player(&self) -> i8 {
        match self.0.phase() {
            Phase::Roll => CHANCE,
            Phase::Over => TERMINAL,
            Phase::HoldOrGo | Phase::Move | Phase::LastGo | Phase::Claim | Phase::ClaimReceived => {
                self.0.decider().index() as i8
            }
        }
    }

    #[getter]
    fn mover(&self) -> usize {
        self.0.mover().index()
    }

    #[getter]
    fn phase(&self) -> &'static str {
        self.0.phase().name()
    }

    /// 24 counts in player 0's numbering, his own positive.
    #[getter]
    fn board(&self) -> Vec<i32> {
        let [white, black] = self.0.to_setup().checkers;
        let fields = white.iter().zip(black.iter().rev());
        fields
            .map(|(own, other)| i32::from(*own) - i32::from(*other))
            .collect()
    }

    /// The dice on the table: none, the first of two, or both.
    #[getter]
    fn dice(&self) -> Vec<i32> {
        match (self.0.first_die(), self.0.dice()) {
            (Some(die), _) => vec![die.number().into()],
            (None, dice) => numbers(dice),
        }
    }

    #[getter]
    fn points(&self) -> (u8, u8) {
        pair(|color| self.0.score(color).points)
    }

    #[getter]
    fn holes(&self) -> (u8, u8) {
        pair(|color| self.0.score(color).holes)
    }

    #[getter]
    fn bredouille(&self) -> (bool, bool) {
        pair(|color| !self.0.score(color).cut)
    }

    #[getter]
    fn grande_bredouille(&self) -> (bool, bool) {
        pair(|color| !self.0.score(color).holes_cut)
    }

    #[getter]
    fn rolls(&self) -> (u8, u8) {
        pair(|color| self.0.rolls(color))
    }

    #[getter]
    fn turns(&self) -> u16 {
        self.0.turns()
    }

    #[getter]
    fn first_roll(&self) -> bool {
        self.0.is_first_roll()
    }

    /// The first roll of the game while `jan_de_rencontre` waits for the second.
    #[getter]
    fn opening(&self) -> Vec<i32> {
        let Setup { opening, .. } = self.0.to_setup();
        numbers(opening)
    }

    /// The options that differ from their defaults, as (name, value).
    #[getter]
    fn options(&self) -> Vec<(&'static str, String)> {
        let changed = self.0.options().changed();
        changed
            .map(|(name, value)| (name, value.to_string()))
            .collect()
    }

    /// How many actions the game has.
    #[getter]
    fn num_actions(&self) -> usize {
        if self.0.options().schools {
            NUM_ACTIONS_WITH_CLAIMS
        } else {
            NUM_ACTIONS
        }
    }

    /// With schools: the roller's fault that waits to be marked for the other player.
    #[getter]
    fn school(&self) -> u8 {
        self.0.to_setup().school
    }

    /// With schools, after the play: what is due to the player who claims.
    #[getter]
    fn owed(&self) -> u8 {
        self.0.to_setup().owed
    }

    /// What the player who decides should claim; None when nothing is to be claimed.
    #[getter]
    fn due(&self) -> Option<u8> {
        self.0.due()
    }

    /// The claim of exactly what is due; None when nothing is to be claimed.
    #[getter]
    fn honest_claim(&self) -> Option<u16> {
        self.0.honest_claim().map(|claim| claim.0)
    }

    /// The same game going on without schools, everything claimed as it is due.
    fn without_schools(&self) -> Position {
        Position(self.0.without_schools())
    }

    /// How many holes win.
    #[getter]
    fn target(&self) -> u8 {
        self.0.options().target_holes
    }

    /// How the marqués of a written game stand: (marqué, refaits, starter, wins, tokens).
    #[getter]
    fn written(&self) -> Option<WrittenScore> {
        let score = self.0.written_score()?;
        let starter = score.starter.index();
        Some((
            score.marque,
            score.refaits,
            starter,
            score.wins,
            score.tokens,
        ))
    }

    /// Who holds the flag.
    #[getter]
    fn flag(&self) -> Option<usize> {
        let holds = |color: &Color| {
            let (own, other) = (self.0.score(*color), self.0.score(color.opponent()));
            holds_flag(&own, &other)
        };
        Color::ALL.iter().position(holds)
    }

    /// The points of both players, twelve to a hole.
    fn totals(&self) -> [i32; 2] {
        let returns = Utility::Score.returns(&self.0);
        returns.map(|total| total as i32)
    }

    /// The winner and what he gains; (None, 0) before the end, and (None, 0) for a draw.
    fn outcome(&self) -> (Option<usize>, u32) {
        let outcome = self.0.outcome();
        let winner = outcome.and_then(|outcome| outcome.winner);
        let value = outcome.map_or(0, |outcome| outcome.value);
        (winner.map(Color::index), value)
    }

    fn legal_actions(&self) -> Vec<u16> {
        legal_actions(&self.0).ids().to_vec()
    }

    /// Every legal action as (action, text, steps).
    fn plays(&self) -> PyResult<Vec<(u16, String, Vec<Step>)>> {
        let plays = legal_actions(&self.0);
        plays
            .iter()
            .map(|action| Ok((action.0, self.0.action_text(action), self.steps_of(action)?)))
            .collect()
    }

    /// The position after an action.
    fn apply(&self, py: Python<'_>, action: Whole) -> PyResult<Position> {
        let mut after = self.0;
        match after.apply(self.action_id(py, action)?) {
            Ok(()) => Ok(Position(after)),
            Err(error) => Err(self.illegal_action(py, action, error.reason)),
        }
    }

    /// The position after a roll, or after one die of it.
    fn apply_dice(&self, dice: Vec<Whole>) -> PyResult<Position> {
        let mut after = self.0;
        let rolled = match (dice.as_slice(), self.0.first_die()) {
            ([one], None) => after.roll_first_die(die(*one)?),
            ([second], Some(first)) => after.roll(Dice::new(first, die(*second)?)),
            (both, _) => after.roll(both_dice(both)?),
        };
        rolled.map_err(refused)?;
        Ok(Position(after))
    }

    /// Every roll that can happen now as (higher die, lower die, probability).
    fn rolls_possible(&self) -> Vec<(u8, u8, f64)> {
        let shape = DiceShape::Unordered;
        let mut rolls = Vec::new();
        shape.for_each_outcome(&self.0, |outcome, probability| {
            let dice = Dice::ALL_21[outcome];
            rolls.push((dice.high().number(), dice.low().number(), probability));
        });
        rolls
    }

    /// The events of the dice on the table.
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let events = self.0.events();
        let each = |event: &Event| event_dict(py, event, &self.0.ways(event));
        events.iter().map(each).collect()
    }

    /// The events that these dice would bring at a node before a roll.
    fn events_of_roll<'py>(
        &self,
        py: Python<'py>,
        dice: Vec<Whole>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let dice = both_dice(&dice)?;
        let events = self.0.events_of_roll(dice);
        let each = |event: &Event| event_dict(py, event, &self.0.ways_of_roll(dice, event));
        events.iter().map(each).collect()
    }

    fn action_text(&self, py: Python<'_>, action: Whole) -> PyResult<String> {
        Ok(self.0.action_text(self.action_id(py, action)?))
    }

    /// The legal action that a text stands for.
    fn parse_action(&self, py: Python<'_>, text: Text) -> PyResult<u16> {
        let refused = |reason: Option<IllegalPlay>, words: String| {
            let message = format!("{words}, in the position {}", self.0);
            let play = (&text.0).into_py_any(py);
            play.map_or_else(
                |error| error,
                |play| illegal(message, reason, play, &self.0),
            )
        };
        match self.0.parse_action(&text.0) {
            Ok(action) => Ok(action.0),
            Err(ParsePlayError::Illegal(reason)) => Err(refused(Some(reason), with_rule(reason))),
            Err(error @ (ParsePlayError::Form(_) | ParsePlayError::OtherDice(_))) => {
                Err(refused(None, error.to_string()))
            }
        }
    }

    /// The steps of an action; none for `Go`.
    fn steps(&self, py: Python<'_>, action: Whole) -> PyResult<Vec<Step>> {
        let id = self.action_id(py, action)?;
        match self.0.decode(id) {
            Ok(_) => self.steps_of(id),
            Err(error) => Err(self.illegal_action(py, action, error.reason)),
        }
    }

    /// The legal action that moves checkers from and to these fields.
    fn action_of_steps(&self, py: Python<'_>, steps: Vec<(Whole, Whole)>) -> PyResult<u16> {
        let play = fields(&steps)?;
        let found = self.0.explain_steps(&play);
        match found.and_then(|play| self.0.action_of(&play)) {
            Ok(action) => Ok(action.0),
            Err(reason) => {
                let message = format!("{reason}, in the position {}", self.0);
                Err(illegal(
                    message,
                    Some(reason),
                    play.into_py_any(py)?,
                    &self.0,
                ))
            }
        }
    }

    /// Why an action is not allowed; None when it is.
    fn explain(&self, action: Whole) -> Option<String> {
        let Some(id) = action.small().map(ActionId) else {
            return Some(with_rule(IllegalPlay::NoSuchAction));
        };
        let mut after = self.0;
        after.apply(id).err().map(|error| with_rule(error.reason))
    }

    /// Why steps are not allowed; None when they are.
    fn explain_steps(&self, steps: Vec<(Whole, Whole)>) -> PyResult<Option<String>> {
        Ok(self.0.explain_steps(&fields(&steps)?).err().map(with_rule))
    }

    /// How many sequences of so many transitions lead on from here.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| perft(&self.0, depth))
    }

    /// The action that a player takes.
    fn choose(&self, name: Text) -> PyResult<u16> {
        let action = judge_named(&name)?.choose(&self.0);
        let action = action.ok_or_else(|| refused("there is nothing to decide"))?;
        Ok(action.0)
    }

    /// Each legal action's worth in points, by the judgement of a player.
    fn judge_actions(&self, name: Text) -> PyResult<Vec<(u16, f64)>> {
        let mut judged = Vec::new();
        judge_named(&name)?.for_each_judged(&self.0, |action, points| {
            judged.push((action.0, points.into()));
        });
        Ok(judged)
    }

    /// The tensor that a player sees, flat.
    #[pyo3(signature = (observation, player))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        observation: Text,
        player: Whole,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let observation = observation_named(&observation)?;
        let observer = self::player(player)?;
        let array = PyArray1::zeros(py, observation.len(&self.0.options()), false);
        let mut values = array.readwrite();
        let filled = observation.fill(&self.0, observer, values.as_slice_mut()?);
        filled.map_err(refused)?;
        drop(values);
        Ok(array)
    }

    fn __copy__(&self) -> Position {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Position {
        *self
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let read = py.get_type::<Position>().getattr("from_text")?;
        Ok((read, (self.text(),)))
    }

    fn __repr__(&self) -> String {
        format!("Position.from_text('{}')", self.0)
    }
}

impl Position {
    /// Python's number as the engine's, if it is an action's at all.
    fn action_id(&self, py: Python<'_>, action: Whole) -> PyResult<ActionId> {
        match action.small::<u16>() {
            Some(id) if usize::from(id) < self.num_actions() => Ok(ActionId(id)),
            _ => Err(self.illegal_action(py, action, IllegalPlay::NoSuchAction)),
        }
    }

    fn illegal_action(&self, py: Python<'_>, Whole(action): Whole, reason: IllegalPlay) -> PyErr {
        let message = format!(
            "action {action} is illegal: {reason}, in the position {}",
            self.0
        );
        let play = action.into_py_any(py);
        play.map_or_else(
            |error| error,
            |play| illegal(message, Some(reason), play, &self.0),
        )
    }

    fn steps_of(&self, action: ActionId) -> PyResult<Vec<Step>> {
        match self.0.decode(action).map_err(refused)? {
            Action::Go | Action::Claim(_) => Ok(Vec::new()),
            Action::Play(play) => Ok(play
                .steps()
                .map(|step| (step.from.number(), step.to.number()))
                .collect()),
        }
    }
}

fn phase_named(Text(name): &Text) -> PyResult<Phase> {
    let found = Phase::ALL.into_iter().find(|phase| phase.name() == name);
    found.ok_or_else(|| {
        let names = Phase::ALL.map(Phase::name).join(", ");
        refused(format!(
            "phase is \"{name}\", but it must be one of {names}"
        ))
    })
}

/// Two counts; what no score holds is refused here, what this one does not by the engine.
fn small_pair(name: &str, (white, black): (Whole, Whole)) -> PyResult<[u8; 2]> {
    match (white.small(), black.small()) {
        (Some(white), Some(black)) => Ok([white, black]),
        _ => Err(refused(format!(
            "{name} are {} and {}, but they must be 0 to 255",
            white.0, black.0
        ))),
    }
}

fn turns_of(turns: Whole) -> PyResult<u16> {
    turns
        .small()
        .ok_or_else(|| refused(format!("turns is {}, but it must be 0 to 65535", turns.0)))
}

fn legal_actions(state: &State) -> ActionList {
    let mut actions = ActionList::new();
    state.legal_actions(&mut actions);
    actions
}

/// Player 0's and player 1's value.
fn pair<T>(of: impl Fn(Color) -> T) -> (T, T) {
    (of(Color::White), of(Color::Black))
}

fn numbers(dice: Option<Dice>) -> Vec<i32> {
    dice.map_or_else(Vec::new, |dice| {
        vec![dice.high().number().into(), dice.low().number().into()]
    })
}

fn fields(steps: &[(Whole, Whole)]) -> PyResult<Vec<Step>> {
    let fields = |(from, to): &(Whole, Whole)| match (from.small(), to.small()) {
        (Some(from), Some(to)) => Ok((from, to)),
        _ => Err(TrictracError::new_err(format!(
            "a step from {} to {} is on no board",
            from.0, to.0
        ))),
    };
    steps.iter().map(fields).collect()
}

fn judge_named(Text(name): &Text) -> PyResult<Judge> {
    let found = Judge::ALL.into_iter().find(|judge| judge.name() == name);
    found.ok_or_else(|| refused(format!("there is no player \"{name}\" in the engine")))
}

/// An event with its ways as it is written in JSON.
pub fn event_dict<'py>(
    py: Python<'py>,
    event: &Event,
    ways: &[Way],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("jan", event.jan.name())?;
    dict.set_item("ways", event.ways)?;
    dict.set_item("points", event.points)?;
    dict.set_item(
        "to",
        match event.to() {
            Beneficiary::Mover => "mover",
            Beneficiary::Opponent => "opponent",
        },
    )?;
    dict.set_item("field", event.field.map(Field::number))?;
    let each = |way: &Way| -> PyResult<Vec<Bound<'py, PyDict>>> {
        way.moves.iter().map(|part| move_dict(py, part)).collect()
    };
    let ways = ways.iter().map(each).collect::<PyResult<Vec<_>>>()?;
    dict.set_item("ways_detail", ways)?;
    Ok(dict)
}

/// One checker's part in a way.
fn move_dict<'py>(py: Python<'py>, part: &WayMove) -> PyResult<Bound<'py, PyDict>> {
    let numbers = |dice: &[Die]| dice.iter().map(|die| i32::from(die.number())).collect();
    let fields = |fields: &[Field]| {
        fields
            .iter()
            .map(|field| i32::from(field.number()))
            .collect()
    };
    let (dice, rests): (Vec<i32>, Vec<i32>) = (numbers(&part.dice), fields(&part.rests));
    let dict = PyDict::new(py);
    dict.set_item("from", part.from.map(Field::number))?;
    dict.set_item("dice", dice)?;
    dict.set_item("rests", rests)?;
    dict.set_item("to", part.to.map(Destination::number))?;
    Ok(dict)
}
