//! Figures of uniform random games, held against those of a separate program.

use trictrac_store::{ActionId, Beneficiary, Phase};

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
            counts.rolls += 1.0;
            for award in game.state.awards_of_roll(dice).iter() {
                let points = f64::from(award.points);
                match award.to() {
                    Beneficiary::Mover => counts.mover_points += points,
                    Beneficiary::Opponent => counts.opponent_points += points,
                }
            }
        }
        game.advance(&next);
        let was_roll = matches!(next, Next::Roll(_));
        let phase = game.state.phase();
        let plays = legal_actions(&game.state)
            .iter()
            .filter(|&&a| a != ActionId::GO)
            .count() as f64;
        if was_roll && matches!(phase, Phase::HoldOrGo | Phase::Move) {
            counts.decisions += 1.0;
            counts.plays += plays;
            counts.hold_or_go += f64::from(u8::from(phase == Phase::HoldOrGo));
        }
        // A roll that bears off the last checker has no other play.
        if was_roll && (phase == Phase::Roll || plays == 1.0) {
            counts.rolls_with_one_play += 1.0;
        }
    }
    counts
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
