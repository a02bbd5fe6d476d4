//! Keeps the to-do counts up to date as verdicts and pages arrive.

use std::collections::{HashMap, HashSet};

use super::list::TodoStatus;
use super::selectors::standing;
use super::todo_counts::{Kind, TodoCounter, TodoCounts};
use crate::recruiting::triage::EntryKind;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::wire::JobId;

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
        let wanted: Vec<&JobId> =
            if self.dialogs().any(|dialog| matches!(dialog, Dialog::Todo(_) | Dialog::Apply(_))) {
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
