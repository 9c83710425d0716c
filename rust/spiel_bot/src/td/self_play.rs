//! A game of the network against itself, kept as what learning needs of it.

use trictrac_play::Luck;
use trictrac_search::network::{DISCOUNT, GAIN};
use trictrac_search::{Inputs, Network, Sweep, lead};
use trictrac_store::{ActionId, ActionList, Color, Options, State};

/// A roll of a game: the position before it, and what it brought the roller.
#[derive(Clone, Copy, Debug)]
pub struct Roll {
    /// The position before the roll.
    pub inputs: Inputs,
    /// Holes and twelfths of holes that the roller gained with it, less the other's.
    pub gained: f32,
    /// Does the same player roll next?
    pub rolls_again: bool,
}

/// A finished game.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// Its rolls, in order.
    pub rolls: Vec<Roll>,
    /// What the game was worth to the player of the last roll: 1, 0.5 or 0.
    pub result: f32,
    /// That player's lead at the end in whole holes, less the lead in holes and points.
    pub rounding: f32,
}

/// Plays one game into `game`.
pub fn play(network: &Network, luck: &mut Luck, options: Options, game: &mut Game) {
    game.rolls.clear();
    let mut state = State::new(options);
    let mut actions = ActionList::new();
    let mut roller = state.mover();
    while !state.is_over() {
        roller = state.mover();
        let inputs = Inputs::of(&state);
        let before = lead(&state, roller);
        let dice = luck.roll_for(&state);
        state
            .roll_with_actions(dice, &mut actions)
            .expect("a roll that the state allows");
        if state.is_decision() {
            state.apply_unchecked(choose(network, &state, &actions));
        }
        game.rolls.push(Roll {
            inputs,
            gained: lead(&state, roller) - before,
            rolls_again: state.mover() == roller,
        });
    }
    let winner = state.outcome().and_then(|outcome| outcome.winner);
    game.result = winner.map_or(0.5, |winner| f32::from(u8::from(winner == roller)));
    let holes = |color: Color| f32::from(state.score(color).holes);
    game.rounding = holes(roller) - holes(roller.opponent()) - lead(&state, roller);
}

/// The action with the most to gain.
fn choose(network: &Network, state: &State, actions: &ActionList) -> ActionId {
    let mover = state.mover();
    let mut best = (ActionId::GO, f32::NEG_INFINITY);
    if actions.len() == 1 {
        return actions.iter().next().unwrap_or(ActionId::GO);
    }
    let mut sweep = Sweep::new(network);
    for action in actions.iter() {
        let mut after = *state;
        after.apply_unchecked(action);
        let mut worth = lead(&after, mover);
        if !after.is_over() {
            let gain = DISCOUNT * sweep.output(&after, GAIN);
            worth += if after.mover() == mover { gain } else { -gain };
        }
        if worth > best.1 {
            best = (action, worth);
        }
    }
    best.0
}
