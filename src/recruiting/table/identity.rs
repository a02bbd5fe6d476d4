//! Whether a candidate's record is that of a row. A server may send the record of another candidate,
//! person or job: such a record must not be shown, stored or edited.

use super::{CandidateTable, Row};
use crate::wire::{Candidate, JobId};

/// Whether two ids name the same record, as far as both are known.
pub(crate) fn is_same_id(first: &str, second: &str) -> bool {
    first.is_empty() || second.is_empty() || first == second
}

/// What is wrong with a record that was requested for a row of a job; None if nothing is. Some
/// servers omit the job or the person.
pub(crate) fn describe_mismatch(
    job: &JobId,
    rows: &CandidateTable,
    row: Row,
    record: &Candidate,
) -> Option<String> {
    let ids = [
        ("candidate", rows.id(row), record.id.as_str()),
        ("person", rows.person_id(row), record.person_id.as_str()),
        ("job", job.as_str(), record.job_id.as_str()),
    ];
    let (noun, expected, received) =
        ids.into_iter().find(|(_, expected, received)| !is_same_id(expected, received))?;
    Some(format!(
        "the server sent the record of another {noun}: expected {expected}, received {received}"
    ))
}
