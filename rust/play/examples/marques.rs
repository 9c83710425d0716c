//! The written game as the players play it: a ladder of matches, and the three numbers that the
//! value of a marqué rests on.
//!
//! `cargo run --release -p trictrac-play --example marques -- --games N --seed S`

#![expect(clippy::print_stdout, reason = "an example reports")]

use trictrac_play::{Judge, Judging, Luck, Match, Player, RandomPlayer, play_game};
use trictrac_store::{ActionId, Color, Format, Options, Phase, Setup, State};

/// The careful player of the ordinary game, who knows nothing of marqués: he leaves when he would
/// leave there.
struct Instinct;

impl Player for Instinct {
    fn decide(&mut self, state: &State) -> Option<ActionId> {
        let setup = state.to_setup();
        let ordinary = Setup {
            options: Options {
                target_holes: 100,
                ..Options::default()
            },
            wins: [0; 2],
            tokens: [0; 2],
            refaits: 0,
            starter: Color::White,
            turns: setup.turns.min(900),
            ..setup
        };
        let ordinary = ordinary.into_state().ok()?;
        Judge::Careful.choose(&ordinary)
    }
}

fn argument(name: &str, default: u64) -> u64 {
    let mut words = std::env::args().skip_while(|word| word != name);
    words
        .nth(1)
        .and_then(|word| word.parse().ok())
        .unwrap_or(default)
}

fn main() {
    let (games, seed) = (argument("--games", 100), argument("--seed", 1));
    let options = Options::of_format(Format::Written);
    let contest = Match {
        games: games as usize,
        seed,
        threads: 1,
        options,
    };
    let report = |name: &str, result: trictrac_play::MatchResult| {
        let tokens: i32 = result.games().map(|game| game.tokens).sum();
        let (rate, interval) = (result.win_rate(), result.win_rate_interval());
        println!(
            "{name}: wins {:.1} % ({:.1} to {:.1}), {:+.1} tokens a match",
            100.0 * rate,
            100.0 * interval.low,
            100.0 * interval.high,
            f64::from(tokens) / games as f64
        );
    };
    let careful = |_| Judging(Judge::Careful);
    let greedy = |_| Judging(Judge::Greedy);
    report("greedy - random", contest.play(greedy, RandomPlayer::new));
    report("careful - greedy", contest.play(careful, greedy));
    report(
        "careful - careful by the ordinary game's instinct",
        contest.play(careful, |_| Instinct),
    );
    measure(games, seed, options);
}

/// How often holes are double and by the own roll, and how a lead in points foretells the next one.
fn measure(games: u64, seed: u64, options: Options) {
    let (mut made, mut double, mut own_roll) = (0.0, 0.0, 0.0);
    // Leads of players to roll, each with whether he made the next hole.
    let (mut leads, mut next): (Vec<f32>, Vec<bool>) = (Vec::new(), Vec::new());
    for game in 0..games.div_ceil(10) {
        let mut last = State::new(options);
        let mut seen: Vec<(Color, f32)> = Vec::new();
        let mut luck = Luck::of(seed, game);
        let (mut white, mut black) = (Judging(Judge::Careful), Judging(Judge::Careful));
        play_game(
            State::new(options),
            [&mut white, &mut black],
            &mut luck,
            |state, action| {
                for color in Color::ALL {
                    let holes = |state: &State| state.score(color).holes;
                    let gained = holes(state).saturating_sub(holes(&last));
                    if gained > 0 {
                        made += 1.0;
                        double += f64::from(u8::from(gained > 1));
                        let chooses = state.phase() == Phase::HoldOrGo && state.mover() == color;
                        own_roll += f64::from(u8::from(chooses));
                        for (player, lead) in seen.drain(..) {
                            leads.push(lead);
                            next.push(player == color);
                        }
                    }
                }
                last = *state;
                let mut after = *state;
                after.apply_unchecked(action);
                if !after.is_over()
                    && after.score(after.mover()).holes == last.score(after.mover()).holes
                {
                    seen.push((
                        after.mover(),
                        Judge::Careful.points_ahead(&after, after.mover()),
                    ));
                }
            },
        );
    }
    println!("holes that are double: {:.3}", double / made);
    println!("holes by the own roll: {:.3}", own_roll / made);
    // The scale of the logistic curve that makes what happened likeliest.
    let likelihood = |scale: f32| -> f64 {
        leads
            .iter()
            .zip(&next)
            .map(|(lead, made)| {
                let sign = if *made { 1.0 } else { -1.0 };
                -f64::from((-sign * lead / scale).exp()).ln_1p()
            })
            .sum()
    };
    let scales = (4..60).map(|half| half as f32 / 2.0 + 2.0);
    let best = scales.max_by(|one, two| likelihood(*one).total_cmp(&likelihood(*two)));
    println!(
        "points ahead that make it e times as likely: {:.1}",
        best.unwrap_or_default()
    );
}
