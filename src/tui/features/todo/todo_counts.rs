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
    pub(crate) const fn todo_count(&self) -> usize {
        self.todo_counter.counts.todo
    }

    pub(crate) const fn todo_counts(&self) -> TodoCounts {
        self.todo_counter.counts
    }

    /// The jobs whose lists the to-do list still needs. Empty unless the to-do list is open or candidates
    /// were moved.
    pub(crate) fn todo_jobs(&self) -> Vec<JobId> {
        let counter = &self.todo_counter;
        let needed: Vec<&JobId> =
            if self.dialogs().any(|dialog| matches!(dialog, Dialog::Todo(_) | Dialog::Apply(_))) {
                counter.statuses.keys().collect()
            } else {
                counter.reloading_jobs.iter().collect()
            };
        let mut jobs: Vec<JobId> =
            needed.into_iter().filter(|id| self.is_unread(id)).cloned().collect();
        jobs.sort();
        jobs
    }

    /// How many of those lists are loading, and how many cannot be loaded.
    pub(crate) fn todo_reading(&self) -> (usize, usize) {
        let is_offline = self.offline.is_some() || self.locked.is_some();
        let fails = |job: &JobId| {
            is_offline || self.open.get(job).is_some_and(|open| open.list.pages.gaps().is_some())
        };
        let jobs = self.todo_jobs();
        let failed = jobs.iter().filter(|job| fails(job)).count();
        (jobs.len() - failed, failed)
    }

    fn is_unread(&self, job: &JobId) -> bool {
        self.open.get(job).is_some_and(|open| {
            !open.list.pages.is_complete() || (open.job.needs_fetch() && open.job.record.is_none())
        })
    }

    /// All jobs with a verdict.
    pub(crate) fn decided_jobs(&self) -> Vec<JobId> {
        self.todo_counter.statuses.keys().cloned().collect()
    }

    /// Takes in new verdicts and new data.
    pub(crate) fn update_todo_counts(&mut self) {
        let mut counter = std::mem::take(&mut self.todo_counter);
        if counter.version != self.triage.version {
            self.count_log(&mut counter);
            counter.version = self.triage.version;
            counter.changes += 1;
        }
        for job in std::mem::take(&mut counter.invalid_jobs) {
            let candidates = counter.statuses.get(&job).into_iter().flat_map(HashMap::keys);
            for candidate in candidates.cloned().collect::<Vec<String>>() {
                self.update_status(&mut counter, &candidate);
            }
            counter.changes += 1;
        }
        let changed = std::mem::take(&mut counter.invalid_candidates);
        counter.changes += u64::from(!changed.is_empty());
        for candidate in changed {
            self.update_status(&mut counter, &candidate);
        }
        if !counter.reloading_jobs.is_empty() {
            let is_loading = |job: &JobId| {
                let list = self.open.get(job).map(|open| &open.list.pages);
                list.is_some_and(|list| !list.is_complete() && list.gaps().is_none())
            };
            counter.reloading_jobs.retain(is_loading);
        }
        self.todo_counter = counter;
    }

    fn count_log(&self, counter: &mut TodoCounter) {
        let log = self.triage.log();
        let start = match &counter.last {
            None => 0,
            // The log only grows, unless a group could not be written and was retracted.
            Some((at, id)) if log.get(*at).is_some_and(|entry| entry.id == *id) => at + 1,
            Some(_) => usize::MAX,
        };
        let new = log.get(start..);
        let is_undo_or_redo =
            |act: &EntryKind| matches!(act, EntryKind::Undo { .. } | EntryKind::Redo { .. });
        if let Some(new) = new.filter(|new| !new.iter().any(|entry| is_undo_or_redo(&entry.act))) {
            let changed = new.iter().map(|entry| entry.subject.candidate.as_str());
            for candidate in changed.collect::<HashSet<&str>>() {
                self.update_status(counter, candidate);
            }
        } else {
            (counter.statuses, counter.counts) = (HashMap::new(), TodoCounts::default());
            for triage in self.triage.all() {
                self.update_status(counter, triage.subject.candidate.as_str());
            }
        }
        counter.last = log.last().map(|entry| (log.len() - 1, entry.id.clone()));
    }

    fn update_status(&self, counter: &mut TodoCounter, candidate: &str) {
        let Some(triage) =
            self.triage.candidate(candidate).filter(|triage| triage.verdict.is_some())
        else {
            return;
        };
        let status = status(self, triage).map(|(status, _)| match status {
            TodoStatus::ToDo => VerdictStatus::ToDo,
            TodoStatus::Disagrees(_) => VerdictStatus::Disagrees,
            TodoStatus::Unread => VerdictStatus::Unread,
        });
        counter.set_status(&triage.subject.job, candidate, status);
    }
}
