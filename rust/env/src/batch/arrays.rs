//! The arrays of a batch: one row for each game, in memory of the caller's.

use crate::game_env::PLAYERS;

/// What a step writes, a row for each game; a row of `observations` has as many values as the
/// observation, one of `legal_mask` as there are actions, of the pairs two.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// What the player to decide sees.
    pub observations: &'a mut [f32],
    /// What that player may do.
    pub legal_mask: &'a mut [bool],
    /// Who decides: 0 or 1, -4 after the end.
    pub current_player: &'a mut [i8],
    /// What the step has brought player 0 and player 1.
    pub rewards: &'a mut [f32],
    /// What the game, so far, has brought them.
    pub returns: &'a mut [f32],
    /// Has the step ended the game, by its rules?
    pub terminated: &'a mut [bool],
    /// Has the step ended it, by the limit of steps?
    pub truncated: &'a mut [bool],
    /// The dice to be played, the higher one first; 0 after the end.
    pub dice: &'a mut [i8],
    /// What the last mover saw when the game ended before this one.
    pub final_observations: &'a mut [f32],
    /// The rewards of that game's last step.
    pub final_rewards: &'a mut [f32],
    /// The returns of that game.
    pub final_returns: &'a mut [f32],
}

/// The first `rows` of an array of `count` rows, and the rest.
fn split<T>(values: &mut [T], rows: usize, count: usize) -> (&mut [T], &mut [T]) {
    let width = values.len().checked_div(count).unwrap_or(0);
    values.split_at_mut(rows * width)
}

impl<'a> Arrays<'a> {
    /// How many games the arrays are for.
    pub const fn len(&self) -> usize {
        self.current_player.len()
    }

    /// Are they for none?
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The arrays of the first `rows` games, and of the others.
    pub(super) fn split_at(self, rows: usize) -> (Arrays<'a>, Arrays<'a>) {
        let count = self.len();
        let (observations, observations_rest) = split(self.observations, rows, count);
        let (legal_mask, legal_mask_rest) = split(self.legal_mask, rows, count);
        let (current_player, current_player_rest) = split(self.current_player, rows, count);
        let (rewards, rewards_rest) = split(self.rewards, rows, count);
        let (returns, returns_rest) = split(self.returns, rows, count);
        let (terminated, terminated_rest) = split(self.terminated, rows, count);
        let (truncated, truncated_rest) = split(self.truncated, rows, count);
        let (dice, dice_rest) = split(self.dice, rows, count);
        let (final_observations, final_observations_rest) =
            split(self.final_observations, rows, count);
        let (final_rewards, final_rewards_rest) = split(self.final_rewards, rows, count);
        let (final_returns, final_returns_rest) = split(self.final_returns, rows, count);
        (
            Arrays {
                observations,
                legal_mask,
                current_player,
                rewards,
                returns,
                terminated,
                truncated,
                dice,
                final_observations,
                final_rewards,
                final_returns,
            },
            Arrays {
                observations: observations_rest,
                legal_mask: legal_mask_rest,
                current_player: current_player_rest,
                rewards: rewards_rest,
                returns: returns_rest,
                terminated: terminated_rest,
                truncated: truncated_rest,
                dice: dice_rest,
                final_observations: final_observations_rest,
                final_rewards: final_rewards_rest,
                final_returns: final_returns_rest,
            },
        )
    }

    /// One game's row.
    pub(super) fn nth(self, index: usize) -> Arrays<'a> {
        self.split_at(index).1.split_at(1).0
    }

    /// Takes back what the last step said, in the row of one game.
    pub(super) fn clear_step(&mut self) {
        self.rewards.fill(0.0);
        self.terminated.fill(false);
        self.truncated.fill(false);
    }

    /// Keeps how the game of this one row has ended.
    pub(super) fn keep_end(&mut self) {
        for player in 0..PLAYERS {
            self.final_rewards[player] = self.rewards[player];
            self.final_returns[player] = self.returns[player];
        }
    }
}
