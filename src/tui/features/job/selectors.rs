//! What the job pane shows. `view` draws it; navigation and the mouse measure it.

use std::collections::HashMap;

use super::rich_text::{JobDetails, StageCounts, job_details};
use crate::keymap::action::Pane;
use crate::recruiting::paging::PagedList;
use crate::recruiting::table::{CandidateTable, Row, StageKey};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::features::all_candidates::selectors::head;
use crate::wire::{Job, JobItem, StageId};

impl State {
    pub(crate) fn job_rich_text(&self) -> JobDetails {
        let none = JobDetails { lines: Vec::new(), stages: 0..0 };
        let Some(open) = self.open_job() else { return none };
        let job = open.job.display();
        if open.listed.is_some() {
            return self.all_jobs_rich_text(open);
        }
        let rows = &self.jobs.pages.rows;
        let listed = rows.find(&open.id).map(|row| rows.item(row));
        if listed.is_none() && job.is_none() {
            return none;
        }
        // The record says all that the row says.
        let unlisted = JobItem::default();
        let item = listed.unwrap_or(&unlisted);
        let pages = &open.list.pages;
        let counts = StageCounts {
            counts: stage_counts(pages),
            loaded: pages.loaded(),
            total: pages.total(),
            is_complete: pages.is_whole(),
            median_days: open.median_stays(),
            histories: open.histories.read_count(),
        };
        let troubles: Vec<_> =
            self.load_error("the pipeline", Some(&open.job)).into_iter().collect();
        let (now, width) = (self.clock.date, self.width_of(Pane::Job));
        job_details(item, job, &counts, &troubles, now, width)
    }

    /// In place of a job: what the list of all candidates is based on, and its stages by name.
    fn all_jobs_rich_text(&self, open: &OpenJob) -> JobDetails {
        let width = self.width_of(Pane::Job);
        let stages = stage_counts(&open.list.pages).into_iter();
        let coverage = self.all_coverage();
        let counts = StageCounts {
            counts: stages.map(|(_, name, count)| (StageId::default(), name, count)).collect(),
            loaded: coverage.candidates,
            is_complete: coverage.read == coverage.jobs,
            ..StageCounts::default()
        };
        let record = open.job.display().map(|job| Job { name: String::new(), ..job.clone() });
        let item = JobItem::default();
        let details = job_details(&item, record.as_ref(), &counts, &[], self.clock.date, width);
        let mut lines = head(self, width);
        let stages = details.stages.start + lines.len()..details.stages.end + lines.len();
        lines.extend(details.lines);
        JobDetails { lines, stages }
    }
}

/// Candidates per stage, of those that are in the list.
pub(crate) fn stage_counts(pages: &PagedList<CandidateTable>) -> Vec<(StageId, String, usize)> {
    let rows = &pages.rows;
    if rows.len() == pages.loaded() {
        let stages = rows.stages().filter(|stage| stage.live > 0);
        return stages.map(|stage| (stage.id.into(), stage.name.to_owned(), stage.live)).collect();
    }
    // While the list is loaded again, some rows are not in it.
    let mut counts: HashMap<StageKey, (Row, usize)> = HashMap::new();
    for row in pages.in_order() {
        counts.entry(rows.stage(row)).or_insert((row, 0)).1 += 1;
    }
    let named = |(row, count): &(Row, usize)| {
        (rows.stage_id(*row).into(), rows.stage_name(*row).to_owned(), *count)
    };
    counts.values().map(named).collect()
}
