//! A job that was opened: its record, its candidate list, and how both are shown.
//!
//! `State::open` keeps one per job, so that a job looks as it was left. The fetch planner fills
//! it; navigation, the funnel and the inbox read it.

use std::collections::HashSet;
use std::sync::Arc;

use ratatui::layout::Rect;

use super::fetch::history_queue::HistoryQueue;
use super::list::{List, Sort};
use super::listed_jobs::ListedJobs;
use super::record_cache::Loaded;
use crate::recruiting::funnel::figures::threshold_of;
use crate::recruiting::funnel::histories::{Histories, since_of};
use crate::recruiting::funnel::overdue::Threshold;
use crate::recruiting::query::{Pipelines, QueryContext, values};
use crate::recruiting::table::identity::describe_mismatch;
use crate::recruiting::table::{CandidateTable, ListField, Row, to_display};
use crate::recruiting::triage::{CandidateTriage, LogEntry, Subject, TriageState};
use crate::tui::features::board::state::Board;
use crate::tui::features::funnel::state::FunnelCache;
use crate::wire::{Candidate, Job, JobId, PipelineStage, Timestamp};

/// The position in the candidate pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct DetailPosition {
    /// The first visible line.
    pub(crate) scroll: usize,
    /// The index of the selected link.
    pub(crate) link: Option<usize>,
}

/// The rows of these candidates, and all rows of these people.
fn rows_of<'a>(
    rows: &CandidateTable,
    candidates: impl Iterator<Item = &'a Subject>,
    people: impl Iterator<Item = &'a Subject>,
) -> Vec<Row> {
    let candidates = candidates.filter_map(|subject| rows.find(subject.candidate.as_str()));
    let mut found: Vec<Row> = candidates.collect();
    let people: HashSet<&str> =
        people.map(|subject| subject.person.as_str()).filter(|id| !id.is_empty()).collect();
    if !people.is_empty() {
        found.extend(rows.rows().filter(|row| people.contains(rows.person_id(*row))));
    }
    found
}

#[derive(Debug)]
pub struct OpenJob {
    pub(crate) id: JobId,
    pub(crate) job: Loaded<Job>,
    pub list: List<CandidateTable>,
    /// The stage histories of the candidates, where their records are loaded.
    pub(crate) histories: Histories,
    /// The funnel of those histories.
    pub(crate) figures: FunnelCache,
    /// When the new candidates were added; `None` until the list is loaded.
    pub(crate) recent: Option<Vec<i64>>,
    /// The candidates whose records are read in the background.
    pub(crate) history_queue: HistoryQueue,
    /// The version of the triage state that the list reflects, and the length of its log.
    triage_version: (u64, usize),
    /// The selected stage in the job pane; `None` selects the job itself.
    pub(crate) stage: Option<usize>,
    /// Scroll offset of the job pane.
    pub(crate) scroll: usize,
    /// Scroll offset of the candidate pane.
    pub(crate) detail: DetailPosition,
    pub(crate) board: Board,
    /// Whether the user went there.
    pub(crate) is_visited: bool,
    /// The jobs of the rows, in the list of all jobs.
    pub(crate) listed: Option<Box<ListedJobs>>,
}

impl OpenJob {
    pub(crate) fn new(id: JobId, sort: Option<Sort>) -> Self {
        Self {
            id,
            job: Loaded::default(),
            list: sort.map_or_else(List::default, List::with_sort),
            histories: Histories::default(),
            figures: FunnelCache::default(),
            recent: None,
            history_queue: HistoryQueue::default(),
            triage_version: (0, 0),
            stage: None,
            scroll: 0,
            detail: DetailPosition::default(),
            board: Board::default(),
            is_visited: false,
            listed: None,
        }
    }

    /// Runs a task on the list, with the context that its queries need.
    pub(crate) fn with_list<T>(
        &mut self,
        now: Timestamp,
        (triage, limits): (&TriageState, &[(String, u32)]),
        task: impl FnOnce(&mut List<CandidateTable>, &QueryContext<'_>) -> T,
    ) -> T {
        let Self { list, histories, job, figures, listed, .. } = self;
        let own = job.display().map_or(&[][..], |job| &job.pipeline_stages);
        let listed = listed.as_deref();
        let pipeline: &dyn Pipelines = listed.map_or(&own, |listed| listed);
        let since = |row| histories.since(row);
        let overdue_after = |job: &str, id: &str, name: &str| {
            let figures = match listed {
                Some(listed) => listed.figures_of(job),
                None => figures.facts(),
            };
            Some(threshold_of((id, name), pipeline.stages_of(job), figures, limits)?.days)
        };
        let overdue_after = &overdue_after;
        task(
            list,
            &QueryContext { now, since: &since, pipeline, overdue_after, triage: Some(triage) },
        )
    }

    /// How long the candidate may stay in the current stage.
    pub(crate) fn threshold(&self, row: Row, limits: &[(String, u32)]) -> Option<Threshold> {
        let rows = &self.list.pages.rows;
        let stage = (rows.stage_id(row), rows.stage_name(row));
        let figures = match &self.listed {
            Some(listed) => listed.figures_of(rows.job_id(row).as_str()),
            None => self.figures.facts(),
        };
        threshold_of(stage, self.pipeline_of(row), figures, limits)
    }

    /// The job of a row.
    pub(crate) fn job_of(&self, row: Row) -> &JobId {
        if self.listed.is_some() { self.list.pages.rows.job_id(row) } else { &self.id }
    }

    /// The stages of the row's job; empty until it is loaded.
    pub(crate) fn pipeline_of(&self, row: Row) -> &[PipelineStage] {
        match &self.listed {
            Some(listed) => listed.stages_of(self.job_of(row).as_str()),
            None => self.pipeline(),
        }
    }

    /// Whether the whole list was read; also if the job has no candidates.
    pub(crate) fn is_read(&self) -> bool {
        self.list.pages.is_covered()
    }

    /// Empty until the job is loaded. In the list of all jobs: each stage name once.
    pub(crate) fn pipeline(&self) -> &[PipelineStage] {
        self.job.display().map_or(&[], |job| &job.pipeline_stages)
    }

    /// When the candidate entered the current stage, if the history is known.
    pub(crate) fn since(&self, row: Row) -> Option<Timestamp> {
        self.histories.since(row)
    }

    /// The number of candidates with a known history.
    pub(crate) const fn dated_count(&self) -> usize {
        self.histories.dated_count()
    }

    /// Learns the history from a record.
    pub(crate) fn update_history(&mut self, row: Row, record: &Candidate) {
        let stage = self.list.pages.rows.stage(row);
        let is_new = if self.listed.is_some() {
            self.histories.set_since(row, stage, since_of(record))
        } else {
            self.histories.update(row, stage, record)
        };
        self.mark_dirty(row, is_new);
    }

    /// What is wrong with a record that was requested for a row; None if nothing is.
    pub(crate) fn describe_mismatch(&self, row: Row, record: &Candidate) -> Option<String> {
        describe_mismatch(self.job_of(row), &self.list.pages.rows, row, record)
    }

    /// Learns the history from a cached record, unless the candidate changed stage since.
    pub(crate) fn restore_history(&mut self, record: &Candidate) {
        let row = self.list.pages.rows.find(record.id.as_str());
        if row.is_some_and(|row| self.describe_mismatch(row, record).is_some()) {
            return;
        }
        if let Some(row) = self.histories.restore(&self.list.pages.rows, record) {
            self.mark_dirty(row, true);
        }
    }

    /// Applies cached histories to rows that just arrived.
    pub(crate) fn apply_waiting<'a>(
        &mut self,
        loaded: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) {
        for row in self.histories.apply_waiting(&self.list.pages.rows, loaded) {
            self.mark_dirty(row, true);
        }
    }

    /// Re-sorts the row if the order depends on its age.
    fn mark_dirty(&mut self, row: Row, is_new: bool) {
        if is_new && self.depends_on_age() {
            self.list.mark_dirty(row);
        }
    }

    /// Drops the known history of a changed candidate if the stage is another one.
    pub(crate) fn invalidate(&mut self, row: Row) {
        self.histories.invalidate(row, self.list.pages.rows.stage(row));
        self.history_queue.clear_failure(row);
    }

    /// Drops the histories of candidates that left the list.
    pub(crate) fn sweep(&mut self) {
        let Self { histories, list, .. } = self;
        histories.retain(|row| list.pages.rows.is_live(row));
    }

    /// Whether the sort or the filter depends on the time in a stage.
    pub(crate) fn depends_on_age(&self) -> bool {
        let by_age = self.list.sort.is_some_and(|sort| sort.field == ListField::Age);
        by_age || self.list.filter.depends_on_age()
    }

    /// Re-sorts and refilters candidates whose triage data changed, if sort or filter depend on
    /// it. A candidate who was only looked at stays in place.
    pub(crate) fn follow_triage(&mut self, triage: &TriageState) {
        let (version, length) =
            std::mem::replace(&mut self.triage_version, (triage.version, triage.log().len()));
        let depends_on_triage = self.list.sort.is_some_and(|sort| sort.field.is_triage())
            || self.list.filter.depends_on_triage();
        if version == triage.version || !depends_on_triage {
            return;
        }
        let rows = &self.list.pages.rows;
        let is_plain = |entry: &LogEntry| !entry.kind.is_undo_or_redo();
        let changed: Vec<Row> = match triage.log().get(length..) {
            Some(new) if new.iter().all(is_plain) => {
                let of_people = new.iter().filter(|entry| entry.kind.is_about_person());
                let people = of_people.map(|entry| &*entry.subject);
                rows_of(rows, new.iter().map(|entry| &*entry.subject), people)
            }
            Some(_) => {
                let subject = |candidate: &'_ CandidateTriage| Arc::clone(&candidate.subject);
                let candidates: Vec<_> = triage.all().map(subject).collect();
                let people: Vec<_> = triage.people().map(subject).collect();
                rows_of(rows, candidates.iter().map(|it| &**it), people.iter().map(|it| &**it))
            }
            None => rows.rows().collect(),
        };
        for row in changed {
            self.list.mark_dirty(row);
        }
    }

    /// The values of a field, for completion: all stages in pipeline order, the tags in use, or
    /// what the candidates hold.
    pub(crate) fn values(&self, field: ListField, triage: &TriageState) -> Vec<String> {
        if field == ListField::Tag {
            return triage.tags().into_iter().map(str::to_owned).collect();
        }
        let mut existing = values(&self.list.pages.rows, field);
        if field == ListField::Stage {
            let stages = self.stages();
            let names = stages.iter().map(|stage| to_display(&stage.name).into_owned());
            let mut names: Vec<String> = names.collect();
            existing.retain(|name| !names.contains(name));
            names.append(&mut existing);
            return names;
        }
        existing
    }

    /// The median time in the stages with enough samples, by index in the pipeline.
    pub(crate) fn median_stays(&self) -> Vec<(usize, i64)> {
        let stages = self.figures.facts().map_or(&[][..], |facts| &facts.stages);
        let stages = stages.iter().enumerate();
        stages.filter_map(|(at, stage)| Some((at, stage.reliable_median()?))).collect()
    }

    /// Rebuilds the board if the list changed, and scrolls to the cursor.
    pub(crate) fn settle_board(&mut self, area: Rect) {
        let mut board = std::mem::take(&mut self.board);
        board.hides_empty = self.listed.is_some();
        board.update(&self.stages(), &self.list, area);
        self.board = board;
    }

    /// The stages in pipeline order; empty until the job is loaded.
    pub(crate) fn stages(&self) -> Vec<&PipelineStage> {
        let mut stages: Vec<_> = self.pipeline().iter().collect();
        stages.sort_by_key(|stage| stage.stage_order.unwrap_or(i64::MAX));
        stages
    }
}
