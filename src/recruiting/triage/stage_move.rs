//! Where a verdict leads in the pipeline. The to-do list shows it; a [`StageMove`] carries it out in
//! a local workspace.

use super::entry::Verdict;
use crate::recruiting::stage::StageRef;
use crate::wire::{CandidateId, PipelineStage, StageId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageMove {
    pub candidate: CandidateId,
    /// The candidate moves only if still in this stage.
    pub from: StageId,
    pub to: StageId,
}

/// The stage that a verdict leads to from `current`: the next one that is no rejection, or the
/// likeliest rejection. The error says why there is none. `pipeline` is in order.
pub(crate) fn target_stage<'a>(
    verdict: Verdict,
    current: StageRef<'_>,
    pipeline: &[&'a PipelineStage],
) -> Result<&'a PipelineStage, &'static str> {
    if verdict == Verdict::Decline {
        let all: Vec<_> = rejection_stages(pipeline).collect();
        return pick_rejection_stage(&all).ok_or("the pipeline has no rejection stage");
    }
    let mut stages = pipeline.iter().copied();
    let next = match stages.find(|stage| current.matches(stage)) {
        None => return Err("the stage is not in the pipeline"),
        // A rejection leads nowhere, even if stages follow it.
        Some(stage) if stage.is_rejection_stage => None,
        Some(_) => stages.find(|stage| !stage.is_rejection_stage),
    };
    next.ok_or("no next stage")
}

/// Why a verdict makes no sense for a candidate in `current`; `None` if it does, or if the pipeline
/// lacks the stage. `pipeline` is in order.
pub(crate) fn refusal(
    verdict: Verdict,
    name: &str,
    current: StageRef<'_>,
    pipeline: &[&PipelineStage],
) -> Option<String> {
    let stage = pipeline.iter().find(|stage| current.matches(stage))?;
    match verdict {
        Verdict::Advance if stage.is_rejection_stage => {
            Some(format!("{name} is in {}: move them back in the ATS first", stage.name))
        }
        Verdict::Advance if target_stage(verdict, current, pipeline).is_err() => {
            Some(format!("{name} is in {}, the last stage: there is no next one", stage.name))
        }
        Verdict::Decline if stage.is_rejection_stage => {
            Some(format!("{name} is already in {}", stage.name))
        }
        _ => None,
    }
}

/// The stages that a decline may lead to.
pub(crate) fn rejection_stages<'a>(
    pipeline: &[&'a PipelineStage],
) -> impl Iterator<Item = &'a PipelineStage> {
    pipeline.iter().copied().filter(|stage| stage.is_rejection_stage)
}

/// A client or the candidate may have rejection stages too; the agency's comes first.
fn pick_rejection_stage<'a>(stages: &[&'a PipelineStage]) -> Option<&'a PipelineStage> {
    let name = |stage: &&&PipelineStage| stage.name.trim().to_lowercase();
    let exact = stages.iter().find(|stage| name(stage) == "rejected");
    let partial = || stages.iter().find(|stage| name(stage).contains("reject"));
    exact.or_else(partial).or(stages.first()).copied()
}
