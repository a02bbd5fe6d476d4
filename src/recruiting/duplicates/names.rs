//! Names that are the same, or nearly, among very many.
//!
//! Everybody is not held against everybody. Names with the same words, whatever
//! their order, stand beside each other when they are sorted; names that differ
//! by one letter have a spelling in common when one letter is left out of one or
//! of both, and those spellings stand beside each other by their hashes.

use crate::recruiting::query::{EditDistance, words};

/// Shorter names have too many that differ by a letter.
pub(crate) const SHORT: usize = 7;
/// An odd number whose powers spread over all bits.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// How alike two names are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameSimilarity {
    /// The same words in the same order.
    Same,
    /// The same words in another order.
    Turned,
    /// One letter differs, is missing, or has changed places with its neighbour.
    Near,
}

impl NameSimilarity {
    /// In words.
    #[must_use]
    pub const fn told(self) -> &'static str {
        match self {
            Self::Same => "the same name",
            Self::Turned => "the same name in another order",
            Self::Near => "names differ by one letter",
        }
    }
}

/// The pairs among folded names that are alike, by their places, the most alike
/// first. Of many who share one name, each is held against the first.
#[must_use]
pub fn alike(names: &[&[u8]]) -> Vec<(usize, usize, NameSimilarity)> {
    let keys = Keys::of(names);
    let mut order: Vec<usize> = (0..names.len()).filter(|at| !keys.get(*at).is_empty()).collect();
    order.sort_unstable_by_key(|at| (keys.get(*at), *at));
    let (mut found, mut single) = (Vec::new(), Vec::new());
    for same in order.chunk_by(|a, b| keys.get(*a) == keys.get(*b)) {
        let [first, others @ ..] = same else { continue };
        single.push(*first);
        for other in others {
            let in_order = words(names[*first]).eq(words(names[*other]));
            let likeness = if in_order { NameSimilarity::Same } else { NameSimilarity::Turned };
            found.push((*first, *other, likeness));
        }
    }
    found.extend(near(&keys, &single));
    found.sort_unstable_by_key(|(one, other, likeness)| (*likeness, *one, *other));
    found
}

/// The words of each name in the order of the alphabet, all in one piece.
struct Keys {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Keys {
    fn of(names: &[&[u8]]) -> Self {
        let mut keys = Self { text: Vec::new(), ends: Vec::with_capacity(names.len()) };
        let mut sorted: Vec<&[u8]> = Vec::new();
        for name in names {
            sorted.clear();
            sorted.extend(words(name));
            sorted.sort_unstable();
            for (at, word) in sorted.iter().enumerate() {
                if at > 0 {
                    keys.text.push(b' ');
                }
                keys.text.extend_from_slice(word);
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

/// Those that differ by one slip; all of them are different.
fn near(keys: &Keys, single: &[usize]) -> Vec<(usize, usize, NameSimilarity)> {
    let fits = |key: &[u8]| key.len() >= SHORT && key.is_ascii();
    let long = (0..).zip(single.iter().map(|at| keys.get(*at))).filter(|(_, key)| fits(key));
    let long: Vec<(u32, &[u8])> = long.collect();
    let mut seen = Seen::new(long.iter().map(|(_, key)| key.len() + 1).sum());
    let (mut spellings, mut before): (Vec<(u64, u32)>, _) = (Vec::new(), Vec::new());
    // Most spellings are nobody else's: only the others are worth sorting.
    for (_, key) in &long {
        spell(key, &mut before, |hash| seen.note(hash));
    }
    for (number, key) in &long {
        spell(key, &mut before, |hash| {
            if seen.is_shared(hash) {
                spellings.push((hash, *number));
            }
        });
    }
    spellings.sort_unstable();
    spellings.dedup();
    let mut found = Vec::new();
    for same in spellings.chunk_by(|a, b| a.0 == b.0) {
        for (at, (_, one)) in same.iter().enumerate().take(same.len() - 1) {
            let one = single[*one as usize];
            let Some(slips) = EditDistance::whole(keys.get(one)) else { continue };
            for (_, other) in &same[at + 1..] {
                let other = single[*other as usize];
                if slips.is_within(1, keys.get(other)) {
                    found.push((one.min(other), one.max(other), NameSimilarity::Near));
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Which hashes came more than once, or perhaps did: a bit for each may stand for
/// several.
struct Seen {
    once: Vec<u64>,
    again: Vec<u64>,
    shift: u32,
}

impl Seen {
    /// For so many hashes.
    fn new(hashes: usize) -> Self {
        let bits = (hashes * 16).next_power_of_two().max(128);
        let (once, again) = (vec![0; bits / 64], vec![0; bits / 64]);
        Self { once, again, shift: u64::BITS - bits.trailing_zeros() }
    }

    fn place(&self, hash: u64) -> (usize, u64) {
        let at = usize::try_from(hash.wrapping_mul(SPREAD) >> self.shift).unwrap_or(0);
        (at / 64, 1 << (at % 64))
    }

    fn note(&mut self, hash: u64) {
        let (word, bit) = self.place(hash);
        self.again[word] |= self.once[word] & bit;
        self.once[word] |= bit;
    }

    fn is_shared(&self, hash: u64) -> bool {
        let (word, bit) = self.place(hash);
        self.again[word] & bit != 0
    }
}

/// The hash of a text, and of it without each of its letters.
fn spell(text: &[u8], before: &mut Vec<u64>, mut tell: impl FnMut(u64)) {
    // The hash of each beginning: a letter more multiplies and adds.
    before.clear();
    before.push(1);
    let mut hash: u64 = 1;
    for byte in text {
        hash = hash.wrapping_mul(SPREAD).wrapping_add(u64::from(*byte));
        before.push(hash);
    }
    tell(hash);
    // From the end: what lies behind the letter, and the power that it is shifted by.
    let (mut behind, mut power) = (0_u64, 1_u64);
    for (at, byte) in text.iter().enumerate().rev() {
        if text.get(at + 1) != Some(byte) {
            tell(before[at].wrapping_mul(power).wrapping_add(behind));
        }
        behind = behind.wrapping_add(u64::from(*byte).wrapping_mul(power));
        power = power.wrapping_mul(SPREAD);
    }
}
