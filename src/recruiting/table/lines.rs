//! Texts as lines of large chunks, each searched as one text. `haystack` holds rows and shared texts
//! in them, and `query` searches them.

use std::sync::Arc;

use memchr::memmem::Finder;

use super::bits::{Bits, CHUNK, WORDS};

/// Lines by their numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lines {
    chunks: Vec<Arc<LineChunk>>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct LineChunk {
    /// Every line ends with a line feed.
    text: Vec<u8>,
    /// The end of each line, after its line feed.
    ends: Vec<u32>,
}

impl Lines {
    pub(crate) fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    pub(crate) fn chunks(&self) -> &[Arc<LineChunk>] {
        &self.chunks
    }

    #[inline]
    pub(crate) fn line(&self, number: usize) -> &[u8] {
        self.chunks.get(number / CHUNK).map_or(&[], |chunk| chunk.line(number % CHUNK))
    }

    /// The number is that of a line, or the next one.
    pub(crate) fn put(&mut self, number: usize, line: &[u8]) {
        if number < self.len() {
            Arc::make_mut(&mut self.chunks[number / CHUNK]).set(number % CHUNK, line);
            return;
        }
        if number.is_multiple_of(CHUNK) {
            self.chunks.push(Arc::default());
        }
        if let Some(last) = self.chunks.last_mut() {
            Arc::make_mut(last).push(|text| text.extend_from_slice(line));
        }
    }
}

impl LineChunk {
    pub(crate) const fn new() -> Self {
        Self { text: Vec::new(), ends: Vec::new() }
    }

    pub(crate) const fn len(&self) -> usize {
        self.ends.len()
    }

    #[inline]
    pub(crate) fn line(&self, index: usize) -> &[u8] {
        let (from, to) = self.span(index);
        self.text.get(from..to.saturating_sub(1)).unwrap_or_default()
    }

    #[inline]
    fn span(&self, index: usize) -> (usize, usize) {
        let from = index
            .checked_sub(1)
            .and_then(|before| self.ends.get(before))
            .map_or(0, |end| usize_of(*end));
        (from, self.ends.get(index).map_or(from, |end| usize_of(*end)))
    }

    pub(crate) fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.text);
        self.text.push(b'\n');
        self.ends.push(u32_of(self.text.len()));
    }

    pub(crate) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    pub(crate) fn set(&mut self, index: usize, line: &[u8]) {
        let (from, to) = self.span(index);
        let before = to - from - 1;
        self.text.splice(from..to - 1, line.iter().copied());
        for end in self.ends.iter_mut().skip(index) {
            *end = u32_of(usize_of(*end) + line.len() - before);
        }
    }

    /// The lines that contain a text. After each match, the search goes on with the next line.
    pub(crate) fn scan(&self, finder: &Finder<'_>) -> Bits {
        let mut bits = [0; WORDS];
        let (mut at, mut line) = (0, 0);
        while let Some(hit) = self.text.get(at..).and_then(|rest| finder.find(rest)) {
            line = self.line_at(line, at + hit);
            let Some(end) = self.ends.get(line) else { break };
            bits[line / 64] |= 1 << (line % 64);
            at = usize_of(*end);
            line += 1;
        }
        bits
    }

    /// The line that contains an offset, at or after `first`. Galloping search: near lines are found
    /// at once.
    #[inline]
    fn line_at(&self, first: usize, position: usize) -> usize {
        let ends_before = |end: &u32| usize_of(*end) <= position;
        let (mut from, mut step) = (first, 1);
        while self.ends.get(from + step - 1).is_some_and(ends_before) {
            from += step;
            step *= 2;
        }
        let to = self.ends.len().min(from + step);
        from + self.ends.get(from..to).unwrap_or_default().partition_point(ends_before)
    }
}

#[inline]
const fn usize_of(offset: u32) -> usize {
    offset as usize
}

/// A chunk has 4,096 lines of a few thousand bytes at most, so this fits.
fn u32_of(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
