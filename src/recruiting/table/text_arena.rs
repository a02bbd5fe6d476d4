//! Ids and names, which rows do not share, in large chunks.
//!
//! A changed row is appended. A chunk that is half garbage is rewritten, so it never exceeds twice
//! its content.

use super::Row;
use super::packed::Packed;

/// Rows per chunk.
const CHUNK_ROWS: usize = 4096;

/// Longer texts are stored elsewhere. Even a chunk of the longest texts, half of it garbage, fits
/// 32 bits.
pub(crate) const MAX_TEXT_LENGTH: usize = 16_000;

/// Flags in the spare bits of the last length.
const LIVE: u64 = 1 << 15;
const LONG: u64 = 1 << 14;

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TextSpan {
    at: Packed<4>,
    lengths: [Packed<2>; 3],
}

#[derive(Debug, Clone, Default)]
pub(crate) struct TextArena {
    chunks: Vec<ArenaChunk>,
}

#[derive(Debug, Clone, Default)]
struct ArenaChunk {
    text: String,
    waste: usize,
}

impl TextSpan {
    fn new(at: usize, lengths: [usize; 3], is_long: bool) -> Self {
        let flags = LIVE | if is_long { LONG } else { 0 };
        let [first, second, third] = lengths.map(|length| length as u64);
        let lengths = [first, second, third | flags].map(Packed::new);
        Self { at: Packed::new(at as u64), lengths }
    }

    fn at(self) -> usize {
        usize::try_from(self.at.get()).unwrap_or(usize::MAX)
    }

    fn lengths(self) -> [usize; 3] {
        self.lengths.map(|length| usize::try_from(length.get() & !(LIVE | LONG)).unwrap_or(0))
    }

    fn total_length(self) -> usize {
        self.lengths().iter().sum()
    }

    pub(crate) fn is_live(self) -> bool {
        self.lengths[2].get() & LIVE != 0
    }

    /// Whether a text was too long and is stored elsewhere.
    pub(crate) fn is_long(self) -> bool {
        self.lengths[2].get() & LONG != 0
    }

    pub(crate) fn set_live(&mut self, is_live: bool) {
        let rest = self.lengths[2].get() & !LIVE;
        self.lengths[2] = Packed::new(rest | if is_live { LIVE } else { 0 });
    }
}

impl TextArena {
    pub(crate) fn text(&self, row: Row, span: TextSpan, index: usize) -> &str {
        let lengths = span.lengths();
        let from = span.at() + lengths.iter().take(index).sum::<usize>();
        let chunk = self.chunks.get(row.index() / CHUNK_ROWS);
        let text = chunk.and_then(|chunk| chunk.text.get(from..from + lengths[index]));
        text.unwrap_or_default()
    }

    pub(crate) fn push(&mut self, row: Row, texts: [&str; 3]) -> TextSpan {
        let index = row.index() / CHUNK_ROWS;
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
        let first = row.index() / CHUNK_ROWS * CHUNK_ROWS;
        let chunk = &mut self.chunks[row.index() / CHUNK_ROWS];
        let span = spans[row.index()].as_mut();
        chunk.waste += span.total_length();
        *span = chunk.push(texts);
        if chunk.waste > (chunk.text.len() / 2).max(CHUNK_ROWS) {
            let end = spans.len().min(first + CHUNK_ROWS);
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
        let is_long = texts.iter().any(|text| text.len() > MAX_TEXT_LENGTH);
        let lengths = texts.map(|text| {
            let text = if text.len() > MAX_TEXT_LENGTH { "" } else { text };
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
            span.at = Packed::new(text.len() as u64);
            text.push_str(texts);
        }
        *self = Self { text, waste: 0 };
    }
}
