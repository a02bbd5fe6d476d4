//! Feeds the list of all candidates with what arrives: pages and records from the server, jobs from
//! the mirror.

use std::collections::{HashMap, HashSet};

use super::state::{ALL_JOBS, AllCandidates, MirrorStatus, TITLE};
use crate::recruiting::funnel::figures::FunnelFigures;
use crate::recruiting::paging::PageDiff;
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::{CandidateRow, CandidateRows, JobRef, JobTable, Row, RowChange};
use crate::tui::app::clock::{Clock, Moment};
use crate::tui::app::mirrored::MirroredJob;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::wire::{Candidate, Job, JobId};

/// The job as the job list names it, or its record.
fn job_ref<'a>(jobs: &'a JobTable, open: &'a OpenJob) -> JobRef<'a> {
    let listed = jobs.find(&open.id).map(|row| JobRef::from(jobs.item(row)));
    listed.unwrap_or_else(|| {
        let record = open.job.display();
        JobRef {
            id: open.id.as_str(),
            name: record.map_or("", |job| &job.name),
            client: record.map_or("", |job| &job.client_company_name),
        }
    })
}

/// Takes everything that is loaded.
pub(super) fn feed_all(state: &mut State) {
    let State { open, all_candidates, jobs, clock, .. } = state;
    let Some(all) = all_candidates.list.as_deref_mut() else { return };
    for open in open.values() {
        let rows = &open.list.pages.rows;
        put(
            all,
            job_ref(&jobs.pages.rows, open),
            rows.rows().map(|row| rows.get(row)),
            clock.moment,
        );
        copy_dates(all, open, rows.rows());
        note_job(all, open);
        if let Some(figures) = open.figures.facts() {
            set_figures(all, &open.id, figures);
        }
    }
    merge_stages(all, *clock);
    drop_jobs(state);
}

fn put<'a>(
    all: &mut OpenJob,
    job: JobRef<'_>,
    rows: impl IntoIterator<Item = CandidateRow<'a>>,
    now: Moment,
) -> Vec<Row> {
    let (mut diff, mut all_rows) = (PageDiff::default(), Vec::new());
    for row in rows {
        let (row, change) = all.list.pages.rows.put_in(job, row);
        all_rows.push(row);
        match change {
            RowChange::New => diff.new.push(row),
            RowChange::Changed => diff.changed.push(row),
            RowChange::Same => {}
        }
    }
    for row in &diff.changed {
        all.invalidate(*row);
    }
    all.list.pages.append(&diff.new);
    all.list.apply_diff(diff, false, now);
    all_rows
}

/// Takes the dates on which candidates entered their stages.
fn copy_dates(all: &mut OpenJob, open: &OpenJob, rows: impl Iterator<Item = Row>) {
    for row in rows.filter(|row| open.histories.is_read(*row)) {
        all.set_since(open.list.pages.rows.id(row), open.since(row));
    }
}

fn note_job(all: &mut OpenJob, open: &OpenJob) {
    let OpenJob { listed, list, .. } = all;
    let Some(listed) = listed else { return };
    let job = listed.entry(&open.id);
    job.is_read |= open.is_read();
    job.read_at = open.list.pages.read_at().or(job.read_at);
    if !open.pipeline().is_empty() {
        job.stages = open.pipeline().to_vec();
    }
    list.pages.set_read_at(listed.oldest());
}

/// The board and the job pane show each stage name once.
fn merge_stages(all: &mut OpenJob, clock: Clock) {
    let Some(listed) = &all.listed else { return };
    let pipeline_stages = listed.merged_stages();
    if all.pipeline() != pipeline_stages {
        let job =
            Job { id: ALL_JOBS.into(), name: TITLE.to_owned(), pipeline_stages, ..Job::default() };
        all.job.set(Ok(job), clock.date);
        all.board.invalidate();
    }
    all.list.invalidate_soon();
}

/// A page of a job arrived. `is_final` says that rows which it does not have are gone.
pub(crate) fn feed_page(state: &mut State, job: &JobId, page: &CandidateRows, is_final: bool) {
    let State { open, all_candidates, jobs, clock, .. } = state;
    let (Some(all), Some(open)) = (all_candidates.list.as_deref_mut(), open.get(job)) else {
        return;
    };
    if jobs.pages.is_complete() && jobs.pages.rows.find(job).is_none() {
        return; // the server no longer has this job
    }
    put(all, job_ref(&jobs.pages.rows, open), page.iter(), clock.moment);
    let rows = page.iter().filter_map(|item| open.list.pages.rows.find(item.id));
    copy_dates(all, open, rows);
    note_job(all, open);
    if is_final {
        let (rows, listed) = (&all.list.pages.rows, &open.list.pages.rows);
        let is_gone = |row: &Row| rows.job_id(*row) == job && listed.find(rows.id(*row)).is_none();
        let gone: Vec<Row> = rows.rows().filter(is_gone).collect();
        remove(all, &gone, clock.moment);
    }
}

fn remove(all: &mut OpenJob, gone: &[Row], now: Moment) {
    if gone.is_empty() {
        return;
    }
    let names = gone.iter().map(|row| all.list.pages.rows.name(*row).to_owned()).collect();
    all.list.pages.remove_rows(gone);
    all.list.apply_diff(PageDiff { removed: names, ..PageDiff::default() }, false, now);
    all.sweep();
}

/// Drops jobs that the server no longer has.
pub(crate) fn drop_jobs(state: &mut State) {
    let State { all_candidates, jobs, clock, .. } = state;
    let Some(all) = all_candidates.list.as_deref_mut() else { return };
    let Some(listed) = &mut all.listed else { return };
    if !jobs.pages.is_complete() {
        return;
    }
    let known = &jobs.pages.rows;
    let gone: HashSet<JobId> = listed.ids().filter(|id| known.find(id).is_none()).collect();
    if gone.is_empty() {
        return;
    }
    for id in &gone {
        listed.remove(id);
    }
    let rows = &all.list.pages.rows;
    let rows: Vec<Row> = rows.rows().filter(|row| gone.contains(rows.job_id(*row))).collect();
    remove(all, &rows, clock.moment);
}

/// The record of a job arrived.
pub(crate) fn feed_stages(state: &mut State, job: &JobId) {
    let State { open, all_candidates, clock, .. } = state;
    if let (Some(all), Some(open)) = (all_candidates.list.as_deref_mut(), open.get(job)) {
        note_job(all, open);
        merge_stages(all, *clock);
    }
}

/// How long a stay is usual in a job was computed.
pub(crate) fn feed_figures(all: &mut AllCandidates, job: &JobId, figures: &FunnelFigures) {
    let Some(all) = all.list.as_deref_mut() else { return };
    set_figures(all, job, figures);
    if all.list.filter.has_kind(&["overdue"]) {
        all.list.invalidate_soon();
    }
}

fn set_figures(all: &mut OpenJob, job: &JobId, figures: &FunnelFigures) {
    if let Some(listed) = &mut all.listed {
        let stages = figures.stages.clone();
        listed.entry(job).figures = Some(FunnelFigures { stages, ..FunnelFigures::default() });
    }
}

/// The record of a candidate came from the cache.
pub(crate) fn feed_history(state: &mut State, record: &Candidate) {
    let Some(all) = state.all_candidates.list.as_deref_mut() else { return };
    let Some(row) = all.list.pages.rows.find(record.id.as_str()) else { return };
    let rows = &all.list.pages.rows;
    let record_stage = StageRef::new(
        record.current_pipeline_stage_id.as_str(),
        &record.current_pipeline_stage_name,
    );
    let is_current = StageRef::new(rows.stage_id(row), rows.stage_name(row)) == record_stage;
    if is_current && !all.histories.is_read(row) && all.describe_mismatch(row, record).is_none() {
        all.update_history(row, record);
    }
}

/// Takes what the mirror holds. What this session read later is newer.
pub(crate) fn take_mirrored(state: &mut State, mirrored: Vec<MirroredJob>, is_done: bool) {
    let State { open, all_candidates, jobs, clock, .. } = state;
    if is_done {
        all_candidates.mirror = MirrorStatus::Loaded;
    }
    let AllCandidates { list, incoming, .. } = all_candidates;
    let Some(all) = list.as_deref_mut() else { return };
    all.list.begin_again();
    for job in mirrored {
        take_job(all, incoming, open, &jobs.pages.rows, job, clock.moment);
    }
    // Without any row, the list is known to be empty now.
    put(all, JobRef::default(), [], clock.moment);
    merge_stages(all, *clock);
    drop_jobs(state);
}

fn take_job(
    all: &mut OpenJob,
    incoming: &mut HashSet<Row>,
    open: &HashMap<JobId, OpenJob>,
    jobs: &JobTable,
    job: MirroredJob,
    now: Moment,
) {
    let MirroredJob { item, pipeline, candidates, read_at, is_complete, figures, is_last } = job;
    let read_here = open
        .get(&item.id)
        .filter(|open| open.list.pages.read_at().is_some_and(|at| at.micros() >= read_at.micros()));
    if read_here.is_some_and(OpenJob::is_read) {
        return;
    }
    let newer = jobs.find(&item.id).map(|row| jobs.item(row));
    let is_newer = |row: &CandidateRow<'_>| {
        read_here.is_some_and(|open| open.list.pages.rows.find(row.id).is_some())
    };
    let (others, rows): (Vec<_>, Vec<_>) =
        candidates.iter().flat_map(CandidateRows::iter).partition(is_newer);
    incoming.extend(others.iter().filter_map(|row| all.list.pages.rows.find(row.id)));
    incoming.extend(put(all, JobRef::from(newer.unwrap_or(&item)), rows, now));
    if is_last {
        let listed = std::mem::take(incoming);
        if is_complete && read_here.is_none() {
            let rows = &all.list.pages.rows;
            let is_gone = |row: &Row| rows.job_id(*row) == &item.id && !listed.contains(row);
            let gone: Vec<Row> = rows.rows().filter(is_gone).collect();
            remove(all, &gone, now);
        }
    }
    let Some(listed) = &mut all.listed else { return };
    let entry = listed.entry(&item.id);
    entry.is_read |= is_complete;
    entry.read_at = Some(read_at);
    if entry.stages.is_empty() {
        entry.stages = pipeline;
    }
    all.list.pages.set_read_at(listed.oldest());
    if let Some(figures) = figures.filter(|_| !open.contains_key(&item.id)) {
        set_figures(all, &item.id, &figures);
    }
}

impl OpenJob {
    /// When a candidate entered the stage, for the list of all candidates.
    fn set_since(&mut self, candidate: &str, since: Option<crate::wire::Timestamp>) {
        let Some(row) = self.list.pages.rows.find(candidate) else { return };
        let stage = self.list.pages.rows.stage(row);
        if self.histories.set_since(row, stage, since) && self.depends_on_age() {
            self.list.mark_dirty(row);
        }
    }
}
