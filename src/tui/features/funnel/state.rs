//! The state of the funnel dialog, and the figures of a job as computed last.
//!
//! `recruiting::funnel` computes the figures. [`FunnelCache`] keeps them, since they are shown
//! more often than they change.

use std::ops::Range;
use std::time::Duration;

use crate::recruiting::funnel::figures::FunnelFigures;
use crate::recruiting::funnel::histories::Histories;
use crate::tui::app::clock::Moment;
use crate::wire::{JobId, Timestamp};

/// Minimum time between two computations while histories arrive.
const MIN_INTERVAL: Duration = Duration::from_millis(300);
/// One more millisecond for each of this many histories.
const HISTORIES_PER_MILLI: u64 = 100;
/// Maximum age of figures in seconds, since days pass.
const MAX_AGE_SECONDS: i64 = 3600;

#[derive(Debug, Clone, Default)]
pub(crate) struct Funnel {
    pub(crate) job: JobId,
    pub(crate) scroll: usize,
    /// Index of the selected overdue candidate; `None` until the user moves.
    pub(crate) at: Option<usize>,
}

impl Funnel {
    /// The selected overdue candidate; before the user moves, the first one on the screen. `lines`
    /// are the lines of these candidates.
    pub(crate) fn selected(&self, lines: &Range<usize>, height: usize) -> Option<usize> {
        let is_visible = lines.start < self.scroll + height;
        let first = || is_visible.then(|| self.scroll.saturating_sub(lines.start));
        self.at.or_else(first).filter(|at| *at < lines.len())
    }
}

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
    pub(crate) fn facts(&self) -> Option<&FunnelFigures> {
        self.cached.as_ref().map(|cached| &cached.facts)
    }

    /// The stages changed.
    pub(crate) const fn invalidate(&mut self) {
        if let Some(cached) = &mut self.cached {
            cached.version = None;
        }
    }

    /// When the figures are due to be computed; `None` while nothing changed.
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
