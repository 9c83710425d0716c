//! One test for each rule of `docs/rules.md`, named after its anchor: the worked examples that are
//! about it, or for the rules of the turn a position played on.

use trictrac_store::{
    ActionId, Board, Color, Dice, DiceShape, GameValue, IllegalRoll, Options, Outcome, Phase,
    Setup, State, WrittenScore, holds_flag,
};

use crate::cases::{Case, read, read_text};
use crate::engine::{by_the_engine, dice, legal_actions, options};
use crate::question::by_the_reference;

macro_rules! rules_with_examples {
    ($($rule:ident)+) => {
        $(
            #[test]
            fn $rule() {
                check_examples(&stringify!($rule).replace('_', "-"));
            }
        )+
        const WITH_EXAMPLES: &[&str] = &[$(stringify!($rule)),+];
    };
}

rules_with_examples! {
    occupied_field opponents_corner own_corner forbidden_jan chain corner_by_effect
    corner_by_puissance numbers_first higher_number_first bearing_off overflow_economy conserve fill
    last_exit
    six_tables two_tables contre_two_tables mezeas contre_mezeas true_hit false_hit corner_hit filling
    conserving exit impuissance misery_pile margot
    marking bredouille
}

/// Rules of the course of a game, and the one that needs two rolls; each has a test below.
const PLAYED_OUT: [&str; 14] = [
    "jan_de_rencontre",
    "hold_or_go",
    "exit_and_new_setting",
    "flag",
    "game_value",
    "end_of_game",
    "first_roll",
    "turn_cap",
    "written_game",
    "payment",
    "consolation",
    "marque_first",
    "settlement",
    "schools",
];

#[test]
fn every_rule_of_the_page_has_a_test() {
    let page = read_text("docs/rules.md");
    let anchors = page.lines().filter_map(|line| {
        let anchor = line.strip_prefix("<a id=\"")?.strip_suffix("\"></a>")?;
        Some(anchor.replace('-', "_"))
    });
    let tested = [WITH_EXAMPLES, &PLAYED_OUT].concat();
    let untested: Vec<String> = anchors
        .filter(|rule| !tested.contains(&rule.as_str()))
        .collect();
    assert!(untested.is_empty(), "{untested:?}");
}

fn check_examples(rule: &str) {
    let all = ["laws/examples.jsonl", "laws/marking.jsonl"]
        .into_iter()
        .flat_map(read);
    let cases: Vec<Case> = all.filter(|case| case.is_about(rule)).collect();
    assert!(!cases.is_empty(), "no example is about {rule}");
    let faults: Vec<String> = cases
        .iter()
        .flat_map(|case| {
            [
                case.faults(by_the_reference),
                case.faults(by_the_engine),
                refusals(case),
            ]
        })
        .flatten()
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Asks the engine why it refuses the plays that the case says may not be made.
fn refusals(case: &Case) -> Vec<String> {
    let refused = case.refused();
    if refused.is_empty() {
        return Vec::new();
    }
    let question = case.question();
    let mut setup = Setup::initial(options(&question.rules));
    for field in 1..=24 {
        setup.checkers[0][field - 1] = question.board[field].max(0) as u8;
        setup.checkers[1][24 - field] = (-question.board[field]).max(0) as u8;
    }
    setup.rolls = [4, 4];
    setup.turns = 20;
    setup.first_roll = false;
    // Any points then make a hole: also an exit is a decision, and can be refused.
    setup.scores[0].points = 10;
    let mut state = setup
        .into_state()
        .unwrap_or_else(|faults| panic!("{}: {faults}", case.id));
    state.roll(dice(question.roll)).expect("a roll is due");
    let explain = |(moves, rule): &(Vec<[usize; 2]>, String)| {
        let steps: Vec<(u8, u8)> = moves
            .iter()
            .map(|&[from, to]| (from as u8, to as u8))
            .collect();
        let reason = state.explain_steps(&steps);
        let right = reason.is_err_and(|reason| reason.anchor() == Some(rule));
        (!right).then(|| {
            format!(
                "{}: {moves:?}: {reason:?}, expected {rule}: {state}",
                case.id
            )
        })
    };
    refused.iter().filter_map(explain).collect()
}

fn at(position: &str) -> State {
    position
        .parse()
        .unwrap_or_else(|error| panic!("{position}: {error}"))
}

fn roll(state: &mut State, high: u8, low: u8) {
    let dice = Dice::from_numbers(high, low).expect("dice from 1 to 6");
    state.roll(dice).unwrap_or_else(|error| panic!("{error}"));
}

/// Rolls, and plays the first legal play.
fn roll_and_hold(state: &mut State, high: u8, low: u8) {
    roll(state, high, low);
    let play = legal_actions(state)
        .into_iter()
        .find(|&action| action != ActionId::GO);
    state.apply(play.expect("a play")).expect("a legal play");
}

fn go(state: &mut State) {
    state
        .apply(ActionId::GO)
        .unwrap_or_else(|error| panic!("{error}"));
}

/// Points and holes of both players, and whether their points are interrupted.
fn marks(state: &State) -> [(u8, u8, bool); 2] {
    [Color::White, Color::Black].map(|color| {
        let score = state.score(color);
        (score.points, score.holes, score.cut)
    })
}

/// Both sides at the start of a setting, and this player to roll.
fn is_new_setting(state: &State, mover: Color) -> bool {
    state.board() == Board::START
        && state.phase() == Phase::Roll
        && state.mover() == mover
        && [Color::White, Color::Black]
            .iter()
            .all(|&color| state.rolls(color) == 0)
}

#[test]
fn hold_or_go() {
    // Every six is blocked: the full big jan brings 6 points, the unplayed numbers 4 to the other.
    let before = "tt1 p0 roll 7:2,8:2,9:2,10:3,11:3,12:3 1:2,7:2,8:2,9:2,10:2,11:2,12:3";
    let mut state = at(&format!("{before} 8/0 6x/0 4,4 20"));
    roll(&mut state, 6, 6);
    assert_eq!(state.phase(), Phase::HoldOrGo);
    assert_eq!(legal_actions(&state), [ActionId::GO, ActionId::PASS]);
    assert_eq!(marks(&state), [(2, 2, false), (0, 0, false)]);

    let mut held = state;
    held.apply(ActionId::PASS).expect("to hold is to play");
    assert_eq!((held.phase(), held.mover()), (Phase::Roll, Color::Black));
    assert_eq!(marks(&held), [(2, 2, true), (4, 0, false)]);

    let mut gone = state;
    go(&mut gone);
    assert!(is_new_setting(&gone, Color::White), "{gone}");
    assert_eq!(marks(&gone), [(0, 2, false), (0, 0, false)]);

    // The same roll makes a hole for the other player: nobody is asked.
    let mut state = at(&format!("{before} 0/0 8/0 4,4 20"));
    roll(&mut state, 6, 6);
    assert_eq!(state.phase(), Phase::Move);
    assert_eq!(legal_actions(&state), [ActionId::PASS]);
    state.apply(ActionId::PASS).expect("nothing can be played");
    assert_eq!((state.phase(), state.mover()), (Phase::Roll, Color::Black));
    assert_eq!(marks(&state), [(0, 0, false), (0, 1, false)]);
}

#[test]
fn exit_and_new_setting() {
    let before = "tt1 p0 roll 23:1,24:1 24:15";
    // 4 points, no hole: the same player rolls again, and only board and roll counts are new.
    let mut state = at(&format!("{before} 4/3 2x/5x 4,4 60"));
    roll(&mut state, 6, 2);
    assert!(is_new_setting(&state, Color::White), "{state}");
    assert_eq!(marks(&state), [(8, 3, false), (2, 5, true)]);
    assert!(state.score(Color::Black).holes_cut);
    assert_eq!(state.turns(), 61);

    // 4 points and a hole: hold and keep the remainder, or go.
    let mut state = at(&format!("{before} 10x/3 6/5x 4,4 60"));
    roll(&mut state, 6, 2);
    assert_eq!(state.phase(), Phase::HoldOrGo);
    let actions = legal_actions(&state);
    assert_eq!(actions.len(), 2);
    let mut held = state;
    held.apply(actions[1]).expect("the exit");
    assert!(is_new_setting(&held, Color::White), "{held}");
    assert_eq!(marks(&held), [(2, 4, false), (0, 5, false)]);
    let mut gone = state;
    go(&mut gone);
    assert!(is_new_setting(&gone, Color::White), "{gone}");
    assert_eq!(marks(&gone), [(0, 4, false), (0, 5, false)]);

    // A roll that leaves a checker is an ordinary one.
    let mut state = at(&format!("{before} 4/3 2x/5x 4,4 60"));
    roll_and_hold(&mut state, 1, 1);
    assert_eq!(state.mover(), Color::Black);
    assert_eq!(state.checkers(Color::White).total(), 1);
}

#[test]
fn flag() {
    let flags = |state: &State| {
        [Color::White, Color::Black]
            .map(|color| holds_flag(&state.score(color), &state.score(color.opponent())))
    };
    // Two tables on the roll six-five: 4 points.
    let before = "tt1 p0 roll 1:13,7:2 1:15";
    let mut first_hole = at(&format!("{before} 8/0 0/0 4,4 20"));
    roll(&mut first_hole, 6, 5);
    assert_eq!(flags(&first_hole), [false, false]);
    let mut behind = at(&format!("{before} 8/0 0/3 4,4 20"));
    assert_eq!(flags(&behind), [false, false]);
    roll(&mut behind, 6, 5);
    assert_eq!(flags(&behind), [true, false]);
    assert!(behind.score(Color::Black).holes_cut);
    let mut both = at(&format!("{before} 8/1x 0/3 4,4 20"));
    assert_eq!(flags(&both), [false, true]);
    roll(&mut both, 6, 5);
    assert_eq!(flags(&both), [false, false]);
}

#[test]
fn game_value() {
    // The roller, with ten points, wins by any points; what he gains depends on the holes.
    let gains = |value: &str, holes: &str| {
        let position = format!("tt1 p0 roll 1:13,7:2 1:15 10{holes} 4,4 200 game_value={value}");
        let mut state = at(&position.replace("game_value=simple", ""));
        roll(&mut state, 6, 5);
        go(&mut state);
        let outcome = state.outcome().expect("the game is over");
        assert_eq!(outcome.winner, Some(Color::White));
        outcome.value
    };
    let (none, run, few, many) = ("/11 0/0", "/11 0/7x", "/11x 0/5", "/11x 0/6");
    assert_eq!(
        [none, run, few, many].map(|holes| gains("simple", holes)),
        [1, 1, 1, 1]
    );
    assert_eq!(
        [none, run, few, many].map(|holes| gains("double", holes)),
        [2, 2, 1, 1]
    );
    assert_eq!(
        [none, run, few, many].map(|holes| gains("quadruple", holes)),
        [4, 3, 2, 1]
    );
    assert_eq!(Options::default().game_value, GameValue::Simple);
}

#[test]
fn end_of_game() {
    // Worth 12 to the roller and 16 to the opponent, who needs as little.
    let before = "tt1 p0 roll 7:2,8:2,9:3,10:3,11:3,12:2 1:1,4:2,5:1,6:1,8:2,9:2,10:2,11:2,12:2";
    let mut state = at(&format!("{before} 0/11 0/11x 4,4 200"));
    roll(&mut state, 6, 6);
    assert_eq!(state.phase(), Phase::LastGo);
    assert_eq!(legal_actions(&state), [ActionId::GO]);
    go(&mut state);
    assert_eq!(
        state.outcome(),
        Some(Outcome {
            winner: Some(Color::White),
            value: 1
        })
    );
    // One hole too many is not shown, and the opponent's points are not marked.
    assert_eq!(marks(&state), [(0, 12, false), (0, 11, false)]);

    let mut state = at(&format!("{before} 0/9 0/11x 4,4 200"));
    roll(&mut state, 6, 6);
    assert_eq!(state.phase(), Phase::HoldOrGo);
    state.apply(ActionId::PASS).expect("nothing can be played");
    assert_eq!(
        state.outcome(),
        Some(Outcome {
            winner: Some(Color::Black),
            value: 1
        })
    );

    let mut state = at(&format!("{before} 0/9 0/11x 4,4 200"));
    roll(&mut state, 6, 6);
    go(&mut state);
    assert!(is_new_setting(&state, Color::White), "{state}");

    let mut state = at(&format!("{before} 0/1 0/0 4,4 200 holes=3"));
    roll(&mut state, 6, 6);
    go(&mut state);
    assert!(state.is_over());
}

#[test]
fn first_roll() {
    let mut state = State::new(Options::default());
    let double = Dice::from_numbers(3, 3).expect("dice from 1 to 6");
    assert_eq!(
        state.roll(double),
        Err(IllegalRoll::DoubleOnFirstRoll(state))
    );
    let outcomes = |state: &State| {
        let mut count = 0;
        DiceShape::Ordered.for_each_outcome(state, |_, _| count += 1);
        count
    };
    assert_eq!(outcomes(&state), 30);
    assert_eq!(state.mover(), Color::White);
    roll_and_hold(&mut state, 5, 2);
    assert_eq!(outcomes(&state), 36);
    roll_and_hold(&mut state, 3, 3);

    let mut state = State::new(Options {
        first_roll_no_double: false,
        ..Options::default()
    });
    assert_eq!(outcomes(&state), 36);
    roll(&mut state, 3, 3);

    // The first roll of a later setting may be a double.
    let mut state = at("tt1 p0 roll 1:13,7:2 1:15 8/0 0/0 4,4 20");
    roll(&mut state, 6, 5);
    go(&mut state);
    assert_eq!(outcomes(&state), 36);
}

#[test]
fn turn_cap() {
    let after_the_last_play = |scores: &str| {
        let mut state = at(&format!("tt1 p0 roll 1:14,6:1 1:15 {scores} 4,4 999"));
        roll_and_hold(&mut state, 2, 1);
        state.outcome()
    };
    let won = |winner| {
        Some(Outcome {
            winner,
            value: u32::from(winner.is_some()),
        })
    };
    assert_eq!(after_the_last_play("0/3 10/2x"), won(Some(Color::White)));
    assert_eq!(after_the_last_play("4x/3x 6/3"), won(Some(Color::Black)));
    assert_eq!(after_the_last_play("4x/3x 4/3"), won(None));

    let mut state = at("tt1 p0 roll 1:14,6:1 1:15 0/3 10/2x 4,4 998");
    roll_and_hold(&mut state, 2, 1);
    assert_eq!(state.phase(), Phase::Roll);

    // To go on the last roll ends the game as well.
    let mut state = at("tt1 p0 roll 1:13,7:2 1:15 8/1x 0/3 4,4 999");
    roll(&mut state, 6, 5);
    go(&mut state);
    assert_eq!(state.outcome(), won(None));

    // An exit without a hole waits for a `Go`, which takes nothing away.
    let mut state = at("tt1 p0 roll 23:1,24:1 24:15 4/3 0/3x 4,4 999");
    roll(&mut state, 6, 2);
    assert_eq!(legal_actions(&state), [ActionId::GO]);
    go(&mut state);
    assert_eq!(marks(&state), [(8, 3, false), (0, 3, false)]);
    assert_eq!(state.outcome(), won(Some(Color::White)));
}

#[test]
fn jan_de_rencontre() {
    let after_two_rolls = |options: Options, second: (u8, u8)| {
        let mut state = State::new(options);
        roll_and_hold(&mut state, 6, 2);
        roll(&mut state, second.0, second.1);
        let named = state
            .events()
            .iter()
            .any(|event| event.jan.name() == "jan_de_rencontre");
        (state.score(Color::Black).points, named)
    };
    let on = Options {
        jan_de_rencontre: true,
        ..Options::default()
    };
    assert_eq!(after_two_rolls(on, (2, 6)), (4, true));
    assert_eq!(after_two_rolls(on, (6, 3)), (0, false));
    assert_eq!(after_two_rolls(Options::default(), (2, 6)), (0, false));

    let mut state = State::new(Options {
        first_roll_no_double: false,
        ..on
    });
    roll_and_hold(&mut state, 4, 4);
    roll_and_hold(&mut state, 4, 4);
    assert_eq!(state.score(Color::Black).points, 6);
    // Only the first two rolls of the game can meet.
    roll(&mut state, 4, 4);
    assert!(
        state
            .events()
            .iter()
            .all(|event| event.jan.name() != "jan_de_rencontre")
    );
}

/// White's corner hit by 6-5 makes a hole, and he goes: how the marqués stand then.
fn after_a_go(scores: &str, further: &str) -> WrittenScore {
    let position = format!(
        "tt1 p0 roll 1:9,7:1,8:1,10:2,12:2 1:15 {scores} 4,4 40 format=written marques=4 {further}"
    );
    let mut state: State = position.parse().unwrap_or_else(|error| panic!("{error}"));
    state
        .roll(Dice::from_numbers(6, 5).expect("dice from 1 to 6"))
        .expect("a roll is due");
    assert_eq!(state.phase(), Phase::HoldOrGo);
    state.apply(ActionId::GO).expect("a hole was made");
    assert_eq!(state.turns(), 41);
    state.written_score().expect("a written game")
}

#[test]
fn written_game() {
    let setting = after_a_go("8/3 0/4x", "");
    assert_eq!((setting.marque, setting.tokens), (1, [0, 0]));
    let marque = after_a_go("8/6 0/3x", "");
    assert_eq!((marque.marque, marque.wins), (2, [1, 0]));
    // The goer is not always the winner, and equal holes are a refait.
    assert_eq!(after_a_go("8/2 0/9x", "").wins, [0, 1]);
    let refait = after_a_go("8/5x 0/7", "");
    assert_eq!((refait.marque, refait.wins, refait.refaits), (1, [0, 0], 1));
}

#[test]
fn payment() {
    assert_eq!(after_a_go("8/6 0/3x", "").tokens, [17, -17]);
    assert_eq!(after_a_go("8/7x 0/8", "").tokens, [3, -3]);
    assert_eq!(after_a_go("8/7 0/8x", "").tokens, [14, -14]);
    assert_eq!(after_a_go("8/16 0/6x", "").tokens, [74, -74]);
}

#[test]
fn consolation() {
    let paid = |further| after_a_go("8/6 0/3x", further).tokens[0];
    assert_eq!(paid("refaits=2"), 2 * (8 + 8) - 3);
    assert_eq!(
        paid("refaits=2 refait_consolation=arithmetic"),
        2 * (8 + 6) - 3
    );
}

#[test]
fn marque_first() {
    assert_eq!(after_a_go("8/6 0/3x", "").starter, Color::Black);
    let winner = after_a_go("8/6 0/3x", "marque_first=winner");
    assert_eq!(winner.starter, Color::White);
}

#[test]
fn settlement() {
    // The fourth marqué makes it three to one: 5 + 17, less the token of the lost one, the queue of
    // four, and a postillon.
    let settled = after_a_go("8/6 0/3x", "wins=2,1 tokens=5,-5 settlement=full");
    assert_eq!(settled.tokens[0], 5 + 17 - 1 + 4 + 28);
    assert_eq!(settled.marque, 4);
}

#[test]
fn schools() {
    let position = "tt1 p0 roll 1:9,7:1,8:1,10:2,12:2 1:15 0/0 0/0 4,4 40 schools=true";
    let points = |roller: u8, other: u8| {
        let mut state: State = position.parse().unwrap_or_else(|error| panic!("{error}"));
        state
            .roll(Dice::from_numbers(6, 5).expect("dice from 1 to 6"))
            .expect("a roll is due");
        assert_eq!(state.due(), Some(4));
        let claim = |points| ActionId::claim(points).expect("an even number");
        state.apply(claim(roller)).expect("every claim is legal");
        state.apply(legal_actions(&state)[0]).expect("a legal play");
        assert_eq!(state.due(), Some(0));
        state.apply(claim(other)).expect("every claim is legal");
        Color::ALL.map(|color| state.score(color).points)
    };
    assert_eq!(points(4, 0), [4, 0]);
    assert_eq!(points(6, 0), [4, 2]);
    assert_eq!(points(0, 0), [0, 4]);
    assert_eq!(points(4, 2), [6, 0]);
}
