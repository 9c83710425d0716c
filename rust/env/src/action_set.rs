//! Legal actions as bits: small enough to travel with a position.

use trictrac_store::{ActionList, NUM_ACTIONS_WITH_CLAIMS};

use crate::game_env::Action;

/// The bits of the last word that stand for actions.
const LAST_WORD: u64 = match NUM_ACTIONS_WITH_CLAIMS % 64 {
    0 => u64::MAX,
    left => (1 << left) - 1,
};

/// A set of Trictrac's actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ActionSet([u64; ActionSet::WORDS]);

impl ActionSet {
    pub(crate) const WORDS: usize = NUM_ACTIONS_WITH_CLAIMS.div_ceil(64);

    pub(crate) const EMPTY: ActionSet = ActionSet([0; ActionSet::WORDS]);

    /// The set that [`ActionSet::words`] wrote; bits beyond the last action are dropped.
    pub(crate) const fn from_words(words: &[u64; ActionSet::WORDS]) -> ActionSet {
        let mut words = *words;
        words[ActionSet::WORDS - 1] &= LAST_WORD;
        ActionSet(words)
    }

    pub(crate) const fn words(&self) -> &[u64; ActionSet::WORDS] {
        &self.0
    }

    pub(crate) fn of(list: &ActionList) -> ActionSet {
        let mut words = [0; ActionSet::WORDS];
        for &id in list.ids() {
            // Beyond them are only ids of a board with too many checkers, made of words that nobody
            // packed.
            if let Some(word) = words.get_mut(usize::from(id) / 64) {
                *word |= 1 << (id % 64);
            }
        }
        ActionSet(words)
    }

    pub(crate) fn contains(&self, action: Action) -> bool {
        ActionSet::words_contain(&self.0, action)
    }

    /// [`ActionSet::contains`] of the set that [`ActionSet::words`] wrote.
    pub(crate) fn words_contain(words: &[u64], action: Action) -> bool {
        words
            .get(usize::from(action) / 64)
            .is_some_and(|word| word >> (action % 64) & 1 != 0)
    }

    /// The members, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let lowest = left.trailing_zeros();
                left &= left - 1;
                Some((64 * index) as Action + lowest as Action)
            })
        })
    }

    /// Writes the members, ascending, as many as there is room for, and says how many.
    pub(crate) fn write(&self, actions: &mut [Action]) -> usize {
        let members = self.iter();
        let mut count = 0;
        for (slot, action) in actions.iter_mut().zip(members) {
            *slot = action;
            count += 1;
        }
        count
    }
}
