//! Finds rows that contain the words of a filter with typos.
//!
//! Reads only a snapshot of the folded text, so it can run on another thread, and reports its
//! results chunk by chunk. Texts that rows share are compared once; the chunks are divided between
//! the cores.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use memchr::memmem::Finder;

use super::edit_distance::{EditDistance, words};
use super::eval::words::PreparedWord;
use super::filter::Filter;
use super::matches::Matches;
use crate::recruiting::parallel::cores;
use crate::recruiting::table::{CHUNK, Chunk, Haystack, Lines, Row};

/// The distance of a text that has no similar word.
const TOO_FAR: u8 = u8::MAX;

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
    /// The distance of each shared text by its key, for each shared column.
    shared: Vec<Vec<u8>>,
}

impl<'a> WordPattern<'a> {
    fn new(word: &'a [u8], shared: &[Lines]) -> Self {
        let (finder, edits) = (Finder::new(word), EditDistance::new(word));
        let mut pattern = Self { finder, edits, shared: Vec::new() };
        let distances = |texts: &Lines| {
            (0..texts.len()).map(|key| pattern.distance_in(texts.line(key))).collect()
        };
        pattern.shared = shared.iter().map(distances).collect();
        pattern
    }

    fn distance_in(&self, line: &[u8]) -> u8 {
        if self.finder.find(line).is_some() {
            return 0;
        }
        let distance = self.edits.as_ref().and_then(|edits| edits.distance_in_line(line));
        distance.map_or(TOO_FAR, |distance| u8::try_from(distance).unwrap_or(TOO_FAR))
    }

    fn distance(&self, chunk: &Chunk, at: usize) -> Option<u32> {
        let columns = self.shared.iter().enumerate();
        let shared = columns
            .map(|(column, distances)| distances[chunk.key(at, column, self.shared.len())])
            .min()
            .unwrap_or(TOO_FAR);
        let nearest =
            if shared == 0 { 0 } else { shared.min(self.distance_in(chunk.lines.line(at))) };
        (nearest != TOO_FAR).then(|| nearest.into())
    }
}

/// Finds rows that contain every bare word, some with typos: a swap in words of three letters, one
/// edit in words of four to seven, two in longer ones. `skip` comes from
/// [`Filter::skippable_rows`], `on_batch` receives the results of a chunk as they come, in no
/// particular order, and `stop` ends the search early.
pub fn find_similar(
    haystack: &Haystack,
    filter: &Filter,
    skip: &Matches,
    stop: &AtomicBool,
    on_batch: &mut dyn FnMut(&[NearMatch]),
) {
    let words = NearWords::new(filter, haystack);
    if words.required.iter().all(|pattern| pattern.edits.is_none()) {
        return;
    }
    let (chunks, next) = (haystack.chunks(), AtomicUsize::new(0));
    let is_stopped = || stop.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let (sender, batches) = channel();
        let (words, next) = (&words, &next);
        let search = move |sender: Sender<Vec<NearMatch>>| {
            while !is_stopped() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(chunk) = chunks.get(index) else { return };
                let batch = words.near_matches(haystack, index, chunk, skip);
                if !batch.is_empty() && sender.send(batch).is_err() {
                    return;
                }
            }
        };
        let threads = (0..cores().min(chunks.len())).filter(|_| {
            let sender = sender.clone();
            thread::Builder::new().spawn_scoped(scope, move || search(sender)).is_ok()
        });
        if threads.count() == 0 {
            // The system has no thread to spare.
            search(sender);
        } else {
            drop(sender);
        }
        for batch in batches.iter().take_while(|_| !is_stopped()) {
            on_batch(&batch);
        }
    });
}

/// The bare words of a filter.
struct NearWords<'a> {
    required: Vec<WordPattern<'a>>,
    /// They are not found with typos: `-ron` leaves Rona out, and Roan in.
    excluded: Vec<PreparedWord<'a>>,
}

impl<'a> NearWords<'a> {
    fn new(filter: &'a Filter, haystack: &Haystack) -> Self {
        let (excluded, required): (Vec<_>, Vec<_>) =
            filter.words.iter().partition(|word| word.negated);
        let parts = required.into_iter().flat_map(|word| words(&word.needle));
        let excluded = excluded.into_iter();
        Self {
            required: parts.map(|word| WordPattern::new(word, haystack.shared())).collect(),
            excluded: excluded.map(|word| PreparedWord::new(&word.needle, haystack)).collect(),
        }
    }

    fn near_matches(
        &self,
        haystack: &Haystack,
        index: usize,
        chunk: &Chunk,
        skip: &Matches,
    ) -> Vec<NearMatch> {
        let rows = (0..chunk.lines.len()).map(|at| (at, Row::at(index * CHUNK + at)));
        let candidates = rows.filter(|(_, row)| !skip.contains(*row));
        let near = candidates.filter_map(|(at, row)| {
            let distances = self.required.iter().map(|pattern| pattern.distance(chunk, at));
            // At least one: all parts occur, but not as the filter requires.
            let distance = distances.sum::<Option<u32>>()?.max(1);
            Some(NearMatch { row, distance })
        });
        near.filter(|near| !self.excluded.iter().any(|word| word.is_in(haystack, near.row)))
            .collect()
    }
}
