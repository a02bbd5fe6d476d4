//! A set of rows as a bitmap.

use crate::recruiting::table::{Row, retain, set_bits};

const BITS: usize = 64;

#[derive(Debug, Clone, Default)]
pub struct Matches {
    /// Those after the last row may be missing.
    words: Vec<u64>,
}

impl PartialEq for Matches {
    fn eq(&self, other: &Self) -> bool {
        let common = self.words.len().min(other.words.len());
        let rest = self.words[common..].iter().chain(&other.words[common..]);
        self.words[..common] == other.words[..common] && rest.copied().all(|word| word == 0)
    }
}

impl Eq for Matches {}

impl Matches {
    #[inline]
    pub(crate) fn contains(&self, row: Row) -> bool {
        self.has(row.index())
    }

    /// The same for the key of a shared text.
    #[inline]
    pub(crate) fn has(&self, key: usize) -> bool {
        let word = self.words.get(key / BITS).copied().unwrap_or(0);
        word >> (key % BITS) & 1 == 1
    }

    /// The first `rows` rows.
    pub(crate) fn first(rows: usize) -> Self {
        let mut first = Self::default();
        first.complement_or(rows, &Self::default());
        first
    }

    /// What is in both.
    #[must_use]
    pub(crate) fn and(&self, other: &Self) -> Self {
        let words = self.words.iter().zip(&other.words).map(|(word, other)| word & other);
        Self { words: words.collect() }
    }

    #[must_use]
    pub(crate) fn without(mut self, other: &Self) -> Self {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
        self
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(Row) -> bool) {
        retain(&mut self.words, |at| keep(Row::at(at)));
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Row> {
        self.words
            .iter()
            .enumerate()
            .flat_map(|(at, word)| set_bits(*word).map(move |bit| Row::at(at * BITS + bit)))
    }

    #[inline]
    pub(crate) fn set(&mut self, row: Row, is_in: bool) {
        let at = row.index() / BITS;
        if at >= self.words.len() {
            if !is_in {
                return;
            }
            self.words.resize(at + 1, 0);
        }
        let bit = 1 << (row.index() % BITS);
        self.words[at] = if is_in { self.words[at] | bit } else { self.words[at] & !bit };
    }

    /// Whether the key was not in the set; it is now.
    pub(crate) fn add(&mut self, key: usize) -> bool {
        let is_new = !self.has(key);
        self.set(Row::at(key), true);
        is_new
    }

    /// Adds a range, a word at a time.
    pub(crate) fn fill(&mut self, range: std::ops::Range<usize>) {
        if !range.is_empty() && self.words.len() < range.end.div_ceil(BITS) {
            self.words.resize(range.end.div_ceil(BITS), 0);
        }
        let mut from = range.start;
        while from < range.end {
            let end = range.end.min((from / BITS + 1) * BITS);
            self.words[from / BITS] |= u64::MAX >> (BITS - (end - from)) << (from % BITS);
            from = end;
        }
    }

    /// Adds what another set has in a part, from another place on.
    pub(crate) fn copy(&mut self, other: &Self, part: std::ops::Range<usize>, mut to: usize) {
        let word = |at: usize| other.words.get(at).copied().unwrap_or(0);
        let mut from = part.start;
        while from < part.end {
            // As far as one word of this set goes.
            let length = (BITS - to % BITS).min(part.end - from);
            let second = match from % BITS {
                0 => 0,
                before => word(from / BITS + 1) << (BITS - before),
            };
            let bits = word(from / BITS) >> (from % BITS) | second;
            let bits = bits & u64::MAX >> (BITS - length);
            if bits != 0 {
                self.words.resize(self.words.len().max(to / BITS + 1), 0);
                self.words[to / BITS] |= bits << (to % BITS);
            }
            (from, to) = (from + length, to + length);
        }
    }

    /// Replaces the set with its complement within the first `rows` rows, plus `matched`.
    pub(crate) fn complement_or(&mut self, rows: usize, matched: &Self) {
        self.words.resize(rows.div_ceil(BITS), 0);
        for (at, word) in self.words.iter_mut().enumerate() {
            *word = !*word | matched.words.get(at).copied().unwrap_or(0);
        }
        if let Some(last) = self.words.last_mut().filter(|_| !rows.is_multiple_of(BITS)) {
            *last &= (1 << (rows % BITS)) - 1;
        }
    }

    /// Overwrites words of the bitmap from `first` on, but no row before `from`.
    pub(crate) fn overwrite(&mut self, first: usize, words: &[u64], from: Row) {
        if self.words.len() < first + words.len() {
            self.words.resize(first + words.len(), 0);
        }
        for (at, word) in (first..).zip(words) {
            let mask = match from.index().saturating_sub(at * BITS) {
                before if before >= BITS => u64::MAX,
                before => (1 << before) - 1,
            };
            self.words[at] = self.words[at] & mask | word & !mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::Range;

    use proptest::prelude::*;

    use super::*;

    fn set(keys: &BTreeSet<usize>) -> Matches {
        let mut matches = Matches::default();
        for key in keys {
            matches.set(Row::at(*key), true);
        }
        matches
    }

    fn keys() -> impl Strategy<Value = BTreeSet<usize>> {
        proptest::collection::btree_set(0..300_usize, 0..200)
    }

    fn range() -> impl Strategy<Value = Range<usize>> {
        (0..300_usize, 0..300_usize).prop_map(|(a, b)| a.min(b)..a.max(b))
    }

    proptest! {
        #[test]
        fn a_bitmap_is_like_a_set(a in keys(), b in keys(), part in range(), to in 0..200_usize) {
            let mut copied = set(&a);
            copied.copy(&set(&b), part.clone(), to);
            let moved = b.range(part.clone()).map(|key| key - part.start + to);
            prop_assert_eq!(&copied, &set(&a.iter().copied().chain(moved).collect()));
            let mut filled = set(&a);
            filled.fill(part.clone());
            prop_assert_eq!(&filled, &set(&a.iter().copied().chain(part.clone()).collect()));
            prop_assert_eq!(&set(&a).and(&set(&b)), &set(&(&a & &b)));
            prop_assert_eq!(&set(&a).without(&set(&b)), &set(&(&a - &b)));
            let mut retained = set(&a);
            retained.retain(|row| part.contains(&row.index()));
            prop_assert_eq!(&retained, &set(&a.range(part).copied().collect()));
            prop_assert_eq!(&Matches::first(to), &set(&(0..to).collect()));
            let iterated: Vec<usize> = set(&a).iter().map(Row::index).collect();
            prop_assert!(iterated.into_iter().eq(a.iter().copied()));
            prop_assert_eq!(set(&a) == set(&b), a == b);
        }
    }
}
