//! What an observer sees, read off the position field by field.

use trictrac_store::observation::Observation;
use trictrac_store::{Color, Format, Phase, State};

use crate::properties::{Next, for_every_state};
use crate::reference::{Board, from_fields, mirror};

/// The board in the observer's numbering, his checkers positive.
fn board_seen(state: &State, observer: Color) -> Board {
    let board = from_fields(&state.board().signed().map(i32::from));
    if state.mover() == observer {
        board
    } else {
        mirror(&board)
    }
}

fn dice_seen(state: &State) -> [u8; 2] {
    match (state.dice(), state.first_die()) {
        (Some(dice), _) => [dice.high().number(), dice.low().number()],
        (None, Some(die)) => [die.number(), 0],
        (None, None) => [0, 0],
    }
}

fn phase_seen(state: &State) -> f32 {
    match state.phase() {
        Phase::Roll | Phase::Over => 0.0,
        Phase::HoldOrGo | Phase::LastGo => 3.0,
        Phase::Move => 4.0,
        Phase::Claim => 1.0,
        Phase::ClaimReceived => 2.0,
    }
}

fn flag(value: bool) -> f32 {
    if value { 1.0 } else { 0.0 }
}

/// Exactly one, two, three checkers, and how many more of the twelve that remain.
fn count_seen(count: i8) -> [f32; 4] {
    let more = f32::from((count - 3).max(0)) / 12.0;
    [flag(count == 1), flag(count == 2), flag(count == 3), more]
}

/// The scalars of the tensors, in order.
fn scalars(state: &State, observer: Color) -> Vec<f32> {
    let board = board_seen(state, observer);
    let full = |sign: i8, first: usize| flag(board[first..first + 6].iter().all(|n| n * sign >= 2));
    let most_holes = f32::from(state.options().target_holes.max(12));
    let seat = f32::from(state.decider().index() as u8);
    let mut values = dice_seen(state).map(|die| f32::from(die) / 6.0).to_vec();
    values.extend([seat, phase_seen(state) / 5.0]);
    for color in [observer, observer.opponent()] {
        let score = state.score(color);
        values.push(f32::from(score.points) / 12.0);
        values.push((f32::from(score.holes) / most_holes).min(1.0));
        values.extend([flag(!score.cut), flag(!score.holes_cut)]);
    }
    for sign in [1, -1] {
        values.extend([1, 7, 13, 19].map(|first| full(sign, first)));
    }
    values.push(flag(board[1..=18].iter().all(|&count| count <= 0)));
    values.push(flag(board[7..=24].iter().all(|&count| count >= 0)));
    values.extend([flag(board[12] >= 2), flag(board[13] <= -2)]);
    values.push((f32::from(state.rolls(observer)) / 3.0).min(1.0));
    values
}

/// What a written game and schools append: scaled into 0 to 1, and as plain numbers.
fn appended(state: &State, observer: Color) -> (Vec<f32>, Vec<f32>) {
    let (mut scaled, mut plain) = (Vec::new(), Vec::new());
    let (own, other) = (observer.index(), observer.opponent().index());
    let options = state.options();
    let setup = state.to_setup();
    if options.format == Format::Written {
        let all = f32::from(options.marques);
        let [own_wins, other_wins] = [own, other].map(|player| f32::from(setup.wins[player]));
        let marque = (own_wins + other_wins + 1.0).min(all);
        let start = flag(setup.starter == observer);
        let refaits = f32::from(setup.refaits);
        let tokens = setup.tokens[own] as f32;
        plain.extend([marque, start, refaits, own_wins, other_wins, tokens]);
        scaled.extend([own, other].map(|player| f32::from(setup.scores[player].holes) / 100.0));
        scaled.extend([
            marque / all,
            start,
            refaits / 15.0,
            own_wins / all,
            other_wins / all,
        ]);
        scaled.push(((tokens / (32.0 * all)).clamp(-1.0, 1.0) + 1.0) / 2.0);
    }
    if options.schools {
        let points = [setup.school, setup.owed].map(f32::from);
        plain.extend(points);
        scaled.extend(points.map(|points| points / 126.0));
    }
    (scaled, plain)
}

fn seen(shape: Observation, state: &State, observer: Color) -> Vec<f32> {
    let mut tensor = vec![f32::NAN; shape.len(&state.options())];
    shape
        .fill(state, observer, &mut tensor)
        .expect("a tensor of the right size");
    tensor
}

fn check(state: &State, observer: Color, context: &str) {
    let board = board_seen(state, observer);
    let sides = [board, board.map(|count| -count)];
    let mut scalars = scalars(state, observer);
    let (scaled, plain) = appended(state, observer);
    scalars.extend(scaled);

    let counts = sides
        .iter()
        .flat_map(|side| side[1..=24].iter().flat_map(|&n| count_seen(n)));
    let features: Vec<f32> = counts.chain(scalars.iter().copied()).collect();
    assert_eq!(
        seen(Observation::Features, state, observer),
        features,
        "{context}"
    );
    assert!(
        features.iter().all(|value| (0.0..=1.0).contains(value)),
        "{context}"
    );

    let rows: Vec<usize> = (1..=12).chain((13..=24).rev()).collect();
    let cell = |side: &Board, kind: usize, field: usize| count_seen(side[field])[kind];
    let mut planes = Vec::new();
    for side in &sides {
        for kind in 0..4 {
            planes.extend(rows.iter().map(|&field| cell(side, kind, field)));
        }
    }
    planes.extend(scalars.iter().flat_map(|&value| [value; 24]));
    assert_eq!(
        seen(Observation::Planes, state, observer),
        planes,
        "{context}"
    );

    let mut compact: Vec<f32> = board[1..=24]
        .iter()
        .map(|&count| f32::from(count))
        .collect();
    compact.extend([f32::from(state.decider().index() as u8), phase_seen(state)]);
    compact.extend(dice_seen(state).map(f32::from));
    for color in [observer, observer.opponent()] {
        let score = state.score(color);
        compact.extend([f32::from(score.points), f32::from(score.holes)]);
        compact.extend([flag(!score.cut), flag(!score.holes_cut)]);
    }
    compact.extend(plain);
    assert_eq!(
        seen(Observation::Compact, state, observer),
        compact,
        "{context}"
    );
}

#[test]
fn tensors_say_what_the_position_says() {
    for_every_state(|game, next| {
        for observer in [Color::White, Color::Black] {
            check(&game.state, observer, &game.context());
            if let Some(Next::Roll(dice)) = next {
                let mut between = game.state;
                between.roll_first_die(dice.low()).expect("a roll is due");
                check(&between, observer, &game.context());
            }
        }
    });
}
