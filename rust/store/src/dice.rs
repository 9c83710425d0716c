//! Dice. Nothing here rolls them: they come in as arguments.

/// One die, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Die(u8);

impl Die {
    /// The six numbers of a die.
    pub const ALL: [Die; 6] = [Die(1), Die(2), Die(3), Die(4), Die(5), Die(6)];

    /// The die that shows this number, if it is 1 to 6.
    pub const fn new(number: u8) -> Option<Die> {
        match number {
            1..=6 => Some(Die(number)),
            _ => None,
        }
    }

    /// The number it shows, 1 to 6.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// A roll of two dice. The order in which they fell is not kept: 6-1 and 1-6 are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dice {
    high: Die,
    low: Die,
}

impl Dice {
    /// The 21 different rolls: 1-1, 2-1, 2-2, 3-1 and so on up to 6-6.
    pub const ALL_21: [Dice; 21] = {
        let mut all = [Dice {
            high: Die(1),
            low: Die(1),
        }; 21];
        let mut index = 0;
        let mut high = 1;
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                all[index] = Dice {
                    high: Die(high),
                    low: Die(low),
                };
                index += 1;
                low += 1;
            }
            high += 1;
        }
        all
    };

    /// The roll of these two dice, in either order.
    ///
    /// ```
    /// # use trictrac_store::{Dice, Die};
    /// let (one, six) = (Die::new(1).unwrap(), Die::new(6).unwrap());
    /// assert_eq!(Dice::new(one, six), Dice::new(six, one));
    /// assert_eq!(Dice::new(one, six).high(), six);
    /// ```
    pub const fn new(one: Die, other: Die) -> Dice {
        if one.0 >= other.0 {
            Dice {
                high: one,
                low: other,
            }
        } else {
            Dice {
                high: other,
                low: one,
            }
        }
    }

    /// The roll of these two numbers, if both are 1 to 6.
    pub const fn from_numbers(one: u8, other: u8) -> Option<Dice> {
        match (Die::new(one), Die::new(other)) {
            (Some(one), Some(other)) => Some(Dice::new(one, other)),
            _ => None,
        }
    }

    /// The higher die (either of a double).
    pub const fn high(self) -> Die {
        self.high
    }

    /// The lower die (either of a double).
    pub const fn low(self) -> Die {
        self.low
    }

    /// Do both dice show the same number?
    pub const fn is_double(self) -> bool {
        self.high.0 == self.low.0
    }

    /// In how many of the 36 ordered rolls these dice fall: 1 for a double, else 2.
    pub const fn weight(self) -> u8 {
        if self.is_double() { 1 } else { 2 }
    }

    /// Position of this roll in [`Dice::ALL_21`].
    pub const fn index(self) -> usize {
        (self.high.0 as usize * (self.high.0 as usize - 1)) / 2 + self.low.0 as usize - 1
    }

    /// Does one of the dice show this number?
    pub(crate) const fn has(self, number: u8) -> bool {
        self.high.0 == number || self.low.0 == number
    }

    /// The sum of both numbers.
    pub(crate) const fn sum(self) -> u8 {
        self.high.0 + self.low.0
    }
}

impl std::fmt::Display for Dice {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}-{}", self.high.0, self.low.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_21_rolls_stand_at_their_index_and_weigh_36() {
        for (index, dice) in Dice::ALL_21.iter().enumerate() {
            assert_eq!(dice.index(), index);
        }
        let weight: u32 = Dice::ALL_21
            .iter()
            .map(|dice| u32::from(dice.weight()))
            .sum();
        assert_eq!(weight, 36);
    }
}
