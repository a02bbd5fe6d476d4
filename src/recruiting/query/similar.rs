//! Rows in which the words are written with a slip.
//!
//! It reads only a snapshot of the folded text, so it may run on another
//! thread for as long as it takes; it tells what it finds piece by piece.

use std::sync::atomic::{AtomicBool, Ordering};

use memchr::memmem::Finder;

use super::edit_distance::{EditDistance, words};
use super::filter::Filter;
use super::matches::Matches;
use crate::recruiting::table::{CHUNK, Haystack, Row};

/// A row that nearly matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NearMatch {
    /// Which row.
    pub row: Row,
    /// How many letters are not as they were asked for, at least one.
    pub slips: u32,
}

/// A part of a bare word.
struct Part<'a> {
    finder: Finder<'a>,
    slips: Option<EditDistance>,
}

impl Part<'_> {
    fn slips_in(&self, line: &[u8]) -> Option<usize> {
        if self.finder.find(line).is_some() {
            return Some(0);
        }
        self.slips.as_ref()?.in_line(line)
    }
}

/// Looks for rows that hold every bare word of the filter, some of them with a
/// slip: two neighbours swapped in words of three letters, one letter in words of
/// four to seven, two in longer ones. `skip` is
/// what [`Filter::settled`] says; `found` gets them piece by piece; `stop` ends it
/// soon.
pub fn similar(
    haystack: &Haystack,
    filter: &Filter,
    skip: &Matches,
    stop: &AtomicBool,
    found: &mut dyn FnMut(&[NearMatch]),
) {
    let parts = parts(filter);
    if parts.iter().all(|part| part.slips.is_none()) {
        return;
    }
    let mut batch = Vec::new();
    for (index, chunk) in haystack.chunks().enumerate() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        for at in 0..chunk.ends.len() {
            let row = Row::at(index * CHUNK + at);
            if !skip.contains(row)
                && let Some(slips) = slips_in(&parts, chunk.line(at))
            {
                batch.push(NearMatch { row, slips });
            }
        }
        if !batch.is_empty() {
            found(&batch);
            batch.clear();
        }
    }
}

fn parts(filter: &Filter) -> Vec<Part<'_>> {
    let wanted = filter.words.iter().filter(|word| !word.negated);
    let part = |word| Part { finder: Finder::new(word), slips: EditDistance::new(word) };
    wanted.flat_map(|word| words(&word.needle)).map(part).collect()
}

fn slips_in(parts: &[Part<'_>], line: &[u8]) -> Option<u32> {
    let slips = parts.iter().map(|part| part.slips_in(line)).sum::<Option<usize>>()?;
    // All parts are there, but not as they were asked for.
    u32::try_from(slips.max(1)).ok()
}
