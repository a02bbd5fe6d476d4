//! The lines of an export: a header with the owner, then one object per line.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::recruiting::triage::LogEntry;
use crate::wire::{CandidateId, Timestamp};

/// The newest format version that this program reads.
pub(super) const VERSION: u32 = 2;

/// The oldest version that can hold these lines: version 1 does not know changes of notes.
pub(super) fn version_for(lines: &[ExportLine]) -> u32 {
    let is_new =
        |line: &ExportLine| matches!(line, ExportLine::Entry(entry) if entry.kind.changes_note());
    if lines.iter().any(is_new) { VERSION } else { 1 }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ExportLine {
    /// The first line.
    Shortlist(ExportHeader),
    Entry(Box<LogEntry>),
    #[serde(rename = "looked")]
    Seen {
        candidate: CandidateId,
        at: Timestamp,
    },
    Cached {
        kind: String,
        read_at: Timestamp,
        record: Value,
    },
    Draft {
        at: Timestamp,
        draft: Value,
    },
    /// A person that `person create --from` created.
    Created {
        external_id: String,
        at: Timestamp,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ExportHeader {
    pub(super) local: u32,
    #[serde(default)]
    pub(super) by: String,
    #[serde(default)]
    pub(super) server: String,
    #[serde(default)]
    pub(super) at: Option<Timestamp>,
}
