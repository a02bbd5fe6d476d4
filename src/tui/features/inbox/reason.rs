//! Decides which candidates of a job are in the queue, and why.

use std::collections::{HashMap, HashSet};

use chrono::{Days, NaiveDate};

use super::state::{Inbox, InboxReason};
use crate::recruiting::query::is_terms::NEW_DAYS;
use crate::recruiting::stage::{self, StageRef};
use crate::recruiting::table::{Row, StageKey};
use crate::recruiting::triage::{SyncStatus, describe_changes};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::wire::Timestamp;

pub(crate) struct ReasonFinder<'a> {
    state: &'a State,
    open: &'a OpenJob,
    today: NaiveDate,
    /// Candidates added since then are new; microseconds since 1970.
    new_since: i64,
    /// The stages that need no decision.
    final_stages: HashSet<StageKey>,
    /// The triage log or the pipeline is not loaded, so nothing can be decided yet.
    is_loading: bool,
}

impl<'a> ReasonFinder<'a> {
    pub(crate) fn new(state: &'a State, open: &'a OpenJob) -> Self {
        let now = state.clock.date.to_utc();
        let since = now.checked_sub_days(Days::new(NEW_DAYS.into())).unwrap_or(now);
        Self {
            state,
            open,
            today: state.clock.today(),
            new_since: Timestamp::from(since).micros(),
            final_stages: final_stages(open),
            is_loading: !state.local_data.is_restored
                || (!open.job.is_loaded() && open.job.failure.is_none()),
        }
    }

    /// `None` if the candidate is not in the queue.
    pub(crate) fn reason(&self, row: Row, inbox: &Inbox) -> Option<InboxReason> {
        let rows = &self.open.list.pages.rows;
        let id = rows.id(row);
        let triage = self.state.triage_of(self.open, row);
        let is_decided = !inbox.decided.is_empty() && inbox.decided.contains(id);
        if let Some(snooze) = triage.and_then(|triage| triage.snooze.as_ref()) {
            return if snooze.until <= self.today {
                Some(InboxReason::Woken(snooze.until))
            } else {
                is_decided.then_some(InboxReason::Decided)
            };
        }
        let is_final = self.is_final(row);
        if let Some(verdict) = triage.and_then(|triage| triage.verdict.as_ref()) {
            let changed = || {
                let snapshot = self.state.snapshot(self.open, row);
                describe_changes(verdict, &snapshot).filter(|_| !is_final)
            };
            let change = match self.state.sync_status(self.open, row) {
                Some(SyncStatus::Diverged(change)) => Some(change),
                // Same stage, but entered after the verdict.
                Some(SyncStatus::ToDo | SyncStatus::Waiting)
                    if self.open.since(row).is_some_and(|since| since > verdict.at) =>
                {
                    Some("moved away and back".to_owned())
                }
                _ => changed(),
            };
            return match change {
                Some(change) => Some(InboxReason::Changed(change.into())),
                None => is_decided.then_some(InboxReason::Decided),
            };
        }
        if is_final || self.is_loading {
            return None;
        }
        let seen_at = self.state.triage.seen_at(id);
        if seen_at.is_some_and(|at| inbox.opened_at.is_none_or(|since| at < since)) {
            return Some(InboxReason::Undecided);
        }
        let created = rows.created(row).map(Timestamp::micros);
        let is_new = created.is_some_and(|at| at >= self.new_since);
        Some(if is_new { InboxReason::New } else { InboxReason::Unseen })
    }

    pub(crate) const fn is_loaded(&self) -> bool {
        !self.is_loading
    }

    /// Whether the stage of the candidate needs no decision.
    pub(crate) fn is_final(&self, row: Row) -> bool {
        self.final_stages.contains(&self.open.list.pages.rows.stage(row))
    }

    /// Whether the verdict or snooze is of today.
    pub(crate) fn is_decided_today(&self, row: Row) -> bool {
        let Some(triage) = self.state.triage_of(self.open, row) else { return false };
        let verdict_at = triage.verdict.as_ref().map(|verdict| verdict.at);
        let snoozed_at = triage.snooze.as_ref().map(|snooze| snooze.at);
        let is_today = |at: Timestamp| self.state.clock.local(at).date_naive() == self.today;
        verdict_at.into_iter().chain(snoozed_at).any(is_today)
    }

    /// The order of the stages in the pipeline.
    pub(crate) fn stage_ranks(&self) -> HashMap<StageKey, i64> {
        let stages = self.open.pipeline();
        let rank = |stage: crate::recruiting::table::TableStage<'_>| {
            let order = StageRef::new(stage.id, stage.name).find(stages)?.stage_order?;
            Some((stage.key, order))
        };
        self.open.list.pages.rows.stages().filter_map(rank).collect()
    }
}

/// The stages that need no decision.
fn final_stages(open: &OpenJob) -> HashSet<StageKey> {
    let stages = open.stages();
    let is_final = |stage: &crate::recruiting::table::TableStage<'_>| {
        let stage_ref = StageRef::new(stage.id, stage.name);
        let matching = stages.iter().find(|pipeline_stage| stage_ref.matches(pipeline_stage));
        matching.is_some_and(|pipeline_stage| stage::is_final(pipeline_stage, &stages))
    };
    open.list.pages.rows.stages().filter(is_final).map(|stage| stage.key).collect()
}
