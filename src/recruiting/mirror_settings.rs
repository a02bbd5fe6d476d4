//! What this machine keeps of a server's data, and how often it syncs. `config` reads it,
//! `storage` and `tui` follow it.

use std::time::Duration;

use crate::wire::Timestamp;

const MICROS_PER_DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// From least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum CacheMode {
    /// Nothing that came from the server; own data is always kept.
    Off,
    /// The lists, and where the user left off in them.
    Lists,
    /// Also the records of candidates, people and jobs.
    #[default]
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MirrorSettings {
    pub cache: CacheMode,
    /// How long data not read again is kept, in days.
    pub keep_days: u32,
    /// The time between two syncs; `None` means only on demand.
    pub sync: Option<Duration>,
}

impl Default for MirrorSettings {
    fn default() -> Self {
        Self { cache: CacheMode::default(), keep_days: 90, sync: Some(Duration::from_mins(15)) }
    }
}

impl MirrorSettings {
    /// Whether lists are kept, and where the user left off in them.
    #[must_use]
    pub fn keeps_lists(self) -> bool {
        self.cache >= CacheMode::Lists
    }

    /// What was last read before is deleted.
    #[must_use]
    pub fn keep_since(self, now: Timestamp) -> Timestamp {
        let keep = i64::from(self.keep_days).saturating_mul(MICROS_PER_DAY);
        Timestamp::from_micros(now.micros().saturating_sub(keep).max(0)).unwrap_or(now)
    }

    /// Whether single records are kept.
    #[must_use]
    pub fn keeps_records(self) -> bool {
        self.cache == CacheMode::All
    }
}
