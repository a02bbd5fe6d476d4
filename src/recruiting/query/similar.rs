//! Finds rows that contain the words of a filter with typos.
//!
//! Reads only a snapshot of the folded text, so it can run on another thread, and reports its
//! results chunk by chunk.

use std::sync::atomic::{AtomicBool, Ordering};

use memchr::memmem::Finder;

use super::edit_distance::{EditDistance, words};
use super::filter::Filter;
use super::matches::Matches;
use crate::recruiting::table::{CHUNK, Haystack, Row};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NearMatch {
    pub row: Row,
    /// The number of edits, at least one.
    pub slips: u32,
}

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

/// Finds rows that contain every bare word, some with typos: a swap in words of three letters, one
/// edit in words of four to seven, two in longer ones. `skip` comes from [`Filter::settled`],
/// `found` receives the results chunk by chunk, `stop` ends the search early.
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
    // All parts occur, but not in the requested form.
    u32::try_from(slips.max(1)).ok()
}
