//! Each player beats the one before it, and the judgements are what searches expect of them.

use trictrac_play::{Judge, Judging, Luck, Match, Player, RandomPlayer, Shortlist, play_game};
use trictrac_store::{Color, Dice, Options, State};

fn match_of(games: usize) -> Match {
    Match {
        games,
        seed: 1,
        ..Match::default()
    }
}

#[test]
fn greedy_beats_random() {
    let result = match_of(40).play(|_| Judging(Judge::Greedy), RandomPlayer::new);
    assert!(result.win_rate() >= 0.95);
}

#[test]
fn careful_beats_greedy() {
    let result = match_of(100).play(|_| Judging(Judge::Careful), |_| Judging(Judge::Greedy));
    assert!(result.win_rate() >= 0.75);
    assert!(result.hole_margin() > 0.0);
}

#[test]
fn matches_do_not_depend_on_the_number_of_threads() {
    let one = match_of(11).play(RandomPlayer::new, RandomPlayer::new);
    let three = Match {
        threads: 3,
        ..match_of(11)
    }
    .play(RandomPlayer::new, RandomPlayer::new);
    assert_eq!(one, three);
    assert_eq!(one.games().count(), 11);
    let other_seed = Match {
        seed: 2,
        ..match_of(11)
    }
    .play(RandomPlayer::new, RandomPlayer::new);
    assert_ne!(one, other_seed);
}

#[test]
fn a_player_against_itself_splits_every_pair() {
    let result = match_of(20).play(|_| Judging(Judge::Greedy), |_| Judging(Judge::Greedy));
    for pair in &result.pairs {
        assert_eq!(pair[0].score + pair[1].score, 1.0);
        assert_eq!(pair[0].hole_margin, -pair[1].hole_margin);
    }
    assert_eq!(result.win_rate(), 0.5);
}

#[test]
fn choices_through_the_trait_are_the_judges_own() {
    for judge in Judge::ALL {
        let (mut one, mut other) = (Judging(judge), Judging(judge));
        let mut decisions = 0;
        play_game(
            State::new(Options::default()),
            [&mut one, &mut other],
            &mut Luck::new(3),
            |state, action| {
                decisions += 1;
                assert_eq!(judge.choose(state), Some(action));
            },
        );
        assert!(decisions > 50);
    }
}

#[test]
fn nobody_chooses_where_nothing_is_to_be_decided() {
    let start = State::new(Options::default());
    assert_eq!(RandomPlayer::new(1).choose(&start), None);
    for judge in Judge::ALL {
        assert_eq!(judge.choose(&start), None);
        assert!(Shortlist::default().of(&start, &judge).is_empty());
    }
}

#[test]
fn a_shortlist_holds_the_best_actions() {
    let mut state = State::new(Options::default());
    let mut luck = Luck::new(5);
    let mut shorter = 0;
    while !state.is_over() {
        if !state.is_decision() {
            let dice = luck.roll_for(&state);
            state.roll(dice).unwrap();
            continue;
        }
        let best = Judge::Careful.choose(&state).unwrap();
        let short = Shortlist::default().of(&state, &Judge::Careful);
        let all = Shortlist {
            actions: usize::MAX,
            margin: 2.0,
        }
        .of(&state, &Judge::Careful);
        let worst_kept = short.iter().map(|&(_, worth)| worth).fold(2.0, f32::min);
        assert!(short.iter().any(|&(action, _)| action == best));
        for judged in &all {
            assert_eq!(short.contains(judged), judged.1 >= worst_kept);
        }
        shorter += usize::from(short.len() < all.len());
        state.apply(best).unwrap();
    }
    assert!(shorter > 20);
}

#[test]
fn dice_follow_the_state() {
    let mut luck = Luck::new(1);
    let start = State::new(Options::default());
    let mut half = start;
    half.roll_first_die(trictrac_store::Die::new(3).unwrap())
        .unwrap();
    for _ in 0..200 {
        assert!(!luck.roll_for(&start).is_double());
        let second = luck.roll_for(&half);
        assert!(half.check_roll(second).is_ok());
    }
    let mut counts = [0; 21];
    for _ in 0..36_000 {
        counts[luck.dice().index()] += 1;
    }
    for dice in Dice::ALL_21 {
        let expected = 1000 * i32::from(dice.weight());
        assert!((counts[dice.index()] - expected).abs() < 200, "{dice}");
    }
}

#[test]
fn a_win_is_worth_more_than_any_position() {
    let over: State = "tt1 p0 over 1:15 1:15 0/12 0/0 0,0 1".parse().unwrap();
    let start = State::new(Options::default());
    for judge in Judge::ALL {
        let won = judge.points(&over, Color::White);
        assert!(won > judge.points(&start, Color::White) + 1000.0);
        assert_eq!(won, -judge.points(&over, Color::Black));
    }
}

#[test]
fn expected_results_grow_with_the_lead_and_sum_to_zero() {
    let mut last = -1.0;
    for holes in 0..=11 {
        let cut = if holes > 0 { "x" } else { "" };
        let text = format!("tt1 p0 roll 1:15 1:15 0/{holes}{cut} 0/6 0,0 40");
        let state: State = text.parse().unwrap();
        let result = Judge::Careful.expected_result(&state, Color::White);
        let other = Judge::Careful.expected_result(&state, Color::Black);
        assert!(result > last && result < 1.0);
        assert!((result + other).abs() < 1e-6);
        last = result;
    }
}
