//! A fuzzy search as data, to be run on another thread.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Filter, Matches, NearMatch, find_similar};
use crate::recruiting::table::Haystack;

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
    /// Slow: not for the UI thread. Returns whether the search reached its end, instead of being
    /// stopped.
    pub fn run(&self, stop: &AtomicBool, on_batch: &mut dyn FnMut(&[NearMatch])) -> bool {
        find_similar(&self.haystack, &self.filter, &self.skip, stop, on_batch);
        !stop.load(Ordering::Relaxed)
    }
}
