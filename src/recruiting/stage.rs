//! Identifies pipeline stages.
//!
//! A record refers to a stage by id and by name, and either may be missing. Every lookup goes
//! through [`StageRef`], so that all of them agree.

use crate::wire::{PipelineStage, StageEntry};

/// The id of a stage, or its name if the record has no id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StageRef<'a> {
    Id(&'a str),
    Name(&'a str),
}

impl<'a> StageRef<'a> {
    pub(crate) const fn new(id: &'a str, name: &'a str) -> Self {
        if id.is_empty() { Self::Name(name) } else { Self::Id(id) }
    }

    pub(crate) fn matches(self, stage: &PipelineStage) -> bool {
        match self {
            Self::Id(id) => stage.id.as_str() == id,
            Self::Name(name) => stage.name == name,
        }
    }

    pub(crate) fn find(self, pipeline: &[PipelineStage]) -> Option<&PipelineStage> {
        pipeline.iter().find(|stage| self.matches(stage))
    }
}

/// The history in chronological order. If any date is missing, the order of the server stays.
pub(crate) fn sort_by_date(history: &[StageEntry]) -> Vec<&StageEntry> {
    let mut entries: Vec<&StageEntry> = history.iter().collect();
    if entries.iter().all(|entry| entry.stage_date.is_some()) {
        entries.sort_by_key(|entry| entry.stage_date);
    }
    entries
}
