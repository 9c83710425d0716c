//! Each player beats the one before it.

use trictrac_players::Player;
use trictrac_store::{ActionId, ActionList, Color, Dice, Options, Phase, State};

type Choice = fn(&State, &mut fastrand::Rng) -> ActionId;

fn random(state: &State, luck: &mut fastrand::Rng) -> ActionId {
    let mut actions = ActionList::new();
    state.legal_actions(&mut actions);
    let index = luck.usize(..actions.len());
    actions.iter().nth(index).unwrap()
}

fn greedy(state: &State, _: &mut fastrand::Rng) -> ActionId {
    Player::Greedy.choose(state).unwrap()
}

fn careful(state: &State, _: &mut fastrand::Rng) -> ActionId {
    Player::Careful.choose(state).unwrap()
}

fn winner(seed: u64, players: [Choice; 2]) -> Option<Color> {
    let mut luck = fastrand::Rng::with_seed(seed);
    let mut state = State::new(Options::default());
    loop {
        match state.outcome() {
            Some(outcome) => return outcome.winner,
            None if state.phase() == Phase::Roll => {
                let dice = Dice::from_numbers(luck.u8(1..=6), luck.u8(1..=6)).unwrap();
                // A double on the first roll is rolled again.
                if state.check_roll(dice).is_ok() {
                    state.roll(dice).unwrap();
                }
            }
            None => {
                let action = players[state.mover().index()](&state, &mut luck);
                state.apply(action).unwrap();
            }
        }
    }
}

fn wins(games: u64, better: Choice, other: Choice) -> u64 {
    (0..games)
        .filter(|&game| {
            let (seat, players) = if game % 2 == 0 {
                (Color::White, [better, other])
            } else {
                (Color::Black, [other, better])
            };
            winner(game, players) == Some(seat)
        })
        .count() as u64
}

#[test]
fn greedy_beats_random() {
    assert!(wins(40, greedy, random) >= 38);
}

#[test]
fn careful_beats_greedy() {
    assert!(wins(100, careful, greedy) >= 75);
}

#[test]
fn nobody_chooses_where_nothing_is_to_be_decided() {
    let start = State::new(Options::default());
    for player in Player::ALL {
        assert_eq!(player.choose(&start), None);
    }
}

#[test]
fn a_win_is_worth_more_than_any_position() {
    let over: State = "tt1 p0 over 1:15 1:15 0/12 0/0 0,0 1".parse().unwrap();
    let start = State::new(Options::default());
    for player in Player::ALL {
        assert!(player.judge(&over, Color::White) > player.judge(&start, Color::White) + 1000.0);
        assert_eq!(
            player.judge(&over, Color::White),
            -player.judge(&over, Color::Black)
        );
    }
}

#[test]
fn expected_results_grow_with_the_lead_and_sum_to_zero() {
    let mut last = -1.0;
    for holes in 0..=11 {
        let cut = if holes > 0 { "x" } else { "" };
        let text = format!("tt1 p0 roll 1:15 1:15 0/{holes}{cut} 0/6 0,0 40");
        let state: State = text.parse().unwrap();
        let result = trictrac_players::expected_result(&state, Color::White);
        let other = trictrac_players::expected_result(&state, Color::Black);
        assert!(result > last && result < 1.0);
        assert!((result + other).abs() < 1e-6);
        last = result;
    }
}
