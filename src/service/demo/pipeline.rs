//! The pipeline of one job: its stages, and what usually happens in each.
//!
//! Read from `assets/demo/pipelines.txt`. Every job has a copy with stage ids
//! of its own, and one stage that was taken out after people had been in it.

use super::ids::Ids;
use super::pools::{FAMILIES, Family, rows};
use crate::wire::{PipelineStage, StageEntry, StageId};

const PIPELINES: &str = include_str!("../../../assets/demo/pipelines.txt");

/// One stage, with the odds in percent.
#[derive(Debug, Clone)]
pub(super) struct Stage {
    pub(super) id: StageId,
    pub(super) name: &'static str,
    mark: &'static str,
    /// Goes on to the next.
    pub(super) on: f64,
    /// Is out.
    pub(super) out: f64,
    /// Of those, by their own choice; of a removed stage how many saw it.
    pub(super) own: f64,
    /// Where those go whom others turned down; of a removed stage the one it stood behind.
    pub(super) into: usize,
    /// The median stay.
    pub(super) days: f64,
}

impl Stage {
    pub(super) fn is_rejection(&self) -> bool {
        matches!(self.mark, "r" | "w")
    }

    pub(super) fn entry(&self) -> StageEntry {
        StageEntry {
            stage_id: self.id.clone(),
            stage_name: self.name.to_owned(),
            ..StageEntry::default()
        }
    }
}

/// The stages of one job.
#[derive(Debug, Clone)]
pub(super) struct Pipeline {
    pub(super) stages: Vec<Stage>,
    /// The stage of those who got the job; those before it lead there.
    pub(super) goal: usize,
    /// The stage of those who left.
    pub(super) left: usize,
    /// A stage that the job had once.
    pub(super) removed: Option<Stage>,
}

impl Pipeline {
    pub(super) fn new(kind: &str, family: Family, job: usize, ids: Ids) -> Self {
        let lines: Vec<[&'static str; 8]> =
            rows(PIPELINES).filter(|line: &[&str; 8]| line[0] == kind).collect();
        let place = |name: &str| lines.iter().position(|line| line[1] == name).unwrap_or(0);
        let number = |text: &str| text.parse().unwrap_or(0.0);
        let mut stages: Vec<Stage> = lines
            .iter()
            .enumerate()
            .map(|(nth, [_, name, mark, on, out, own, into, days])| Stage {
                id: ids.numbered("stg", job, nth).into(),
                name: suited(name, family),
                mark,
                on: number(on),
                out: number(out),
                own: number(own),
                into: place(into),
                days: number(days),
            })
            .collect();
        // It stands last in the list, so the places of the others hold without it.
        let removed = stages.pop_if(|stage| stage.mark == "x");
        let goal = stages.iter().rposition(|stage| !stage.is_rejection()).unwrap_or(0);
        let left = stages.iter().position(|stage| stage.mark == "w").unwrap_or(0);
        Self { stages, goal, left, removed }
    }

    pub(super) fn record(&self) -> Vec<PipelineStage> {
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

/// The name of a stage as the trade calls it: nurses are not tested as engineers are.
fn suited(name: &'static str, family: Family) -> &'static str {
    let technical = matches!(FAMILIES[family], "engineering" | "data" | "product");
    if name == "Technical interview" && !technical { "Skills interview" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pipeline_leads_to_a_job_and_lets_people_leave() {
        for (kind, goal) in [("in-house", "Hired"), ("agency", "Placed"), ("executive", "Placed")] {
            let pipeline = Pipeline::new(kind, 0, 0, Ids::new(7));
            assert_eq!(pipeline.stages[pipeline.goal].name, goal);
            assert_eq!(pipeline.stages[pipeline.left].mark, "w");
            assert!(pipeline.removed.is_some(), "{kind}");
            assert!(pipeline.stages.iter().all(|stage| stage.mark != "x"), "{kind}");
            for stage in &pipeline.stages[..pipeline.goal] {
                assert!(pipeline.stages[stage.into].is_rejection(), "{kind}: {}", stage.name);
                assert!(stage.on + stage.out <= 100.0, "{kind}: {}", stage.name);
                assert!(stage.days > 0.0, "{kind}: {}", stage.name);
            }
        }
    }
}
