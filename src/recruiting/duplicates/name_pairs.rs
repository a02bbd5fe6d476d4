//! Finds pairs of similar names in large lists, by the rules of [`super::names`].
//!
//! Comparing every name with every other would take hours. Names with the same words have the same
//! key, so keys with equal hashes are compared; `near_keys` finds those that differ by one letter.
//! `name_index` calls it on another thread.

mod keys;
mod near_keys;
#[cfg(test)]
mod tests;

use std::hash::BuildHasher as _;
use std::ops::Range;

use hashbrown::DefaultHashBuilder;

use self::keys::NameKeys;
use super::names::{NameSimilarity, compare_order, without_apostrophes};
use crate::recruiting::parallel::sort_in_parts;

/// The similar pairs among folded names, by their positions, the most similar first. Among
/// several equal names, each is paired with the first only.
#[must_use]
pub fn find_similar_pairs(names: &[&[u8]]) -> Vec<(usize, usize, NameSimilarity)> {
    let keys = NameKeys::new(names);
    let (mut pairs, mut distinct) = (Vec::new(), Vec::new());
    for_each_equal(&keys, names.len(), |first, others| {
        distinct.push(first);
        if others.is_empty() {
            return;
        }
        let name = without_apostrophes(names[first as usize]);
        for other in others.iter().copied() {
            let similarity = compare_order(&name, &without_apostrophes(names[other as usize]));
            pairs.push((first as usize, other as usize, similarity));
        }
    });
    distinct.sort_unstable();
    let near = near_keys::find(&keys, &distinct).into_iter();
    pairs.extend(near.map(|(a, b)| (a as usize, b as usize, NameSimilarity::OneLetterOff)));
    pairs.sort_unstable_by_key(|(first, second, similarity)| (*similarity, *first, *second));
    pairs
}

/// Calls `visit` for each key that is not empty, with the first name that has it and the others.
fn for_each_equal(keys: &NameKeys, count: usize, mut visit: impl FnMut(u32, &[u32])) {
    let state = DefaultHashBuilder::default();
    let with_hash = |at: usize| {
        let number = u32::try_from(at).unwrap_or(u32::MAX);
        let key = Some(keys.get(number)).filter(|key| !key.is_empty())?;
        Some(u128::from(state.hash_one(key)) << u32::BITS | u128::from(number))
    };
    let make = |part: Range<usize>| part.filter_map(with_hash).collect();
    let hashes = sort_in_parts(count, u32::BITS, make, |hashes| hashes).concat();
    let mut numbers: Vec<u32> = Vec::new();
    for same in hashes.chunk_by(|a, b| a >> u32::BITS == b >> u32::BITS) {
        numbers.clear();
        numbers.extend(same.iter().map(|hash| u32::try_from(hash & 0xffff_ffff).unwrap_or(0)));
        // Different keys may have the same hash. Equal ones keep their order.
        numbers.sort_by_key(|number| keys.get(*number));
        for same in numbers.chunk_by(|a, b| keys.get(*a) == keys.get(*b)) {
            if let [first, others @ ..] = same {
                visit(*first, others);
            }
        }
    }
}
