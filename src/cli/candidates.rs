//! `shortlist candidates`: the candidates of a job, or of all jobs.

use clap::{ArgGroup, Args};

use super::all_candidates;
use super::exit::Exit;
use super::listing::{ListArgs, ListRequest};
use super::local_store::triage_for_filter;
use super::offline;
use super::output::Output;
use super::record_filter::{RecordFilter, matches_name_or_id};
use super::workspace::{ENVIRONMENT, OpenWorkspace, WorkspaceArgs};
use crate::client::ListEndpoint;
use crate::config;
use crate::recruiting::table;
use crate::storage::mirror::records::RecordKind;
use crate::wire::{CandidateItem, Job, JobId};

/// List the candidates of a job, or of all jobs
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("jobs").args(["job", "all_jobs"]).required(true),
    after_help = format!("--all-jobs prints what `shortlist sync` and earlier commands stored, closed and archived jobs\nincluded; it makes no requests and says how many jobs it is based on. In a filter, `job:` and\n`client:` filter by job or client, and `age` counts from the stored stage dates.\n\nExamples:\n  shortlist candidates JOB\n  shortlist candidates JOB --stage Applied --sort=-created_at\n  shortlist candidates JOB --filter 'engineer is:active,new'\n  shortlist candidates JOB --filter 'verdict:none -is:rejected'\n  shortlist candidates JOB --csv > candidates.csv\n  shortlist candidates --all-jobs --filter 'is:interview age>14d client:northwind'\n\n{ENVIRONMENT}")
)]
pub(super) struct Candidates {
    /// Job ID; `shortlist jobs` lists the IDs
    job: Option<String>,
    /// Print the candidates of all jobs, from the copy on this machine
    #[arg(long)]
    all_jobs: bool,
    /// Print only the candidates in this stage, by its name or ID
    #[arg(long, value_name = "NAME")]
    stage: Option<String>,
    #[command(flatten)]
    listing: ListArgs,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Candidates {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let Some(job) = self.job.map(JobId::new) else {
            return all_candidates::write(&self.listing, self.stage, &self.workspace, out);
        };
        let mut filter = RecordFilter::<table::CandidateTable>::parse(&self.listing)?;
        let workspace = self.workspace.open(out).await?;
        if filter.uses_triage() {
            filter = filter.with_triage(triage_for_filter(&workspace.local_store())?);
        }
        if filter.uses_pipeline() {
            let record = read_job(&workspace, &job, out).await?;
            filter = filter.with_pipeline(record.pipeline_stages, config::load().settings.limits);
        }
        let stage = self.stage.as_deref();
        let is_wanted = |candidate: &CandidateItem| {
            let (name, id) =
                (&candidate.current_pipeline_stage_name, &candidate.current_pipeline_stage_id);
            stage.is_none_or(|stage| matches_name_or_id(stage, name, id))
                && filter.matches(candidate)
        };
        let all = stage.is_none() && filter.is_empty();
        let predicate: Option<&(dyn Fn(&CandidateItem) -> bool + Sync)> =
            if all { None } else { Some(&is_wanted) };
        if filter.uses_age() {
            out.print_message(
                "time in stage is counted from the date added: a list has no stage dates",
            );
        }
        let request = ListRequest {
            list: ListEndpoint::candidates(&job),
            job: &job,
            noun: "candidates",
            predicate,
            group: None,
        };
        let written = self.listing.write(&workspace, &request, out).await?;
        if written == 0 && !self.listing.is_limit_zero() {
            if let Some(stage) = stage {
                check_stage_exists(&read_job(&workspace, &job, out).await?, stage)?;
            }
            out.print_message(if all { "no candidates" } else { "no matches" });
        }
        Ok(())
    }
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
