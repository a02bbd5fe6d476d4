//! Keeps the to-do counts up to date.
//!
//! A verdict checks one candidate, a page the candidates on it, a last page those of its job. Only undo and
//! redo check all of them.

use std::collections::{HashMap, HashSet};

use super::list::{TodoStatus, status};
use super::state::{TodoCounter, TodoCounts, VerdictStatus};
use crate::recruiting::triage::EntryKind;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::wire::JobId;

impl State {
    /// Verdicts to carry out, as far as the lists are loaded.
    #[must_use]
    pub const fn todo_count(&self) -> usize {
        self.tally.counts.todo
    }

    #[must_use]
    pub const fn todo_counts(&self) -> TodoCounts {
        self.tally.counts
    }

    /// The jobs whose lists the to-do list still needs. Empty unless the to-do list is open or candidates
    /// were moved.
    #[must_use]
    pub fn todo_jobs(&self) -> Vec<JobId> {
        let tally = &self.tally;
        let needed: Vec<&JobId> =
            if self.dialogs().any(|dialog| matches!(dialog, Dialog::Todo(_) | Dialog::Apply(_))) {
                tally.held.keys().collect()
            } else {
                tally.again.iter().collect()
            };
        let mut jobs: Vec<JobId> =
            needed.into_iter().filter(|id| self.is_unread(id)).cloned().collect();
        jobs.sort();
        jobs
    }

    /// How many of those lists are loading, and how many cannot be loaded.
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

    /// All jobs with a verdict.
    pub(crate) fn decided_jobs(&self) -> Vec<JobId> {
        self.tally.held.keys().cloned().collect()
    }

    /// Takes in new verdicts and new data.
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
                self.check(&mut tally, &candidate);
            }
            tally.changes += 1;
        }
        let came = std::mem::take(&mut tally.came);
        tally.changes += u64::from(!came.is_empty());
        for candidate in came {
            self.check(&mut tally, &candidate);
        }
        if !tally.again.is_empty() {
            let is_loading = |job: &JobId| {
                let roll = self.open.get(job).map(|open| &open.list.roll);
                roll.is_some_and(|roll| !roll.is_complete() && roll.gaps().is_none())
            };
            tally.again.retain(is_loading);
        }
        self.tally = tally;
    }

    fn take_log(&self, tally: &mut TodoCounter) {
        let log = self.book.log();
        let known = match &tally.last {
            None => 0,
            // The log only grows, unless a group could not be written and was retracted.
            Some((at, id)) if log.get(*at).is_some_and(|entry| entry.id == *id) => at + 1,
            Some(_) => usize::MAX,
        };
        let new = log.get(known..);
        let is_undo_or_redo =
            |act: &EntryKind| matches!(act, EntryKind::Undo { .. } | EntryKind::Redo { .. });
        if let Some(new) = new.filter(|new| !new.iter().any(|entry| is_undo_or_redo(&entry.act))) {
            let touched = new.iter().map(|entry| entry.subject.candidate.as_str());
            for candidate in touched.collect::<HashSet<&str>>() {
                self.check(tally, candidate);
            }
        } else {
            (tally.held, tally.counts) = (HashMap::new(), TodoCounts::default());
            for own in self.book.all() {
                self.check(tally, own.subject.candidate.as_str());
            }
        }
        tally.last = log.last().map(|entry| (log.len() - 1, entry.id.clone()));
    }

    fn check(&self, tally: &mut TodoCounter, candidate: &str) {
        let Some(own) = self.book.own(candidate).filter(|own| own.verdict.is_some()) else {
            return;
        };
        let status = status(self, own).map(|(status, _)| match status {
            TodoStatus::ToDo => VerdictStatus::ToDo,
            TodoStatus::Disagrees(_) => VerdictStatus::Disagrees,
            TodoStatus::Unread => VerdictStatus::Unread,
        });
        tally.put(&own.subject.job, candidate, status);
    }
}
