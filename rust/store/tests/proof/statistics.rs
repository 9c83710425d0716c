//! Figures of uniform random games, held against those of a separate program.

use trictrac_store::{ActionId, Beneficiary, Dice, Phase, Query, State};

use crate::engine::legal_actions;
use crate::properties::{Next, RandomGame};
use crate::reference::Rules;

const GAMES: u64 = 30_000;

/// What one game, or all together, had of each kind.
#[derive(Clone, Copy, Default)]
struct Counts {
    games: f64,
    rolls: f64,
    /// Decisions other than the forced `Go` that closes a game.
    decisions: f64,
    plays: f64,
    hold_or_go: f64,
    rolls_with_one_play: f64,
    mover_points: f64,
    opponent_points: f64,
}

fn play_out(seed: u64) -> Counts {
    let mut game = RandomGame::new(("defaults", Rules::default()), seed);
    let mut counts = Counts {
        games: 1.0,
        ..Counts::default()
    };
    while let Some(next) = game.next() {
        if let Next::Roll(dice) = next {
            let before = game.state;
            game.advance(&next);
            count_roll(&mut counts, &before, dice, &game.state);
        } else {
            game.advance(&next);
        }
    }
    counts
}

fn count_roll(counts: &mut Counts, before: &State, dice: Dice, after: &State) {
    counts.rolls += 1.0;
    let events = before.events_of_roll(dice);
    counts.mover_points += f64::from(events.points_to(Beneficiary::Mover));
    counts.opponent_points += f64::from(events.points_to(Beneficiary::Opponent));
    let is_choice = matches!(after.phase(), Phase::HoldOrGo | Phase::Move);
    let plays = if is_choice {
        let actions = legal_actions(after);
        actions
            .iter()
            .filter(|&&action| action != ActionId::GO)
            .count()
    } else {
        // The roll wins the game or exits: nothing is left to choose, but it has its plays too.
        let numbers = [dice.high(), dice.low()].map(|die| die.number().into());
        let question = Query::new(before.board().signed().map(i64::from), numbers);
        question.answer().expect("a sound question").plays.len()
    };
    counts.rolls_with_one_play += f64::from(u8::from(plays == 1));
    if is_choice {
        counts.decisions += 1.0;
        counts.plays += plays as f64;
        counts.hold_or_go += f64::from(u8::from(after.phase() == Phase::HoldOrGo));
    }
}

/// `of` in each `per`, and its standard error.
fn ratio(games: &[Counts], of: fn(&Counts) -> f64, per: fn(&Counts) -> f64) -> (f64, f64) {
    let total: f64 = games.iter().map(per).sum();
    let ratio = games.iter().map(of).sum::<f64>() / total;
    let squares: f64 = games
        .iter()
        .map(|game| (of(game) - ratio * per(game)).powi(2))
        .sum();
    (ratio, squares.sqrt() / total)
}

#[test]
fn random_games_look_like_those_of_a_separate_program() {
    let games: Vec<Counts> = (0..GAMES).map(play_out).collect();
    type Figure = (
        &'static str,
        f64,
        f64,
        fn(&Counts) -> f64,
        fn(&Counts) -> f64,
    );
    let figures: [Figure; 7] = [
        ("rolls a game", 74.66, 0.11, |c| c.rolls, |c| c.games),
        (
            "decisions a game",
            73.67,
            0.11,
            |c| c.decisions,
            |c| c.games,
        ),
        (
            "plays a decision",
            9.236,
            0.006,
            |c| c.plays,
            |c| c.decisions,
        ),
        (
            "rolls with one legal play",
            0.0297,
            0.0002,
            |c| c.rolls_with_one_play,
            |c| c.rolls,
        ),
        (
            "points a roll to the roller",
            3.105,
            0.004,
            |c| c.mover_points,
            |c| c.rolls,
        ),
        (
            "points a roll to the opponent",
            0.161,
            0.0005,
            |c| c.opponent_points,
            |c| c.rolls,
        ),
        (
            "hold-or-go decisions a game",
            11.79,
            0.012,
            |c| c.hold_or_go,
            |c| c.games,
        ),
    ];
    let mut faults = Vec::new();
    for (name, expected, expected_error, of, per) in figures {
        let (got, error) = ratio(&games, of, per);
        if (got - expected).abs() > 4.0 * expected_error.hypot(error) {
            faults.push(format!(
                "{name}: {got:.4} ± {error:.4}, expected {expected}"
            ));
        }
    }
    let (mean, error) = ratio(&games, |c| c.rolls, |c| c.games);
    let deviation = error * (GAMES as f64).sqrt();
    // The standard error of a deviation of about 28 rolls, over both samples, is below 0.15.
    if (deviation - 27.9).abs() > 0.6 {
        faults.push(format!(
            "deviation of the rolls a game: {deviation:.2} (mean {mean:.2})"
        ));
    }
    assert!(
        faults.is_empty(),
        "{GAMES} games, seeds 0..: {}",
        faults.join("; ")
    );
}
