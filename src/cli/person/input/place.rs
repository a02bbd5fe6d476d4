//! Where somebody is in a file.

use std::fmt;

use serde::Serialize;

/// Where somebody is, from 1. A JSON document may be one long line: in it they
/// are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Place {
    /// The line that they begin on.
    Line(u64),
    /// Which one of the document they are.
    Record(u64),
}

impl Place {
    /// The number alone.
    pub(crate) const fn number(self) -> u64 {
        match self {
            Self::Line(number) | Self::Record(number) => number,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Record(number) => write!(f, "record {number}"),
        }
    }
}
