//! Games as bytes, to be learned from elsewhere than where they were played.
//!
//! Of each roll there is a byte for its dice, their place in [`Dice::ALL_21`], and where it left a
//! choice one for the action, its place among the legal ones. A game ends where its rules say, so the
//! next one follows at once. Whoever reads them plays them again, which costs next to nothing beside
//! learning, and needs the same rules and the same version of the engine.

use trictrac_play::Luck;
use trictrac_search::Network;
use trictrac_store::{ActionList, Dice, Options, State};

use super::self_play::{Course, Game, Player, follow};

/// Why bytes are no games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadTranscript {
    /// They end in the middle of a game.
    Cut,
    /// A roll or an action that its position does not allow.
    Impossible(State),
}

impl std::fmt::Display for BadTranscript {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadTranscript::Cut => write!(formatter, "the games end in the middle of one"),
            BadTranscript::Impossible(state) => write!(
                formatter,
                "the games hold a roll or an action that is not possible in {state}"
            ),
        }
    }
}

impl std::error::Error for BadTranscript {}

/// Plays games of these numbers and writes them down; each has luck of its own.
pub fn write_games(
    network: &Network,
    options: Options,
    seed: u64,
    numbers: std::ops::Range<u64>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut game = Game::default();
    for number in numbers {
        let mut luck = Luck::of(seed, number);
        let player = Player {
            network,
            luck: &mut luck,
        };
        let bytes = &mut bytes;
        let Ok(()) = follow(options, &mut game, &mut Writer { player, bytes });
    }
    bytes
}

/// Reads the next game into `game` and leaves the rest in `bytes`.
pub fn read_game(
    bytes: &mut &[u8],
    options: Options,
    game: &mut Game,
) -> Result<(), BadTranscript> {
    follow(options, game, &mut Reader { bytes })
}

struct Writer<'a> {
    player: Player<'a>,
    bytes: &'a mut Vec<u8>,
}

impl<'a> Course for Writer<'a> {
    type Error = <Player<'a> as Course>::Error;

    fn dice(&mut self, state: &State) -> Result<Dice, Self::Error> {
        let dice = self.player.dice(state)?;
        self.bytes.push(dice.index() as u8);
        Ok(dice)
    }

    fn choice(&mut self, state: &State, actions: &ActionList) -> Result<usize, Self::Error> {
        let place = self.player.choice(state, actions)?;
        if actions.len() > 1 {
            // No list is longer than 256.
            self.bytes.push(place as u8);
        }
        Ok(place)
    }
}

struct Reader<'a, 'b> {
    bytes: &'a mut &'b [u8],
}

impl Reader<'_, '_> {
    fn byte(&mut self) -> Result<usize, BadTranscript> {
        let (first, rest) = self.bytes.split_first().ok_or(BadTranscript::Cut)?;
        *self.bytes = rest;
        Ok(usize::from(*first))
    }
}

impl Course for Reader<'_, '_> {
    type Error = BadTranscript;

    fn dice(&mut self, state: &State) -> Result<Dice, BadTranscript> {
        let place = self.byte()?;
        let dice = Dice::ALL_21.get(place).copied();
        dice.filter(|&dice| state.check_roll(dice).is_ok())
            .ok_or(BadTranscript::Impossible(*state))
    }

    fn choice(&mut self, state: &State, actions: &ActionList) -> Result<usize, BadTranscript> {
        if actions.len() == 1 {
            return Ok(0);
        }
        let place = self.byte()?;
        if place < actions.len() {
            Ok(place)
        } else {
            Err(BadTranscript::Impossible(*state))
        }
    }
}
