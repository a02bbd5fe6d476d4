//! `shortlist jobs`: the list of jobs.

use clap::{Args, ValueEnum};

use super::choice::Choice;
use super::exit::Exit;
use super::listing::{Asked, Listing};
use super::out::Out;
use super::workspace::{ENVIRONMENT, WorkspaceArgs};
use crate::client::ListEndpoint;
use crate::recruiting::table;
use crate::wire::JobItem;

/// List the jobs
#[derive(Debug, Args)]
#[command(
    after_help = format!("Example:\n  shortlist jobs\n  shortlist jobs --archived no --sort=-candidate_count --limit 10\n  shortlist jobs --filter 'engineer count>50'\n  shortlist jobs --json | jq '.[].name'\n\n{ENVIRONMENT}")
)]
pub(super) struct Jobs {
    /// Whether archived jobs are listed too, not at all, or alone
    #[arg(long, value_enum, default_value_t = Archived::Yes)]
    archived: Archived,
    #[command(flatten)]
    listing: Listing,
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
    const fn takes(self, job: &JobItem) -> bool {
        match self {
            Self::Yes => true,
            Self::No => !job.is_archived,
            Self::Only => job.is_archived,
        }
    }
}

impl Jobs {
    pub(super) async fn run(self, out: &Out) -> Result<(), Exit> {
        let choice = Choice::<table::JobTable>::of(&self.listing)?;
        let workspace = self.workspace.open(out).await?;
        let chosen = |job: &JobItem| self.archived.takes(job) && choice.takes(job);
        let all = self.archived == Archived::Yes && choice.is_all();
        let wanted: Option<&(dyn Fn(&JobItem) -> bool + Sync)> =
            if all { None } else { Some(&chosen) };
        let asked = Asked { list: ListEndpoint::jobs(), noun: "jobs", wanted };
        let written = self.listing.write(&workspace.client, &asked, out).await?;
        if written == 0 && !self.listing.wants_none() {
            let hint = if !all {
                " match"
            } else if workspace.is_here() {
                "; `shortlist db demo` fills an empty workspace with invented data"
            } else {
                ""
            };
            out.say(&format!("no jobs{hint}"));
        }
        Ok(())
    }
}
