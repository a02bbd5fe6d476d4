//! Time as `update` knows it: told by the loop, never asked for.

use std::time::Duration;

use chrono::FixedOffset;

use crate::wire::Timestamp;

/// Milliseconds since the program began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moment(pub u64);

impl Moment {
    /// So much later.
    pub(crate) fn after(self, time: Duration) -> Self {
        Self(self.0.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
    }

    /// How long it is since an earlier one.
    pub(crate) const fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

/// What time it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// For waiting.
    pub moment: Moment,
    /// For ages and dates.
    pub date: Timestamp,
    /// Where the person lives, as far as clocks go.
    pub zone: FixedOffset,
}

impl Clock {
    /// The time of day here, as `12:04`.
    pub(crate) fn time_of(&self, date: Timestamp) -> String {
        date.to_utc().with_timezone(&self.zone).format("%H:%M").to_string()
    }
}
