//! Legal actions as bits: small enough to travel with a position.

use trictrac_store::{ActionList, NUM_ACTIONS};

use crate::game_env::Action;

const WORDS: usize = NUM_ACTIONS.div_ceil(64);

/// A set of Trictrac's actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ActionSet([u64; WORDS]);

impl ActionSet {
    pub(crate) const EMPTY: ActionSet = ActionSet([0; WORDS]);

    pub(crate) fn of(list: &ActionList) -> ActionSet {
        let mut words = [0; WORDS];
        for &id in list.ids() {
            words[usize::from(id) / 64] |= 1 << (id % 64);
        }
        ActionSet(words)
    }

    pub(crate) fn contains(&self, action: Action) -> bool {
        self.0
            .get(usize::from(action) / 64)
            .is_some_and(|word| word >> (action % 64) & 1 != 0)
    }

    /// Writes the members, ascending, and says how many there are.
    pub(crate) fn write(&self, actions: &mut [Action]) -> usize {
        let mut count = 0;
        for (index, &word) in self.0.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                actions[count] = (64 * index) as Action + left.trailing_zeros() as Action;
                count += 1;
                left &= left - 1;
            }
        }
        count
    }
}
