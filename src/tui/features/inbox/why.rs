//! Decides which candidates of a job are in the queue, and why.

use std::collections::{HashMap, HashSet};

use chrono::{Days, NaiveDate};

use super::state::{Inbox, InboxReason};
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::{Row, StageKey};
use crate::recruiting::triage::{SyncStatus, changes};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::wire::Timestamp;

/// Candidates count as new for this many days.
const NEW: u64 = 7;

pub(crate) struct ReasonFinder<'a> {
    state: &'a State,
    open: &'a OpenJob,
    today: NaiveDate,
    /// Candidates added since then are new; microseconds since 1970.
    new_since: i64,
    /// The stages that need no decision.
    over: HashSet<StageKey>,
    /// The triage log or the pipeline is not loaded, so nothing can be decided yet.
    is_blind: bool,
}

impl<'a> ReasonFinder<'a> {
    pub(crate) fn new(state: &'a State, open: &'a OpenJob) -> Self {
        let now = state.clock.date.to_utc();
        let since = now.checked_sub_days(Days::new(NEW)).unwrap_or(now);
        Self {
            state,
            open,
            today: now.with_timezone(&state.clock.zone).date_naive(),
            new_since: Timestamp::from(since).micros(),
            over: over(open),
            is_blind: !state.drafting.remembers
                || (open.job.record.is_none() && open.job.failure.is_none()),
        }
    }

    /// `None` if the candidate is not in the queue.
    pub(crate) fn why(&self, row: Row, inbox: &Inbox) -> Option<InboxReason> {
        let rows = &self.open.list.roll.rows;
        let id = rows.id(row);
        let own = self.state.book.own(id);
        let was_here = !inbox.sitting.is_empty() && inbox.sitting.contains(id);
        if let Some(snooze) = own.and_then(|own| own.snooze.as_ref()) {
            return if snooze.until <= self.today {
                Some(InboxReason::Woken(snooze.until))
            } else {
                was_here.then_some(InboxReason::Decided)
            };
        }
        let is_over = self.is_over(row);
        if let Some(given) = own.and_then(|own| own.verdict.as_ref()) {
            let changed = || {
                let seen = self.state.as_seen(self.open, row);
                changes(given, &seen).filter(|_| !is_over)
            };
            let told = match self.state.fate(self.open, row) {
                Some(SyncStatus::Disagrees(told)) => Some(told),
                // Same stage, but entered after the verdict.
                Some(SyncStatus::ToDo | SyncStatus::Waits)
                    if self.open.since(row).is_some_and(|since| since > given.at) =>
                {
                    Some("moved away and back".to_owned())
                }
                _ => changed(),
            };
            return match told {
                Some(told) => Some(InboxReason::Changed(told.into())),
                None => was_here.then_some(InboxReason::Decided),
            };
        }
        if is_over || self.is_blind {
            return None;
        }
        let looked = self.state.book.looked(id);
        if looked.is_some_and(|at| inbox.since.is_none_or(|since| at < since)) {
            return Some(InboxReason::Undecided);
        }
        let created = rows.created(row).map(Timestamp::micros);
        let is_new = created.is_some_and(|at| at >= self.new_since);
        Some(if is_new { InboxReason::New } else { InboxReason::Unseen })
    }

    pub(crate) const fn is_informed(&self) -> bool {
        !self.is_blind
    }

    /// Whether the stage of the candidate needs no decision.
    pub(crate) fn is_over(&self, row: Row) -> bool {
        self.over.contains(&self.open.list.roll.rows.stage(row))
    }

    /// Whether the verdict or snooze is of today.
    pub(crate) fn was_today(&self, row: Row) -> bool {
        let Some(own) = self.state.own(self.open, row) else { return false };
        let given = own.verdict.as_ref().map(|given| given.at);
        let put_off = own.snooze.as_ref().map(|snooze| snooze.at);
        let zone = &self.state.clock.zone;
        let is_today = |at: Timestamp| at.to_utc().with_timezone(zone).date_naive() == self.today;
        given.into_iter().chain(put_off).any(is_today)
    }

    /// The order of the stages in the pipeline.
    pub(crate) fn ranks(&self) -> HashMap<StageKey, i64> {
        let stages = self.open.job.record.as_ref().map_or(&[][..], |job| &job.pipeline_stages);
        let rank = |stage: crate::recruiting::table::TableStage<'_>| {
            let order = StageRef::new(stage.id, stage.name).find(stages)?.stage_order?;
            Some((stage.key, order))
        };
        self.open.list.roll.rows.stages().filter_map(rank).collect()
    }
}

/// The stages that need no decision: rejections, and the last of the others.
fn over(open: &OpenJob) -> HashSet<StageKey> {
    let stages = open.stages();
    let on: Vec<_> = stages.iter().filter(|stage| !stage.is_rejection_stage).collect();
    let last = on.last().filter(|_| on.len() > 1).map(|stage| &stage.id);
    let is_over = |stage: &crate::recruiting::table::TableStage<'_>| {
        let meant = StageRef::new(stage.id, stage.name);
        let found = stages.iter().find(|known| meant.is(known));
        found.is_some_and(|known| known.is_rejection_stage || Some(&known.id) == last)
    };
    open.list.roll.rows.stages().filter(is_over).map(|stage| stage.key).collect()
}
