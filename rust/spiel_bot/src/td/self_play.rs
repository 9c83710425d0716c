//! A game of the network against itself, kept as what learning needs of it.

use std::convert::Infallible;

use trictrac_play::Luck;
use trictrac_search::network::{DISCOUNT, GAIN};
use trictrac_search::{Inputs, Network, Sweep, lead};
use trictrac_store::{ActionId, ActionList, Color, Dice, Options, State};

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
    let Ok(()) = follow(options, game, &mut Player { network, luck });
}

/// Where a game's dice and choices come from.
pub(super) trait Course {
    /// Why it may end too early.
    type Error;

    /// A roll that the position allows.
    fn dice(&mut self, state: &State) -> Result<Dice, Self::Error>;

    /// The place of an action in the list, which is not empty.
    fn choice(&mut self, state: &State, actions: &ActionList) -> Result<usize, Self::Error>;
}

/// Goes through one game and keeps in `game` what learning needs of it.
pub(super) fn follow<C: Course>(
    options: Options,
    game: &mut Game,
    course: &mut C,
) -> Result<(), C::Error> {
    game.rolls.clear();
    let mut state = State::new(options);
    let mut actions = ActionList::new();
    let mut roller = state.mover();
    while !state.is_over() {
        roller = state.mover();
        let inputs = Inputs::of(&state);
        let before = lead(&state, roller);
        let dice = course.dice(&state)?;
        state
            .roll_with_actions(dice, &mut actions)
            .expect("a roll that the state allows");
        if state.is_decision() {
            let place = course.choice(&state, &actions)?;
            state.apply_unchecked(ActionId(actions.ids()[place]));
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
    Ok(())
}

/// The network with luck of its own.
pub(super) struct Player<'a> {
    pub network: &'a Network,
    pub luck: &'a mut Luck,
}

impl Course for Player<'_> {
    type Error = Infallible;

    fn dice(&mut self, state: &State) -> Result<Dice, Infallible> {
        Ok(self.luck.roll_for(state))
    }

    fn choice(&mut self, state: &State, actions: &ActionList) -> Result<usize, Infallible> {
        Ok(choose(self.network, state, actions))
    }
}

/// The place of the action with the most to gain.
fn choose(network: &Network, state: &State, actions: &ActionList) -> usize {
    let mover = state.mover();
    let mut best = (0, f32::NEG_INFINITY);
    if actions.len() == 1 {
        return 0;
    }
    let mut sweep = Sweep::new(network);
    for (place, action) in actions.iter().enumerate() {
        let mut after = *state;
        after.apply_unchecked(action);
        let mut worth = lead(&after, mover);
        if !after.is_over() {
            let gain = DISCOUNT * sweep.output(&after, GAIN);
            worth += if after.mover() == mover { gain } else { -gain };
        }
        if worth > best.1 {
            best = (place, worth);
        }
    }
    best.0
}
