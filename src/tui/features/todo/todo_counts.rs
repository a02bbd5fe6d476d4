//! How many are to do, kept as things happen.
//!
//! A verdict looks at one candidate, a page at those on it who were decided on,
//! the last page at those of its job; all of them are only looked through when
//! something was taken back.

use std::collections::{HashMap, HashSet};

use crate::recruiting::triage::EntryId;
use crate::wire::{CandidateId, JobId};

/// How many are to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TodoCounts {
    /// To be carried out.
    pub todo: usize,
    /// The server did something else.
    pub disagrees: usize,
    /// Not read yet.
    pub unread: usize,
}

/// Those who were decided on, and how that stands.
#[derive(Debug, Default)]
pub struct TodoCounter {
    /// How far the log was taken in.
    pub(crate) last: Option<(usize, EntryId)>,
    pub(crate) version: u64,
    /// By job, those with a verdict; with how it stands where something is to do.
    pub(crate) held: HashMap<JobId, HashMap<String, Option<Kind>>>,
    /// Jobs of which something new was read.
    pub(crate) doubted: HashSet<JobId>,
    /// Candidates who came in a page.
    pub(crate) came: HashSet<String>,
    /// Jobs that are read again because candidates were moved in them.
    pub(crate) again: HashSet<JobId>,
    pub(crate) counts: TodoCounts,
    /// Counts the changes.
    pub(crate) changes: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    ToDo,
    Disagrees,
    Unread,
}

impl TodoCounter {
    /// Something new was read of a job.
    pub(crate) fn doubt(&mut self, job: &JobId) {
        if self.held.contains_key(job) {
            self.doubted.insert(job.clone());
        }
    }

    /// Some of a job's candidates were read.
    pub(crate) fn doubt_some<'a>(
        &mut self,
        job: &JobId,
        whom: impl Iterator<Item = &'a CandidateId>,
    ) {
        let Some(held) = self.held.get(job) else { return };
        let known = whom.map(CandidateId::as_str).filter(|id| held.contains_key(*id));
        self.came.extend(known.map(str::to_owned));
    }

    const fn count(&mut self, kind: Option<Kind>, up: bool) {
        let counts = &mut self.counts;
        let count = match kind {
            Some(Kind::ToDo) => &mut counts.todo,
            Some(Kind::Disagrees) => &mut counts.disagrees,
            Some(Kind::Unread) => &mut counts.unread,
            None => return,
        };
        *count = if up { *count + 1 } else { count.saturating_sub(1) };
    }

    pub(crate) fn put(&mut self, job: &JobId, candidate: &str, kind: Option<Kind>) {
        let held = self.held.entry(job.clone()).or_default();
        let before = held.insert(candidate.to_owned(), kind).flatten();
        self.count(before, false);
        self.count(kind, true);
    }
}
