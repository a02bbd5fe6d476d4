//! How much of a list was read, and what is missing.

use std::fmt;

use crate::client::error::{ClientError, ErrorKind};
use crate::list_guard::StopReason;

#[derive(Debug, Clone)]
pub struct Completeness {
    /// Rows delivered, each once.
    pub read: u64,
    /// The server's latest count.
    pub total: Option<u64>,
    /// Positions of items that could not be decoded, ascending.
    pub unreadable: Vec<u64>,
    /// Positions of items that belong to another job, ascending.
    pub foreign: Vec<u64>,
    pub gaps: Vec<Gap>,
}

impl Completeness {
    /// Whether every row was read that was in the list all the time, as far as the pages can show.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.gaps.is_empty()
    }

    /// The most informative gap: prefers requests that were sent and not cancelled.
    pub(crate) fn worst_gap(&self) -> Option<&Gap> {
        let is_informative = |gap: &&Gap| match &gap.reason {
            GapReason::Failed(error) => !matches!(
                error.kind(),
                ErrorKind::Locked | ErrorKind::Paused { .. } | ErrorKind::Cancelled
            ),
            _ => true,
        };
        self.gaps.iter().find(is_informative).or_else(|| self.gaps.first())
    }

    /// The error of the most informative gap.
    #[must_use]
    pub fn error(&self) -> Option<&ClientError> {
        match &self.worst_gap()?.reason {
            GapReason::Failed(error) => Some(error),
            _ => None,
        }
    }
}

/// A part of a list that was not read.
#[derive(Debug, Clone)]
pub struct Gap {
    pub(crate) from: u64,
    /// Exclusive; None if the length of the list is unknown.
    pub(crate) until: Option<u64>,
    pub(crate) reason: GapReason,
}

#[derive(Debug, Clone)]
pub enum GapReason {
    Failed(ClientError),
    /// The list kept changing.
    Shifted,
    /// The server's total exceeds the rows on its pages.
    EndsEarly,
    /// The list never ends or never advances.
    Stopped(StopReason),
}

impl fmt::Display for GapReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(error) => error.fmt(f),
            Self::Shifted => f.write_str("the list kept changing while it was read; read it again"),
            Self::EndsEarly => f.write_str(
                "the server reports more rows than it sent, or rows were added meanwhile",
            ),
            Self::Stopped(reason) => write!(f, "stopped: {reason}"),
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.until {
            Some(until) if until <= self.from => write!(f, "at row {}: {}", self.from, self.reason),
            Some(until) => write!(f, "rows {} to {until}: {}", self.from + 1, self.reason),
            None => write!(f, "rows from {} on: {}", self.from + 1, self.reason),
        }
    }
}
