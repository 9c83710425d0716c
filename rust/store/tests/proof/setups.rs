//! Every fault that an arrangement can have is found, and no other with it.

use trictrac_store::{
    ActionId, Color, Dice, Die, Fault, Format, Options, Phase, Score, Setup, State,
};

fn dice(high: u8, low: u8) -> Option<Dice> {
    Dice::from_numbers(high, low)
}

/// A position from the middle of a game, without a fault.
fn sound() -> Setup {
    let position = "tt1 p0 roll 1:9,7:2,12:4 1:10,6:2,12:3 4x/2x 6/3 4,4 30";
    let state: State = position.parse().unwrap_or_else(|error| panic!("{error}"));
    state.to_setup()
}

/// The same after a roll that marks nothing.
fn sound_decision() -> Setup {
    let mut state = sound()
        .into_state()
        .unwrap_or_else(|faults| panic!("{faults}"));
    let score = state.score(state.mover());
    state
        .roll(dice(4, 2).expect("dice from 1 to 6"))
        .expect("a roll is due");
    assert_eq!(
        (state.phase(), state.score(state.mover())),
        (Phase::Move, score)
    );
    state.to_setup()
}

/// The faults of a sound arrangement after a change.
type Faulty<'a> = (&'a [Fault], fn() -> Setup, fn(&mut Setup));

#[test]
fn each_fault_is_found() {
    let faulty: [Faulty; 35] = [
        (&[Fault::TooManyCheckers], sound, |setup| {
            setup.checkers[0][0] = 10
        }),
        (&[Fault::TooManyCheckers], sound, |setup| {
            setup.checkers[1][0] = 255
        }),
        (&[Fault::SharedField], sound, |setup| {
            setup.checkers[0][0] -= 1;
            setup.checkers[0][23] = 1;
        }),
        (&[Fault::LoneCheckerOnCorner], sound, |setup| {
            setup.checkers[1][11] = 1
        }),
        (&[Fault::CheckerOnOpponentsCorner], sound, |setup| {
            setup.checkers[0][0] -= 1;
            setup.checkers[0][12] = 1;
            setup.checkers[1][11] = 0;
        }),
        (&[Fault::Points], sound, |setup| setup.scores[0].points = 5),
        (&[Fault::Interruption], sound, |setup| {
            setup.scores[0].cut = false
        }),
        (&[Fault::Holes, Fault::AlreadyWon], sound, |setup| {
            setup.scores[0].holes = 13
        }),
        (&[Fault::HolesInterruption], sound, |setup| {
            setup.scores[0].holes_cut = false
        }),
        (&[Fault::AlreadyWon], sound, |setup| {
            setup.scores[0].holes = 12
        }),
        (&[Fault::NotOver], sound, |setup| setup.phase = Phase::Over),
        (&[Fault::Dice], sound, |setup| setup.dice = dice(3, 1)),
        (&[Fault::Dice], sound_decision, |setup| {
            setup.first_die = Die::new(2)
        }),
        (&[Fault::DoubleOnFirstRoll], second_roll, |setup| {
            setup.opening = dice(2, 2)
        }),
        (&[Fault::Rolls], sound, |setup| setup.rolls[1] = 5),
        (&[Fault::Turns], sound, |setup| setup.turns = 1000),
        (&[Fault::FirstRoll], sound, |setup| setup.first_roll = true),
        (&[Fault::Opening], second_roll, |setup| setup.turns = 2),
        (&[Fault::Options], sound, |setup| {
            setup.options.target_holes = 101
        }),
        (&[Fault::Options], sound, |setup| setup.options.marques = 4),
        (&[Fault::Holes], written, |setup| {
            setup.scores[0].holes = 101
        }),
        (&[Fault::AlreadyWon, Fault::Starter], written, |setup| {
            (setup.wins, setup.refaits) = ([5, 7], 0)
        }),
        (
            &[Fault::AlreadyWon, Fault::Wins, Fault::Starter],
            written,
            |setup| (setup.wins, setup.refaits) = ([12, 1], 0),
        ),
        (&[Fault::Wins, Fault::Tokens], sound, |setup| {
            setup.wins[1] = 1
        }),
        (&[Fault::Refaits], written, |setup| setup.refaits = 16),
        (&[Fault::Refaits], sound, |setup| setup.refaits = 1),
        (&[Fault::Tokens], written, |setup| setup.tokens[1] = 0),
        (&[Fault::Tokens], written, |setup| {
            setup.tokens = [600_000, -600_000]
        }),
        (&[Fault::Starter], written, |setup| {
            setup.starter = Color::Black
        }),
        (&[Fault::Schools], sound, |setup| setup.school = 4),
        (&[Fault::Schools], sound_decision, |setup| setup.school = 4),
        (&[Fault::Schools], with_schools, |setup| setup.owed = 3),
        (&[Fault::PhaseOfRoll], sound_decision, |setup| {
            setup.phase = Phase::Claim
        }),
        (&[Fault::PhaseOfRoll], sound_decision, |setup| {
            setup.phase = Phase::LastGo
        }),
        (&[Fault::ScoreOfRoll], scoring_decision, |setup| {
            setup.scores[0].points = 2
        }),
    ];
    let mut wrong = Vec::new();
    for (faults, sound, change) in faulty {
        let mut setup = sound();
        assert!(setup.into_state().is_ok(), "{setup:?}");
        change(&mut setup);
        let found: Vec<Fault> = setup
            .into_state()
            .map_or_else(|faults| faults.iter().collect(), |_| vec![]);
        if found != faults {
            wrong.push(format!("{faults:?} expected, {found:?} found: {setup:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let untried: Vec<&Fault> = Fault::ALL
        .iter()
        .filter(|fault| faulty.iter().all(|(tried, ..)| !tried.contains(fault)))
        .collect();
    assert!(untried.is_empty(), "{untried:?}");
}

/// The same position in the third marqué of a written game, after a refait.
fn written() -> Setup {
    let setup = Setup {
        wins: [2, 0],
        refaits: 1,
        tokens: [40, -40],
        options: Options::of_format(Format::Written),
        ..sound()
    };
    assert!(setup.into_state().is_ok());
    setup
}

/// A game with schools after a roll that was claimed four points too high, and its play.
fn with_schools() -> Setup {
    let options = Options {
        schools: true,
        ..Options::default()
    };
    let position = Setup { options, ..sound() };
    let mut state = position
        .into_state()
        .unwrap_or_else(|faults| panic!("{faults}"));
    state
        .roll(dice(4, 2).expect("dice from 1 to 6"))
        .expect("a roll is due");
    let claim = ActionId::claim(4).expect("an even number");
    state.apply(claim).expect("every claim is legal");
    state
        .apply(crate::engine::legal_actions(&state)[0])
        .expect("a legal play");
    let setup = state.to_setup();
    assert_eq!((setup.phase, setup.school), (Phase::ClaimReceived, 4));
    setup
}

/// Before the second roll of a game with the jan de rencontre.
fn second_roll() -> Setup {
    let mut state = State::new(Options {
        jan_de_rencontre: true,
        ..Options::default()
    });
    state
        .roll(dice(6, 2).expect("dice from 1 to 6"))
        .expect("a roll is due");
    state
        .apply(crate::engine::legal_actions(&state)[0])
        .expect("a legal play");
    state.to_setup()
}

/// After a roll that brought 4 points to a player who had none.
fn scoring_decision() -> Setup {
    let position = "tt1 p0 roll 1:13,7:2 1:15 0/0 0/0 4,4 20";
    let mut state: State = position.parse().unwrap_or_else(|error| panic!("{error}"));
    state
        .roll(dice(6, 5).expect("dice from 1 to 6"))
        .expect("a roll is due");
    assert_eq!(
        state.score(state.mover()),
        Score {
            points: 4,
            ..Score::default()
        }
    );
    state.to_setup()
}
