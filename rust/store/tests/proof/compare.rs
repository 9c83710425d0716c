//! The engine against the reference, roll by roll through random games.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use trictrac_store::{
    Action, ActionId, ActionList, Color, Field, NUM_ACTIONS, NUM_ACTIONS_WITH_CLAIMS, State,
};

use crate::engine::{self, by_the_engine};
use crate::question::{Question, Side, by_the_reference, rule_sets};
use crate::reference::actions::{GO, claims};
use crate::reference::events::Event;
use crate::reference::game::{Game, Phase, random_roll};
use crate::reference::refusals::{broken_rules, spelled};
use crate::reference::{Board, OFF, OPPONENTS_CORNER, OWN_CORNER, Roll, Rules, missing, own};

/// The same game played on both sides.
struct Pair {
    state: State,
    game: Game,
    /// How to find this place again.
    origin: String,
}

/// Games with the default options until this many rolls have been compared.
const ROLLS: u64 = 1_000_000;
/// The same for every other set of options.
const ROLLS_PER_RULE_SET: u64 = 20_000;
/// The written game, schools and both together until this many transitions have been compared: rolls,
/// claims, plays and goes.
const TRANSITIONS_PER_FORMAT: u64 = 1_000_000;
/// Of every so many rolls, one is also compared in what all 514 ids mean and in what `query` says.
const CLOSE_LOOK: u32 = 64;
const LOOSE_BOARDS: u64 = 300_000;

/// The jans that the default options know, each of which the comparisons have to meet.
const JANS_OF_DEFAULTS: [&str; 19] = [
    "six_tables",
    "two_tables",
    "contre_two_tables",
    "mezeas",
    "contre_mezeas",
    "hit_big_table",
    "hit_small_table",
    "false_hit_big_table",
    "false_hit_small_table",
    "corner_hit",
    "small_jan_filled",
    "big_jan_filled",
    "return_jan_filled",
    "small_jan_conserved",
    "big_jan_conserved",
    "return_jan_conserved",
    "exit",
    "impuissance",
    "misery_pile",
];

impl Pair {
    fn new(origin: String, rules: Rules) -> Pair {
        let state = State::new(engine::options(&rules));
        Pair {
            state,
            game: Game::new(rules),
            origin,
        }
    }

    fn context(&self) -> String {
        format!("{}: {}", self.origin, self.state)
    }

    /// The states agree in everything both know.
    fn check(&self) {
        let Pair { state, game, .. } = self;
        assert_eq!(engine::phase(state), game.phase, "{}", self.context());
        assert_eq!(engine::board(state), game.board, "{}", self.context());
        assert_eq!(state.mover().index(), game.mover, "{}", self.context());
        assert_eq!(u32::from(state.turns()), game.turns, "{}", self.context());
        let rolls = [Color::White, Color::Black].map(|color| u32::from(state.rolls(color)));
        assert_eq!(
            rolls,
            game.rolls.map(|rolls| rolls.min(4)),
            "{}",
            self.context()
        );
        let mut marks = game.marks;
        // The engine shows no holes beyond those that win.
        if game.rules.written.is_none() {
            marks.cap_holes(game.rules.target_holes);
        }
        assert_eq!(engine::marks(state), marks, "{}", self.context());
        assert_eq!(engine::sheet(state), game.sheet, "{}", self.context());
        let setup = state.to_setup();
        assert_eq!(u32::from(setup.school), game.school, "{}", self.context());
        if matches!(game.phase, Phase::Claim | Phase::ClaimReceived) {
            let due = state.due().map(u32::from);
            assert_eq!(due, Some(game.due()), "{}", self.context());
        }
        let outcome = state
            .outcome()
            .map(|outcome| (outcome.winner.map(|color| color.index()), outcome.value));
        assert_eq!(outcome, game.outcome(), "{}", self.context());
    }

    fn roll(&mut self, roll: Roll) {
        let foreseen = engine::events(self.state.events_of_roll(engine::dice(roll)).iter());
        let context = format!("{} rolls {roll:?}", self.context());
        let mut rolled = self.state;
        rolled
            .roll(engine::dice(roll))
            .unwrap_or_else(|error| panic!("{context}: {error}"));
        let mut actions = ActionList::new();
        self.state
            .roll_with_actions(engine::dice(roll), &mut actions)
            .unwrap_or_else(|error| panic!("{context}: {error}"));
        assert_eq!(self.state, rolled, "{context}");
        let board = self.game.board;
        self.game.roll(roll);
        self.check();

        let mut events = self.game.events.clone();
        events.sort();
        assert_eq!(foreseen, events, "{context}");
        if self.game.roll.is_some() && self.game.phase != Phase::ClaimReceived {
            assert_eq!(
                engine::events(self.state.events().iter()),
                events,
                "{context}"
            );
            assert_eq!(engine::board(&self.state), board, "{context}");
        }
        let expected: Vec<u16> = self.game.legal_actions().into_iter().collect();
        assert_eq!(actions.ids(), expected, "{context}");
        let listed: Vec<u16> = engine::legal_actions(&self.state)
            .into_iter()
            .map(|action| action.0)
            .collect();
        assert_eq!(listed, expected, "{context}");
    }

    /// What each of the ids means: the board of its class, `Go`, a claim, or nothing.
    fn check_ids(&self) {
        let legal = self.game.legal_actions();
        let mover = self.state.mover();
        let may_play = matches!(self.game.phase, Phase::HoldOrGo | Phase::Move);
        for id in 0..NUM_ACTIONS_WITH_CLAIMS as u16 {
            let context = || format!("{}: id {id}", self.context());
            let class = self
                .game
                .classes
                .iter()
                .find(|(_, class)| may_play && class.contains(&id));
            match (self.state.decode(ActionId(id)), class) {
                (Ok(Action::Go), None) => assert!(id == 1 && legal.contains(&id), "{}", context()),
                (Ok(Action::Claim(points)), None) => {
                    assert!(legal.contains(&id), "{}", context());
                    assert_eq!(u16::from(points), 2 * (id - 514), "{}", context());
                }
                (Ok(Action::Play(play)), Some((board, class))) => {
                    let canonical = class.first().expect("a play has an id");
                    let same = self.state.decode(ActionId(*canonical));
                    assert_eq!(same, Ok(Action::Play(play)), "{}", context());
                    assert_eq!(self.state.explain(ActionId(id)), Ok(play), "{}", context());
                    assert!(legal.contains(canonical), "{}", context());
                    let after = play.applied_to(self.state.checkers(mover));
                    let counts = Field::all().map(|field| after.count(field));
                    let expected = (1..=24).map(|field| board[field].max(0) as u8);
                    assert!(counts.eq(expected), "{}: {play:?}", context());
                }
                (Err(error), None) => {
                    assert!(!legal.contains(&id), "{}", context());
                    if may_play && id >= NUM_ACTIONS as u16 {
                        assert_eq!(error.reason.anchor(), Some("schools"), "{}", context());
                    } else if may_play && id >= 2 {
                        self.check_refusal(id, error.reason.anchor());
                    }
                }
                (decoded, class) => panic!("{}: {decoded:?}, expected {class:?}", context()),
            }
        }
    }

    /// The engine names a rule that the play breaks, or none when there is no such checker.
    fn check_refusal(&self, id: u16, named: Option<&str>) {
        let Game { board, rules, .. } = &self.game;
        let roll = self.game.roll.expect("there are dice on the table");
        let plays = self
            .game
            .plays
            .as_ref()
            .expect("the roll has been analysed");
        let context = || format!("{}: id {id}: {named:?}", self.context());
        let Some(sequence) = spelled(board, roll, id) else {
            assert_eq!(named, None, "{}", context());
            return;
        };
        let broken = broken_rules(board, roll, rules, plays, &sequence);
        let right = named.is_some_and(|rule| broken.contains(rule));
        assert!(right, "{}, but {sequence:?} breaks {broken:?}", context());
    }

    /// Every way of writing down a legal play is understood as that play.
    fn check_spellings(&self) {
        if !matches!(self.game.phase, Phase::HoldOrGo | Phase::Move) {
            return;
        }
        let plays = self
            .game
            .plays
            .as_ref()
            .expect("the roll has been analysed");
        for (board, class) in &self.game.classes {
            let action = ActionId(*class.first().expect("a play has an id"));
            for sequence in &plays.playable[board] {
                let steps: Vec<(u8, u8)> = sequence
                    .iter()
                    .map(|step| {
                        (
                            step.from as u8,
                            if step.to == OFF { 0 } else { step.to as u8 },
                        )
                    })
                    .collect();
                let context = || format!("{}: {steps:?}", self.context());
                let play = self.state.explain_steps(&steps);
                let play = play.unwrap_or_else(|error| panic!("{}: {error}", context()));
                assert_eq!(self.state.action_of(&play), Ok(action), "{}", context());
            }
        }
    }

    /// What `query` says of the roll, if it were made here.
    fn check_analysis(&self, roll: Roll) {
        let marks = &self.game.marks;
        let side = |player: usize| Side {
            points: marks.points[player],
            holes: marks.holes[player],
            bredouille: !marks.cut[player],
        };
        let question = Question {
            board: self.game.board,
            roll,
            rolls: self.game.rolls[self.game.mover] + 1,
            mover: side(self.game.mover),
            opponent: side(1 - self.game.mover),
            rules: self.game.rules,
        };
        assert_same_answer(&question, &self.origin);
    }
}

/// Compares both answers and gives their events.
fn assert_same_answer(question: &Question, origin: &str) -> Vec<Event> {
    let context = || format!("{origin}: {question:?}");
    let (reference, engine) = (by_the_reference(question), by_the_engine(question));
    assert!(
        reference.legal.keys().eq(engine.legal.keys()),
        "{}\n{engine:?}",
        context()
    );
    for (board, shown) in &engine.legal {
        assert!(
            shown.is_subset(&reference.legal[board]),
            "{}: {shown:?}",
            context()
        );
    }
    assert_eq!(reference.events, engine.events, "{}", context());
    assert_eq!(reference.mover_points, engine.mover_points, "{}", context());
    assert_eq!(
        reference.opponent_points,
        engine.opponent_points,
        "{}",
        context()
    );
    assert_eq!(
        reference.numbers_played,
        engine.numbers_played,
        "{}",
        context()
    );
    assert_eq!(reference.exit, engine.exit, "{}", context());
    assert_eq!(reference.after, engine.after, "{}", context());
    reference.events
}

/// How the players of a game choose.
#[derive(Clone, Copy)]
enum Manner {
    /// Any action, all equally likely.
    Uniform,
    /// Any play, but never `Go`: more checkers come home.
    Holding,
    /// Holding, and mostly the play that comes nearest to the two players' aims.
    Building([Aim; 2]),
}

/// What a player builds: a full jan, given by its first field, or the pile on his corner.
#[derive(Clone, Copy)]
enum Aim {
    Jan(usize),
    Pile,
}

impl Aim {
    fn lacks(self, board: &Board) -> i32 {
        match self {
            Aim::Jan(first) => missing(board, first),
            Aim::Pile => 15 - own(board, OWN_CORNER),
        }
    }
}

impl Manner {
    fn of(rng: &mut fastrand::Rng) -> Manner {
        const AIMS: [Aim; 4] = [Aim::Jan(1), Aim::Jan(7), Aim::Jan(19), Aim::Pile];
        match rng.u8(..4) {
            0 => Manner::Uniform,
            1 => Manner::Holding,
            _ => Manner::Building([AIMS[rng.usize(..4)], AIMS[rng.usize(..4)]]),
        }
    }

    fn choose(self, game: &Game, rng: &mut fastrand::Rng) -> u16 {
        let mut actions = game.legal_actions();
        if matches!(game.phase, Phase::Claim | Phase::ClaimReceived) {
            // Mostly what is due, often nearly that, sometimes anything.
            let due = game.due();
            let near = |points: u32| claims().find(|(claimed, _)| *claimed == points);
            let wanted = match rng.u8(..8) {
                0..5 => near(due),
                5 => near(due + 2),
                6 => near(due.saturating_sub(2)),
                _ => None,
            };
            if let Some((_, claim)) = wanted {
                return claim;
            }
        }
        if matches!(self, Manner::Holding | Manner::Building(_)) && actions.len() > 1 {
            actions.remove(&GO);
        }
        if let Manner::Building(aims) = self
            && rng.u8(..8) > 0
            && matches!(game.phase, Phase::HoldOrGo | Phase::Move)
        {
            let lacks = |(board, _): &(&Board, &BTreeSet<u16>)| aims[game.mover].lacks(board);
            let (_, class) = game
                .classes
                .iter()
                .min_by_key(lacks)
                .expect("there are plays");
            return *class.first().expect("a play has an id");
        }
        *rng.choice(&actions).expect("a decision has actions")
    }
}

/// What a game on both sides has compared.
struct Compared {
    rolls: u64,
    /// Rolls and actions.
    transitions: u64,
    /// How many events of each name.
    events: BTreeMap<String, u64>,
}

/// Plays one random game on both sides.
fn play_out(origin: String, rules: Rules, seed: u64) -> Compared {
    let mut rng = fastrand::Rng::with_seed(seed);
    let manner = Manner::of(&mut rng);
    let mut events = BTreeMap::new();
    let mut transitions = 0;
    let mut pair = Pair::new(origin, rules);
    pair.check();
    while pair.game.phase != Phase::Over {
        transitions += 1;
        if pair.game.phase == Phase::Roll {
            let roll = random_roll(&pair.game, &mut rng);
            let close = rng.u32(..CLOSE_LOOK) == 0;
            if close && !rules.jan_de_rencontre {
                pair.check_analysis(roll);
            }
            pair.roll(roll);
            if close {
                pair.check_ids();
                pair.check_spellings();
            }
            for event in &pair.game.events {
                *events.entry(event.jan.clone()).or_default() += 1;
            }
        } else {
            let action = manner.choose(&pair.game, &mut rng);
            let context = pair.context();
            let applied = pair.state.apply(ActionId(action));
            applied.unwrap_or_else(|error| panic!("{context}: {error}"));
            pair.game.apply(action);
            pair.check();
        }
    }
    Compared {
        rolls: pair.game.turns.into(),
        transitions,
        events,
    }
}

/// Plays games on all processors until enough has been compared; counts the events met.
fn compare(
    name: &str,
    rules: Rules,
    enough: u64,
    counted: impl Fn(&Compared) -> u64 + Sync,
) -> BTreeMap<String, u64> {
    let (next_seed, compared) = (AtomicU64::new(0), AtomicU64::new(0));
    let met = Mutex::new(BTreeMap::new());
    let play = || {
        while compared.load(Ordering::Relaxed) < enough {
            let seed = next_seed.fetch_add(1, Ordering::Relaxed);
            let game = play_out(format!("rules {name}, seed {seed}"), rules, seed);
            compared.fetch_add(counted(&game), Ordering::Relaxed);
            let mut met = met.lock().expect("no thread has failed");
            for (jan, count) in game.events {
                *met.entry(jan).or_default() += count;
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(play);
        }
    });
    met.into_inner().expect("no thread has failed")
}

#[test]
fn engine_agrees_with_the_reference() {
    let met = compare("defaults", Rules::default(), ROLLS, |game| game.rolls);
    // The two rarest jans are met on loose boards.
    let common = JANS_OF_DEFAULTS
        .iter()
        .filter(|jan| !jan.starts_with("contre_"));
    let missed: Vec<_> = common.filter(|&&jan| !met.contains_key(jan)).collect();
    assert!(missed.is_empty(), "never met: {missed:?}");
}

#[test]
fn engine_agrees_with_the_reference_under_every_option() {
    for (name, rules) in rule_sets() {
        compare(name, rules, ROLLS_PER_RULE_SET, |game| game.rolls);
    }
}

#[test]
fn engine_agrees_with_the_reference_in_every_format() {
    let formats = ["written", "schools", "written with schools"];
    let rule_sets = rule_sets();
    for format in formats {
        let (_, rules) = rule_sets
            .iter()
            .find(|(name, _)| *name == format)
            .expect("a rule set of this name");
        compare(format, *rules, TRANSITIONS_PER_FORMAT, |game| {
            game.transitions
        });
    }
}

/// Boards that no play reaches, as `query` takes them: missing checkers, lone checkers on a corner.
#[test]
fn engine_agrees_with_the_reference_on_loose_boards() {
    let rule_sets = rule_sets();
    let mut met = BTreeSet::new();
    for seed in 0..LOOSE_BOARDS {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (name, rules) = *rng.choice(&rule_sets).expect("there are rule sets");
        let board = match seed % 4 {
            0 => opening_board(&mut rng),
            1 => crowded_board(&mut rng),
            _ => loose_board(&mut rng),
        };
        let roll = Roll::new(rng.usize(1..=6), rng.usize(1..=6));
        let question = Question {
            rolls: rng.u32(1..=4),
            rules,
            ..Question::new(board, roll, [Side::default(); 2])
        };
        let events = assert_same_answer(&question, &format!("rules {name}, seed {seed}"));
        met.extend(events.into_iter().map(|event| event.jan));
    }
    let missed: Vec<_> = JANS_OF_DEFAULTS
        .iter()
        .filter(|&&jan| !met.contains(jan))
        .collect();
    assert!(missed.is_empty(), "never met: {missed:?}");
    assert!(met.contains("margot"));
}

/// Puts checkers of one side on a field, unless the other side holds it.
fn place(board: &mut Board, count: i8, field: usize) {
    if board[field].signum() * count.signum() >= 0 {
        board[field] += count;
    }
}

/// Up to fifteen checkers a side, each side within some stretch of the board.
fn loose_board(rng: &mut fastrand::Rng) -> Board {
    let mut board = [0; 25];
    let (first, last) = (rng.usize(1..=23), rng.usize(2..=24));
    let (own, opponent) = (rng.usize(first..=24), rng.usize(1..=last));
    for _ in 0..rng.usize(0..=15) {
        place(&mut board, 1, rng.usize(first..=own));
    }
    for _ in 0..rng.usize(0..=15) {
        place(&mut board, -1, rng.usize(opponent..=last));
    }
    board
}

/// Most checkers still on the talons.
fn opening_board(rng: &mut fastrand::Rng) -> Board {
    let mut board = [0; 25];
    let corner = rng.choice([0, 0, 1, 2]).expect("a choice");
    board[OWN_CORNER] = corner;
    let down = rng.choice([2, 4]).expect("a choice") - corner;
    let farthest = if down == 4 { 7 } else { 11 };
    for _ in 0..down {
        board[rng.usize(2..=farthest)] += 1;
    }
    board[1] = 15 - corner - down;
    if rng.bool() {
        place(&mut board, -2, OPPONENTS_CORNER);
    }
    for _ in 0..rng.usize(0..=2) {
        place(&mut board, -1, rng.usize(2..=23));
    }
    board[24] = -10;
    board
}

/// A jan, or the own corner, full or nearly so, and the rest anywhere.
fn crowded_board(rng: &mut fastrand::Rng) -> Board {
    let mut board = [0; 25];
    let first = rng.choice([1, 7, 19, OWN_CORNER]).expect("a choice");
    if first == OWN_CORNER {
        board[OWN_CORNER] = rng.i8(13..=15);
    } else {
        board[first..first + 6].fill(2);
        board[first + rng.usize(..6)] -= rng.i8(0..=2);
    }
    while board.iter().sum::<i8>() < 15 {
        board[rng.usize(1..=24)] += 1;
    }
    board[OPPONENTS_CORNER] = 0;
    for _ in 0..rng.usize(0..=7) {
        place(&mut board, -2, rng.usize(1..=24));
    }
    place(&mut board, -1, rng.usize(1..=24));
    board
}
