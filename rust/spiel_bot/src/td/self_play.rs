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
    let start = State::new(options);
    let mut followed = Followed {
        roller: start.mover(),
        before: 0.0,
        error: None,
        game,
        course,
    };
    let state = trictrac_play::follow(start, &mut followed);
    followed.end_roll(&state);
    let Followed {
        roller,
        error,
        game,
        ..
    } = followed;
    if let Some(error) = error {
        return Err(error);
    }
    let winner = state.outcome().and_then(|outcome| outcome.winner);
    game.result = winner.map_or(0.5, |winner| f32::from(u8::from(winner == roller)));
    let holes = |color: Color| f32::from(state.score(color).holes);
    game.rounding = holes(roller) - holes(roller.opponent()) - lead(&state, roller);
    Ok(())
}

/// A game that is followed, as it is played.
struct Followed<'a, C: Course> {
    game: &'a mut Game,
    course: &'a mut C,
    /// Whose roll it is, and his lead before it.
    roller: Color,
    before: f32,
    error: Option<C::Error>,
}

impl<C: Course> Followed<'_, C> {
    /// Enters what the roll has brought.
    fn end_roll(&mut self, state: &State) {
        if let Some(roll) = self.game.rolls.last_mut() {
            roll.gained = lead(state, self.roller) - self.before;
            roll.rolls_again = state.mover() == self.roller;
        }
    }
}

impl<C: Course> trictrac_play::Course for Followed<'_, C> {
    fn roll(&mut self, state: &State) -> Option<Dice> {
        if self.error.is_some() {
            return None;
        }
        self.end_roll(state);
        match self.course.dice(state) {
            Ok(dice) => {
                self.roller = state.mover();
                self.before = lead(state, self.roller);
                self.game.rolls.push(Roll {
                    inputs: Inputs::of(state),
                    gained: 0.0,
                    rolls_again: false,
                });
                Some(dice)
            }
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }

    fn decide(&mut self, state: &State, actions: &ActionList) -> ActionId {
        let place = self.course.choice(state, actions);
        let place = place.unwrap_or_else(|error| {
            self.error = Some(error);
            0
        });
        ActionId(actions.ids()[place])
    }
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
