//! A search for rows that are nearly what the filter says, ready to be carried
//! out on another thread.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Filter, Matches, NearMatch, similar};
use crate::recruiting::table::Haystack;

/// A search for rows that match nearly.
#[derive(Debug, Clone)]
pub struct SimilarityQuery {
    /// The lines as they were when it began.
    pub haystack: Haystack,
    /// What is looked for.
    pub filter: Filter,
    /// Rows that need no look.
    pub skip: Matches,
}

/// Two searches are the same when they look for the same among the same rows.
impl PartialEq for SimilarityQuery {
    fn eq(&self, other: &Self) -> bool {
        self.filter == other.filter && self.skip == other.skip
    }
}

impl Eq for SimilarityQuery {}

impl SimilarityQuery {
    /// Carries it out. Takes long: not for the UI's thread. Whether it came to
    /// its end: one that was stopped has not seen everything.
    pub fn run(&self, stop: &AtomicBool, found: &mut dyn FnMut(&[NearMatch])) -> bool {
        similar(&self.haystack, &self.filter, &self.skip, stop, found);
        !stop.load(Ordering::Relaxed)
    }
}
