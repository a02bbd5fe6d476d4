//! The folded text of all rows, one line each, in large chunks.
//!
//! A search runs over a chunk as one text. Cloning copies no text: another thread can search its
//! snapshot while the table changes, and a change copies at most one chunk.

use std::sync::Arc;

use super::Row;

/// Rows per chunk: small enough to be copied within a frame.
pub const CHUNK: usize = 4096;

/// Separates the columns of a line.
pub(crate) const COLUMN: u8 = b'\x1f';

#[derive(Debug, Clone, Default)]
pub struct Haystack {
    chunks: Vec<Arc<Chunk>>,
}

#[derive(Debug, Clone, Default)]
pub struct Chunk {
    /// Every line ends with a line feed.
    pub(crate) text: Vec<u8>,
    /// The end of each line, after its line feed.
    pub(crate) ends: Vec<u32>,
    /// The number of empty lines, whose rows were removed.
    pub(crate) empty: usize,
}

impl Haystack {
    /// Includes removed rows.
    pub(crate) fn rows(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.ends.len())
    }

    /// One text for each chunk.
    pub fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.chunks.iter().map(|chunk| chunk.text.as_slice())
    }

    pub(crate) fn live(&self) -> impl Iterator<Item = Row> {
        let rows = self.chunks().enumerate().flat_map(|(index, chunk)| {
            (0..chunk.ends.len()).map(move |at| (index * CHUNK + at, chunk.line(at)))
        });
        rows.filter(|(_, line)| !line.is_empty()).map(|(at, _)| Row::at(at))
    }

    pub(crate) fn chunks(&self) -> impl ExactSizeIterator<Item = &Chunk> {
        self.chunks.iter().map(AsRef::as_ref)
    }

    /// Empty for a removed row.
    pub(crate) fn line(&self, row: Row) -> &[u8] {
        self.chunks.get(row.index() / CHUNK).map_or(&[], |chunk| chunk.line(row.index() % CHUNK))
    }

    #[must_use]
    pub fn column(&self, row: Row, index: usize) -> &[u8] {
        column(self.line(row), index)
    }

    /// `write` appends the line.
    pub(crate) fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let full = self.chunks.last().is_none_or(|last| last.ends.len() == CHUNK);
        if full {
            self.chunks.push(Arc::default());
        }
        if let Some(last) = self.chunks.last_mut() {
            Arc::make_mut(last).push(write);
        }
    }

    pub(crate) fn set(&mut self, row: Row, line: &[u8]) {
        if self.line(row) != line
            && let Some(chunk) = self.chunks.get_mut(row.index() / CHUNK)
        {
            Arc::make_mut(chunk).set(row.index() % CHUNK, line);
        }
    }
}

#[must_use]
pub fn column(line: &[u8], index: usize) -> &[u8] {
    let mut rest = line;
    for _ in 0..index {
        rest = memchr::memchr(COLUMN, rest).map_or(&[], |at| &rest[at + 1..]);
    }
    memchr::memchr(COLUMN, rest).map_or(rest, |at| &rest[..at])
}

impl Chunk {
    pub(crate) fn line(&self, index: usize) -> &[u8] {
        let (from, to) = self.span(index);
        self.text.get(from..to.saturating_sub(1)).unwrap_or_default()
    }

    fn span(&self, index: usize) -> (usize, usize) {
        let from = index
            .checked_sub(1)
            .and_then(|before| self.ends.get(before))
            .map_or(0, |end| usize_of(*end));
        (from, self.ends.get(index).map_or(from, |end| usize_of(*end)))
    }

    fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let before = self.text.len();
        write(&mut self.text);
        self.empty += usize::from(self.text.len() == before);
        self.text.push(b'\n');
        self.ends.push(u32_of(self.text.len()));
        if self.ends.len() == CHUNK {
            self.text.shrink_to_fit();
            self.ends.shrink_to_fit();
        }
    }

    fn set(&mut self, index: usize, line: &[u8]) {
        let (from, to) = self.span(index);
        let before = to - from - 1;
        self.text.splice(from..to - 1, line.iter().copied());
        self.empty += usize::from(line.is_empty());
        self.empty -= usize::from(before == 0);
        for end in self.ends.iter_mut().skip(index) {
            *end = u32_of(usize_of(*end) + line.len() - before);
        }
    }
}

const fn usize_of(offset: u32) -> usize {
    offset as usize
}

/// A chunk has 4,096 lines of a few thousand bytes at most, so this fits.
fn u32_of(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
