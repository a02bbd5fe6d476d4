//! Pairs of keys that differ by one letter.
//!
//! Keys that differ by one letter have a spelling in common once a letter is left out of one or
//! both, so equal hashes of such spellings give the candidates for an exact comparison. Two such keys
//! also begin or end alike, depending on where they differ: the keys are divided by their beginnings,
//! then by their ends, and each part is small enough for the caches of a core.

use super::keys::NameKeys;
use crate::recruiting::duplicates::names::may_differ;
use crate::recruiting::parallel::flat_map_items;
use crate::recruiting::query::edit_distance::EditDistance;

/// An odd number whose powers spread over all bits.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
/// Keys that differ after so many letters are compared with those that begin alike.
const HEAD: usize = 3;
/// The others end alike, at least in so many letters: the shortest key has seven.
const TAIL: usize = 2;
/// Into how many parts the keys are divided.
const PARTS: usize = 256;
/// Bits of the filter for a hash.
const FILTER_BITS: usize = 8;

/// The keys are distinct; the pairs are of their numbers, the lower first.
pub(super) fn find(keys: &NameKeys, distinct: &[u32]) -> Vec<(u32, u32)> {
    let long: Vec<u32> = distinct.iter().copied().filter(|at| may_differ(keys.get(*at))).collect();
    let longest = long.iter().map(|at| keys.get(*at).len()).max().unwrap_or(0);
    let powers = powers(longest);
    let heads = divide(&long, |at| hash(&keys.get(at)[..HEAD]));
    let tails = divide(&long, |at| hash(&keys.get(at)[keys.get(at).len() - TAIL..]));
    let mut pairs = flat_map_items(2 * PARTS, |part| match part.checked_sub(PARTS) {
        None => pairs_in(keys, &heads[part], &powers, Place::AfterHead),
        Some(part) => pairs_in(keys, &tails[part], &powers, Place::InHead),
    });
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Which letters are left out.
#[derive(Clone, Copy)]
enum Place {
    /// Also the one after, which may have changed places with the last.
    InHead,
    AfterHead,
}

/// The numbers in parts, each in their order.
fn divide(numbers: &[u32], hash: impl Fn(u32) -> u64) -> Vec<Vec<u32>> {
    let mut parts = vec![Vec::new(); PARTS];
    for number in numbers {
        let part = usize::try_from(hash(*number) >> 32).unwrap_or(0) % PARTS;
        parts[part].push(*number);
    }
    parts
}

fn pairs_in(keys: &NameKeys, numbers: &[u32], powers: &[u64], place: Place) -> Vec<(u32, u32)> {
    let mut prefixes = Vec::new();
    let mut hashes = 0;
    for number in numbers {
        hash_spellings(keys.get(*number), place, powers, &mut prefixes, |_| hashes += 1);
    }
    let mut repeats = Repeats::new(hashes);
    // Most spellings occur once: only the others are worth sorting.
    for number in numbers {
        hash_spellings(keys.get(*number), place, powers, &mut prefixes, |it| repeats.insert(it));
    }
    let mut spellings: Vec<(u64, u32)> = Vec::new();
    for number in numbers {
        hash_spellings(keys.get(*number), place, powers, &mut prefixes, |hash| {
            if repeats.may_contain(hash) {
                spellings.push((hash, *number));
            }
        });
    }
    spellings.sort_unstable();
    spellings.dedup();
    let mut pairs = Vec::new();
    for same in spellings.chunk_by(|a, b| a.0 == b.0) {
        for (at, (_, first)) in same.iter().enumerate().take(same.len() - 1) {
            let Some(edits) = EditDistance::for_name(keys.get(*first)) else { continue };
            let near =
                same[at + 1..].iter().filter(|(_, other)| edits.is_within(1, keys.get(*other)));
            pairs.extend(near.map(|(_, other)| (*first.min(other), *first.max(other))));
        }
    }
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
        let bits = (hashes * FILTER_BITS).next_power_of_two().max(128);
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

/// The powers of the base up to that of a length.
fn powers(longest: usize) -> Vec<u64> {
    let powers = std::iter::successors(Some(1_u64), |power| Some(power.wrapping_mul(SPREAD)));
    powers.take(longest + 1).collect()
}

/// A polynomial hash, so the hash of a prefix and of a suffix combine without a second pass.
fn hash(text: &[u8]) -> u64 {
    text.iter().fold(1, |hash, byte| add_letter(hash, *byte))
}

const fn add_letter(hash: u64, byte: u8) -> u64 {
    hash.wrapping_mul(SPREAD).wrapping_add(byte as u64)
}

/// Calls `emit` with the hash of a text, and of the text without each of the letters at a place.
fn hash_spellings(
    text: &[u8],
    place: Place,
    powers: &[u64],
    prefixes: &mut Vec<u64>,
    mut emit: impl FnMut(u64),
) {
    prefixes.clear();
    prefixes.push(1);
    let mut hash: u64 = 1;
    for byte in text {
        hash = add_letter(hash, *byte);
        prefixes.push(hash);
    }
    emit(hash);
    let (first, last) = match place {
        Place::InHead => (0, HEAD.min(text.len() - 1)),
        Place::AfterHead => (HEAD, text.len() - 1),
    };
    for at in first..=last {
        // Leaving out either of two equal neighbours gives the same spelling.
        if at == last || text[at + 1] != text[at] {
            // The letters after it keep their part of the hash.
            let change = prefixes[at].wrapping_sub(prefixes[at + 1]);
            emit(hash.wrapping_add(change.wrapping_mul(powers[text.len() - at - 1])));
        }
    }
}
