//! What holds at every moment of every game, checked on the engine alone.

use std::collections::HashSet;

use trictrac_store::{
    Action, ActionId, Color, Dice, DiceShape, Field, Format, GameValue, ID_LEN,
    NUM_ACTIONS_WITH_CLAIMS, Phase, Quarter, Score, Setup, State, Utility, WrittenScore,
};

use crate::engine::{legal_actions, options};
use crate::question::rule_sets;

const GAMES: u64 = 1500;
const GAMES_PER_RULE_SET: u64 = 60;

/// A random game, one state after the other; the visitor sees the dice or the action to come.
pub struct RandomGame {
    pub state: State,
    pub rng: fastrand::Rng,
    pub seed: u64,
    pub rules: &'static str,
    /// Nobody goes unless he must: more checkers come home.
    pub holds: bool,
}

pub enum Next {
    Roll(Dice),
    Apply(ActionId),
}

impl RandomGame {
    pub fn new((name, rules): (&'static str, crate::reference::Rules), seed: u64) -> RandomGame {
        let rng = fastrand::Rng::with_seed(seed);
        RandomGame {
            state: State::new(options(&rules)),
            rng,
            seed,
            rules: name,
            holds: false,
        }
    }

    pub fn context(&self) -> String {
        format!("rules {}, seed {}: {}", self.rules, self.seed, self.state)
    }

    /// What happens next, or nothing at the end.
    pub fn next(&mut self) -> Option<Next> {
        match self.state.phase() {
            Phase::Over => None,
            Phase::Roll => loop {
                let dice = random_dice(&mut self.rng);
                if self.state.check_roll(dice).is_ok() {
                    return Some(Next::Roll(dice));
                }
            },
            phase => {
                let mut actions = legal_actions(&self.state);
                if self.holds && phase == Phase::HoldOrGo {
                    actions.retain(|&action| action != ActionId::GO);
                }
                self.rng.choice(actions).map(Next::Apply)
            }
        }
    }

    pub fn advance(&mut self, next: &Next) {
        let context = self.context();
        take(&mut self.state, next).unwrap_or_else(|error| panic!("{context}: {error}"));
    }
}

pub fn random_dice(rng: &mut fastrand::Rng) -> Dice {
    Dice::from_numbers(rng.u8(1..=6), rng.u8(1..=6)).expect("dice from 1 to 6")
}

fn take(state: &mut State, next: &Next) -> Result<(), String> {
    match *next {
        Next::Roll(dice) => state.roll(dice).map_err(|error| error.to_string()),
        Next::Apply(action) => state.apply(action).map_err(|error| error.to_string()),
    }
}

/// Plays random games under all options and shows each state with what comes next.
pub fn for_every_state(mut visit: impl FnMut(&mut RandomGame, Option<&Next>)) {
    for (index, rule_set) in rule_sets().into_iter().enumerate() {
        let (_, rules) = rule_set;
        let games = if index == 0 {
            GAMES
        } else if rules.written.is_some() || rules.schools {
            // Matches are long, and 64 claims at a node are dear to try.
            GAMES_PER_RULE_SET / 4
        } else {
            GAMES_PER_RULE_SET
        };
        for seed in 0..games {
            let mut game = RandomGame::new(rule_set, seed);
            game.holds = seed % 2 == 1;
            loop {
                let next = game.next();
                visit(&mut game, next.as_ref());
                let Some(next) = next else { break };
                game.advance(&next);
            }
        }
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 72);
}

#[test]
fn checkers_points_and_holes_stay_consistent() {
    for_every_state(|game, _| {
        let state = &game.state;
        let context = || game.context();
        for color in [Color::White, Color::Black] {
            let (own, other) = (state.checkers(color), state.checkers(color.opponent()));
            assert!(own.total() <= 15, "{}", context());
            assert_ne!(own.count(Field::CORNER), 1, "{}", context());
            assert_eq!(own.count(Field::OPPONENT_CORNER), 0, "{}", context());
            for field in Field::all() {
                let shared = own.count(field) > 0 && other.count(field.mirrored()) > 0;
                assert!(!shared, "{}", context());
            }
            let (score, opposite) = (state.score(color), state.score(color.opponent()));
            assert!(score.points <= 10 && score.points % 2 == 0, "{}", context());
            let both_have_points = score.points > 0 && opposite.points > 0;
            assert!(!score.cut || both_have_points, "{}", context());
            assert!(
                !both_have_points || score.cut || opposite.cut,
                "{}",
                context()
            );
            let both_have_holes = score.holes > 0 && opposite.holes > 0;
            assert!(!score.holes_cut || both_have_holes, "{}", context());
            assert!(
                !both_have_holes || score.holes_cut || opposite.holes_cut,
                "{}",
                context()
            );
            let options = state.options();
            let is_written = options.format == Format::Written;
            let most = if is_written {
                100
            } else {
                options.target_holes
            };
            assert!(score.holes <= most, "{}", context());
            let won = !is_written && score.holes == options.target_holes;
            assert!(
                !won || matches!(state.phase(), Phase::LastGo | Phase::Over),
                "{}",
                context()
            );
        }
        assert_eq!(state.dice().is_some(), state.is_decision(), "{}", context());
        assert_eq!(state.outcome().is_some(), state.is_over(), "{}", context());
        assert!(state.turns() <= state.options().max_turns, "{}", context());
    });
}

/// Is everything but the tokens as at the start, after a marqué?
fn starts_marque(before: &State, after: &State) -> bool {
    before.options().format == Format::Written
        && before.written_score() != after.written_score()
        && Color::ALL.map(|color| after.score(color)) == [Score::default(); 2]
}

/// Within a setting checkers only go forward, and holes are never lost.
#[test]
fn nothing_goes_backwards() {
    let pips = |state: &State, color| -> u32 {
        let checkers = state.checkers(color);
        let on_board: u32 = Field::all()
            .map(|f| u32::from(f.number()) * u32::from(checkers.count(f)))
            .sum();
        on_board + 25 * u32::from(15 - checkers.total())
    };
    for_every_state(|game, next| {
        let Some(next) = next else { return };
        let before = game.state;
        let mut after = before;
        take(&mut after, next).expect("a legal step");
        if starts_marque(&before, &after) {
            return;
        }
        let new_setting = [Color::White, Color::Black]
            .iter()
            .all(|&color| after.rolls(color) == 0);
        for color in [Color::White, Color::Black] {
            let context = || game.context();
            assert!(
                after.score(color).holes >= before.score(color).holes,
                "{}",
                context()
            );
            let forward = pips(&after, color) >= pips(&before, color);
            assert!(forward || new_setting, "{}", context());
            for quarter in [Quarter::Small, Quarter::Big] {
                let can_fill = |state: &State| state.checkers(color).can_fill(quarter);
                assert!(
                    can_fill(&before) || !can_fill(&after) || new_setting,
                    "{}",
                    context()
                );
            }
        }
    });
}

#[test]
fn legal_actions_are_what_apply_accepts_and_lead_apart() {
    for_every_state(|game, _| {
        let state = game.state;
        let legal = legal_actions(&state);
        assert!(legal.is_sorted(), "{}", game.context());
        // All ids are dear to try: one state in sixteen, and exits, are enough.
        if game.rng.u8(..16) > 0 && !state.is_exit() {
            return;
        }
        let mut successors = HashSet::new();
        for id in (0..NUM_ACTIONS_WITH_CLAIMS as u16).chain([578, 600, u16::MAX]) {
            let action = ActionId(id);
            let mut after = state;
            let accepted = after.apply(action).is_ok();
            assert_eq!(
                accepted,
                legal.contains(&action),
                "{}: id {id}",
                game.context()
            );
            assert_eq!(
                accepted,
                state.is_legal(action),
                "{}: id {id}",
                game.context()
            );
            if !accepted {
                assert_eq!(after, state, "{}: id {id}", game.context());
                continue;
            }
            let mut unchecked = state;
            unchecked.apply_unchecked(action);
            assert_eq!(unchecked, after, "{}: id {id}", game.context());
            // To go and to bear off the last checker may come to the same, and so may claims: a
            // winner can claim as much more as he likes, and points can add up to a hole in two ways.
            let is_claim = matches!(state.phase(), Phase::Claim | Phase::ClaimReceived);
            let new = successors.insert(after) || state.is_exit() || is_claim;
            assert!(
                new,
                "{}: id {id} leads where another one leads",
                game.context()
            );
        }
        assert_eq!(legal.is_empty(), !state.is_decision(), "{}", game.context());
    });
}

#[test]
fn states_survive_every_way_of_writing_them_down() {
    for_every_state(|game, next| {
        let state = game.state;
        check_round_trips(&state, &game.context());
        // Between two dice thrown one after the other.
        if let Some(Next::Roll(dice)) = next {
            let mut between = state;
            between.roll_first_die(dice.low()).expect("a roll is due");
            check_round_trips(&between, &game.context());
        }
    });
}

fn check_round_trips(state: &State, context: &str) {
    let text = state.to_string();
    assert!(!text.contains('\n'), "{context}");
    assert_eq!(text.parse(), Ok(*state), "{context}");
    let bytes = state.to_bytes();
    assert_eq!(State::from_bytes(&bytes), Ok(*state), "{context}");
    assert_eq!(State::from_own_bytes(&bytes), *state, "{context}");
    assert_eq!(state.to_setup().into_state(), Ok(*state), "{context}");

    check_id(state, context);
    check_action_texts(state, context);
}

fn check_id(state: &State, context: &str) {
    let started = state.written_score().is_some_and(|written| {
        written.wins != [0; 2] || written.refaits > 0 || written.tokens != [0; 2]
    });
    let claims = matches!(state.phase(), Phase::Claim | Phase::ClaimReceived);
    let id = match state.id() {
        Ok(id) => id,
        Err(error) => {
            let school = state.to_setup().school > 0;
            assert!(started || claims || school, "{context}: {error}");
            return;
        }
    };
    assert!(!started && !claims, "{context}");
    assert_eq!(id.len(), ID_LEN, "{context}");
    let again = State::from_id(&id, state.options())
        .unwrap_or_else(|error| panic!("{context}: id {id}: {error}"));
    assert_eq!(again.id(), Ok(id), "{context}");
    assert_eq!(again.board(), state.board(), "{context}");
    assert_eq!(again.phase(), state.phase(), "{context}");
    assert_eq!(again.mover(), state.mover(), "{context}");
    assert_eq!(again.dice(), state.dice(), "{context}");
    for color in [Color::White, Color::Black] {
        assert_eq!(again.score(color), state.score(color), "{context}");
    }
}

fn check_action_texts(state: &State, context: &str) {
    let mut texts = HashSet::new();
    for action in legal_actions(state) {
        let text = state.action_text(action);
        assert_eq!(state.parse_action(&text), Ok(action), "{context}: {text}");
        assert!(texts.insert(text), "{context}: two actions have one text");
        match state.decode(action) {
            Ok(Action::Go) => assert_eq!(action, ActionId::GO, "{context}"),
            Ok(Action::Play(play)) => assert_eq!(state.explain(action), Ok(play), "{context}"),
            Ok(Action::Claim(points)) => {
                assert_eq!(ActionId::claim(points), Some(action), "{context}");
            }
            Err(error) => panic!("{context}: {error}"),
        }
    }
}

/// The same position with White's and Black's parts exchanged.
fn exchanged(state: &State) -> State {
    let setup = state.to_setup();
    let [white, black] = setup.checkers;
    let [white_score, black_score] = setup.scores;
    let [white_rolls, black_rolls] = setup.rolls;
    let exchanged = Setup {
        checkers: [black, white],
        scores: [black_score, white_score],
        rolls: [black_rolls, white_rolls],
        mover: setup.mover.opponent(),
        ..setup
    };
    exchanged
        .into_state()
        .unwrap_or_else(|faults| panic!("{state}, exchanged: {faults}"))
}

#[test]
fn exchanging_the_players_exchanges_everything() {
    for_every_state(|game, next| {
        let state = game.state;
        // A written game knows who began: the same player's marqués are not the other one's.
        if state.written_score().is_some() {
            return;
        }
        let other = exchanged(&state);
        assert_eq!(exchanged(&other), state, "{}", game.context());
        assert_eq!(other.board(), state.board(), "{}", game.context());
        assert_eq!(
            legal_actions(&other),
            legal_actions(&state),
            "{}",
            game.context()
        );
        assert!(
            other.events().iter().eq(state.events().iter()),
            "{}",
            game.context()
        );
        let winner = |state: &State| state.outcome().map(|outcome| outcome.winner);
        let expected = winner(&state).map(|winner| winner.map(Color::opponent));
        assert_eq!(winner(&other), expected, "{}", game.context());
        let Some(next) = next else { return };
        let (mut after, mut other_after) = (state, other);
        take(&mut after, next).expect("a legal step");
        take(&mut other_after, next).expect("a legal step");
        assert_eq!(exchanged(&after), other_after, "{}", game.context());
    });
}

/// The outcomes of a shape of dice with their probabilities.
fn outcomes(shape: DiceShape, state: &State) -> Vec<(i64, f64)> {
    let mut outcomes = Vec::new();
    shape.for_each_outcome(state, |outcome, probability| {
        outcomes.push((outcome as i64, probability))
    });
    outcomes
}

fn after_outcome(shape: DiceShape, state: &State, outcome: i64) -> State {
    let mut after = *state;
    shape
        .apply(&mut after, outcome)
        .unwrap_or_else(|error| panic!("{error}"));
    after
}

/// How likely each state is after the roll, sorted by position text.
fn distribution(shape: DiceShape, state: &State) -> Vec<(String, f64)> {
    let mut likely: Vec<(String, f64)> = Vec::new();
    for (outcome, probability) in outcomes(shape, state) {
        let after = after_outcome(shape, state, outcome);
        if after.first_die().is_some() {
            let rest = distribution(shape, &after);
            likely.extend(
                rest.into_iter()
                    .map(|(text, after)| (text, probability * after)),
            );
        } else {
            likely.push((after.to_string(), probability));
        }
    }
    likely.sort_by(|(one, _), (two, _)| one.cmp(two));
    likely.dedup_by(|(text, more), (kept, probability)| {
        let same = text == kept;
        if same {
            *probability += *more;
        }
        same
    });
    likely
}

#[test]
fn dice_mean_the_same_in_every_shape_and_order() {
    for_every_state(|game, next| {
        let state = game.state;
        let due = matches!(next, Some(Next::Roll(_)));
        for shape in DiceShape::ALL {
            assert_eq!(
                outcomes(shape, &state).is_empty(),
                !due,
                "{}",
                game.context()
            );
            let mut unchanged = state;
            let beyond = [-1, shape.len() as i64, i64::MAX, i64::MIN];
            for outcome in if due {
                beyond.to_vec()
            } else {
                (0..36).collect()
            } {
                assert!(
                    shape.apply(&mut unchanged, outcome).is_err(),
                    "{}",
                    game.context()
                );
            }
            assert_eq!(unchanged, state, "{}", game.context());
        }
        // The distributions are dear: a few are enough.
        if !due || game.rng.u32(..40) > 0 && !state.is_first_roll() {
            return;
        }
        let [ordered, unordered, sequential] =
            DiceShape::ALL.map(|shape| distribution(shape, &state));
        for other in [unordered, sequential] {
            assert_eq!(ordered.len(), other.len(), "{}", game.context());
            for (one, two) in ordered.iter().zip(&other) {
                assert_eq!(one.0, two.0, "{}", game.context());
                assert!(
                    (one.1 - two.1).abs() < 1e-12,
                    "{}: {one:?} {two:?}",
                    game.context()
                );
            }
        }
        let whole: f64 = ordered.iter().map(|(_, probability)| probability).sum();
        assert!((whole - 1.0).abs() < 1e-12, "{}", game.context());
    });
}

#[test]
fn dice_are_rolled_only_when_they_may_be() {
    for_every_state(|game, _| {
        let state = game.state;
        let may_be = |dice: Dice| {
            let kept_out = state.is_first_roll() && state.options().first_roll_no_double;
            state.phase() == Phase::Roll && !(kept_out && dice.is_double())
        };
        for dice in Dice::ALL_21 {
            let mut after = state;
            assert_eq!(
                after.roll(dice).is_ok(),
                may_be(dice),
                "{}: {dice}",
                game.context()
            );
            assert!(may_be(dice) || after == state, "{}: {dice}", game.context());
            assert!(
                state.is_over() || !after.is_over(),
                "{}: {dice}",
                game.context()
            );
            assert!(
                may_be(dice) || state.events_of_roll(dice).is_empty(),
                "{}",
                game.context()
            );
        }
    });
}

#[test]
fn returns_follow_the_outcome() {
    for_every_state(|game, _| {
        let state = game.state;
        let context = || game.context();
        let returns = Utility::ALL.map(|utility| utility.returns(&state));
        for (utility, values) in Utility::ALL.into_iter().zip(&returns) {
            let range = utility.range(&state.options());
            assert!(
                values.iter().all(|value| range.contains(value)),
                "{}",
                context()
            );
            let is_zero_sum = utility.is_zero_sum(&state.options());
            assert!(!is_zero_sum || values[0] == -values[1], "{}", context());
        }
        let [win, margin, score] = returns;
        let scores = [Color::White, Color::Black].map(|color| state.score(color));
        let expected = match state.written_score() {
            Some(written) => written.tokens.map(f64::from),
            None => scores.map(|score| 12.0 * f64::from(score.holes) + f64::from(score.points)),
        };
        assert_eq!(score, expected, "{}", context());
        let Some(outcome) = state.outcome() else {
            assert_eq!((win, margin), ([0.0; 2], [0.0; 2]), "{}", context());
            return;
        };
        let sign = |color| match outcome.winner {
            Some(winner) if winner == color => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        for color in [Color::White, Color::Black] {
            let index = color.index();
            assert_eq!(win[index], sign(color), "{}", context());
            let part = sign(color) * won(&state, f64::from(outcome.value));
            assert!((margin[index] - part).abs() < 1e-12, "{}", context());
        }
    });
}

/// The winner's margin in a game of this value.
fn won(state: &State, value: f64) -> f64 {
    let options = state.options();
    if options.format == Format::Written {
        return (value / (32.0 * f64::from(options.marques))).min(1.0);
    }
    let greatest = match options.game_value {
        GameValue::Simple => 1.0,
        GameValue::Double => 2.0,
        GameValue::Quadruple => 4.0,
    };
    let holes = [Color::White, Color::Black].map(|color| f64::from(state.score(color).holes));
    (holes[0] - holes[1]).abs() / f64::from(options.target_holes) * value / greatest
}

/// Tokens are only won from each other, by a Go that ends a marqué; a refait leaves everything but
/// the consolation as it was.
#[test]
fn marques_are_paid_by_the_other_player_and_refaits_by_nobody() {
    let mut refaits = 0;
    for (rule_set, seed) in written_games() {
        let mut game = RandomGame::new(rule_set, seed);
        game.holds = seed % 2 == 1;
        while let Some(next) = game.next() {
            let before = game.state.written_score().expect("a written game");
            game.advance(&next);
            let after = game.state.written_score().expect("a written game");
            let context = || game.context();
            assert_eq!(after.tokens[0], -after.tokens[1], "{}", context());
            if before == after || game.state.is_over() {
                continue;
            }
            assert!(matches!(next, Next::Apply(ActionId::GO)), "{}", context());
            assert_eq!(game.state.mover(), after.starter, "{}", context());
            let scores = Color::ALL.map(|color| game.state.score(color));
            assert_eq!(scores, [Score::default(); 2], "{}", context());
            if after.refaits > before.refaits {
                refaits += 1;
                let unchanged = WrittenScore {
                    refaits: before.refaits,
                    ..after
                };
                assert_eq!(unchanged, before, "{}", context());
            } else {
                let won = |index: usize| after.wins[index] - before.wins[index];
                let winner = usize::from(won(1) > 0);
                assert_eq!((won(winner), won(1 - winner)), (1, 0), "{}", context());
                assert!(
                    after.tokens[winner] > before.tokens[winner],
                    "{}",
                    context()
                );
            }
        }
    }
    assert!(refaits > 0, "no refait was met");
}

/// The rule sets of written games, with the seeds of some games of each.
fn written_games() -> impl Iterator<Item = ((&'static str, crate::reference::Rules), u64)> {
    rule_sets()
        .into_iter()
        .filter(|(_, rules)| rules.written.is_some() && !rules.schools)
        .flat_map(|rule_set| (0..40).map(move |seed| (rule_set, seed)))
}

/// Whoever claims exactly what is due plays the game without schools.
#[test]
fn honest_claims_make_the_game_without_schools() {
    for (rule_set, seed) in rule_sets()
        .into_iter()
        .filter(|(_, rules)| !rules.schools)
        .flat_map(|rule_set| (0..20).map(move |seed| (rule_set, seed)))
    {
        let mut game = RandomGame::new(rule_set, seed);
        let mut claimed = State::new(trictrac_store::Options {
            schools: true,
            ..game.state.options()
        });
        while let Some(next) = game.next() {
            let closes = game.state.phase() == Phase::LastGo;
            game.advance(&next);
            if !closes {
                take(&mut claimed, &next).unwrap_or_else(|error| panic!("{error}"));
            }
            while let Some(claim) = claimed.honest_claim() {
                claimed
                    .apply(claim)
                    .unwrap_or_else(|error| panic!("{error}"));
            }
            if game.state.phase() == Phase::LastGo {
                continue;
            }
            assert_eq!(claimed.phase(), game.state.phase(), "{}", game.context());
            for color in Color::ALL {
                assert_eq!(
                    claimed.score(color),
                    game.state.score(color),
                    "{}",
                    game.context()
                );
            }
            if !game.state.is_over() {
                assert_eq!(claimed.without_schools(), game.state, "{}", game.context());
            }
            let written = [claimed, game.state].map(|state| state.written_score());
            assert_eq!(written[0], written[1], "{}", game.context());
        }
    }
}
