//! The network and the search above it against slow and literal second versions.

use trictrac_play::{Luck, Player, RandomPlayer, play_game};
use trictrac_search::inputs::{INPUTS, SIDE_INPUTS};
use trictrac_search::network::{DISCOUNT, HEADS, HIDDEN, MARGIN_UNIT};
use trictrac_search::{
    BadWeights, Depth, Inputs, Judged, Mean, Network, Outlook, Rollout, Sweep, TdPlayer, best,
    best_at_once, champion, judge_actions, lead, outlook, outlook_at_once, rank,
};
use trictrac_store::{ActionList, Color, Dice, Format, Options, Phase, Quarter, State};

/// A network that nobody has taught anything: every weight is random.
fn random_network(seed: u64) -> Network {
    let mut luck = Luck::new(seed);
    let mut network = Network::zero();
    let layers = network.rows.to_mut().iter_mut().chain([&mut network.bias]);
    for weight in layers.chain(&mut network.heads).flatten() {
        *weight = 0.2 * (luck.unit() - 0.5);
    }
    network.head_bias = [0.1, -0.2, 0.3];
    network
}

/// Positions of random games, in which a roll is due.
fn positions(games: u64) -> Vec<State> {
    let mut found = Vec::new();
    for seed in 0..games {
        let (mut one, mut other) = (RandomPlayer::new(seed), RandomPlayer::new(seed + 100));
        let players: [&mut dyn Player; 2] = [&mut one, &mut other];
        let start = State::new(Options::default());
        play_game(start, players, &mut Luck::new(seed), |state, action| {
            let mut after = *state;
            after.apply_unchecked(action);
            if after.phase() == Phase::Roll {
                found.push(after);
            }
        });
    }
    assert!(found.len() > 50);
    found
}

/// The points that the hits of a roll bring on average, to the roller and to the other.
fn hits(state: &State, roller: Color) -> [f64; 2] {
    let mut setup = state.to_setup();
    setup.mover = roller;
    let state = setup.into_state().expect("the same position, other mover");
    let mut points = [0.0; 2];
    for dice in Dice::ALL_21 {
        for event in state.events_of_roll(dice).iter() {
            let of_hit = f64::from(event.points) * f64::from(dice.weight()) / 36.0;
            let name = event.jan.name();
            if name.contains("false") {
                points[1] += of_hit;
            } else if name.contains("hit") && !name.contains("corner") {
                points[0] += of_hit;
            }
        }
    }
    points
}

/// The inputs of a side, one by one, from counts of checkers.
fn plain_side(state: &State, color: Color) -> Vec<f64> {
    let setup = state.to_setup();
    let counts = setup.checkers[color.index()];
    let score = setup.scores[color.index()];
    let mut inputs = Vec::new();
    for least in 1..=4 {
        inputs.extend(counts.map(|count| f64::from(u8::from(count >= least))));
    }
    inputs.extend(counts.map(|count| f64::from(count.saturating_sub(4)) / 4.0));
    let mut choose = |of: usize, chosen: usize| {
        inputs.extend((0..of).map(|index| f64::from(u8::from(index == chosen))));
    };
    choose(
        12,
        usize::from(score.points) / 2 + 6 * usize::from(score.cut),
    );
    choose(12, usize::from(12 - score.holes) - 1);
    choose(4, usize::from(setup.rolls[color.index()].min(3)));
    for (quarter, first) in [
        (Quarter::Small, 0),
        (Quarter::Big, 6),
        (Quarter::Return, 18),
    ] {
        let lacking: u8 = counts[first..first + 6]
            .iter()
            .map(|&count| 2 - count.min(2))
            .sum();
        let can_fill = state.checkers(color).can_fill(quarter);
        choose(14, if can_fill { usize::from(lacking) } else { 13 });
    }
    let to_go: f64 = (0..24)
        .map(|at| f64::from(counts[at]) * (24.0 - at as f64))
        .sum();
    let on_board: u8 = counts.iter().sum();
    let [scored, given] = hits(state, color);
    inputs.extend([
        to_go / 100.0,
        f64::from(15 - on_board) / 4.0,
        scored / 2.0,
        given / 2.0,
    ]);
    assert_eq!(inputs.len(), SIDE_INPUTS);
    inputs
}

/// The network in double precision, every input multiplied with every weight.
fn plain_outputs(network: &Network, state: &State) -> [f64; HEADS] {
    let roller = state.mover();
    let mut inputs = plain_side(state, roller);
    inputs.extend(plain_side(state, roller.opponent()));
    assert_eq!(inputs.len(), INPUTS);
    let mut outputs = network.head_bias.map(f64::from);
    for unit in 0..HIDDEN {
        let mut sum = f64::from(network.bias[unit]);
        for (input, row) in inputs.iter().zip(network.rows.iter()) {
            sum += input * f64::from(row[unit]);
        }
        for (output, head) in outputs.iter_mut().zip(&network.heads) {
            *output += sum.max(0.0) * f64::from(head[unit]);
        }
    }
    outputs
}

#[test]
fn inference_is_that_of_the_plain_network() {
    let network = random_network(1);
    for state in positions(3) {
        let [gain, win, margin] = plain_outputs(&network, &state);
        let values = network.values(&Inputs::of(&state));
        assert!((f64::from(values.gain) - gain).abs() < 1e-4);
        assert!((f64::from(values.win) - 1.0 / (1.0 + (-win).exp())).abs() < 1e-4);
        assert!((f64::from(values.margin / MARGIN_UNIT) - margin).abs() < 1e-4);
    }
}

#[test]
fn changes_between_positions_lead_to_the_same_sums() {
    let network = random_network(2);
    let positions = positions(2);
    let mut sweep = Sweep::new(&network);
    for state in &positions {
        let full = network.values(&Inputs::of(state)).gain;
        assert!((sweep.output(state, 0) - full).abs() < 1e-3, "{state}");
    }
}

#[test]
fn exchanged_seats_mirror_every_judgement() {
    let network = random_network(3);
    for state in positions(1) {
        let mut setup = state.to_setup();
        setup.checkers.swap(0, 1);
        setup.scores.swap(0, 1);
        setup.rolls.swap(0, 1);
        setup.mover = setup.mover.opponent();
        let mirrored = setup.into_state().expect("the mirrored position");
        let depth = Depth::plies(1);
        let own = outlook(&network, &state, Color::White, depth);
        assert_eq!(own, outlook(&network, &mirrored, Color::Black, depth));
        let other = outlook(&network, &state, Color::Black, depth);
        assert!((own.win + other.win - 1.0).abs() < 1e-6);
        assert_eq!(own.margin, -other.margin);
    }
}

/// So many plies over so many actions, and no more where there is doubt.
fn plain_depth(plies: u8, kept: usize) -> Depth {
    Depth {
        plies,
        kept,
        settles_doubts: false,
    }
}

/// A decision judged by recursion, nothing pruned.
fn plain_decision(network: &Network, state: &State, plies: u8) -> Outlook {
    let mut actions = ActionList::new();
    state.legal_actions(&mut actions);
    let outlooks = actions.iter().map(|action| {
        let mut after = *state;
        after.apply_unchecked(action);
        plain_after(network, &after, state.mover(), plies - 1)
    });
    outlooks
        .reduce(|best, other| {
            if other.utility() > best.utility() {
                other
            } else {
                best
            }
        })
        .expect("a decision")
}

fn plain_after(network: &Network, after: &State, player: Color, plies: u8) -> Outlook {
    if after.is_over() {
        return outlook(network, after, player, Depth::plies(1));
    }
    let roller = after.mover();
    let mut mean = Outlook::default();
    if plies == 0 {
        let values = network.values(&Inputs::of(after));
        mean = Outlook {
            discounted_lead: lead(after, roller) + values.gain,
            win: values.win,
            margin: lead(after, roller) + values.margin,
        };
    } else {
        for one in 1..=6 {
            for other in 1..=6 {
                let mut rolled = *after;
                rolled
                    .roll(Dice::from_numbers(one, other).unwrap())
                    .unwrap();
                let found = if rolled.is_decision() {
                    plain_decision(network, &rolled, plies)
                } else {
                    plain_after(network, &rolled, roller, 0)
                };
                mean.discounted_lead += found.discounted_lead / 36.0;
                mean.win += found.win / 36.0;
                mean.margin += found.margin / 36.0;
            }
        }
    }
    if roller != player {
        mean.discounted_lead = -mean.discounted_lead;
        mean.win = 1.0 - mean.win;
        mean.margin = -mean.margin;
    }
    let now = lead(after, player);
    mean.discounted_lead = now + DISCOUNT * (mean.discounted_lead - now);
    mean
}

#[test]
fn looking_ahead_is_the_plain_recursion() {
    let network = random_network(4);
    let mut compared = 0;
    for state in positions(1).iter().step_by(17) {
        let mut luck = Luck::new(compared);
        let mut rolled = *state;
        rolled.roll(luck.roll_for(state)).unwrap();
        if !rolled.is_decision() {
            continue;
        }
        for plies in 1..=2 {
            let depth = plain_depth(plies, usize::MAX);
            let found = outlook(&network, &rolled, rolled.mover(), depth);
            let expected = plain_decision(&network, &rolled, plies);
            assert!(
                (found.utility() - expected.utility()).abs() < 1e-2,
                "{rolled}"
            );
            assert!((found.win - expected.win).abs() < 1e-3, "{rolled}");
        }
        compared += 1;
    }
    assert!(compared >= 5);
}

#[test]
fn actions_that_were_not_looked_at_stay_behind() {
    let network = random_network(5);
    let mut compared = 0;
    for state in positions(1).iter().step_by(10) {
        let mut rolled = *state;
        rolled.roll(Luck::new(compared).roll_for(state)).unwrap();
        let seen = judge_actions(&network, &rolled, plain_depth(2, 2));
        let all = judge_actions(&network, &rolled, plain_depth(2, usize::MAX));
        let mut actions = ActionList::new();
        rolled.legal_actions(&mut actions);
        assert!(seen.iter().map(|judged| judged.action).eq(actions.iter()));
        if actions.len() < 4 {
            continue;
        }
        // The choice is one of those that were looked at, and to those nothing else was done.
        let best_seen = best(&seen).unwrap();
        assert!(all.contains(&best_seen));
        compared += 1;
    }
    assert!(compared >= 2);
}

#[test]
fn two_plies_settle_doubts_by_a_third() {
    let (mut doubtful, mut clear) = (0, 0);
    for (number, state) in positions(2).iter().enumerate().step_by(3) {
        let mut rolled = *state;
        let dice = Luck::new(number as u64).roll_for(state);
        rolled.roll(dice).unwrap();
        let best_two = |judged: &[Judged]| {
            let mut judged = judged.to_vec();
            judged.sort_by(|one, other| other.outlook.utility().total_cmp(&one.outlook.utility()));
            [judged[0], judged[1]]
        };
        let found = judge_actions(champion(), &rolled, Depth::plies(2));
        if found.len() < 2 {
            continue;
        }
        let at_two = judge_actions(champion(), &rolled, plain_depth(2, 5));
        let [ahead, behind] = best_two(&at_two);
        if ahead.outlook.utility() - behind.outlook.utility() >= 0.1 {
            assert_eq!(found, at_two, "{rolled}");
            clear += 1;
            continue;
        }
        let actions = |judged: [Judged; 2]| {
            let mut actions = judged.map(|judged| judged.action);
            actions.sort();
            actions
        };
        let at_once = judge_actions(champion(), &rolled, Depth::plies(1));
        let in_doubt = actions([ahead, behind]);
        if actions(best_two(&at_once)) != in_doubt {
            continue;
        }
        // Three plies over two actions look at the same two.
        let at_three = judge_actions(champion(), &rolled, plain_depth(3, 2));
        for (found, expected) in found.iter().zip(&at_three) {
            if in_doubt.contains(&found.action) {
                assert_eq!(found, expected, "{rolled}");
            }
        }
        assert!(in_doubt.contains(&best(&found).unwrap().action), "{rolled}");
        doubtful += 1;
    }
    assert!(doubtful >= 2 && clear >= 2, "{doubtful}, {clear}");
}

#[test]
fn the_best_action_is_the_same_without_a_list() {
    for state in positions(3) {
        let judged = judge_actions(champion(), &state, Depth::plies(1));
        assert_eq!(best_at_once(champion(), &state), best(&judged));
        for color in Color::ALL {
            let expected = outlook(champion(), &state, color, Depth::plies(1));
            assert_eq!(outlook_at_once(champion(), &state, color), expected);
        }
    }
}

#[test]
fn nobody_chooses_where_nothing_is_to_be_decided() {
    let network = random_network(6);
    let mut player = TdPlayer {
        network: &network,
        depth: Depth::plies(2),
    };
    let mut state = State::new(Options::default());
    assert_eq!(player.choose(&state), None);
    state.roll(Dice::from_numbers(6, 1).unwrap()).unwrap();
    assert!(state.is_legal(player.choose(&state).unwrap()));
}

#[test]
fn weights_survive_bytes_and_nothing_else() {
    let network = random_network(7);
    let bytes = network.to_bytes();
    assert_eq!(bytes.len(), Network::BYTES);
    assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&network));
    assert_eq!(Network::from_bytes(b"PK"), Err(BadWeights::Foreign));
    for length in [8, 15, 20, bytes.len() - 1] {
        assert_eq!(
            Network::from_bytes(&bytes[..length]),
            Err(BadWeights::Length(length))
        );
    }
    let mut other_shape = bytes.clone();
    other_shape[8] ^= 1;
    assert!(matches!(
        Network::from_bytes(&other_shape),
        Err(BadWeights::OtherShape(_))
    ));
    for at in [20, 100_000, bytes.len() - 1] {
        let mut altered = bytes.clone();
        altered[at] ^= 0x10;
        assert_eq!(Network::from_bytes(&altered), Err(BadWeights::Altered));
    }
    let mut infinite = network;
    infinite.bias[3] = f32::INFINITY;
    assert_eq!(
        Network::from_bytes(&infinite.to_bytes()),
        Err(BadWeights::NotFinite)
    );
}

#[test]
fn the_shipped_weights_can_be_read() {
    let start = State::new(Options::default());
    let own = outlook(champion(), &start, Color::White, Depth::plies(1));
    // Neither side has a great advantage at the start, and the first to roll a small one.
    assert!(
        (own.win - 0.5).abs() < 0.1 && own.margin.abs() < 2.0,
        "{own:?}"
    );
}

#[test]
fn rankings_go_down_and_lose_winning_chances() {
    let mut choices = 0;
    for (index, state) in positions(1).iter().enumerate().step_by(9) {
        let mut rolled = *state;
        rolled
            .roll(Luck::new(index as u64).roll_for(state))
            .unwrap();
        let depth = Depth::plies(1);
        let ranked = rank(champion(), &rolled, depth);
        let mut actions = ActionList::new();
        rolled.legal_actions(&mut actions);
        assert_eq!(ranked.len(), actions.len());
        let Some(first) = ranked.first() else {
            continue;
        };
        assert_eq!(first.loss, 0.0);
        assert_eq!(
            Some(first.action),
            TdPlayer {
                network: champion(),
                depth
            }
            .choose(&rolled)
        );
        for pair in ranked.windows(2) {
            assert!(pair[0].loss <= pair[1].loss && pair[0].win >= pair[1].win);
            assert!(pair[1].win >= 0.0 && (pair[1].win + pair[1].loss - first.win).abs() < 1e-6);
            choices += 1;
        }
    }
    assert!(choices > 20);
}

#[test]
fn rollouts_do_not_depend_on_threads_and_agree_with_the_end() {
    let mut state = State::new(Options::default());
    state.roll(Dice::from_numbers(5, 2).unwrap()).unwrap();
    let rollout = Rollout {
        rolls: Some(4),
        depth: Depth::plies(1),
        seed: 3,
        threads: 1,
    };
    let play = |rollout: Rollout, state: &State, color, games| {
        rollout.play(champion(), state, color, games)
    };
    let one = play(rollout, &state, Color::White, 0..24);
    let three = Rollout {
        threads: 3,
        ..rollout
    };
    assert_eq!(one, play(three, &state, Color::White, 0..24));
    assert_eq!(one[10..], play(rollout, &state, Color::White, 10..24));
    let win = Mean::of(&one, |game| game.win);
    assert!(win.interval.low < win.value && win.value < win.interval.high);
    for (own, other) in one.iter().zip(play(rollout, &state, Color::Black, 0..24)) {
        assert!((own.win + other.win - 1.0).abs() < 1e-6);
        assert!((own.margin + other.margin).abs() < 1e-5);
        assert_eq!(own.decisions, other.decisions);
    }
    let over: State = "tt1 p0 over 1:15 1:15 0/12 0/0 0,0 1".parse().unwrap();
    let played = play(rollout, &over, Color::White, 0..1);
    assert_eq!((played[0].win, played[0].margin), (1.0, 12.0));
    let to_the_end = Rollout {
        rolls: None,
        ..rollout
    };
    for game in play(to_the_end, &state, Color::White, 0..4) {
        assert!(game.win == 0.0 || game.win == 1.0);
        assert_eq!(game.win == 1.0, game.margin > 0.0);
    }
}

/// Every decision of a written game gets a legal action, however many holes there are, and loses
/// nothing against itself.
#[test]
fn written_games_are_played_to_their_end() {
    let options = Options {
        marques: 2,
        ..Options::of_format(Format::Written)
    };
    let network = champion();
    let mut players = [(), ()].map(|()| TdPlayer {
        network,
        depth: Depth::plies(1),
    });
    let [white, black] = &mut players;
    let mut luck = Luck::new(3);
    let end = play_game(
        State::new(options),
        [white, black],
        &mut luck,
        |state, action| {
            assert!(state.is_legal(action));
            let ranked = rank(network, state, Depth::plies(1));
            assert_eq!(ranked[0].loss, 0.0, "{state}");
            assert!(ranked.is_sorted_by_key(|ranked| ranked.loss), "{state}");
        },
    );
    let written = end.written_score().unwrap();
    assert_eq!(written.wins[0] + written.wins[1], 2);
}
