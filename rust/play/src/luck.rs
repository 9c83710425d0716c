//! The one source of chance: dice and everything else that is drawn. Same seed, same luck.

use trictrac_store::{Dice, Die, State};

/// xorshift64*: small, fast and good enough to pick dice and plays.
#[derive(Clone, Debug)]
pub struct Luck(u64);

impl Luck {
    /// The luck of this seed.
    pub fn new(seed: u64) -> Luck {
        // Neighbouring seeds start far apart, and never at 0, where the generator stands still.
        Luck(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The luck of one of many things that share a seed, such as the games of a match: as far from
    /// its neighbours as from that of another seed.
    pub fn of(seed: u64, number: u64) -> Luck {
        // The finishing steps of splitmix64.
        let mut word = seed
            .wrapping_mul(0xd134_2543_de82_ef95)
            .wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Luck((word ^ (word >> 31)) | 1)
    }

    /// What [`Luck::from_state`] goes on from.
    pub const fn state(&self) -> u64 {
        self.0
    }

    /// The luck whose [`Luck::state`] this was; 0 is none.
    pub const fn from_state(state: u64) -> Option<Luck> {
        if state == 0 { None } else { Some(Luck(state)) }
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A whole number below `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number from 0 to 1, 1 left out.
    pub fn unit(&mut self) -> f32 {
        const STEPS: u32 = 1 << 24;
        self.below(STEPS) as f32 / STEPS as f32
    }

    /// A seed for something else that needs one.
    pub fn seed(&mut self) -> u64 {
        self.next()
    }

    /// One die.
    pub fn die(&mut self) -> Die {
        Die::ALL[self.below(6) as usize]
    }

    /// Two dice, whether or not they are allowed now.
    pub fn dice(&mut self) -> Dice {
        Dice::new(self.die(), self.die())
    }

    /// A roll that `state`, in which one is due, allows: what is not allowed (a double on the first
    /// roll of a game) is rolled again.
    pub fn roll_for(&mut self, state: &State) -> Dice {
        loop {
            let dice = self.dice();
            let on_table = state.first_die();
            let dice = on_table.map_or(dice, |first| Dice::new(first, dice.low()));
            if state.check_roll(dice).is_ok() {
                return dice;
            }
        }
    }
}
