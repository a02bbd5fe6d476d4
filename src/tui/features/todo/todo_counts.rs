//! How many are to do, kept as things happen.
//!
//! A verdict looks at one candidate, a page at those on it who were decided on,
//! the last page at those of its job; all of them are only looked through when
//! something was taken back.

use std::collections::{HashMap, HashSet};

use super::list::{TodoStatus, standing};
use crate::recruiting::triage::{EntryId, EntryKind};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
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
    last: Option<(usize, EntryId)>,
    version: u64,
    /// By job, those with a verdict; with how it stands where something is to do.
    held: HashMap<JobId, HashMap<String, Option<Kind>>>,
    /// Jobs of which something new was read.
    doubted: HashSet<JobId>,
    /// Candidates who came in a page.
    came: HashSet<String>,
    /// Jobs that are read again because candidates were moved in them.
    pub(crate) again: HashSet<JobId>,
    counts: TodoCounts,
    /// Counts the changes.
    pub(crate) changes: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
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

    fn put(&mut self, job: &JobId, candidate: &str, kind: Option<Kind>) {
        let held = self.held.entry(job.clone()).or_default();
        let before = held.insert(candidate.to_owned(), kind).flatten();
        self.count(before, false);
        self.count(kind, true);
    }
}

impl State {
    /// How many verdicts are to be carried out, as far as the lists were read.
    #[must_use]
    pub const fn todo_count(&self) -> usize {
        self.tally.counts.todo
    }

    /// The same with those where the server disagrees and those not read yet.
    #[must_use]
    pub const fn todo_counts(&self) -> TodoCounts {
        self.tally.counts
    }

    /// The jobs whose lists are still to be read, so that it is known what is to do.
    /// None while nobody wants to know.
    #[must_use]
    pub fn todo_jobs(&self) -> Vec<JobId> {
        let tally = &self.tally;
        let wanted: Vec<&JobId> = if is_asked(self.over.as_ref()) {
            tally.held.keys().collect()
        } else {
            tally.again.iter().collect()
        };
        let mut jobs: Vec<JobId> =
            wanted.into_iter().filter(|id| self.is_unread(id)).cloned().collect();
        jobs.sort();
        jobs
    }

    /// How many lists are being read so that it is known what is to do, and how
    /// many of them cannot be.
    #[must_use]
    pub fn todo_reading(&self) -> (usize, usize) {
        let is_cut_off = self.offline.is_some() || self.locked.is_some();
        let fails = |job: &JobId| {
            is_cut_off || self.open.get(job).is_some_and(|open| open.list.roll.gaps().is_some())
        };
        let jobs = self.todo_jobs();
        let failed = jobs.iter().filter(|job| fails(job)).count();
        (jobs.len() - failed, failed)
    }

    fn is_unread(&self, job: &JobId) -> bool {
        self.open.get(job).is_some_and(|open| {
            !open.list.roll.is_complete() || (open.job.is_wanted() && open.job.record.is_none())
        })
    }

    /// All jobs in which somebody was decided on.
    pub(crate) fn decided_jobs(&self) -> Vec<JobId> {
        self.tally.held.keys().cloned().collect()
    }

    /// Takes in what was decided and read since.
    pub(crate) fn tally(&mut self) {
        let mut tally = std::mem::take(&mut self.tally);
        if tally.version != self.book.version {
            self.take_log(&mut tally);
            tally.version = self.book.version;
            tally.changes += 1;
        }
        for job in std::mem::take(&mut tally.doubted) {
            let held = tally.held.get(&job).into_iter().flat_map(HashMap::keys);
            for candidate in held.cloned().collect::<Vec<String>>() {
                self.look_at(&mut tally, &candidate);
            }
            tally.changes += 1;
        }
        let came = std::mem::take(&mut tally.came);
        tally.changes += u64::from(!came.is_empty());
        for candidate in came {
            self.look_at(&mut tally, &candidate);
        }
        if !tally.again.is_empty() {
            let is_out = |job: &JobId| {
                let roll = self.open.get(job).map(|open| &open.list.roll);
                roll.is_some_and(|roll| !roll.is_complete() && roll.gaps().is_none())
            };
            tally.again.retain(is_out);
        }
        self.tally = tally;
    }

    fn take_log(&self, tally: &mut TodoCounter) {
        let log = self.book.log();
        let known = match &tally.last {
            None => 0,
            // The log only grows, unless a step was never written: then its end is elsewhere.
            Some((at, id)) if log.get(*at).is_some_and(|entry| entry.id == *id) => at + 1,
            Some(_) => usize::MAX,
        };
        let new = log.get(known..);
        let is_step =
            |act: &EntryKind| matches!(act, EntryKind::Undo { .. } | EntryKind::Redo { .. });
        if let Some(new) = new.filter(|new| !new.iter().any(|entry| is_step(&entry.act))) {
            let touched = new.iter().map(|entry| entry.subject.candidate.as_str());
            for candidate in touched.collect::<HashSet<&str>>() {
                self.look_at(tally, candidate);
            }
        } else {
            (tally.held, tally.counts) = (HashMap::new(), TodoCounts::default());
            for own in self.book.all() {
                self.look_at(tally, own.subject.candidate.as_str());
            }
        }
        tally.last = log.last().map(|entry| (log.len() - 1, entry.id.clone()));
    }

    fn look_at(&self, tally: &mut TodoCounter, candidate: &str) {
        let Some(own) = self.book.own(candidate).filter(|own| own.verdict.is_some()) else {
            return;
        };
        let kind = standing(self, own).map(|(standing, _)| match standing {
            TodoStatus::ToDo => Kind::ToDo,
            TodoStatus::Disagrees(_) => Kind::Disagrees,
            TodoStatus::Unread => Kind::Unread,
        });
        tally.put(&own.subject.job, candidate, kind);
    }
}

/// Whether what is to do is on the screen.
fn is_asked(over: Option<&Dialog>) -> bool {
    match over {
        Some(Dialog::Todo(_) | Dialog::Apply(_)) => true,
        Some(Dialog::Export(export)) => is_asked(export.below.as_deref()),
        _ => false,
    }
}
