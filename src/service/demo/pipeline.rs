//! The pipeline of a job, with the probabilities of each stage.
//!
//! Read from `assets/demo/pipelines.txt`. Every job has a copy with its own
//! stage ids, and one former stage that old histories still mention.

use super::ids::IdGenerator;
use super::word_lists::{JOB_FAMILIES, JobFamily, rows};
use crate::wire::{PipelineStage, StageEntry, StageId};

const PIPELINES: &str = include_str!("../../../assets/demo/pipelines.txt");

#[derive(Debug, Clone)]
pub(super) struct DemoStage {
    id: StageId,
    name: &'static str,
    /// The column `mark` of the list: `i` interviewing, `r` rejection,
    /// `w` withdrawn, `x` removed, `-` other.
    mark: &'static str,
    /// The probabilities are in percent.
    pub(super) advance_percent: f64,
    pub(super) leave_percent: f64,
    /// The share of leavers who withdraw.
    pub(super) withdraw_percent: f64,
    /// Index of the stage for leavers who do not withdraw.
    pub(super) rejection: usize,
    pub(super) median_days: f64,
}

impl DemoStage {
    pub(super) fn is_rejection(&self) -> bool {
        matches!(self.mark, "r" | "w")
    }

    pub(super) fn entry(&self) -> StageEntry {
        entry(&self.id, self.name)
    }
}

#[derive(Debug, Clone)]
pub(super) struct RemovedStage {
    id: StageId,
    name: &'static str,
    /// The share of passing candidates who have been in it, in percent.
    pub(super) visit_percent: f64,
    /// Index of the stage before it.
    pub(super) after: usize,
}

impl RemovedStage {
    pub(super) fn entry(&self) -> StageEntry {
        entry(&self.id, self.name)
    }
}

fn entry(id: &StageId, name: &str) -> StageEntry {
    StageEntry { stage_id: id.clone(), stage_name: name.to_owned(), ..StageEntry::default() }
}

#[derive(Debug, Clone)]
pub(super) struct DemoPipeline {
    pub(super) stages: Vec<DemoStage>,
    /// Index of the stage of those who get the job; the stages before it lead
    /// there.
    pub(super) hired_index: usize,
    pub(super) withdrawn_index: usize,
    pub(super) removed: Option<RemovedStage>,
}

impl DemoPipeline {
    pub(super) fn new(name: &str, family: JobFamily, job: usize, ids: IdGenerator) -> Self {
        let rows: Vec<[&'static str; 8]> =
            rows(PIPELINES).filter(|row: &[&str; 8]| row[0] == name).collect();
        let index = |stage: &str| rows.iter().position(|row| row[1] == stage).unwrap_or(0);
        let number = |text: &str| text.parse().unwrap_or(0.0);
        let mut stages: Vec<DemoStage> = rows
            .iter()
            .enumerate()
            .map(|(nth, [_, name, mark, advances, leaves, withdraws, rejection, days])| DemoStage {
                id: ids.numbered("stg", job, nth).into(),
                name: name_in_family(name, family),
                mark,
                advance_percent: number(advances),
                leave_percent: number(leaves),
                withdraw_percent: number(withdraws),
                rejection: index(rejection),
                median_days: number(days),
            })
            .collect();
        // The removed stage is the last row, so the other indexes stay valid.
        let removed = stages.pop_if(|stage| stage.mark == "x").map(|stage| RemovedStage {
            id: stage.id,
            name: stage.name,
            visit_percent: stage.withdraw_percent,
            after: stage.rejection,
        });
        let hired_index = stages.iter().rposition(|stage| !stage.is_rejection()).unwrap_or(0);
        let withdrawn_index = stages.iter().position(|stage| stage.mark == "w").unwrap_or(0);
        Self { stages, hired_index, withdrawn_index, removed }
    }

    pub(super) fn to_wire(&self) -> Vec<PipelineStage> {
        (1..)
            .zip(&self.stages)
            .map(|(order, stage)| PipelineStage {
                id: stage.id.clone(),
                name: stage.name.to_owned(),
                stage_order: Some(order),
                is_rejection_stage: stage.is_rejection(),
                is_interviewing_stage: stage.mark == "i",
                ..PipelineStage::default()
            })
            .collect()
    }
}

fn name_in_family(name: &'static str, family: JobFamily) -> &'static str {
    let is_technical = matches!(JOB_FAMILIES[family], "engineering" | "data" | "product");
    if name == "Technical interview" && !is_technical { "Skills interview" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pipeline_ends_in_a_hire_a_rejection_or_a_withdrawal() {
        for (name, hired) in [("in-house", "Hired"), ("agency", "Placed"), ("executive", "Placed")]
        {
            let pipeline = DemoPipeline::new(name, 0, 0, IdGenerator::new(7));
            assert_eq!(pipeline.stages[pipeline.hired_index].name, hired);
            assert_eq!(pipeline.stages[pipeline.withdrawn_index].mark, "w");
            assert!(pipeline.removed.is_some(), "{name}");
            assert!(pipeline.stages.iter().all(|stage| stage.mark != "x"), "{name}");
            for stage in &pipeline.stages[..pipeline.hired_index] {
                assert!(pipeline.stages[stage.rejection].is_rejection(), "{name}: {}", stage.name);
                assert!(
                    stage.advance_percent + stage.leave_percent <= 100.0,
                    "{name}: {}",
                    stage.name
                );
                assert!(stage.median_days > 0.0, "{name}: {}", stage.name);
            }
        }
    }
}
