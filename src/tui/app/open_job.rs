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
const ENOUGH: usize = 5;

/// A job that was looked at.
#[derive(Debug)]
pub struct OpenJob {
    /// Which job.
    pub id: JobId,
    /// The job with its pipeline.
    pub job: Loaded<Job>,
    /// Its candidates.
    pub list: List<CandidateTable>,
    /// How its candidates came through the stages, where the details tell.
    pub histories: Histories,
    /// What follows from those.
    pub figures: FunnelCache,
    /// Whose details are to be read in the background.
    pub(crate) history_queue: HistoryQueue,
    /// As far as the list knows the book: its version, and how long its log was.
    followed: (u64, usize),
    /// The stage under the cursor in the job pane; none is the job itself.
    pub stage: Option<usize>,
    /// The first line of the job pane on the screen.
    pub scroll: usize,
    /// The first line of the candidate pane on the screen.
    pub detail_scroll: usize,
    /// The candidates as columns.
    pub board: Board,
}

impl OpenJob {
    /// A job nothing is known of yet.
    #[must_use]
    pub fn new(id: JobId) -> Self {
        Self {
            id,
            job: Loaded::default(),
            list: List::default(),
            histories: Histories::default(),
            figures: FunnelCache::default(),
            history_queue: HistoryQueue::default(),
            followed: (0, 0),
            stage: None,
            scroll: 0,
            detail_scroll: 0,
            board: Board::default(),
        }
    }

    /// Does something to the list with what the details and the pipeline tell.
    pub fn with_list<T>(
        &mut self,
        now: Timestamp,
        book: &TriageState,
        task: impl FnOnce(&mut List<CandidateTable>, &QueryContext<'_>) -> T,
    ) -> T {
        let Self { list, histories, job, .. } = self;
        let stages = job.record.as_ref().map_or(&[][..], |job| &job.pipeline_stages);
        let rank = |stage: StageRef<'_>| stage.find(stages)?.stage_order;
        let since = |row| histories.since(row);
        task(list, &QueryContext { now, since: &since, rank: &rank, book: Some(book) })
    }

    /// Since when a candidate is in the stage, where the details tell.
    #[must_use]
    pub fn since(&self, row: Row) -> Option<Timestamp> {
        self.histories.since(row)
    }

    /// Of how many that is known.
    #[must_use]
    pub const fn known(&self) -> usize {
        self.histories.dated()
    }

    /// The details of a candidate tell how they came here. Whether that is new.
    pub fn learn(&mut self, row: Row, record: &Candidate) -> bool {
        let stage = self.list.roll.rows.stage(row);
        let is_new = self.histories.learn(row, stage, record);
        self.stir(row, is_new);
        is_new
    }

    /// The same from the cache, if they are in that stage still.
    pub fn recall(&mut self, record: &Candidate) {
        if let Some(row) = self.histories.recall(&self.list.roll.rows, record) {
            self.stir(row, true);
        }
    }

    /// Rows came that the cache may know.
    pub fn meet(&mut self, items: &[crate::wire::CandidateItem]) {
        for row in self.histories.meet(&self.list.roll.rows, items) {
            self.stir(row, true);
        }
    }

    /// More is known of the age of a row: it may stand elsewhere.
    fn stir(&mut self, row: Row, is_new: bool) {
        if is_new && self.goes_by_age() {
            self.list.restir(row);
        }
    }

    /// A candidate changed: who is in another stage now is there since another day.
    pub fn doubt(&mut self, row: Row) {
        self.histories.doubt(row, self.list.roll.rows.stage(row));
        self.history_queue.clear_failure(row);
    }

    /// Some are no longer in the list.
    pub fn sweep(&mut self) {
        let Self { histories, list, .. } = self;
        histories.sweep(|row| list.roll.rows.is_live(row));
    }

    /// Whether its order or filter goes by the time in a stage.
    #[must_use]
    pub fn goes_by_age(&self) -> bool {
        let by_age = self.list.sort.is_some_and(|sort| sort.field == ListField::Age);
        by_age || self.list.filter.asks(ListField::Age)
    }

    /// Those of whom something was decided or jotted down since are looked at anew,
    /// where filter or order go by that. Who was only looked at stays where they are.
    pub fn follow(&mut self, book: &TriageState) {
        let (version, length) =
            std::mem::replace(&mut self.followed, (book.version, book.log().len()));
        let goes_by_own = self.list.sort.is_some_and(|sort| sort.field.is_own())
            || [ListField::Verdict, ListField::Tag, ListField::Star]
                .into_iter()
                .any(|field| self.list.filter.asks(field));
        if version == book.version || !goes_by_own {
            return;
        }
        let new = book.log().get(length..);
        let is_plain = |entry: &crate::recruiting::triage::LogEntry| {
            !matches!(entry.act, EntryKind::Undo { .. } | EntryKind::Redo { .. })
        };
        let rows = &self.list.roll.rows;
        let found: Vec<Row> = match new {
            Some(new) if new.iter().all(is_plain) => {
                new.iter().filter_map(|it| rows.find(it.subject.candidate.as_str())).collect()
            }
            Some(_) => {
                book.all().filter_map(|own| rows.find(own.subject.candidate.as_str())).collect()
            }
            None => rows.rows().collect(),
        };
        for row in found {
            self.list.restir(row);
        }
    }

    /// What its candidates hold in a field; every stage of the pipeline, in its order;
    /// the tags in use.
    #[must_use]
    pub fn values(&self, field: ListField, book: &TriageState) -> Vec<String> {
        if field == ListField::Tag {
            return book.tags().into_iter().map(str::to_owned).collect();
        }
        let mut held = values(&self.list.roll.rows, field);
        if field == ListField::Stage {
            let stages = self.stages();
            let names = stages.iter().map(|stage| crate::text::sanitize(&stage.name).into_owned());
            let mut names: Vec<String> = names.collect();
            held.retain(|name| !names.contains(name));
            names.append(&mut held);
            return names;
        }
        held
    }

    /// The median stay in the stages of the pipeline, by their places in it, where
    /// enough people left them.
    #[must_use]
    pub fn stays(&self) -> Vec<(usize, i64)> {
        let stages = self.figures.facts().map_or(&[][..], |facts| &facts.stages);
        let told = stages.iter().enumerate().filter(|(_, stage)| {
            stage.stays >= ENOUGH && !matches!(stage.kind, StageKind::Rejection | StageKind::Stray)
        });
        told.filter_map(|(at, stage)| Some((at, stage.stay?))).collect()
    }

    /// Makes the board anew if the list changed, and shows the cursor on it.
    pub fn settle_board(&mut self, area: Rect) {
        let mut board = std::mem::take(&mut self.board);
        board.settle(&self.stages(), &self.list, area);
        self.board = board;
    }

    /// The stages of the pipeline in their order; empty until it was read.
    #[must_use]
    pub fn stages(&self) -> Vec<&crate::wire::PipelineStage> {
        let mut stages: Vec<_> =
            self.job.record.iter().flat_map(|job| &job.pipeline_stages).collect();
        stages.sort_by_key(|stage| stage.stage_order.unwrap_or(i64::MAX));
        stages
    }
}
