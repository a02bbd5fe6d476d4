//! Whose details are to be read in the background, for one job: the most useful
//! first.
//!
//! A queue is made from the list when it is needed, and made anew when the list
//! changed; taking the next from it costs nothing. What failed is not asked for
//! again before the list is. `update/ageing` asks.

use std::collections::HashMap;

use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::{Row, StageKey};
use crate::tui::app::open_job::OpenJob;
use crate::tui::features::triage::limits::limit_of;
use crate::tui::widgets::format::days;
use crate::wire::{CandidateId, Timestamp};

/// So many are put in order at a time.
const QUEUE: usize = 512;
/// After so many failures one after the other the job is left alone.
const FAILURES: u32 = 3;

/// Whose details are to be read in the background.
#[derive(Debug, Default)]
pub(crate) struct Ageing {
    /// Whether the cache was asked.
    pub(crate) recalled: bool,
    /// The next one is the last.
    queue: Vec<Row>,
    /// Nobody is left, until the list changes.
    is_done: bool,
    /// Who could not be read, and whether that is for good.
    failed: HashMap<Row, bool>,
    /// How many failed one after the other.
    failures: u32,
}

impl Ageing {
    /// The list changed.
    pub(crate) fn turned(&mut self) {
        self.queue.clear();
        self.is_done = false;
    }

    /// The list was read to its end: what failed may work now.
    pub(crate) fn forgive(&mut self) {
        self.failed.retain(|_, for_good| *for_good);
        self.failures = 0;
    }

    /// A candidate changed.
    pub(crate) fn again(&mut self, row: Row) {
        self.failed.remove(&row);
    }

    /// A candidate was read.
    pub(crate) const fn works(&mut self) {
        self.failures = 0;
    }

    /// A candidate could not be read.
    pub(crate) fn fail(&mut self, row: Row, failure: &Failure) {
        match failure.kind {
            // These concern everybody; it is their turn again when that is over.
            FailureKind::Network | FailureKind::Key | FailureKind::Waiting | FailureKind::Busy => {
                self.turned()
            }
            FailureKind::Missing => {
                self.failed.insert(row, true);
            }
            _ => {
                self.failed.insert(row, false);
                self.failures += 1;
            }
        }
    }

    /// Whether a candidate could not be read.
    #[must_use]
    pub(crate) fn has_failed(&self, row: Row) -> bool {
        self.failed.contains_key(&row)
    }

    /// How many could not be read.
    #[must_use]
    pub(crate) fn failed(&self) -> usize {
        self.failed.len()
    }

    /// Whether nobody is to be read any more, until the list changes.
    #[must_use]
    pub(crate) const fn rests(&self) -> bool {
        self.is_done || self.failures >= FAILURES
    }
}

impl OpenJob {
    /// Whether the details of a candidate are missing and can be had.
    #[must_use]
    pub fn is_unread(&self, row: Row) -> bool {
        self.list.roll.rows.is_live(row)
            && !self.histories.is_read(row)
            && !self.ageing.has_failed(row)
    }

    /// The next whose details are to be read, of those whom nobody asked for.
    pub(crate) fn next_unread(
        &mut self,
        limits: &[(String, u32)],
        now: Timestamp,
        is_free: impl Fn(&CandidateId) -> bool,
    ) -> Option<CandidateId> {
        if self.ageing.rests() {
            return None;
        }
        let next = self.pop(&is_free).or_else(|| {
            self.fill(limits, now);
            self.pop(&is_free)
        });
        self.ageing.is_done = next.is_none();
        next
    }

    fn pop(&mut self, is_free: impl Fn(&CandidateId) -> bool) -> Option<CandidateId> {
        while let Some(row) = self.ageing.queue.pop() {
            let id = CandidateId::from(self.list.roll.rows.id(row));
            if self.is_unread(row) && is_free(&id) {
                return Some(id);
            }
        }
        None
    }

    /// Those first who may be over the limit of their stage, those last who are
    /// out; among them, who has been here longest.
    fn fill(&mut self, limits: &[(String, u32)], now: Timestamp) {
        let rows = &self.list.roll.rows;
        let pipeline = self.job.record.as_ref().map_or(&[][..], |job| &job.pipeline_stages);
        let stages: HashMap<StageKey, (bool, Option<u32>)> = rows
            .stages()
            .map(|stage| {
                let known = StageRef::new(stage.id, stage.name).find(pipeline);
                let is_out = known.is_some_and(|stage| stage.is_rejection_stage);
                (stage.key, (is_out, limit_of(limits, stage.name)))
            })
            .collect();
        let rank = |row: Row| {
            let created = rows.created(row);
            let (is_out, limit) = stages.get(&rows.stage(row)).copied().unwrap_or_default();
            let bound = created.and_then(|created| days(created, now));
            let may_be_over = bound.zip(limit).is_some_and(|(days, limit)| days > limit.into());
            let rank = match (is_out, may_be_over) {
                (true, _) => 2,
                (false, true) => 0,
                (false, false) => 1,
            };
            (rank, created.map_or(i64::MAX, Timestamp::micros), row)
        };
        let unread = self.list.roll.in_order().filter(|row| self.is_unread(*row));
        let mut ranked: Vec<(u8, i64, Row)> = unread.map(rank).collect();
        if ranked.len() > QUEUE {
            ranked.select_nth_unstable(QUEUE);
            ranked.truncate(QUEUE);
        }
        ranked.sort_unstable_by(|one, other| other.cmp(one));
        self.ageing.queue = ranked.into_iter().map(|(.., row)| row).collect();
    }
}
