//! What a walk can say at its end.

use std::fmt;

use crate::client::{ClientError, What};

/// How much of a list was read, and what is missing and why.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Rows handed out, each once.
    pub read: u64,
    /// How many the server counts, as it said last.
    pub total: Option<u64>,
    /// Where items stood that could not be read.
    pub unreadable: Vec<u64>,
    /// What is missing. Empty: the list is complete.
    pub gaps: Vec<Gap>,
}

impl Statement {
    /// Whether every row was read that the server had from begin to end, as far
    /// as its pages can show.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.gaps.is_empty()
    }

    /// The gap that tells most: one whose request was sent and wanted, if there
    /// is one.
    #[must_use]
    pub fn worst(&self) -> Option<&Gap> {
        let tells = |gap: &&Gap| match &gap.reason {
            Reason::Failed(error) => {
                !matches!(error.what(), What::Locked | What::Waiting { .. } | What::Cancelled)
            }
            _ => true,
        };
        self.gaps.iter().find(tells).or_else(|| self.gaps.first())
    }

    /// The failure that tells most.
    #[must_use]
    pub fn error(&self) -> Option<&ClientError> {
        match &self.worst()?.reason {
            Reason::Failed(error) => Some(error),
            _ => None,
        }
    }
}

/// A part of a list that was not read.
#[derive(Debug, Clone)]
pub struct Gap {
    /// Where it begins.
    pub from: u64,
    /// Where it ends; unknown when the end of the list is.
    pub until: Option<u64>,
    /// Why.
    pub reason: Reason,
}

/// Why a part was not read.
#[derive(Debug, Clone)]
pub enum Reason {
    /// Asking for it failed.
    Failed(ClientError),
    /// The list kept moving while it was read.
    Shifted,
    /// The server counts rows that its pages do not hold.
    EndsEarly,
    /// The server always says there is more.
    Endless,
    /// The server sends the same rows for every place.
    Repeating,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(error) => error.fmt(f),
            Self::Shifted => f.write_str("the list kept changing while it was read; read it again"),
            Self::EndsEarly => f.write_str(
                "the server counts more than its pages hold, or rows came in while it was read",
            ),
            Self::Endless => f.write_str(
                "the server says there is always more, far beyond what it announced; stopped",
            ),
            Self::Repeating => f.write_str(
                "the server sends the same rows again whatever part is asked for; stopped",
            ),
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
