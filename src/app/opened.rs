//! A job that was looked at: its record, its candidates, and how they are seen.

use std::collections::HashMap;

use ratatui::layout::Rect;

use super::board::Board;
use super::find::{Context, values};
use super::list::List;
use super::loaded::Loaded;
use super::rows::{Candidates, Field, Row, StageKey};
use super::stage::StageRef;
use crate::wire::{Job, JobId, Timestamp};

/// A job that was looked at.
#[derive(Debug)]
pub struct OpenJob {
    /// Which job.
    pub id: JobId,
    /// The job with its pipeline.
    pub job: Loaded<Job>,
    /// Its candidates.
    pub list: List<Candidates>,
    /// Since when a candidate is in the stage, where the details tell, and in
    /// which stage that was.
    since: HashMap<Row, (StageKey, Timestamp)>,
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
            since: HashMap::new(),
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
        task: impl FnOnce(&mut List<Candidates>, &Context<'_>) -> T,
    ) -> T {
        let Self { list, since, job, .. } = self;
        let stages = job.record.as_ref().map_or(&[][..], |job| &job.pipeline_stages);
        let rank = |stage: StageRef<'_>| stage.find(stages)?.stage_order;
        let since = |row| since.get(&row).map(|(_, since)| *since);
        task(list, &Context { now, since: &since, rank: &rank })
    }

    /// Since when a candidate is in the stage, where the details tell.
    #[must_use]
    pub fn since(&self, row: Row) -> Option<Timestamp> {
        self.since.get(&row).map(|(_, since)| *since)
    }

    /// Of how many that is known.
    #[must_use]
    pub fn known(&self) -> usize {
        self.since.len()
    }

    /// The details of a candidate tell since when. Whether that is new.
    pub fn learn(&mut self, row: Row, since: Timestamp) -> bool {
        let known = (self.list.roll.rows.stage(row), since);
        self.since.insert(row, known) != Some(known)
    }

    /// A candidate changed: who is in another stage now is there since another day.
    pub fn doubt(&mut self, row: Row) {
        let stage = self.list.roll.rows.stage(row);
        if self.since.get(&row).is_some_and(|(known, _)| *known != stage) {
            self.since.remove(&row);
        }
    }

    /// Whether its order or filter goes by the time in a stage.
    #[must_use]
    pub fn goes_by_age(&self) -> bool {
        let by_age = self.list.sort.is_some_and(|sort| sort.field == Field::Age);
        by_age || self.list.filter.asks(Field::Age)
    }

    /// What its candidates hold in a field; every stage of the pipeline, in its order.
    #[must_use]
    pub fn values(&self, field: Field) -> Vec<String> {
        let mut held = values(&self.list.roll.rows, field);
        if field == Field::Stage {
            let stages = self.stages();
            let names = stages.iter().map(|stage| crate::text::one_line(&stage.name).into_owned());
            let mut names: Vec<String> = names.collect();
            held.retain(|name| !names.contains(name));
            names.append(&mut held);
            return names;
        }
        held
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
