//! What an import did: counts, mistakes and examples. The engines count, `cli/db/import` prints it.

use serde::Serialize;

use super::error::{RecordKind, StoreError};
use super::import_entry::{ImportPlace, RecordMistake};

/// More mistakes are counted and not kept: a file of another kind is wrong on every line.
const MAX_MISTAKES: usize = 10_000;

const MAX_EXAMPLES: usize = 20;

/// What an import did, or would do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct ImportReport {
    pub(crate) jobs: RecordCounts,
    pub(crate) people: RecordCounts,
    pub(crate) candidates: RecordCounts,
    pub(crate) clients_added: u64,
    pub(crate) clients_renamed: u64,
    pub(crate) stages_added: u64,
    /// The first ones, in the order of the file.
    #[serde(skip)]
    pub(crate) mistakes: Vec<(ImportPlace, RecordMistake)>,
    #[serde(skip)]
    pub(crate) mistake_count: u64,
    /// The first records that were changed, with the names of the fields.
    #[serde(skip)]
    pub(crate) examples: Vec<(ImportPlace, String)>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct RecordCounts {
    pub(crate) added: u64,
    pub(crate) changed: u64,
    pub(crate) unchanged: u64,
    /// People who were deleted or merged, and their candidates.
    pub(crate) skipped: u64,
}

/// What became of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RecordOutcome {
    Added,
    /// The names of the fields.
    Changed(Vec<String>),
    Unchanged,
    Skipped,
}

impl ImportReport {
    pub(crate) fn changes(&self) -> u64 {
        let kinds = [self.jobs, self.people, self.candidates];
        let records: u64 = kinds.iter().map(|kind| kind.added + kind.changed).sum();
        records + self.clients_added + self.clients_renamed + self.stages_added
    }

    pub(super) fn count(&mut self, place: ImportPlace, kind: RecordKind, outcome: &RecordOutcome) {
        let counts = match kind {
            RecordKind::Job => &mut self.jobs,
            RecordKind::Person => &mut self.people,
            _ => &mut self.candidates,
        };
        match outcome {
            RecordOutcome::Added => counts.added += 1,
            RecordOutcome::Unchanged => counts.unchanged += 1,
            RecordOutcome::Skipped => counts.skipped += 1,
            RecordOutcome::Changed(fields) => {
                counts.changed += 1;
                if self.examples.len() < MAX_EXAMPLES {
                    self.examples.push((place, format!("{} {}", kind.noun(), describe(fields))));
                }
            }
        }
    }

    pub(super) fn add_mistake(&mut self, place: ImportPlace, mistake: RecordMistake) {
        self.mistake_count += 1;
        if self.mistakes.len() < MAX_MISTAKES {
            self.mistakes.push((place, mistake));
        }
    }
}

/// A stage has several fields.
fn describe(fields: &[String]) -> String {
    let is_stage = |field: &String| field.starts_with("current_pipeline_stage");
    let others = fields.iter().filter(|field| !is_stage(field)).map(String::as_str);
    let stage = fields.iter().any(is_stage).then_some("stage");
    stage.into_iter().chain(others).collect::<Vec<_>>().join(", ")
}

/// Why a transaction of an import is rolled back.
pub(super) enum Stop<E> {
    Failed(E),
    Mistakes(Box<ImportReport>),
}

impl<E> Stop<E> {
    /// A report with mistakes, or the error.
    pub(super) fn into_result(self) -> Result<ImportReport, E> {
        match self {
            Self::Mistakes(report) => Ok(*report),
            Self::Failed(error) => Err(error),
        }
    }
}

impl<E: From<StoreError>> From<StoreError> for Stop<E> {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}
