//! What an import consists of: records or rows with their places in a file, and options. Plain data,
//! the same for every database engine.

pub(crate) mod rows;

use std::time::Duration;

use super::changes::NewStage;
use super::error::RecordKind;
use super::record::StoreRecord;
use rows::{CandidateRow, JobRow, PersonRow};

/// What stands at one place of a source: a record, or what is wrong with it.
#[derive(Debug)]
pub(crate) struct ImportEntry {
    pub(crate) place: ImportPlace,
    pub(crate) record: Result<ImportRecord, InvalidEntry>,
}

#[derive(Debug)]
pub(crate) struct InvalidEntry {
    /// The kind and ID of the record, if known, so that entries that refer to it are not reported.
    pub(crate) record: Option<(RecordKind, String)>,
    pub(crate) mistakes: Vec<RecordMistake>,
}

/// `cli/db/import` formats it as file and line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ImportPlace {
    /// Which of several files.
    pub(crate) source: usize,
    pub(crate) line: u64,
    pub(crate) byte: u64,
}

#[derive(Debug)]
pub(crate) enum ImportRecord {
    Whole(StoreRecord),
    Job(JobRow),
    Person(Box<PersonRow>),
    /// Possibly with columns about the person.
    Candidate(Box<(CandidateRow, PersonRow)>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordMistake {
    pub(crate) field: String,
    pub(crate) message: String,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ImportOptions {
    /// The pipeline of jobs that rows add.
    pub(crate) stages: Vec<NewStage>,
    /// Whether a stage that a row names is added to the pipeline of its job.
    pub(crate) add_stages: bool,
    /// Whether to bring back people who were deleted.
    pub(crate) include_deleted: bool,
}

/// The entries of an import, read one by one. An error ends the import.
pub(crate) type Entries<E> = Box<dyn Iterator<Item = Result<ImportEntry, E>> + Send>;

/// When a batch ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct BatchLimit {
    pub(super) time: Duration,
    pub(super) entries: usize,
}
