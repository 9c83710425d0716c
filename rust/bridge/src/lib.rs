//! The door between the rules in Rust and OpenSpiel's C++: declarations and
//! conversions, no rule. Python's own questions go through `rust/python`. Whatever C++ can get
//! wrong is a `Result`, and a panic is caught here and becomes the same error, because a panic that
//! reaches C++ aborts the process.

mod guard;
mod memo;

#[cxx::bridge(namespace = "trictrac_bridge")]
mod ffi {
    /// A state of the engine by value: its bytes, and OpenSpiel's number of whoever acts.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    struct Position {
        bytes: [u8; 63],
        player: i8,
    }

    /// How a roll becomes chance nodes.
    enum DiceShape {
        Ordered,
        Unordered,
        Sequential,
    }

    /// What the players are paid.
    enum Utility {
        Win,
        Margin,
        Score,
    }

    /// Which tensor describes a state.
    enum Observation {
        Features,
        Compact,
        Planes,
    }

    /// A parameter of the game as text.
    struct Parameter {
        name: String,
        value: String,
    }

    /// A game: its start and the three parameters that the rules don't know.
    #[derive(Clone, Copy)]
    struct Settings {
        start: Position,
        dice: DiceShape,
        utility: Utility,
        observation: Observation,
    }

    /// Sizes and bounds of a game.
    struct Limits {
        num_actions: i32,
        max_chance_outcomes: i32,
        max_turns: i32,
        max_game_length: i32,
        max_chance_nodes: i32,
        min_utility: f64,
        max_utility: f64,
        observation_shape: Vec<i32>,
    }

    /// A state in words and numbers; pairs are player 0, player 1.
    struct Snapshot {
        mover: i32,
        phase: String,
        /// 24 counts in player 0's numbering, his own positive.
        board: Vec<i32>,
        dice: Vec<i32>,
        points: Vec<i32>,
        holes: Vec<i32>,
        bredouille: Vec<bool>,
        grande_bredouille: Vec<bool>,
        rolls: Vec<i32>,
        turns: i32,
        first_roll: bool,
        opening: Vec<i32>,
        /// The number of the marqué; 0 in an ordinary game.
        marque: i32,
        refaits: i32,
        starter: i32,
        /// Does the starter follow from the number of the marqué?
        starters_alternate: bool,
        wins: Vec<i32>,
        tokens: Vec<i32>,
        schools: bool,
        school: i32,
        owed: i32,
    }

    /// How a game ended.
    struct Outcome {
        /// -1: nobody, and -1 before the end.
        winner: i32,
        value: i32,
    }

    /// What the dice can bring.
    #[derive(Clone, Copy)]
    struct ChanceOutcome {
        outcome: i64,
        probability: f64,
    }

    /// A scoring event.
    struct Event {
        jan: String,
        ways: i32,
        points: i32,
        /// `mover` or `opponent`.
        to: String,
        /// Where a hit checker stands in the mover's numbering, else 0.
        field: i32,
        /// The ways one by one.
        ways_detail: Vec<Way>,
    }

    /// One way of an event: what checkers do in it.
    struct Way {
        moves: Vec<WayMove>,
    }

    /// One checker's part in a way, in the mover's numbering.
    struct WayMove {
        /// 0 when no checker is meant.
        from: i32,
        /// One number, or both for their sum.
        dice: Vec<i32>,
        rests: Vec<i32>,
        /// 0 for off the board, -1 when no checker is meant.
        to: i32,
    }

    /// One checker moved by one die, in the mover's numbering; `to` is 0 for off the board.
    #[derive(Clone, Copy)]
    struct Step {
        from: i32,
        to: i32,
    }

    /// What an action consists of.
    struct ActionParts {
        /// `roll`, `go`, `play` or `claim`.
        kind: String,
        dice: Vec<i32>,
        steps: Vec<Step>,
        /// Of a claim, else 0.
        points: i32,
    }

    /// An action and what it is worth to the player who takes it.
    #[derive(Clone, Copy)]
    struct JudgedAction {
        action: i64,
        worth: f64,
    }

    extern "Rust" {
        /// Panics on purpose: the test of how a bug in the engine crosses.
        fn provoke_panic(message: &str) -> Result<()>;

        // Games.
        fn parse_settings(parameters: &[Parameter]) -> Result<Settings>;
        fn limits(settings: &Settings) -> Result<Limits>;

        // Positions.
        fn position_from_text(text: &str) -> Result<Position>;
        fn position_from_snapshot(start: &Position, snapshot: &Snapshot) -> Result<Position>;
        /// Refuses a position of a game with other options.
        fn check_same_options(start: &Position, position: &Position) -> Result<()>;
        fn position_text(position: &Position) -> Result<String>;
        /// For the door of Python, `rust/python`, which checks their version.
        fn position_bytes(position: &Position) -> [u8; 64];
        fn position_from_bytes(bytes: &[u8]) -> Result<Position>;
        fn drawing(position: &Position) -> Result<String>;
        fn snapshot(position: &Position) -> Result<Snapshot>;
        fn outcome(position: &Position) -> Result<Outcome>;

        // Actions of players and, with the shape of the dice, of chance.
        fn legal_actions(position: &Position, actions: &mut [i64]) -> Result<usize>;
        /// What nearly every roll can bring.
        fn unrestricted_roll(dice: DiceShape) -> Vec<ChanceOutcome>;
        fn is_unrestricted_roll(position: &Position, dice: DiceShape) -> bool;
        fn chance_outcomes(position: &Position, dice: DiceShape) -> Result<Vec<ChanceOutcome>>;
        /// Takes an outcome at a chance node, an action elsewhere. The position is unchanged when
        /// it is refused.
        fn apply(position: &mut Position, dice: DiceShape, action: i64) -> Result<()>;
        /// The same for what was legal here before.
        fn apply_unchecked(position: &mut Position, dice: DiceShape, action: i64) -> Result<()>;
        fn action_text(position: &Position, action: i64) -> Result<String>;
        fn action_name(settings: &Settings, action: i64) -> Result<String>;
        fn outcome_text(dice: DiceShape, outcome: i64) -> Result<String>;
        /// The id that a text stands for: an outcome of the dice, or an action.
        fn parse_action(
            position: &Position,
            dice: DiceShape,
            of_chance: bool,
            text: &str,
        ) -> Result<i64>;
        fn action_parts(position: &Position, action: i64) -> Result<ActionParts>;
        fn outcome_parts(dice: DiceShape, outcome: i64) -> Result<ActionParts>;
        fn action_of_parts(
            position: &Position,
            dice: DiceShape,
            parts: &ActionParts,
        ) -> Result<i64>;

        // Questions about a position.
        fn events(position: &Position) -> Result<Vec<Event>>;
        fn observe(
            position: &Position,
            observation: Observation,
            player: i32,
            values: &mut [f32],
        ) -> Result<()>;
        fn returns(position: &Position, utility: Utility) -> Result<[f64; 2]>;
        fn totals(position: &Position) -> Result<[i32; 2]>;

        // Players that judge positions.
        /// Each legal action's expected result, -1 to 1, by the careful player's judgement; of claims
        /// only the one of what is due.
        fn expected_results(position: &Position) -> Result<Vec<JudgedAction>>;
        /// The action that needs no search, or -1: the claim of what is due, and in a written game to
        /// leave, which the value of the marqué decides.
        fn known_action(position: &Position) -> Result<i32>;
        /// A written game as the search sees it: the plays of an ordinary game in which nobody has a
        /// hole. Other positions are their own.
        fn searched_position(position: &Position) -> Result<Position>;
    }
}

// What C++ asks is answered in one file for each part of the declarations above.
mod actions;
mod games;
mod players;
mod positions;
mod questions;

use actions::*;
use games::*;
use players::*;
use positions::*;
use questions::*;

use guard::{EngineError, guarded};

fn provoke_panic(message: &str) -> Result<(), EngineError> {
    guarded(|| panic!("{message}"))
}
