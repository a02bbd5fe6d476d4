//! `shortlist candidates --all-jobs`: the candidates of all jobs, from the copy on this machine.
//! `candidates` calls this.

use chrono::Utc;
use serde::Serialize;

use super::exit::Exit;
use super::listing::ListArgs;
use super::local_store::{OpenLocalStore, not_stored, storage_error, triage_for_filter};
use super::offline::describe_time;
use super::output::Output;
use super::record_filter::{RecordFilter, matches_name_or_id};
use super::show;
use super::show::candidate_columns::{
    CandidateRow, added, company, id, name, person, stage, title,
};
use super::show::{NO_SHRINK, OutputFormat, SortArg, TableColumn, TableRow, age, column};
use super::workspace::WorkspaceArgs;
use crate::config;
use crate::recruiting::coverage::Share;
use crate::recruiting::table::CandidateTable;
use crate::text::Align::{Left, Right};
use crate::text::{group_digits, pluralize};
use crate::usecases::job_candidates::{JobCandidates, mirrored_jobs};
use crate::wire::{CandidateItem, Field, JobId, JobItem, Record, Shape, Timestamp};

/// Which candidates to print.
pub(super) struct Selection {
    stage: Option<String>,
    filter: RecordFilter<CandidateTable>,
    limits: Vec<(String, u32)>,
    /// Whether the filter or the output needs the time in the stage.
    uses_age: bool,
    now: Timestamp,
}

/// What the output is based on.
#[derive(Default)]
struct Basis {
    /// When the oldest list was read.
    oldest: Option<Timestamp>,
    /// Matching candidates whose time in the stage is not known.
    undated: usize,
}

pub(super) fn write(
    listing: &ListArgs,
    stage: Option<String>,
    workspace: &WorkspaceArgs,
    out: &Output,
) -> Result<(), Exit> {
    let mut filter = RecordFilter::<CandidateTable>::parse(listing)?;
    let sort = listing.sort_arg::<ListedCandidate>()?;
    let store = workspace.local_store()?;
    if !store.mirror.keeps_lists() {
        return Err(Exit::usage(
            "--all-jobs reads the copy on this machine, and the cache is off; remove --no-cache, or set `cache` in the config file",
        ));
    }
    let local = OpenLocalStore::find(workspace)?.ok_or_else(not_stored)?;
    if filter.uses_triage() {
        filter = filter.with_triage(triage_for_filter(&store)?);
    }
    let jobs = mirrored_jobs(&local.storage, &local.server).map_err(storage_error)?;
    let (jobs, coverage) = jobs.ok_or_else(not_stored)?;
    let limits = config::load().settings.limits;
    let uses_age = filter.uses_age() || listing.uses_age();
    let selection = Selection { stage, filter, limits, uses_age, now: Utc::now().into() };
    let (written, basis) = selection.write(jobs, &local, (listing, sort), out)?;
    out.flush()?;
    if written == 0 && !listing.is_limit_zero() {
        out.print_message(if selection.is_everyone() { "no candidates" } else { "no matches" });
    }
    report(coverage.all_jobs, &basis, out);
    Ok(())
}

/// Says what the output is based on: "30 of 32 jobs, oldest 09:12".
fn report(jobs: Share, basis: &Basis, out: &Output) {
    if basis.undated > 0 {
        out.print_message(&format!(
            "{} no stored record: time in stage is counted from the date added; `shortlist sync --all` reads all records",
            pluralize(basis.undated, "candidate has", "candidates have")
        ));
    }
    let oldest =
        basis.oldest.map_or_else(String::new, |at| format!(", oldest {}", describe_time(at)));
    let rest = if jobs.is_all() { "" } else { "; `shortlist sync` reads the rest" };
    let [part, whole] = [jobs.part, jobs.whole].map(group_digits);
    out.print_message(&format!("{part} of {whole} jobs{oldest}{rest}"));
}

impl Selection {
    const fn is_everyone(&self) -> bool {
        self.stage.is_none() && self.filter.is_empty()
    }

    /// Returns the number of rows written.
    fn write(
        &self,
        jobs: Vec<JobItem>,
        local: &OpenLocalStore,
        (listing, sort): (&ListArgs, Option<SortArg>),
        out: &Output,
    ) -> Result<(usize, Basis), Exit> {
        let layout = listing.layout::<ListedCandidate>()?;
        let is_streaming = layout.format == OutputFormat::Jsonl && sort.is_none();
        let mut basis = Basis::default();
        let (mut rows, mut written) = (Vec::new(), 0);
        for job in jobs {
            rows.extend(self.read_job(job, local, &mut basis)?);
            if is_streaming {
                rows.truncate(listing.max_rows().saturating_sub(written));
                written += rows.len();
                out.write_data(|to| show::write_list(&rows, &layout, to))?;
                rows.clear();
            }
        }
        if is_streaming {
            return Ok((written, basis));
        }
        if let Some(sort) = &sort {
            show::sort(&mut rows, sort);
        }
        rows.truncate(listing.max_rows());
        // No heading without rows.
        if !(rows.is_empty() && layout.format == OutputFormat::Table) {
            let pages = listing.allows_pager();
            out.write_page(pages, |to| show::write_list(&rows, &layout, to))?;
        }
        Ok((rows.len(), basis))
    }

    /// The rows of a job that are wanted.
    fn read_job(
        &self,
        job: JobItem,
        local: &OpenLocalStore,
        basis: &mut Basis,
    ) -> Result<Vec<ListedCandidate>, Exit> {
        let OpenLocalStore { storage, server, .. } = local;
        let read = JobCandidates::read(storage, server, job).map_err(storage_error)?;
        let Some(mut list) = read else { return Ok(Vec::new()) };
        basis.oldest = basis.oldest.into_iter().chain([list.read_at]).min();
        if self.uses_age {
            let read = list.read_histories(storage, server, &self.limits, self.now);
            read.map_err(storage_error)?;
        }
        let stage = self.stage.as_deref();
        let is_wanted = |item: &CandidateItem| {
            let (name, id) = (&item.current_pipeline_stage_name, &item.current_pipeline_stage_id);
            stage.is_none_or(|stage| matches_name_or_id(stage, name, id))
        };
        let mut items = self.filter.matching(&list, &self.limits);
        items.retain(is_wanted);
        if self.uses_age {
            let is_dated = |item: &&CandidateItem| {
                list.rows.find(item.id.as_str()).is_some_and(|row| list.histories.is_read(row))
            };
            basis.undated += items.len() - items.iter().filter(is_dated).count();
        }
        let listed = items.into_iter().map(|item| {
            let since = list.since(&item);
            ListedCandidate::new(item, &list.job, since)
        });
        Ok(listed.collect())
    }
}

/// A candidate with their job: its JSON fields and its table columns.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct ListedCandidate {
    #[serde(flatten)]
    candidate: CandidateItem,
    job_id: JobId,
    job_name: String,
    client_company_name: String,
    /// When the candidate entered the stage, if that was read.
    #[serde(skip)]
    since: Option<Timestamp>,
}

impl ListedCandidate {
    fn new(mut candidate: CandidateItem, job: &JobItem, since: Option<Timestamp>) -> Self {
        for field in JOB_FIELDS {
            candidate.extra.remove(field.name);
        }
        Self {
            candidate,
            job_id: job.id.clone(),
            job_name: job.name.clone(),
            client_company_name: job.client_company_name.clone(),
            since,
        }
    }
}

const JOB_FIELDS: [Field; 3] = [
    Field::new("job_id", Shape::Text),
    Field::new("job_name", Shape::Text),
    Field::new("client_company_name", Shape::Text),
];

const CANDIDATE_FIELDS: &[Field] = CandidateItem::FIELDS;

impl Record for ListedCandidate {
    const NAME: &'static str = "ListedCandidate";
    const FIELDS: &'static [Field] = &{
        let mut fields = [JOB_FIELDS[0]; CANDIDATE_FIELDS.len() + JOB_FIELDS.len()];
        let (first, second) = fields.split_at_mut(CANDIDATE_FIELDS.len());
        first.copy_from_slice(CANDIDATE_FIELDS);
        second.copy_from_slice(&JOB_FIELDS);
        fields
    };
}

impl CandidateRow for ListedCandidate {
    fn candidate(&self) -> &CandidateItem {
        &self.candidate
    }
}

impl TableRow for ListedCandidate {
    #[rustfmt::skip]
    const COLUMNS: &'static [TableColumn<Self>] = &[
        name(), title(8, 5), company(8, 8),
        column(("job",    "job_name"),            Left, (12, 2), 1, |row| row.job_name.clone()),
        column(("client", "client_company_name"), Left, (8, 1),  6, |row| row.client_company_name.clone()),
        stage(2), added(4), person(), id(7),
        column(("age", "age"), Right, (NO_SHRINK, 0), 3, |row| age(row.since)),
    ];
    const SORT_NAMES: &'static [(&'static str, &'static str)] =
        &[("added", "created_at"), ("new", "created_at")];
    const AGE_START: Option<fn(&Self) -> Option<Timestamp>> =
        Some(|row| row.since.or(row.candidate.created_at));
}
