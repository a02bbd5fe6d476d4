//! A bit for each row of a chunk. `haystack` and `lines` find rows, and `query` combines them.

/// Rows per chunk: small enough to be copied within a frame.
pub const CHUNK: usize = 4096;

/// Fewer chunks are not worth a thread.
pub(crate) const MIN_CHUNKS: usize = 16;

/// With more rows left in a chunk, searching all of it is faster than testing each.
pub(crate) const MANY_ROWS: u32 = 512;

pub(crate) const WORDS: usize = CHUNK / 64;

pub(crate) type Bits = [u64; WORDS];

pub(crate) fn count(bits: &Bits) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

/// Keeps what is in both, or what is in the first alone.
pub(crate) fn intersect(bits: &mut Bits, other: &Bits, negated: bool) {
    let flip = if negated { u64::MAX } else { 0 };
    for (word, other) in bits.iter_mut().zip(other) {
        *word &= other ^ flip;
    }
}

pub(crate) fn unite(bits: &mut Bits, other: &Bits) {
    for (word, other) in bits.iter_mut().zip(other) {
        *word |= other;
    }
}

/// Keeps those for which `keep` says so; it gets their positions.
pub(crate) fn retain(bits: &mut [u64], mut keep: impl FnMut(usize) -> bool) {
    for (at, word) in bits.iter_mut().enumerate() {
        for bit in set_bits(*word) {
            if !keep(at * 64 + bit) {
                *word &= !(1 << bit);
            }
        }
    }
}

#[inline]
pub(crate) fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}
