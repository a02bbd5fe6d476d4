//! Ids and names, which rows do not share, in large chunks.
//!
//! A changed row is appended. A chunk that is half garbage is rewritten, so it never exceeds twice
//! its content.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memmem::Finder;

use super::Row;
use super::bits::{Bits, CHUNK, WORDS};
use super::packed::Packed;

/// A row has two ids and a name. Longer ids are stored elsewhere; no name that is shown is longer. Even a
/// chunk of the longest texts, half of it garbage, fits the bits of an offset.
pub(crate) const MAX_ID_LENGTH: usize = (1 << 11) - 1;
const MAX_LENGTHS: [usize; 3] = [MAX_ID_LENGTH, MAX_ID_LENGTH, (1 << 12) - 1];

/// Where the lengths begin in the bits of a span. Below them is the offset, above them are flags.
const LENGTHS_AT: [u32; 3] = [28, 39, 50];
const OFFSET: u64 = (1 << LENGTHS_AT[0]) - 1;
const LIVE: u64 = 1 << 63;
const LONG: u64 = 1 << 62;

/// Where the texts of a row are in their chunk, and whether the row is live, in 64 bits.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TextSpan(Packed<8>);

#[derive(Debug, Clone, Default)]
pub(crate) struct TextArena {
    chunks: Vec<ArenaChunk>,
}

#[derive(Debug, Clone, Default)]
struct ArenaChunk {
    text: String,
    waste: usize,
    /// Whether an id has capitals.
    has_capitals: bool,
    /// Whether an id is folded to other text than its small letters, or is too long.
    has_odd_ids: bool,
}

impl TextSpan {
    fn new(at: usize, lengths: [usize; 3], is_long: bool) -> Self {
        let flags = LIVE | if is_long { LONG } else { 0 };
        let lengths = LENGTHS_AT.iter().zip(lengths).map(|(at, length)| (length as u64) << at);
        Self(Packed::new(lengths.fold(flags | at as u64 & OFFSET, |bits, length| bits | length)))
    }

    #[inline]
    fn at(self) -> usize {
        usize::try_from(self.0.get() & OFFSET).unwrap_or(usize::MAX)
    }

    fn set_at(&mut self, at: usize) {
        self.0 = Packed::new(self.0.get() & !OFFSET | at as u64 & OFFSET);
    }

    #[inline]
    fn lengths(self) -> [usize; 3] {
        let bits = self.0.get();
        std::array::from_fn(|index| {
            let length = bits >> LENGTHS_AT[index] & MAX_LENGTHS[index] as u64;
            usize::try_from(length).unwrap_or(0)
        })
    }

    fn total_length(self) -> usize {
        self.lengths().iter().sum()
    }

    /// Where one of the texts is.
    #[inline]
    fn range(self, index: usize) -> Range<usize> {
        let lengths = self.lengths();
        let from = self.at() + lengths.iter().take(index).sum::<usize>();
        from..from + lengths[index]
    }

    #[inline]
    pub(crate) fn is_live(self) -> bool {
        self.0.get() & LIVE != 0
    }

    /// Whether a text was too long and is stored elsewhere.
    #[inline]
    pub(crate) fn is_long(self) -> bool {
        self.0.get() & LONG != 0
    }

    pub(crate) fn set_live(&mut self, is_live: bool) {
        let rest = self.0.get() & !LIVE;
        self.0 = Packed::new(rest | if is_live { LIVE } else { 0 });
    }
}

impl TextArena {
    #[inline]
    pub(crate) fn text(&self, row: Row, span: TextSpan, index: usize) -> &str {
        let chunk = self.chunks.get(row.index() / CHUNK);
        chunk.and_then(|chunk| chunk.text.get(span.range(index))).unwrap_or_default()
    }

    /// The rows of a chunk with a folded text in the first or second of their texts, the ids. `None`
    /// if these must be folded to be searched.
    pub(crate) fn find(
        &self,
        chunk: usize,
        spans: impl Iterator<Item = TextSpan>,
        index: usize,
        finder: &Finder<'_>,
    ) -> Option<Bits> {
        self.chunks.get(chunk).filter(|chunk| !chunk.has_odd_ids)?.find(spans, index, finder)
    }

    pub(crate) fn push(&mut self, row: Row, texts: [&str; 3]) -> TextSpan {
        let index = row.index() / CHUNK;
        if index == self.chunks.len() {
            if let Some(full) = self.chunks.last_mut() {
                full.text.shrink_to_fit();
            }
            self.chunks.push(ArenaChunk::default());
        }
        self.chunks[index].push(texts)
    }

    /// Replaces the texts of a row. Rewriting a chunk changes the spans of its neighbours.
    pub(crate) fn set(&mut self, row: Row, texts: [&str; 3], spans: &mut [impl AsMut<TextSpan>]) {
        let first = row.index() / CHUNK * CHUNK;
        let chunk = &mut self.chunks[row.index() / CHUNK];
        let span = spans[row.index()].as_mut();
        chunk.waste += span.total_length();
        *span = chunk.push(texts);
        if chunk.waste > (chunk.text.len() / 2).max(CHUNK) {
            let end = spans.len().min(first + CHUNK);
            chunk.rewrite(&mut spans[first..end]);
        }
    }

    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.text.capacity()).sum()
    }
}

impl ArenaChunk {
    fn push(&mut self, texts: [&str; 3]) -> TextSpan {
        let at = self.text.len();
        let is_long = texts.iter().zip(MAX_LENGTHS).any(|(text, max)| text.len() > max);
        for id in texts.iter().take(2).flat_map(|id| id.bytes()) {
            self.has_capitals |= id.is_ascii_uppercase();
            self.has_odd_ids |= !(b' '..=b'~').contains(&id);
        }
        self.has_odd_ids |= is_long;
        let lengths = std::array::from_fn(|index| {
            let text = if texts[index].len() > MAX_LENGTHS[index] { "" } else { texts[index] };
            self.text.push_str(text);
            text.len()
        });
        TextSpan::new(at, lengths, is_long)
    }

    fn rewrite(&mut self, spans: &mut [impl AsMut<TextSpan>]) {
        let mut text = String::with_capacity(self.text.len() - self.waste);
        for span in spans.iter_mut().map(AsMut::as_mut) {
            let from = span.at();
            let texts = self.text.get(from..from + span.total_length()).unwrap_or_default();
            span.set_at(text.len());
            text.push_str(texts);
        }
        (self.text, self.waste) = (text, 0);
    }

    fn find(
        &self,
        spans: impl Iterator<Item = TextSpan>,
        index: usize,
        finder: &Finder<'_>,
    ) -> Option<Bits> {
        let mut bits = [0; WORDS];
        let text = if self.has_capitals {
            Cow::Owned(self.text.as_bytes().to_ascii_lowercase())
        } else {
            Cow::Borrowed(self.text.as_bytes())
        };
        let find = |from: usize| Some(from + finder.find(text.get(from..)?)?);
        let Some(mut hit) = find(0) else { return Some(bits) };
        let mut ids: Vec<(Range<usize>, usize)> =
            spans.enumerate().map(|(row, span)| (span.range(index), row)).collect();
        // A changed row is at the end.
        ids.sort_unstable_by_key(|(range, _)| range.start);
        let mut ids = ids.into_iter().peekable();
        loop {
            // The first id that the hit does not lie behind.
            while ids.next_if(|(range, _)| range.end < hit + finder.needle().len()).is_some() {}
            let Some((range, row)) = ids.peek() else { return Some(bits) };
            let next = if range.start <= hit {
                bits[row / 64] |= 1 << (row % 64);
                range.end
            } else {
                range.start
            };
            match find(next) {
                Some(next) => hit = next,
                None => return Some(bits),
            }
        }
    }
}
