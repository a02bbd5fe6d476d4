//! Which stage is meant, and when it was entered.
//!
//! Records name a stage by an id and by a name, and either may be missing. Whoever
//! looks a stage up asks here, so that all of them mean the same one.

use crate::wire::{PipelineStage, StageEntry};

/// What a stage is known by: its id, or its name where no id is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StageRef<'a> {
    /// By its id.
    Id(&'a str),
    /// By its name.
    Name(&'a str),
}

impl<'a> StageRef<'a> {
    /// The stage that a record names so.
    #[must_use]
    pub const fn new(id: &'a str, name: &'a str) -> Self {
        if id.is_empty() { Self::Name(name) } else { Self::Id(id) }
    }

    /// Whether it is this one.
    #[must_use]
    pub fn is(self, stage: &PipelineStage) -> bool {
        match self {
            Self::Id(id) => stage.id.as_str() == id,
            Self::Name(name) => stage.name == name,
        }
    }

    /// The one of a pipeline that is meant.
    #[must_use]
    pub fn find(self, pipeline: &[PipelineStage]) -> Option<&PipelineStage> {
        pipeline.iter().find(|stage| self.is(stage))
    }
}

/// A history in the order of time, so that a step back is seen as one. Where a
/// date is missing, the server's order is the best there is.
#[must_use]
pub fn in_time(history: &[StageEntry]) -> Vec<&StageEntry> {
    let mut entries: Vec<&StageEntry> = history.iter().collect();
    if entries.iter().all(|entry| entry.stage_date.is_some()) {
        entries.sort_by_key(|entry| entry.stage_date);
    }
    entries
}
