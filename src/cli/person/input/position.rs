//! The position of an entry in a file.

use std::fmt;

use serde::Serialize;

/// From 1. Entries of a JSON document, which may be one long line, are counted instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EntryPosition {
    Line(u64),
    Record(u64),
}

impl EntryPosition {
    pub(crate) const fn number(self) -> u64 {
        match self {
            Self::Line(number) | Self::Record(number) => number,
        }
    }
}

impl fmt::Display for EntryPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Record(number) => write!(f, "record {number}"),
        }
    }
}
