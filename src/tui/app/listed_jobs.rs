//! The jobs whose candidates are in the list of all candidates: their stages, and when each was read.
//!
//! `all_candidates` fills it; filters, the board and the caption of the list read it.

use std::collections::HashMap;

use crate::recruiting::funnel::figures::FunnelFigures;
use crate::recruiting::query::Pipelines;
use crate::recruiting::table::to_display;
use crate::wire::{JobId, PipelineStage, StageId, Timestamp};

#[derive(Debug, Default)]
pub(crate) struct ListedJobs {
    jobs: HashMap<Box<str>, ListedJob>,
}

#[derive(Debug, Default)]
pub(crate) struct ListedJob {
    pub(crate) stages: Vec<PipelineStage>,
    /// Only those of the stages: they say how long a stay is usual.
    pub(crate) figures: Option<FunnelFigures>,
    /// When the oldest part of its list was read.
    pub(crate) read_at: Option<Timestamp>,
    /// Whether the whole list was read.
    pub(crate) is_read: bool,
}

impl Pipelines for ListedJobs {
    fn stages_of(&self, job: &str) -> &[PipelineStage] {
        self.jobs.get(job).map_or(&[], |job| &job.stages)
    }
}

impl ListedJobs {
    pub(crate) fn figures_of(&self, job: &str) -> Option<&FunnelFigures> {
        self.jobs.get(job)?.figures.as_ref()
    }

    pub(crate) fn get(&self, job: &JobId) -> Option<&ListedJob> {
        self.jobs.get(job.as_str())
    }

    pub(crate) fn entry(&mut self, job: &JobId) -> &mut ListedJob {
        self.jobs.entry(job.as_str().into()).or_default()
    }

    pub(crate) fn remove(&mut self, job: &JobId) {
        self.jobs.remove(job.as_str());
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = JobId> {
        self.jobs.keys().map(|id| JobId::from(&**id))
    }

    pub(crate) fn oldest(&self) -> Option<Timestamp> {
        self.jobs.values().filter_map(|job| job.read_at).min()
    }

    /// The stages of all jobs, each name once: those with a later place in any pipeline come later,
    /// rejections last.
    pub(crate) fn merged_stages(&self) -> Vec<PipelineStage> {
        let mut merged: HashMap<String, PipelineStage> = HashMap::new();
        for stage in self.jobs.values().flat_map(|job| &job.stages) {
            let name = to_display(&stage.name).into_owned();
            let known = merged.entry(name.clone()).or_insert_with(|| PipelineStage {
                id: StageId::default(),
                name,
                ..PipelineStage::default()
            });
            known.stage_order = known.stage_order.max(stage.stage_order);
            known.is_rejection_stage |= stage.is_rejection_stage;
            known.is_interviewing_stage |= stage.is_interviewing_stage;
        }
        let mut stages: Vec<PipelineStage> = merged.into_values().collect();
        stages.sort_by(|a, b| {
            let key = |stage: &PipelineStage| (stage.is_rejection_stage, stage.stage_order);
            key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
        });
        for (order, stage) in (1..).zip(&mut stages) {
            stage.stage_order = Some(order);
        }
        stages
    }
}
