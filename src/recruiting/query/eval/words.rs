//! A word of a filter, with the shared texts that contain it: those are searched once, not in each
//! row. `eval` tests chunks and rows with it.

use memchr::memmem::Finder;

use crate::recruiting::query::matches::Matches;
use crate::recruiting::table::{
    Bits, CHUNK, Chunk, Haystack, Lines, MANY_ROWS, Row, WORDS, count, intersect, retain, unite,
};

#[derive(Clone)]
pub(crate) struct PreparedWord<'a> {
    finder: Finder<'a>,
    /// The keys of the texts with the word, for each shared column; none if there are none.
    shared: Vec<Option<Matches>>,
}

impl<'a> PreparedWord<'a> {
    pub(crate) fn new(needle: &'a [u8], lines: &Haystack) -> Self {
        let finder = Finder::new(needle);
        let shared = lines.shared().iter().map(|texts| keys_of(texts, &finder)).collect();
        Self { finder, shared }
    }

    /// The rows of a chunk with the word.
    pub(super) fn scan(&self, chunk: &Chunk) -> Bits {
        let (mut bits, mut rest) = ([0; WORDS], chunk.live);
        for (column, keys) in self.keys() {
            for (at, key) in chunk.keys(column, self.shared.len()).enumerate() {
                bits[at / 64] |= u64::from(keys.has(key)) << (at % 64);
            }
        }
        intersect(&mut bits, &chunk.live, false);
        intersect(&mut rest, &bits, true);
        let found = if count(&rest) < MANY_ROWS {
            retain(&mut rest, |at| self.finder.find(chunk.lines.line(at)).is_some());
            rest
        } else {
            // The line of a removed row is empty.
            chunk.lines.scan(&self.finder)
        };
        unite(&mut bits, &found);
        bits
    }

    /// Whether a row has the word; it must not be removed.
    pub(crate) fn is_in(&self, lines: &Haystack, row: Row) -> bool {
        self.keys().any(|(column, keys)| keys.has(lines.key(row, column)))
            || self.finder.find(lines.own_line(row)).is_some()
    }

    fn keys(&self) -> impl Iterator<Item = (usize, &Matches)> {
        let columns = self.shared.iter().enumerate();
        columns.filter_map(|(column, keys)| Some((column, keys.as_ref()?)))
    }
}

/// The keys of the texts with a word.
fn keys_of(texts: &Lines, finder: &Finder<'_>) -> Option<Matches> {
    let mut keys = Matches::default();
    for (index, chunk) in texts.chunks().iter().enumerate() {
        keys.overwrite(index * CHUNK / 64, &chunk.scan(finder), Row::at(0));
    }
    (!keys.is_empty()).then_some(keys)
}
