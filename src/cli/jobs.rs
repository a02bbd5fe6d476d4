//! `shortlist jobs`: the list of jobs.

use clap::{Args, ValueEnum};

use super::exit::Exit;
use super::listing::{ListArgs, ListRequest};
use super::output::Output;
use super::record_filter::RecordFilter;
use super::workspace::{ENVIRONMENT, WorkspaceArgs};
use crate::client::ListEndpoint;
use crate::recruiting::table::{self, JobKind};
use crate::wire::{JobId, JobItem};

/// List the jobs
#[derive(Debug, Args)]
#[command(
    after_help = format!("Without --sort, the table lists open jobs first, then those on hold, closed and archived.\n\nExamples:\n  shortlist jobs\n  shortlist jobs --archived no --sort=-candidate_count --limit 10\n  shortlist jobs --filter 'engineer is:open count>50'\n  shortlist jobs --json | jq '.[].name'\n\n{ENVIRONMENT}")
)]
pub(super) struct Jobs {
    /// Include archived jobs (yes), leave them out (no), or list nothing else (only)
    #[arg(long, value_enum, default_value_t = Archived::Yes)]
    archived: Archived,
    #[command(flatten)]
    listing: ListArgs,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Archived {
    Yes,
    No,
    Only,
}

impl Archived {
    const fn matches(self, job: &JobItem) -> bool {
        match self {
            Self::Yes => true,
            Self::No => !job.is_archived,
            Self::Only => job.is_archived,
        }
    }
}

impl Jobs {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let filter = RecordFilter::<table::JobTable>::parse(&self.listing)?;
        let workspace = self.workspace.open(out).await?;
        let is_wanted = |job: &JobItem| self.archived.matches(job) && filter.matches(job);
        let all = self.archived == Archived::Yes && filter.is_empty();
        let predicate: Option<&(dyn Fn(&JobItem) -> bool + Sync)> =
            if all { None } else { Some(&is_wanted) };
        let request = ListRequest {
            list: ListEndpoint::jobs(),
            job: &JobId::default(),
            noun: "jobs",
            predicate,
            group: Some(JobKind::new),
        };
        let written = self.listing.write(&workspace, &request, out).await?;
        if written == 0 && !self.listing.is_limit_zero() {
            out.print_message(if !all {
                "no matches"
            } else if workspace.is_embedded() {
                "no jobs; `shortlist db demo` fills an empty workspace with demo data"
            } else {
                "no jobs"
            });
        }
        Ok(())
    }
}
