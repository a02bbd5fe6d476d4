//! A job that was looked at: its record, its candidates, and how they are seen.

use ratatui::layout::Rect;

use super::fetch::history_queue::HistoryQueue;
use super::list::List;
use super::record_cache::Loaded;
use crate::recruiting::funnel::figures::StageKind;
use crate::recruiting::funnel::histories::Histories;
use crate::recruiting::query::{QueryContext, values};
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::{CandidateTable, ListField, Row};
use crate::recruiting::triage::{EntryKind, TriageState};
use crate::tui::features::board::state::Board;
use crate::tui::features::funnel::state::FunnelCache;
use crate::wire::{Candidate, Job, JobId, Timestamp};

/// A median of fewer says nothing.
const MIN_SAMPLES: usize = 5;

/// A job that was looked at.
#[derive(Debug)]
pub struct OpenJob {
    /// Which job.
    pub(crate) id: JobId,
    /// The job with its pipeline.
    pub(crate) job: Loaded<Job>,
    /// Its candidates.
    pub list: List<CandidateTable>,
    /// How its candidates came through the stages, where the details tell.
    pub(crate) histories: Histories,
    /// What follows from those.
    pub(crate) figures: FunnelCache,
    /// Whose details are to be read in the background.
    pub(crate) history_queue: HistoryQueue,
    /// As far as the list knows the book: its version, and how long its log was.
    triage_version: (u64, usize),
    /// The stage under the cursor in the job pane; none is the job itself.
    pub(crate) stage: Option<usize>,
    /// The first line of the job pane on the screen.
    pub(crate) scroll: usize,
    /// The first line of the candidate pane on the screen.
    pub(crate) detail_scroll: usize,
    /// The candidates as columns.
    pub(crate) board: Board,
}

impl OpenJob {
    /// A job nothing is known of yet.
    pub(crate) fn new(id: JobId) -> Self {
        Self {
            id,
            job: Loaded::default(),
            list: List::default(),
            histories: Histories::default(),
            figures: FunnelCache::default(),
            history_queue: HistoryQueue::default(),
            triage_version: (0, 0),
            stage: None,
            scroll: 0,
            detail_scroll: 0,
            board: Board::default(),
        }
    }

    /// Does something to the list with what the details and the pipeline tell.
    pub(crate) fn with_list<T>(
        &mut self,
        now: Timestamp,
        triage: &TriageState,
        task: impl FnOnce(&mut List<CandidateTable>, &QueryContext<'_>) -> T,
    ) -> T {
        let Self { list, histories, job, .. } = self;
        let stages = job.record.as_ref().map_or(&[][..], |job| &job.pipeline_stages);
        let rank = |stage: StageRef<'_>| stage.find(stages)?.stage_order;
        let since = |row| histories.since(row);
        task(list, &QueryContext { now, since: &since, rank: &rank, triage: Some(triage) })
    }

    /// Since when a candidate is in the stage, where the details tell.
    pub(crate) fn since(&self, row: Row) -> Option<Timestamp> {
        self.histories.since(row)
    }

    /// Of how many that is known.
    pub(crate) const fn dated_count(&self) -> usize {
        self.histories.dated_count()
    }

    /// The details of a candidate tell how they came here. Whether that is new.
    pub(crate) fn update_history(&mut self, row: Row, record: &Candidate) -> bool {
        let stage = self.list.pages.rows.stage(row);
        let is_new = self.histories.update(row, stage, record);
        self.mark_dirty(row, is_new);
        is_new
    }

    /// The same from the cache, if they are in that stage still.
    pub(crate) fn restore_history(&mut self, record: &Candidate) {
        if let Some(row) = self.histories.restore(&self.list.pages.rows, record) {
            self.mark_dirty(row, true);
        }
    }

    /// Rows came that the cache may know.
    pub(crate) fn apply_waiting(&mut self, items: &[crate::wire::CandidateItem]) {
        for row in self.histories.apply_waiting(&self.list.pages.rows, items) {
            self.mark_dirty(row, true);
        }
    }

    /// More is known of the age of a row: it may stand elsewhere.
    fn mark_dirty(&mut self, row: Row, is_new: bool) {
        if is_new && self.depends_on_age() {
            self.list.mark_dirty(row);
        }
    }

    /// A candidate changed: who is in another stage now is there since another day.
    pub(crate) fn invalidate(&mut self, row: Row) {
        self.histories.invalidate(row, self.list.pages.rows.stage(row));
        self.history_queue.clear_failure(row);
    }

    /// Some are no longer in the list.
    pub(crate) fn sweep(&mut self) {
        let Self { histories, list, .. } = self;
        histories.retain(|row| list.pages.rows.is_live(row));
    }

    /// Whether its order or filter goes by the time in a stage.
    pub(crate) fn depends_on_age(&self) -> bool {
        let by_age = self.list.sort.is_some_and(|sort| sort.field == ListField::Age);
        by_age || self.list.filter.has_condition_on(ListField::Age)
    }

    /// Those of whom something was decided or jotted down since are looked at anew,
    /// where filter or order go by that. Who was only looked at stays where they are.
    pub(crate) fn follow_triage(&mut self, triage: &TriageState) {
        let (version, length) =
            std::mem::replace(&mut self.triage_version, (triage.version, triage.log().len()));
        let depends_on_triage = self.list.sort.is_some_and(|sort| sort.field.is_triage())
            || [ListField::Verdict, ListField::Tag, ListField::Star]
                .into_iter()
                .any(|field| self.list.filter.has_condition_on(field));
        if version == triage.version || !depends_on_triage {
            return;
        }
        let new = triage.log().get(length..);
        let is_plain = |entry: &crate::recruiting::triage::LogEntry| {
            !matches!(entry.act, EntryKind::Undo { .. } | EntryKind::Redo { .. })
        };
        let rows = &self.list.pages.rows;
        let changed: Vec<Row> = match new {
            Some(new) if new.iter().all(is_plain) => {
                new.iter().filter_map(|entry| rows.find(entry.subject.candidate.as_str())).collect()
            }
            Some(_) => triage
                .all()
                .filter_map(|candidate| rows.find(candidate.subject.candidate.as_str()))
                .collect(),
            None => rows.rows().collect(),
        };
        for row in changed {
            self.list.mark_dirty(row);
        }
    }

    /// What its candidates hold in a field; every stage of the pipeline, in its order;
    /// the tags in use.
    pub(crate) fn values(&self, field: ListField, triage: &TriageState) -> Vec<String> {
        if field == ListField::Tag {
            return triage.tags().into_iter().map(str::to_owned).collect();
        }
        let mut existing = values(&self.list.pages.rows, field);
        if field == ListField::Stage {
            let stages = self.stages();
            let names = stages.iter().map(|stage| crate::text::sanitize(&stage.name).into_owned());
            let mut names: Vec<String> = names.collect();
            existing.retain(|name| !names.contains(name));
            names.append(&mut existing);
            return names;
        }
        existing
    }

    /// The median stay in the stages of the pipeline, by their places in it, where
    /// enough people left them.
    pub(crate) fn median_stays(&self) -> Vec<(usize, i64)> {
        let stages = self.figures.facts().map_or(&[][..], |facts| &facts.stages);
        let reliable = stages.iter().enumerate().filter(|(_, stage)| {
            stage.stay_count >= MIN_SAMPLES
                && !matches!(stage.kind, StageKind::Rejection | StageKind::Unlisted)
        });
        reliable.filter_map(|(at, stage)| Some((at, stage.median_days?))).collect()
    }

    /// Makes the board anew if the list changed, and shows the cursor on it.
    pub(crate) fn settle_board(&mut self, area: Rect) {
        let mut board = std::mem::take(&mut self.board);
        board.update(&self.stages(), &self.list, area);
        self.board = board;
    }

    /// The stages of the pipeline in their order; empty until it was read.
    pub(crate) fn stages(&self) -> Vec<&crate::wire::PipelineStage> {
        let mut stages: Vec<_> =
            self.job.record.iter().flat_map(|job| &job.pipeline_stages).collect();
        stages.sort_by_key(|stage| stage.stage_order.unwrap_or(i64::MAX));
        stages
    }
}
