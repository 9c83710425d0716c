//! The loop that every game in Rust runs through.

use trictrac_store::{ActionId, ActionList, State};

use crate::luck::Luck;
use crate::player::Player;

/// Plays on from `state` to the end of the game: `players` by seat, dice from `luck`. `visit` sees
/// each decision before it is applied.
pub fn play_game(
    mut state: State,
    players: [&mut dyn Player; 2],
    luck: &mut Luck,
    mut visit: impl FnMut(&State, ActionId),
) -> State {
    let [white, black] = players;
    while !state.is_over() {
        if !state.is_decision() {
            let dice = luck.roll_for(&state);
            state.roll(dice).expect("a roll that the state allows");
            continue;
        }
        let player = if state.decider().index() == 0 {
            &mut *white
        } else {
            &mut *black
        };
        let action = player.choose(&state).expect("a player who decides");
        visit(&state, action);
        state.apply(action).expect("a legal choice");
    }
    state
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
