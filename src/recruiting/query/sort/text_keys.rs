//! Texts as numbers that sort like them, so that most comparisons load no text.
//!
//! A number holds as many letters as fit, in as few bits as the letters of all texts need, and the
//! place of its text below them: so it also says which text it stands for, and equal texts keep
//! their order. Texts that agree in these letters are sorted by the letters that follow.

use std::borrow::Cow;

use crate::recruiting::parallel::{cores, map_parts, sort_keys};

/// Fewer texts are not worth a thread.
const MIN_TEXTS: usize = 1 << 14;

/// The places of the texts in their order, each with whether its text is that of the one before.
/// Texts without letters come last.
pub(super) struct SortedTexts {
    pub(super) places: Vec<(u32, bool)>,
    pub(super) blank: Vec<u32>,
}

/// Which bytes the texts have, and how they fit into a key.
struct Alphabet {
    /// From 1, in the order of the bytes; zero is the end of a text.
    codes: [u8; 256],
    /// For a letter.
    bits: u32,
    /// In a key.
    letters: usize,
    /// For the place of a text, below its letters.
    place_bits: u32,
}

/// `text` gives the text at each of `count` places, of some bytes. No text has a zero byte.
pub(super) fn sort_texts<'t>(
    count: usize,
    bytes: &[bool; 256],
    text: &(impl Fn(usize) -> Cow<'t, [u8]> + Sync),
) -> SortedTexts {
    let alphabet = Alphabet::new(count, bytes);
    let parts = map_parts(count, MIN_TEXTS, |part| {
        let (mut keys, mut blank) = (Vec::with_capacity(part.len()), Vec::new());
        for place in part {
            let text = text(place);
            if text.is_empty() {
                blank.push(u32::try_from(place).unwrap_or(u32::MAX));
            } else {
                keys.push(alphabet.key(&text, place));
            }
        }
        (keys, blank)
    });
    let (mut keys, mut blank) = (Vec::with_capacity(count), Vec::new());
    for (some_keys, some_blank) in parts {
        keys.extend(some_keys);
        blank.extend(some_blank);
    }
    sort_keys(&mut keys, cores());
    let same = alphabet.resolve(&mut keys, 1, text, cores());
    let mut places: Vec<(u32, bool)> =
        keys.iter().map(|key| (alphabet.place(*key), false)).collect();
    for at in same {
        places[at].1 = true;
    }
    SortedTexts { places, blank }
}

impl Alphabet {
    fn new(count: usize, bytes: &[bool; 256]) -> Self {
        let (mut codes, mut last) = ([0; 256], 0_u8);
        for (byte, code) in (1..).zip(codes.iter_mut().skip(1)) {
            if bytes[byte] {
                last += 1;
                *code = last;
            }
        }
        let bits = (u8::BITS - last.leading_zeros()).max(1);
        let place_bits = usize::BITS - count.leading_zeros();
        let letters = usize::try_from((u128::BITS - place_bits) / bits).unwrap_or(1);
        Self { codes, bits, letters, place_bits }
    }

    fn key(&self, text: &[u8], place: usize) -> u128 {
        // Half a key at a time: smaller numbers are shifted faster.
        let half = self.letters / 2;
        let (first, rest) = text.split_at(text.len().min(half));
        let first = u128::from(self.pack(first, half));
        let rest = u128::from(self.pack(rest, self.letters - half));
        let rest_bits = self.bits * u32::try_from(self.letters - half).unwrap_or(0);
        (first << rest_bits | rest) << self.place_bits | place as u128
    }

    fn pack(&self, text: &[u8], letters: usize) -> u64 {
        let text = &text[..text.len().min(letters)];
        let missing = u32::try_from(letters - text.len()).unwrap_or(0);
        let packed = text.iter().fold(0_u64, |packed, byte| {
            packed << self.bits | u64::from(self.codes[usize::from(*byte)])
        });
        packed.checked_shl(self.bits * missing).unwrap_or(0)
    }

    fn place(&self, key: u128) -> u32 {
        u32::try_from(key & ((1 << self.place_bits) - 1)).unwrap_or(u32::MAX)
    }

    const fn letters_of(&self, key: u128) -> u128 {
        key >> self.place_bits
    }

    /// Whether the text may go on after these letters.
    const fn goes_on(&self, letters: u128) -> bool {
        letters & ((1 << self.bits) - 1) != 0
    }

    /// Sorts the texts that agree in the letters of their keys by the letters that follow. Returns
    /// the places whose text is that of the place before, in any order.
    fn resolve<'t>(
        &self,
        keys: &mut [u128],
        depth: usize,
        text: &(impl Fn(usize) -> Cow<'t, [u8]> + Sync),
        cores: usize,
    ) -> Vec<usize> {
        if cores > 1 && keys.len() >= 2 * MIN_TEXTS {
            let middle = keys.len() / 2;
            let before = self.letters_of(keys[middle]);
            let end =
                middle + keys[middle..].partition_point(|key| self.letters_of(*key) == before);
            let (first, second) = keys.split_at_mut(end);
            let (mut same, others) = std::thread::scope(|scope| {
                let second = scope.spawn(|| self.resolve(second, depth, text, cores / 2));
                let same = self.resolve(first, depth, text, cores - cores / 2);
                (same, second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            });
            same.extend(others.into_iter().map(|at| at + end));
            return same;
        }
        let mut same = Vec::new();
        let mut from = 0;
        for equal in keys.chunk_by_mut(|a, b| self.letters_of(*a) == self.letters_of(*b)) {
            let count = equal.len();
            if count > 1 && self.goes_on(self.letters_of(equal[0])) {
                for key in equal.iter_mut() {
                    let place = self.place(*key) as usize;
                    let text = text(place);
                    let rest = text.get(depth * self.letters..).unwrap_or_default();
                    *key = self.key(rest, place);
                }
                equal.sort_unstable();
                let deeper = self.resolve(equal, depth + 1, text, 1);
                same.extend(deeper.into_iter().map(|at| from + at));
            } else {
                same.extend(from + 1..from + count);
            }
            from += count;
        }
        same
    }
}
