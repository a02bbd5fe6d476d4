//! Names and marks of pipeline stages, for the rich text of jobs, candidates and cards.

use std::collections::HashMap;

use super::rich_text::builder::trim_text;
use super::rich_text::{Mark, TextRole};
use crate::recruiting::stage::StageRef;
use crate::wire::{PipelineStage, StageId};

/// Finds the stages of a pipeline by the id or the name in a candidate.
pub(crate) struct StageLookup<'a> {
    pipeline: &'a [PipelineStage],
    indices: HashMap<StageRef<'a>, usize>,
}

impl<'a> StageLookup<'a> {
    pub(crate) fn new(pipeline: &'a [PipelineStage]) -> Self {
        let mut indices = HashMap::new();
        for (at, stage) in pipeline.iter().enumerate() {
            indices.entry(StageRef::Id(stage.id.as_str())).or_insert(at);
            indices.entry(StageRef::Name(&stage.name)).or_insert(at);
        }
        Self { pipeline, indices }
    }

    /// The position in the pipeline.
    pub(crate) fn index(&self, id: &StageId, name: &str) -> Option<usize> {
        self.indices.get(&StageRef::new(id.as_str(), name)).copied()
    }

    pub(crate) fn find(&self, id: &StageId, name: &str) -> Option<&'a PipelineStage> {
        self.index(id, name).and_then(|at| self.pipeline.get(at))
    }
}

/// The name of a stage, or else its id.
pub(crate) fn stage_name<'a>(id: &'a StageId, name: &'a str) -> &'a str {
    match (trim_text(name), id.as_str()) {
        ("", "") => "(no name)",
        ("", id) => id,
        (name, _) => name,
    }
}

/// The marks of a stage, each with its label.
pub(crate) fn marks(stage: Option<&PipelineStage>) -> Vec<(TextRole, Mark, &'static str)> {
    let interview = stage.is_some_and(|stage| stage.is_interviewing_stage);
    let rejection = stage.is_some_and(|stage| stage.is_rejection_stage);
    let all = [
        (interview, (TextRole::Good, Mark::Interview, "interview")),
        (rejection, (TextRole::Dim, Mark::Rejection, "rejection")),
    ];
    all.into_iter().filter_map(|(is_set, mark)| is_set.then_some(mark)).collect()
}
