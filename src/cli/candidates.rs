//! `shortlist candidates`: the candidates of a job, or of all jobs.

mod stage_dates;

use clap::{ArgGroup, Args};
use clap_complete::ArgValueCompleter;

use super::all_candidates;
use super::completions::values;
use super::exit::Exit;
use super::listing::{ListArgs, ListRequest};
use super::local_store::triage_for_filter;
use super::lookup::Lookup;
use super::offline;
use super::output::Output;
use super::record_filter::{RecordFilter, matches_name_or_id};
use super::show::DatedCandidate;
use super::workspace::{ENVIRONMENT, OpenWorkspace, WorkspaceArgs};
use crate::client::ListEndpoint;
use crate::config;
use crate::recruiting::table;
use crate::storage::mirror::records::RecordKind;
use crate::usecases::job_candidates::JobCandidates;
use crate::wire::{CandidateItem, Job, JobId, PipelineStage, Timestamp};

/// List the candidates of a job, or of all jobs
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("jobs").args(["job", "all_jobs"]).required(true),
    after_help = format!("--all-jobs prints what `shortlist sync` and earlier commands stored, closed and archived jobs\nincluded; it makes no requests and says how many jobs it is based on. In a filter, `job:` and\n`client:` filter by job or client, and `age` counts from the stored stage dates.\n\nExamples:\n  shortlist candidates JOB\n  shortlist candidates JOB --stage Applied --sort=-created_at\n  shortlist candidates JOB --filter 'engineer is:active,new'\n  shortlist candidates JOB --filter 'verdict:none -is:rejected'\n  shortlist candidates JOB --csv > candidates.csv\n  shortlist candidates --all-jobs --filter 'is:interview age>14d client:northwind'\n\n{ENVIRONMENT}")
)]
pub(super) struct Candidates {
    /// Job: its ID, or part of its name
    #[arg(add = ArgValueCompleter::new(values::jobs))]
    job: Option<String>,
    /// Print the candidates of all jobs, from the copy on this machine
    #[arg(long)]
    all_jobs: bool,
    /// Print only the candidates in this stage, by its name or ID
    #[arg(long, value_name = "NAME", add = ArgValueCompleter::new(values::stages))]
    stage: Option<String>,
    #[command(flatten)]
    listing: ListArgs,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Candidates {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let Some(job) = &self.job else {
            return all_candidates::write(&self.listing, self.stage, &self.workspace, out);
        };
        let mut filter = RecordFilter::<table::CandidateTable>::parse(&self.listing)?;
        let workspace = self.workspace.open(out).await?;
        let lookup = Lookup::new(&workspace, out);
        let job = lookup.job(job).await?;
        if filter.uses_triage() {
            filter = filter.with_triage(triage_for_filter(&workspace.local_store())?);
        }
        let uses_age = filter.uses_age() || self.listing.uses_age();
        let mut pipeline = Vec::new();
        if filter.uses_pipeline() || uses_age {
            let record = read_job(&workspace, &job, out).await;
            let record = match record {
                Ok(record) => record,
                Err(exit) => return Err(lookup.explain(RecordKind::Job, job.as_str(), exit).await),
            };
            pipeline.clone_from(&record.pipeline_stages);
            filter = filter.with_pipeline(record.pipeline_stages, config::load().settings.limits);
        }
        let written = if uses_age {
            self.write_dated(&workspace, (&job, pipeline), &filter, out).await
        } else {
            self.write(&workspace, &job, &filter, out).await
        };
        match written {
            Ok(0) if !self.listing.is_limit_zero() => {
                self.report_none(&workspace, &job, &filter, out).await
            }
            Ok(_) => Ok(()),
            Err(exit) => Err(lookup.explain(RecordKind::Job, job.as_str(), exit).await),
        }
    }

    /// Whether the candidate is in the stage of `--stage`.
    fn is_in_stage(&self, candidate: &CandidateItem) -> bool {
        let (name, id) =
            (&candidate.current_pipeline_stage_name, &candidate.current_pipeline_stage_id);
        self.stage.as_deref().is_none_or(|stage| matches_name_or_id(stage, name, id))
    }

    /// Writes what the list alone answers. Returns the number of rows.
    async fn write(
        &self,
        workspace: &OpenWorkspace,
        job: &JobId,
        filter: &CandidateFilter,
        out: &Output,
    ) -> Result<u64, Exit> {
        let is_wanted =
            |candidate: &CandidateItem| self.is_in_stage(candidate) && filter.matches(candidate);
        let all = self.stage.is_none() && filter.is_empty();
        let predicate = (!all).then_some(&is_wanted as Predicate<'_>);
        self.listing.write(workspace, &request(job, predicate), out).await
    }

    /// The same with the time in stage. Returns the number of rows.
    async fn write_dated(
        &self,
        workspace: &OpenWorkspace,
        (job, pipeline): (&JobId, Vec<PipelineStage>),
        filter: &CandidateFilter,
        out: &Output,
    ) -> Result<u64, Exit> {
        let sort = self.listing.sort_arg::<DatedCandidate>()?;
        let layout = self.listing.layout::<DatedCandidate>()?;
        // Who is ruled out already need not be dated.
        let undated = filter.undated_part();
        let is_candidate = |candidate: &CandidateItem| filter.matches_part(&undated, candidate);
        let request = request(job, Some(&is_candidate));
        let (items, completeness) = self.listing.read(workspace, &request, None, out).await?;
        let limits = config::load().settings.limits;
        let mut list = JobCandidates::of_items(job.clone(), pipeline, &items);
        stage_dates::read(workspace, &mut list, self.listing.accepts_partial(), out).await?;
        list.compute_figures(&limits, Timestamp::now());
        let found = filter.matching(&list, &limits).into_iter();
        let found = found.filter(|candidate| self.is_in_stage(candidate)).map(|candidate| {
            let since = list.since(&candidate);
            DatedCandidate { candidate, since }
        });
        let written =
            self.listing.write_rows(found.collect(), &completeness, (&layout, sort), out)?;
        out.flush()?;
        self.listing.check_completeness(&completeness, "candidates", out)?;
        Ok(written)
    }

    /// Says why nothing was written.
    async fn report_none(
        &self,
        workspace: &OpenWorkspace,
        job: &JobId,
        filter: &CandidateFilter,
        out: &Output,
    ) -> Result<(), Exit> {
        let names_stage = filter.stage_words().next().is_some();
        if self.stage.is_none() && !names_stage {
            out.print_message(if filter.is_empty() { "no candidates" } else { "no matches" });
            return Ok(());
        }
        let job = read_job(workspace, job, out).await?;
        if let Some(stage) = &self.stage {
            check_stage_exists(&job, stage)?;
        }
        out.print_message(&filter.describe_no_match(&job));
        Ok(())
    }
}

type CandidateFilter = RecordFilter<table::CandidateTable>;

type Predicate<'a> = &'a (dyn Fn(&CandidateItem) -> bool + Sync);

fn request<'a>(job: &'a JobId, predicate: Option<Predicate<'a>>) -> ListRequest<'a, CandidateItem> {
    let (list, noun) = (ListEndpoint::candidates(job), "candidates");
    ListRequest { list, job, noun, predicate, group: None }
}

/// The record of a job, for its pipeline.
async fn read_job(workspace: &OpenWorkspace, job: &JobId, out: &Output) -> Result<Job, Exit> {
    if !workspace.is_offline() {
        return Ok(workspace.client.read_job(job).await?.record);
    }
    let row = offline::record(workspace, RecordKind::Job, job.as_str(), out)?;
    serde_json::from_str(&row.body).map_err(|error| Exit::failure(error.to_string()))
}

/// Fails if the job has no such stage. An empty stage is not an error.
fn check_stage_exists(job: &Job, stage: &str) -> Result<(), Exit> {
    if job
        .pipeline_stages
        .iter()
        .any(|existing| matches_name_or_id(stage, &existing.name, &existing.id))
    {
        return Ok(());
    }
    let names: Vec<&str> = job.pipeline_stages.iter().map(|stage| stage.name.as_str()).collect();
    Err(Exit::not_found(format!(
        "--stage: the job {} has no stage called {stage:?}; its stages: {}",
        job.id,
        names.join(", ")
    )))
}
