//! The loop that every game in Rust runs through.

use trictrac_store::{ActionId, ActionList, Dice, State};

use crate::luck::Luck;
use crate::player::Player;

/// Where the rolls and the decisions of a game come from.
pub trait Course {
    /// The next roll, one that the position allows; none leaves the game where it stands.
    fn roll(&mut self, state: &State) -> Option<Dice>;

    /// One of the legal `actions`, where somebody decides.
    fn decide(&mut self, state: &State, actions: &ActionList) -> ActionId;
}

/// Plays on from `state` to the end of the game, or to where its course leaves it.
pub fn follow(mut state: State, course: &mut impl Course) -> State {
    // Empty where nobody decides. A roll lists what it allows in passing.
    let mut actions = ActionList::new();
    state.legal_actions(&mut actions);
    while !state.is_over() {
        if !actions.is_empty() {
            let action = course.decide(&state, &actions);
            assert!(actions.contains(action), "{action:?} is illegal in {state}");
            state.apply_unchecked(action);
            state.legal_actions(&mut actions);
        } else if let Some(dice) = course.roll(&state) {
            state
                .roll_with_actions(dice, &mut actions)
                .expect("a roll that the state allows");
        } else {
            break;
        }
    }
    state
}

/// Plays on from `state` to the end of the game: `players` by seat, dice from `luck`. `visit` sees
/// each decision before it is applied.
pub fn play_game(
    state: State,
    players: [&mut dyn Player; 2],
    luck: &mut Luck,
    visit: impl FnMut(&State, ActionId),
) -> State {
    follow(
        state,
        &mut Seats {
            players,
            luck,
            visit,
        },
    )
}

/// Two players, with luck of their own.
struct Seats<'p, 'l, V> {
    players: [&'p mut dyn Player; 2],
    luck: &'l mut Luck,
    visit: V,
}

impl<V: FnMut(&State, ActionId)> Course for Seats<'_, '_, V> {
    fn roll(&mut self, state: &State) -> Option<Dice> {
        Some(self.luck.roll_for(state))
    }

    fn decide(&mut self, state: &State, _: &ActionList) -> ActionId {
        let player = &mut self.players[state.decider().index()];
        let action = player.choose(state).expect("a player who decides");
        (self.visit)(state, action);
        action
    }
}

/// Plays on at random to the end of the game, as fast as the engine can. Returns how many rolls and
/// how many decisions that took; the single Go that closes a won game is nobody's decision.
pub fn playout(state: &mut State, luck: &mut Luck) -> (u64, u64) {
    let (mut rolls, mut decisions) = (0, 0);
    let mut actions = ActionList::new();
    state.legal_actions(&mut actions);
    while !state.is_over() {
        if actions.is_empty() {
            // A double on the first roll is refused, and rolled again.
            let dice = luck.dice();
            rolls += u64::from(state.roll_with_actions(dice, &mut actions).is_ok());
        } else {
            decisions += u64::from(state.phase() != trictrac_store::Phase::LastGo);
            let choice = luck.below(actions.len() as u32) as usize;
            if let Some(action) = actions.iter().nth(choice) {
                state.apply_unchecked(action);
            }
            actions.clear();
        }
    }
    (rolls, decisions)
}
