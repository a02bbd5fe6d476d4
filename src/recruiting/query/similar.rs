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
    pub(crate) row: Row,
    /// The number of edits, at least one.
    pub(crate) distance: u32,
}

/// The arguments of a search, to be run on another thread.
#[derive(Debug, Clone)]
pub struct SimilarityQuery {
    /// A snapshot.
    pub(crate) haystack: Haystack,
    pub(crate) filter: Filter,
    /// Rows that need no check.
    pub(crate) skip: Matches,
}

/// Compares filter and rows, not the text of the snapshot.
impl PartialEq for SimilarityQuery {
    fn eq(&self, other: &Self) -> bool {
        self.filter == other.filter && self.skip == other.skip
    }
}

impl Eq for SimilarityQuery {}

impl SimilarityQuery {
    /// Slow: never call it on the UI thread. Returns false if `stop` ended the search early.
    pub fn run(&self, stop: &AtomicBool, on_batch: &mut dyn FnMut(&[NearMatch])) -> bool {
        find_similar(&self.haystack, &self.filter, &self.skip, stop, on_batch);
        !stop.load(Ordering::Relaxed)
    }
}

struct WordPattern<'a> {
    finder: Finder<'a>,
    edits: Option<EditDistance>,
}

impl WordPattern<'_> {
    fn distance_in(&self, line: &[u8]) -> Option<usize> {
        if self.finder.find(line).is_some() {
            return Some(0);
        }
        self.edits.as_ref()?.distance_in_line(line)
    }
}

/// Finds rows that contain every bare word, some with typos: a swap in words of three letters, one
/// edit in words of four to seven, two in longer ones. `skip` comes from
/// [`Filter::skippable_rows`], `on_batch` receives the results chunk by chunk, `stop` ends the search
/// early.
pub fn find_similar(
    haystack: &Haystack,
    filter: &Filter,
    skip: &Matches,
    stop: &AtomicBool,
    on_batch: &mut dyn FnMut(&[NearMatch]),
) {
    let patterns = word_patterns(filter);
    if patterns.iter().all(|pattern| pattern.edits.is_none()) {
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
                && let Some(distance) = total_distance(&patterns, chunk.line(at))
            {
                batch.push(NearMatch { row, distance });
            }
        }
        if !batch.is_empty() {
            on_batch(&batch);
            batch.clear();
        }
    }
}

fn word_patterns(filter: &Filter) -> Vec<WordPattern<'_>> {
    let required = filter.words.iter().filter(|word| !word.negated);
    let to_pattern =
        |word| WordPattern { finder: Finder::new(word), edits: EditDistance::new(word) };
    required.flat_map(|word| words(&word.needle)).map(to_pattern).collect()
}

fn total_distance(patterns: &[WordPattern<'_>], line: &[u8]) -> Option<u32> {
    let distance =
        patterns.iter().map(|pattern| pattern.distance_in(line)).sum::<Option<usize>>()?;
    // All parts occur, but not as the filter requires.
    u32::try_from(distance.max(1)).ok()
}
