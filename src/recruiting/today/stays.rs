//! Finds the candidates of a job who are over the limit of their stage, or have an offer. The
//! screen and `shortlist today` call it.

use std::collections::{HashMap, HashSet};

use super::PendingStay;
use crate::recruiting::date_text::days;
use crate::recruiting::funnel::figures::{FunnelFigures, threshold_of};
use crate::recruiting::funnel::histories::Histories;
use crate::recruiting::funnel::overdue::Threshold;
use crate::recruiting::stage::{StageKind, is_offer};
use crate::recruiting::table::{CandidateTable, Row, StageKey, TableStage};
use crate::wire::{JobId, PipelineStage, Timestamp};

/// What is known of a job.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JobFacts<'a> {
    pub(crate) id: &'a JobId,
    pub(crate) name: &'a str,
    pub(crate) pipeline: &'a [PipelineStage],
    pub(crate) figures: Option<&'a FunnelFigures>,
}

/// What is known of a stage.
#[derive(Clone, Copy)]
struct StageFacts<'a> {
    job: JobFacts<'a>,
    threshold: Option<Threshold>,
    is_offer: bool,
}

/// The candidates of a job, or of all jobs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StaySource<'a> {
    pub(crate) rows: &'a CandidateTable,
    pub(crate) histories: &'a Histories,
}

impl StaySource<'_> {
    /// The active candidates whose histories are not read: nothing is known of their time in stage.
    pub(crate) fn unknown<'b>(self, facts_of: impl Fn(&JobId) -> Option<JobFacts<'b>>) -> usize {
        let is_step = |stage: &TableStage<'_>, job: JobFacts<'_>| {
            StageKind::find(stage.id, stage.name, job.pipeline).is_step()
        };
        let steps =
            self.rows_in(|stage| facts_of(stage.job).is_some_and(|job| is_step(stage, job)));
        steps.filter(|row| self.histories.since(*row).is_none()).count()
    }

    /// The candidates whose histories are not read, active or not: how long a stay is usual, and so
    /// the limit, is estimated from the others.
    pub(crate) fn undated<'b>(self, facts_of: impl Fn(&JobId) -> Option<JobFacts<'b>>) -> usize {
        let rows = self.rows_in(|stage| facts_of(stage.job).is_some());
        rows.filter(|row| !self.histories.is_read(*row)).count()
    }

    /// The rows in some stages.
    fn rows_in(self, is_wanted: impl Fn(&TableStage<'_>) -> bool) -> impl Iterator<Item = Row> {
        let stages = self.rows.stages().filter(is_wanted);
        let stages: HashSet<StageKey> = stages.map(|stage| stage.key).collect();
        self.rows.rows().filter(move |row| stages.contains(&self.rows.stage(*row)))
    }

    /// Without the candidates whose histories are not read, and without jobs that have no facts.
    /// `facts_of` gets the id of a job as far as the table knows it.
    pub(crate) fn pending<'b>(
        self,
        facts_of: impl Fn(&JobId) -> Option<JobFacts<'b>>,
        limits: &[(String, u32)],
        now: Timestamp,
    ) -> Vec<PendingStay> {
        let Self { rows, histories } = self;
        // Looked up once per stage: a list may have 100,000 rows.
        let facts = rows.stages().filter_map(|stage| {
            let job = facts_of(stage.job)?;
            let kind = StageKind::find(stage.id, stage.name, job.pipeline);
            let names = (stage.id, stage.name);
            let threshold = threshold_of(names, job.pipeline, job.figures, limits);
            let is_offer = kind.is_step() && is_offer(stage.name);
            Some((stage.key, StageFacts { job, threshold, is_offer }))
        });
        let facts: HashMap<StageKey, StageFacts<'_>> = facts.collect();
        let stays = rows.rows().filter_map(|row| {
            let StageFacts { job, threshold, is_offer } = *facts.get(&rows.stage(row))?;
            let since = histories.since(row)?;
            let exceeded = threshold
                .filter(|threshold| threshold.excess(since, now).is_some())
                .map(|threshold| threshold.days);
            (is_offer || exceeded.is_some()).then(|| PendingStay {
                job: job.id.clone(),
                candidate: rows.id(row).into(),
                name: rows.name(row).to_owned(),
                job_name: job.name.to_owned(),
                stage: rows.stage_name(row).to_owned(),
                days: days(since, now).unwrap_or(0),
                exceeded,
                is_offer,
            })
        });
        stays.collect()
    }
}
