//! Finds the candidates of a job who are over the limit of their stage, or have an offer. The
//! screen and `shortlist today` call it.

use std::collections::HashMap;

use super::PendingStay;
use crate::recruiting::date_text::days;
use crate::recruiting::funnel::figures::{FunnelFigures, threshold_of};
use crate::recruiting::funnel::histories::Histories;
use crate::recruiting::funnel::overdue::Threshold;
use crate::recruiting::stage::{StageKind, is_offer};
use crate::recruiting::table::{CandidateTable, StageKey};
use crate::wire::{JobId, PipelineStage, Timestamp};

/// What is known of a job.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StaySource<'a> {
    pub(crate) job: &'a JobId,
    pub(crate) job_name: &'a str,
    pub(crate) rows: &'a CandidateTable,
    pub(crate) pipeline: &'a [PipelineStage],
    pub(crate) histories: &'a Histories,
    pub(crate) figures: Option<&'a FunnelFigures>,
}

impl StaySource<'_> {
    /// Without the candidates whose histories are not read.
    pub(crate) fn pending(self, limits: &[(String, u32)], now: Timestamp) -> Vec<PendingStay> {
        let Self { job, job_name, rows, pipeline, histories, figures } = self;
        // Looked up once per stage: a list may have 100,000 rows.
        let facts = rows.stages().map(|stage| {
            let kind = StageKind::find(stage.id, stage.name, pipeline);
            let threshold = threshold_of((stage.id, stage.name), pipeline, figures, limits);
            (stage.key, (threshold, kind.is_step() && is_offer(stage.name)))
        });
        let facts: HashMap<StageKey, (Option<Threshold>, bool)> = facts.collect();
        let stays = rows.rows().filter_map(|row| {
            let (threshold, is_offer) = *facts.get(&rows.stage(row))?;
            let since = histories.since(row)?;
            let exceeded = threshold
                .filter(|threshold| threshold.excess(since, now).is_some())
                .map(|threshold| threshold.days);
            (is_offer || exceeded.is_some()).then(|| PendingStay {
                job: job.clone(),
                candidate: rows.id(row).into(),
                name: rows.name(row).to_owned(),
                job_name: job_name.to_owned(),
                stage: rows.stage_name(row).to_owned(),
                days: days(since, now).unwrap_or(0),
                exceeded,
                is_offer,
            })
        });
        stays.collect()
    }
}
