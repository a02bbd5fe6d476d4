//! How candidates get through a job: made from the histories that were read.
//!
//! `of` counts, and is pure; `FunnelCache` keeps what it counted, since that is
//! shown more often than it changes. What the figures rest on is told with them.
//! `update/funnel` takes the keys; `view/over/funnel` and the sheet of the job
//! draw it. Stays and counts are of stages; nobody is given a mark.

use std::time::Duration;

use crate::recruiting::funnel::figures::FunnelFigures;
use crate::recruiting::funnel::histories::Histories;
use crate::tui::app::clock::Moment;
use crate::wire::{JobId, Timestamp};

/// Figures that grow are counted anew at most so often.
const MIN_INTERVAL: Duration = Duration::from_millis(300);
/// The same for each so many histories, in milliseconds.
const HISTORIES_PER_MILLI: u64 = 100;
/// Figures are counted anew after so many seconds, since days pass.
const MAX_AGE_SECONDS: i64 = 3600;

/// The funnel on the screen.
#[derive(Debug, Clone, Default)]
pub(crate) struct Funnel {
    /// Of which job.
    pub(crate) job: JobId,
    /// The first line on the screen.
    pub(crate) scroll: usize,
    /// The selected one of those who are stuck.
    pub(crate) at: Option<usize>,
}

/// What was counted, and of what.
#[derive(Debug, Default)]
pub(crate) struct FunnelCache {
    cached: Option<CachedFigures>,
}

#[derive(Debug)]
struct CachedFigures {
    facts: FunnelFigures,
    version: Option<u64>,
    at: Moment,
    date: Timestamp,
}

impl FunnelCache {
    /// What was counted.
    pub(crate) fn facts(&self) -> Option<&FunnelFigures> {
        self.cached.as_ref().map(|cached| &cached.facts)
    }

    /// The stages are other ones now.
    pub(crate) const fn invalidate(&mut self) {
        if let Some(cached) = &mut self.cached {
            cached.version = None;
        }
    }

    /// When they are to be counted anew; none while nothing changed.
    pub(crate) fn due_at(&self, histories: &Histories, now: Timestamp) -> Option<Moment> {
        let Some(cached) = &self.cached else {
            return (histories.version > 0).then_some(Moment(0));
        };
        let is_old = (now.to_utc() - cached.date.to_utc()).num_seconds() >= MAX_AGE_SECONDS;
        let extra = Duration::from_millis(histories.read_count() as u64 / HISTORIES_PER_MILLI);
        let is_due = is_old || cached.version != Some(histories.version);
        is_due.then(|| cached.at.after(MIN_INTERVAL + extra))
    }

    pub(crate) fn set(
        &mut self,
        facts: FunnelFigures,
        version: u64,
        (at, date): (Moment, Timestamp),
    ) {
        self.cached = Some(CachedFigures { facts, version: Some(version), at, date });
    }
}
