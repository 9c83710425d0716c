//! What hits the next roll promises, averaged over the 36 rolls. The engine knows the exact events
//! of every roll; this counts only hits, and does so in a tenth of the time, since the network asks
//! for each position that it judges. Kept equal to the engine's count by a test.

use trictrac_store::{Checkers, FieldSet};

/// Expected points of hits on one board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HitProspects {
    /// For the roller: true hits.
    pub scored: f32,
    /// For the other player: false hits.
    pub given: f32,
}

/// Points of a hit on the big table by a simple roll and by a double; on the small one two more.
const BIG: [u32; 2] = [2, 4];
const SMALL: [u32; 2] = [4, 6];

/// The rolls, as [simple ones, doubles], whose numbers sum to the second index and of which at least
/// one number is in the first index (bit 0 for the number 1). A simple roll counts twice, for both
/// orders.
static ROLLS_WITH: [[[u32; 2]; 13]; 64] = {
    let mut table = [[[0; 2]; 13]; 64];
    let mut numbers = 0;
    while numbers < 64 {
        let mut high = 1;
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                if (numbers >> (high - 1) | numbers >> (low - 1)) & 1 == 1 {
                    if high == low {
                        table[numbers][high + low][1] += 1;
                    } else {
                        table[numbers][high + low][0] += 2;
                    }
                }
                low += 1;
            }
            high += 1;
        }
        numbers += 1;
    }
    table
};

/// What a roll of the player with `own` would bring on this board; both sides' checkers in their own
/// numbering (`docs/rules.md#true-hit`).
pub fn hit_prospects(own: &Checkers, opp: &Checkers) -> HitProspects {
    let targets = opp.exactly_one().mirrored();
    let own = own.one_or_more().bits();
    let free = !opp.two_or_more().mirrored().bits();
    let big = FieldSet::BIG_TABLE.bits();
    let (mut scored, mut given) = (0, 0);
    let mut left = targets.bits();
    while left != 0 {
        let target = left.trailing_zeros();
        left &= left - 1;
        let [simple, double] = if big >> target & 1 == 1 { BIG } else { SMALL };
        // Bit d of these: what stands d fields behind the target. Fields below 1 are empty.
        let behind = |set: u32| (set.reverse_bits() >> (31 - target)) & 0x1fff;
        let sources = behind(own);
        let direct = sources >> 1 & 0x3f;
        let rests = behind(free) >> 1 & 0x3f;
        // A number that hits directly does so in ten simple rolls and one double.
        scored += direct.count_ones() * (10 * simple + double);
        let mut sums = sources & 0x1ffc;
        while sums != 0 {
            let sum = sums.trailing_zeros() as usize;
            sums &= sums - 1;
            let [open, open_double] = ROLLS_WITH[rests as usize][sum];
            let [all, all_double] = ROLLS_WITH[63][sum];
            let [not_false, not_false_double] = ROLLS_WITH[(rests | direct) as usize][sum];
            scored += simple * open + double * open_double;
            given += simple * (all - not_false) + double * (all_double - not_false_double);
        }
    }
    HitProspects {
        scored: scored as f32 / 36.0,
        given: given as f32 / 36.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trictrac_play::{Luck, RandomPlayer, play_game};
    use trictrac_store::{Options, Phase, State};

    /// The same from the engine's own events, roll by roll.
    fn reference(state: &State) -> HitProspects {
        use trictrac_store::{Dice, Jan};
        let (mut scored, mut given) = (0, 0);
        for dice in Dice::ALL_21 {
            for event in state.events_of_roll(dice).iter() {
                let points = u32::from(event.points) * u32::from(dice.weight());
                match event.jan {
                    Jan::HitBigTable | Jan::HitSmallTable => scored += points,
                    Jan::FalseHitBigTable | Jan::FalseHitSmallTable => given += points,
                    _ => {}
                }
            }
        }
        HitProspects {
            scored: scored as f32 / 36.0,
            given: given as f32 / 36.0,
        }
    }

    #[test]
    fn hits_are_those_of_the_engine() {
        let (mut one, mut other) = (RandomPlayer::new(1), RandomPlayer::new(2));
        let mut judged = [0, 0];
        for seed in 0..20 {
            let players: [&mut dyn trictrac_play::Player; 2] = [&mut one, &mut other];
            play_game(
                State::new(Options::default()),
                players,
                &mut Luck::new(seed),
                |state, action| {
                    let mut after = *state;
                    after.apply_unchecked(action);
                    if after.phase() != Phase::Roll {
                        return;
                    }
                    let own = after.checkers(after.mover());
                    let opp = after.checkers(after.mover().opponent());
                    let found = hit_prospects(&own, &opp);
                    assert_eq!(found, reference(&after), "{after}");
                    judged[0] += usize::from(found.scored > 0.0);
                    judged[1] += usize::from(found.given > 0.0);
                },
            );
        }
        assert!(judged[0] > 500 && judged[1] > 200, "{judged:?}");
    }
}
