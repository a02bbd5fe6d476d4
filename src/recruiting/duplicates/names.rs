//! When two names are similar.
//!
//! All names here are folded: without accents and capitals. Apostrophes are dropped, and any
//! other punctuation separates words, so "O’Brien, Chloe" has the words of `Chloe OBrien`. The
//! key of a name is its words in alphabetical order.

use std::borrow::Cow;

use crate::recruiting::query::edit_distance::{EditDistance, is_letter, letter_bit, words};

/// The shortest key that may differ by a letter: too many shorter names do by chance.
pub(crate) const MIN_KEY: usize = 7;

/// Ordered from the strongest similarity to the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameSimilarity {
    /// The same words in the same order.
    Same,
    /// The same words in another order.
    Reordered,
    /// In the key, one letter differs, is missing, or changed places with its neighbour.
    OneLetterOff,
}

/// A name prepared for comparison with many others.
#[derive(Debug)]
pub(crate) struct NamePattern {
    name: Vec<u8>,
    key: Vec<u8>,
    letters: Letters,
    edits: Option<EditDistance>,
}

impl NamePattern {
    pub(crate) fn new(name: &[u8]) -> Self {
        let name = without_apostrophes(name).into_owned();
        let mut key = Vec::with_capacity(name.len());
        push_key(&name, &mut Vec::new(), &mut key);
        let edits = EditDistance::for_name(&key).filter(|_| may_differ(&key));
        Self { letters: Letters::new(&name), edits, name, key }
    }

    pub(crate) fn similarity(&self, other: &[u8]) -> Option<NameSimilarity> {
        // Most names end here, after one pass over their bytes.
        if self.key.is_empty() || !self.letters.is_close(Letters::new(other)) {
            return None;
        }
        let other = without_apostrophes(other);
        let mut key = Vec::with_capacity(other.len());
        push_key(&other, &mut Vec::new(), &mut key);
        if key == self.key {
            return Some(compare_order(&self.name, &other));
        }
        let edits = self.edits.as_ref().filter(|_| may_differ(&key))?;
        edits.is_within(1, &key).then_some(NameSimilarity::OneLetterOff)
    }
}

/// The number of letters of a name, and a bit for each letter that occurs.
#[derive(Debug, Clone, Copy)]
struct Letters {
    count: usize,
    set: u64,
}

impl Letters {
    fn new(name: &[u8]) -> Self {
        let letters = name.iter().filter(|byte| is_letter(**byte));
        letters.fold(Self { count: 0, set: 0 }, |letters, byte| Self {
            count: letters.count + 1,
            set: letters.set | letter_bit(*byte),
        })
    }

    /// Whether the names can differ by a single edit.
    const fn is_close(self, other: Self) -> bool {
        self.count.abs_diff(other.count) <= 1
            && (self.set & !other.set).count_ones() <= 1
            && (other.set & !self.set).count_ones() <= 1
    }
}

/// The similarity of two names that have the same key.
pub(crate) fn compare_order(name: &[u8], other: &[u8]) -> NameSimilarity {
    if words(name).eq(words(other)) { NameSimilarity::Same } else { NameSimilarity::Reordered }
}

/// Whether one differing letter counts as a typo in this key.
pub(crate) const fn may_differ(key: &[u8]) -> bool {
    key.len() >= MIN_KEY && key.is_ascii()
}

/// Folding turns every apostrophe into the ASCII one.
pub(crate) fn without_apostrophes(name: &[u8]) -> Cow<'_, [u8]> {
    if name.contains(&b'\'') {
        name.iter().copied().filter(|byte| *byte != b'\'').collect()
    } else {
        Cow::Borrowed(name)
    }
}

/// Appends the key of a name without apostrophes; `buffer` saves an allocation for each.
pub(crate) fn push_key<'a>(name: &'a [u8], buffer: &mut Vec<&'a [u8]>, key: &mut Vec<u8>) {
    buffer.clear();
    buffer.extend(words(name));
    buffer.sort_unstable();
    for (at, word) in buffer.iter().enumerate() {
        if at > 0 {
            key.push(b' ');
        }
        key.extend_from_slice(word);
    }
}
