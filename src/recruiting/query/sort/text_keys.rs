//! Texts as numbers that sort like them, so that comparisons load no text.
//!
//! Bytes have codes: those of frequent ones are short, none is the beginning of another, and they
//! sort like the bytes. The key of a text holds as many codes as fit, and the place of the text below
//! them: so it also says which text it stands for, and equal texts keep their order. The codes that
//! follow are in a second number, for texts that agree in the first. The highest bit of a key is set if
//! there is no text: those come last.

use std::borrow::Cow;

use super::sorted::{SortedPart, SortedRows};
use crate::recruiting::parallel::{MIN_KEYS, map_parts, merge_in_parts};
use crate::recruiting::table::Row;

const NO_TEXT: u128 = 1 << 127;
/// How many numbers hold the codes of a text: its key takes most of two, and what follows is short.
const WORDS: usize = 3;
/// No text has this byte. Its code says that a text ends.
const END: u8 = 0;
/// How many texts, and how many bytes of each, are sampled for the frequencies of bytes.
const SAMPLES: usize = 4096;
const SAMPLE_BYTES: usize = 64;

#[derive(Debug, Clone, Copy, Default)]
struct Code {
    bits: u32,
    length: u32,
}

/// The codes of all bytes, and how they fit into a key.
struct Alphabet {
    codes: [Code; 256],
    /// For the codes of a text. Below them is a bit that says whether the text goes on.
    code_bits: u32,
    /// For the place of a text.
    place_bits: u32,
}

/// The codes of a text, as far as there is room.
struct Encoded {
    words: [u64; WORDS],
    /// How many of the words are full.
    full: usize,
    /// The next one.
    word: u64,
    /// How many bits it has left.
    free: u32,
}

impl Encoded {
    /// Returns whether there was room.
    #[inline]
    fn push(&mut self, Code { bits, length }: Code) -> bool {
        let bits = u64::from(bits);
        if length <= self.free {
            self.word = self.word << length | bits;
            self.free -= length;
            return true;
        }
        let over = length - self.free;
        self.words[self.full] = self.word << self.free | bits >> over;
        self.full += 1;
        (self.word, self.free) = (bits & ((1 << over) - 1), u64::BITS - over);
        self.full < WORDS
    }
}

/// Sorts rows by their texts.
pub(super) fn sort_by_texts<'t>(
    rows: &[Row],
    text: &(impl Fn(Row) -> Cow<'t, [u8]> + Sync),
) -> SortedRows {
    let text = |place: usize| text(rows[place]);
    let sample = (0..rows.len()).step_by(rows.len() / SAMPLES + 1).map(text);
    let alphabet = Alphabet::new(rows.len(), sample);
    let parts = map_parts(rows.len(), MIN_KEYS, |part| {
        let (mut keys, mut rests) =
            (Vec::with_capacity(part.len()), Vec::with_capacity(part.len()));
        for place in part {
            let (key, rest) = alphabet.keys(&text(place), place);
            keys.push(key);
            rests.push(rest);
        }
        keys.sort_unstable();
        (keys, rests)
    });
    let (runs, rests): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let rests = rests.concat();
    let parts = merge_in_parts(runs, alphabet.place_bits, |mut keys| {
        let valued = keys.partition_point(|key| *key < NO_TEXT);
        let same = alphabet.sort_on(&mut keys[..valued], &rests, &text);
        let rows = keys.iter().map(|key| rows[alphabet.place(*key)]).collect();
        SortedPart { rows, same }
    });
    SortedRows::concat(parts)
}

impl Alphabet {
    fn new<'t>(count: usize, sample: impl Iterator<Item = Cow<'t, [u8]>>) -> Self {
        // None is zero: every byte may occur.
        let mut weights = [1_u64; 256];
        for text in sample {
            weights[usize::from(END)] += 1;
            for byte in text.iter().take(SAMPLE_BYTES) {
                weights[usize::from(*byte)] += 1;
            }
        }
        let place_bits = usize::BITS - count.leading_zeros();
        let mut codes = [Code::default(); 256];
        assign(&mut codes, &weights, Code::default());
        Self { codes, code_bits: NO_TEXT.ilog2() - 1 - place_bits, place_bits }
    }

    /// The key of a text, and the codes that follow with a bit that says whether the text goes on there.
    fn keys(&self, text: &[u8], place: usize) -> (u128, u64) {
        if text.is_empty() {
            return (NO_TEXT | place as u128, 0);
        }
        let (words, bits) = self.encode(text);
        let first = u128::from(words[0]) << u64::BITS | u128::from(words[1]);
        let codes = first >> (u128::BITS - self.code_bits);
        let key = (codes << 1 | u128::from(bits > self.code_bits)) << self.place_bits;
        let rest = first << self.code_bits | u128::from(words[2]) << (self.code_bits - u64::BITS);
        let rest = u64::try_from(rest >> (u64::BITS + 1)).unwrap_or(u64::MAX);
        let goes_on = bits > self.code_bits + u64::BITS - 1;
        (key | place as u128, rest << 1 | u64::from(goes_on))
    }

    /// The codes of a text one after the other, and how many bits they have: more than these words if
    /// there is no room for all.
    fn encode(&self, text: &[u8]) -> ([u64; WORDS], u32) {
        let mut encoded = Encoded { words: [0; WORDS], full: 0, word: 0, free: u64::BITS };
        for byte in text {
            if !encoded.push(self.codes[usize::from(*byte)]) {
                return (encoded.words, u32::MAX);
            }
        }
        if !encoded.push(self.codes[usize::from(END)]) {
            return (encoded.words, u32::MAX);
        }
        let Encoded { mut words, full, word, free } = encoded;
        words[full] = word << free;
        let bits = u64::BITS * u32::try_from(full + 1).unwrap_or(0) - free;
        (words, bits)
    }

    fn place(&self, key: u128) -> usize {
        usize::try_from(key & ((1 << self.place_bits) - 1)).unwrap_or(usize::MAX)
    }

    /// Sorts the texts that agree in the codes of their keys by what follows. Returns for each text
    /// whether it is that of the one before.
    fn sort_on<'t>(
        &self,
        keys: &mut [u128],
        rests: &[u64],
        text: &impl Fn(usize) -> Cow<'t, [u8]>,
    ) -> Vec<bool> {
        let mut same = vec![false; keys.len()];
        self.for_each_equal(keys, &mut same, |equal, same| {
            for key in equal.iter_mut() {
                let place = self.place(*key);
                *key = u128::from(rests[place]) << self.place_bits | place as u128;
            }
            equal.sort_unstable();
            self.for_each_equal(equal, same, |equal, same| {
                let with_text = |key: &u128| (text(self.place(*key)), *key);
                let mut texts: Vec<_> = equal.iter().map(with_text).collect();
                texts.sort_unstable();
                for (at, (text, key)) in texts.iter().enumerate() {
                    equal[at] = *key;
                    same[at] = at > 0 && *text == texts[at - 1].0;
                }
            });
        });
        same
    }

    /// Calls `sort` for keys that agree but for their places, and whose texts go on. Marks the texts
    /// that do not as the same.
    fn for_each_equal(
        &self,
        keys: &mut [u128],
        same: &mut [bool],
        mut sort: impl FnMut(&mut [u128], &mut [bool]),
    ) {
        let number = |key: u128| key >> self.place_bits;
        let mut end = 0;
        for equal in keys.chunk_by_mut(|a, b| number(*a) == number(*b)) {
            let same = &mut same[end..end + equal.len()];
            end += equal.len();
            if equal.len() > 1 && number(equal[0]) & 1 == 1 {
                sort(equal, same);
            } else {
                same[1..].fill(true);
            }
        }
    }
}

/// Gives the codes that begin with a code to consecutive bytes, by their weights: each bit divides the
/// bytes into halves of about the same weight. With the weights of a sample, codes are shorter than a word.
fn assign(codes: &mut [Code], weights: &[u64], Code { bits, length }: Code) {
    if let [code] = codes {
        *code = Code { bits, length };
        return;
    }
    let total: u64 = weights.iter().sum();
    let (mut middle, mut before) = (1, weights[0]);
    while middle + 1 < codes.len() && 2 * before + weights[middle] <= total {
        before += weights[middle];
        middle += 1;
    }
    let (low, high) = codes.split_at_mut(middle);
    assign(low, &weights[..middle], Code { bits: bits << 1, length: length + 1 });
    assign(high, &weights[middle..], Code { bits: bits << 1 | 1, length: length + 1 });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_bytes_have_short_codes_that_sort_like_the_bytes() {
        let texts = ["anna kowalski", "łukasz nowak", "ada"].map(|text| Cow::from(text.as_bytes()));
        let alphabet = Alphabet::new(3, texts.into_iter());
        let code = |byte: usize| alphabet.codes[byte];
        assert!(code(usize::from(b'a')).length < code(usize::from(b'q')).length);
        for byte in 1..256 {
            let (before, after) = (code(byte - 1), code(byte));
            let length = before.length.min(after.length);
            let [before, after] = [before, after].map(|code| code.bits >> (code.length - length));
            assert!(
                before < after,
                "{byte} sorts after the one before, and neither begins the other"
            );
        }
    }

    #[test]
    fn rare_bytes_have_codes_that_fit_even_beside_very_frequent_ones() {
        let frequent = vec![b'a'; SAMPLE_BYTES];
        let alphabet = Alphabet::new(1, (0..SAMPLES).map(|_| Cow::from(&frequent)));
        assert!(alphabet.codes.iter().all(|code| code.length < u32::BITS - 1));
    }
}
