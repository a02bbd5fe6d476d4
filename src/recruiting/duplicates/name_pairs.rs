//! Finds pairs of similar names in large lists, by the rules of [`super::names`].
//!
//! Comparing every name with every other would take hours. Names with the same words have the
//! same key and become neighbours when the keys are sorted. Keys that differ by one letter have a
//! spelling in common once a letter is left out of one or both, so equal hashes of such
//! spellings give the candidates for the exact comparison.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use super::names::{NameSimilarity, compare_order, may_differ, push_key, without_apostrophes};
use crate::recruiting::query::edit_distance::EditDistance;

/// An odd number whose powers spread over all bits.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The similar pairs among folded names, by their positions, the most similar first. Among
/// several equal names, each is paired with the first only.
#[must_use]
pub fn find_similar_pairs(names: &[&[u8]]) -> Vec<(usize, usize, NameSimilarity)> {
    let keys = NameKeys::new(names);
    let mut order: Vec<usize> = (0..names.len()).filter(|at| !keys.get(*at).is_empty()).collect();
    order.sort_unstable_by_key(|at| (keys.get(*at), *at));
    let (mut pairs, mut distinct) = (Vec::new(), Vec::new());
    for same in order.chunk_by(|a, b| keys.get(*a) == keys.get(*b)) {
        let [first, others @ ..] = same else { continue };
        distinct.push(*first);
        if others.is_empty() {
            continue;
        }
        let name = without_apostrophes(names[*first]);
        for other in others {
            let similarity = compare_order(&name, &without_apostrophes(names[*other]));
            pairs.push((*first, *other, similarity));
        }
    }
    pairs.extend(find_one_letter_pairs(&keys, &distinct));
    pairs.sort_unstable_by_key(|(first, second, similarity)| (*similarity, *first, *second));
    pairs
}

/// The keys of all names in one buffer.
struct NameKeys {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl NameKeys {
    fn new(names: &[&[u8]]) -> Self {
        let mut keys = Self { text: Vec::new(), ends: Vec::with_capacity(names.len()) };
        let mut buffer: Vec<&[u8]> = Vec::new();
        for name in names {
            match without_apostrophes(name) {
                Cow::Borrowed(name) => push_key(name, &mut buffer, &mut keys.text),
                Cow::Owned(name) => push_key(&name, &mut Vec::new(), &mut keys.text),
            }
            keys.ends.push(keys.text.len());
        }
        keys
    }

    fn get(&self, at: usize) -> &[u8] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[at]]
    }
}

/// The pairs whose keys differ by one letter; all keys are distinct.
fn find_one_letter_pairs(
    keys: &NameKeys,
    distinct: &[usize],
) -> Vec<(usize, usize, NameSimilarity)> {
    let numbered = (0..).zip(distinct.iter().map(|at| keys.get(*at)));
    let long: Vec<(u32, &[u8])> = numbered.filter(|(_, key)| may_differ(key)).collect();
    let mut repeats = Repeats::new(long.iter().map(|(_, key)| key.len() + 1).sum());
    let (mut spellings, mut prefixes): (Vec<(u64, u32)>, _) = (Vec::new(), Vec::new());
    // Most spellings occur once: only the others are worth sorting.
    for (_, key) in &long {
        hash_spellings(key, &mut prefixes, |hash| repeats.insert(hash));
    }
    for (number, key) in &long {
        hash_spellings(key, &mut prefixes, |hash| {
            if repeats.may_contain(hash) {
                spellings.push((hash, *number));
            }
        });
    }
    spellings.sort_unstable();
    spellings.dedup();
    let mut pairs = Vec::new();
    for same in spellings.chunk_by(|a, b| a.0 == b.0) {
        for (at, (_, number)) in same.iter().enumerate().take(same.len() - 1) {
            let first = distinct[*number as usize];
            let Some(edits) = EditDistance::for_name(keys.get(first)) else { continue };
            for (_, number) in &same[at + 1..] {
                let second = distinct[*number as usize];
                if edits.is_within(1, keys.get(second)) {
                    let (low, high) = (first.min(second), first.max(second));
                    pairs.push((low, high, NameSimilarity::OneLetterOff));
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// A filter for hashes that occur more than once. It has false positives, since several hashes
/// share a bit, and no false negatives.
struct Repeats {
    seen_once: Vec<u64>,
    seen_twice: Vec<u64>,
    shift: u32,
}

impl Repeats {
    fn new(hashes: usize) -> Self {
        let bits = (hashes * 16).next_power_of_two().max(128);
        let (seen_once, seen_twice) = (vec![0; bits / 64], vec![0; bits / 64]);
        Self { seen_once, seen_twice, shift: u64::BITS - bits.trailing_zeros() }
    }

    fn position(&self, hash: u64) -> (usize, u64) {
        let at = usize::try_from(hash.wrapping_mul(SPREAD) >> self.shift).unwrap_or(0);
        (at / 64, 1 << (at % 64))
    }

    fn insert(&mut self, hash: u64) {
        let (word, bit) = self.position(hash);
        self.seen_twice[word] |= self.seen_once[word] & bit;
        self.seen_once[word] |= bit;
    }

    fn may_contain(&self, hash: u64) -> bool {
        let (word, bit) = self.position(hash);
        self.seen_twice[word] & bit != 0
    }
}

/// Calls `emit` with the hash of a text, and of the text without each of its letters.
fn hash_spellings(text: &[u8], prefixes: &mut Vec<u64>, mut emit: impl FnMut(u64)) {
    // A polynomial hash, so the hash of a prefix and of a suffix combine without a second pass.
    prefixes.clear();
    prefixes.push(1);
    let mut hash: u64 = 1;
    for byte in text {
        hash = hash.wrapping_mul(SPREAD).wrapping_add(u64::from(*byte));
        prefixes.push(hash);
    }
    emit(hash);
    let (mut suffix, mut power) = (0_u64, 1_u64);
    for (at, byte) in text.iter().enumerate().rev() {
        // Leaving out either of two equal neighbours gives the same spelling.
        if text.get(at + 1) != Some(byte) {
            emit(prefixes[at].wrapping_mul(power).wrapping_add(suffix));
        }
        suffix = suffix.wrapping_add(u64::from(*byte).wrapping_mul(power));
        power = power.wrapping_mul(SPREAD);
    }
}
