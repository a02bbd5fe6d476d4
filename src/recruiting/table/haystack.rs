//! The folded text of all rows, in large chunks.
//!
//! A row has a line of its own, and the keys of texts that many rows share: titles and companies are
//! stored and searched once. A search runs over a chunk as one text. Cloning copies no text: another
//! thread can search its snapshot while the table changes, and a change copies at most one chunk.
//! `query` searches it, the tables fill it.

use std::sync::Arc;

use super::Row;
use super::bits::{Bits, CHUNK, WORDS, count};
use super::lines::{LineChunk, Lines};
use super::packed::Packed;

/// Separates the columns of a line.
pub(crate) const COLUMN: u8 = b'\x1f';

#[derive(Debug, Clone, Default)]
pub struct Haystack {
    chunks: Vec<Arc<Chunk>>,
    /// How many columns a line has, if there are shared columns. Those come after it.
    own: usize,
    shared: Vec<Lines>,
}

#[derive(Debug, Clone)]
pub struct Chunk {
    /// Empty for a removed row.
    pub(crate) lines: LineChunk,
    /// The keys of the shared texts, row by row.
    keys: Vec<Packed<3>>,
    /// The rows that are not removed.
    pub(crate) live: Bits,
}

impl Haystack {
    /// With `own` columns in the line of a row, and `shared` ones after them.
    pub(crate) fn with_shared(own: usize, shared: usize) -> Self {
        Self { chunks: Vec::new(), own, shared: vec![Lines::default(); shared] }
    }

    /// Includes removed rows.
    pub(crate) fn rows(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.lines.len())
    }

    pub(crate) fn live(&self) -> impl Iterator<Item = Row> {
        let rows = (0..self.rows()).map(Row::at);
        rows.filter(|row| self.is_live(*row))
    }

    #[inline]
    pub(crate) fn is_live(&self, row: Row) -> bool {
        let at = row.index() % CHUNK;
        self.chunk(row).is_some_and(|chunk| chunk.live[at / 64] >> (at % 64) & 1 == 1)
    }

    /// Whether any row was removed.
    pub(crate) fn has_removed(&self) -> bool {
        self.chunks.iter().any(|chunk| count(&chunk.live) as usize != chunk.lines.len())
    }

    pub(crate) fn chunks(&self) -> &[Arc<Chunk>] {
        &self.chunks
    }

    #[inline]
    fn chunk(&self, row: Row) -> Option<&Chunk> {
        self.chunks.get(row.index() / CHUNK).map(AsRef::as_ref)
    }

    fn chunk_mut(&mut self, row: Row) -> &mut Chunk {
        Arc::make_mut(&mut self.chunks[row.index() / CHUNK])
    }

    /// The texts of each shared column, by key.
    pub(crate) fn shared(&self) -> &[Lines] {
        &self.shared
    }

    /// The key of a shared text.
    #[inline]
    pub(crate) fn key(&self, row: Row, column: usize) -> usize {
        self.chunk(row).map_or(0, |chunk| chunk.key(row.index() % CHUNK, column, self.shared.len()))
    }

    /// What only this row has; empty for a removed row.
    #[inline]
    pub(crate) fn own_line(&self, row: Row) -> &[u8] {
        self.chunk(row).map_or(&[], |chunk| chunk.lines.line(row.index() % CHUNK))
    }

    /// The row must not be removed.
    #[must_use]
    #[inline]
    pub fn column(&self, row: Row, index: usize) -> &[u8] {
        let shared = index.checked_sub(self.own);
        match shared.and_then(|column| Some((column, self.shared.get(column)?))) {
            Some((column, texts)) => texts.line(self.key(row, column)),
            None => column(self.own_line(row), index),
        }
    }

    /// All columns; empty for a removed row.
    #[must_use]
    pub fn line(&self, row: Row) -> Vec<u8> {
        if !self.is_live(row) {
            return Vec::new();
        }
        let own = std::iter::once(self.own_line(row));
        let shared = (0..self.shared.len()).map(|column| self.column(row, self.own + column));
        own.chain(shared).collect::<Vec<_>>().join(&COLUMN)
    }

    /// `write` appends the line.
    pub(crate) fn push(&mut self, keys: &[u32], write: impl FnOnce(&mut Vec<u8>)) {
        if self.chunks.last().is_none_or(|last| last.lines.len() == CHUNK) {
            self.chunks.push(Arc::new(Chunk::empty()));
        }
        if let Some(last) = self.chunks.last_mut() {
            Arc::make_mut(last).push(keys, write);
        }
    }

    /// The row is live from now on.
    pub(crate) fn set(&mut self, row: Row, keys: &[u32], line: &[u8]) {
        let (at, width) = (row.index() % CHUNK, self.shared.len());
        let chunk = self.chunk_mut(row);
        if chunk.lines.line(at) != line {
            chunk.lines.set(at, line);
        }
        for (column, key) in keys.iter().enumerate() {
            chunk.keys[at * width + column] = Packed::new((*key).into());
        }
        chunk.live[at / 64] |= 1 << (at % 64);
    }

    /// The keys stay.
    pub(crate) fn remove(&mut self, row: Row) {
        let at = row.index() % CHUNK;
        let chunk = self.chunk_mut(row);
        chunk.lines.set(at, &[]);
        chunk.live[at / 64] &= !(1 << (at % 64));
    }

    pub(crate) fn set_shared(&mut self, column: usize, key: u32, text: &[u8]) {
        self.shared[column].put(key as usize, text);
    }
}

#[must_use]
#[inline]
pub fn column(line: &[u8], index: usize) -> &[u8] {
    let mut rest = line;
    for _ in 0..index {
        rest = memchr::memchr(COLUMN, rest).map_or(&[], |at| &rest[at + 1..]);
    }
    memchr::memchr(COLUMN, rest).map_or(rest, |at| &rest[..at])
}

impl Chunk {
    const fn empty() -> Self {
        Self { lines: LineChunk::new(), keys: Vec::new(), live: [0; WORDS] }
    }

    /// The key of a shared text, in a table with `width` shared columns.
    #[inline]
    pub(crate) fn key(&self, at: usize, column: usize, width: usize) -> usize {
        self.keys.get(at * width + column).map_or(0, |key| usize::try_from(key.get()).unwrap_or(0))
    }

    /// The keys of a shared column, row by row.
    pub(crate) fn keys(&self, column: usize, width: usize) -> impl Iterator<Item = usize> {
        let keys = self.keys.iter().skip(column).step_by(width.max(1));
        keys.map(|key| usize::try_from(key.get()).unwrap_or(0))
    }

    fn push(&mut self, keys: &[u32], write: impl FnOnce(&mut Vec<u8>)) {
        let at = self.lines.len();
        self.lines.push(write);
        self.keys.extend(keys.iter().map(|key| Packed::new((*key).into())));
        self.live[at / 64] |= 1 << (at % 64);
        if self.lines.len() == CHUNK {
            self.lines.shrink();
            self.keys.shrink_to_fit();
        }
    }
}
