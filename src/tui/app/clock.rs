//! Time as `update` knows it.
//!
//! The event loop reads the clock and sends `Message::Time`; nothing in `update` or the views
//! reads it.

use std::time::Duration;

use chrono::{DateTime, FixedOffset, NaiveDate};

use crate::wire::Timestamp;

/// Milliseconds since the program started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moment(pub u64);

impl Moment {
    pub(crate) fn after(self, time: Duration) -> Self {
        Self(self.0.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
    }

    pub(crate) const fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Monotonic, for delays.
    pub moment: Moment,
    /// Wall clock, for ages and dates.
    pub date: Timestamp,
    /// The user's time zone.
    pub zone: FixedOffset,
}

impl Clock {
    /// The local time of day, as `12:04`.
    pub(crate) fn time_of(&self, date: Timestamp) -> String {
        self.local(date).format("%H:%M").to_string()
    }

    pub(crate) fn local(&self, date: Timestamp) -> DateTime<FixedOffset> {
        date.to_utc().with_timezone(&self.zone)
    }

    pub(crate) fn today(&self) -> NaiveDate {
        self.local(self.date).date_naive()
    }
}
