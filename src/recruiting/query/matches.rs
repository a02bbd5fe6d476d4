//! A set of rows as a bitmap.

use crate::recruiting::table::{Row, set_bits};

const BITS: usize = 64;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Matches {
    words: Vec<u64>,
}

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
