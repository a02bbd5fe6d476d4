//! Ranks the candidates of an open job whose stage history was not read yet.

use std::collections::HashMap;

use crate::recruiting::date_text::days;
use crate::recruiting::funnel::overdue::limit_of;
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::{Row, StageKey};
use crate::tui::app::open_job::OpenJob;
use crate::wire::{CandidateId, Timestamp};

/// Candidates ranked at a time.
const QUEUE_SIZE: usize = 512;

impl OpenJob {
    /// Whether the history of a candidate is missing and can be read.
    pub(crate) fn is_unread(&self, row: Row) -> bool {
        self.list.pages.rows.is_live(row)
            && !self.histories.is_read(row)
            && !self.history_queue.has_failed(row)
    }

    /// The next candidate whose history to read, of those that are not in flight.
    pub(crate) fn next_unread(
        &mut self,
        limits: &[(String, u32)],
        now: Timestamp,
        is_free: impl Fn(&CandidateId) -> bool,
    ) -> Option<CandidateId> {
        if self.history_queue.is_idle() {
            return None;
        }
        let next = self.pop(&is_free).or_else(|| {
            self.fill(limits, now);
            self.pop(&is_free)
        });
        self.history_queue.is_exhausted = next.is_none();
        next
    }

    fn pop(&mut self, is_free: impl Fn(&CandidateId) -> bool) -> Option<CandidateId> {
        while let Some(row) = self.history_queue.rows.pop() {
            let id = CandidateId::from(self.list.pages.rows.id(row));
            if self.is_unread(row) && is_free(&id) {
                return Some(id);
            }
        }
        None
    }

    /// Ranks candidates that may be over the limit of their stage first and
    /// rejected ones last; within a rank the oldest first.
    fn fill(&mut self, limits: &[(String, u32)], now: Timestamp) {
        let rows = &self.list.pages.rows;
        let pipeline = self.pipeline();
        let stages: HashMap<StageKey, (bool, Option<u32>)> = rows
            .stages()
            .map(|stage| {
                let pipeline_stage = StageRef::new(stage.id, stage.name).find(pipeline);
                let is_rejection = pipeline_stage.is_some_and(|stage| stage.is_rejection_stage);
                (stage.key, (is_rejection, limit_of(limits, stage.name)))
            })
            .collect();
        let rank = |row: Row| {
            let created = rows.created(row);
            let (is_rejection, limit) = stages.get(&rows.stage(row)).copied().unwrap_or_default();
            let bound = created.and_then(|created| days(created, now));
            let may_be_overdue = bound.zip(limit).is_some_and(|(days, limit)| days > limit.into());
            let rank = match (is_rejection, may_be_overdue) {
                (true, _) => 2,
                (false, true) => 0,
                (false, false) => 1,
            };
            (rank, created.map_or(i64::MAX, Timestamp::micros), row)
        };
        let unread = self.list.pages.in_order().filter(|row| self.is_unread(*row));
        let mut ranked: Vec<(u8, i64, Row)> = unread.map(rank).collect();
        if ranked.len() > QUEUE_SIZE {
            ranked.select_nth_unstable(QUEUE_SIZE);
            ranked.truncate(QUEUE_SIZE);
        }
        ranked.sort_unstable_by(|left, right| right.cmp(left));
        self.history_queue.rows = ranked.into_iter().map(|(.., row)| row).collect();
    }
}
