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
const CALM: Duration = Duration::from_millis(300);
/// The same for each so many histories, in milliseconds.
const EACH: u64 = 100;
/// Figures are counted anew after so many seconds, since days pass.
const OLD: i64 = 3600;

/// The funnel on the screen.
#[derive(Debug, Clone, Default)]
pub struct Funnel {
    /// Of which job.
    pub job: JobId,
    /// The first line on the screen.
    pub scroll: usize,
    /// The selected one of those who are stuck.
    pub at: Option<usize>,
}

/// What was counted, and of what.
#[derive(Debug, Default)]
pub struct FunnelCache {
    made: Option<Made>,
}

#[derive(Debug)]
struct Made {
    facts: FunnelFigures,
    version: Option<u64>,
    at: Moment,
    date: Timestamp,
}

impl FunnelCache {
    /// What was counted.
    #[must_use]
    pub fn facts(&self) -> Option<&FunnelFigures> {
        self.made.as_ref().map(|made| &made.facts)
    }

    /// The stages are other ones now.
    pub const fn outdate(&mut self) {
        if let Some(made) = &mut self.made {
            made.version = None;
        }
    }

    /// When they are to be counted anew; none while nothing changed.
    #[must_use]
    pub fn due_at(&self, histories: &Histories, now: Timestamp) -> Option<Moment> {
        let Some(made) = &self.made else {
            return (histories.version > 0).then_some(Moment(0));
        };
        let is_old = (now.to_utc() - made.date.to_utc()).num_seconds() >= OLD;
        let each = Duration::from_millis(histories.read() as u64 / EACH);
        let is_due = is_old || made.version != Some(histories.version);
        is_due.then(|| made.at.after(CALM + each))
    }

    pub(crate) fn take(
        &mut self,
        facts: FunnelFigures,
        version: u64,
        (at, date): (Moment, Timestamp),
    ) {
        self.made = Some(Made { facts, version: Some(version), at, date });
    }
}
