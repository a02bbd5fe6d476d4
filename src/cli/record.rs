//! `shortlist job ID` and `candidate ID`: print one record. `person` shares the arguments.

use chrono::Utc;
use clap::Args;

use super::exit::Exit;
use super::output::{Output, terminal_width};
use super::show;
use super::show::{DetailView, FormatArgs};
use super::wait_notice::with_wait_notice;
use super::workspace::{ENVIRONMENT, WorkspaceArgs};
use crate::client::{Client, ClientError, Versioned};

/// Show a job with its pipeline
#[derive(Debug, Args)]
#[command(after_help = format!("Examples:\n  shortlist job JOB\n  shortlist job JOB --json | jq '.pipeline_stages[].name'\n\n{ENVIRONMENT}"))]
pub(super) struct JobCommand {
    /// Job ID; `shortlist jobs` lists the IDs
    id: String,
    #[command(flatten)]
    args: RecordArgs,
}

/// Show a candidate with the stage history
#[derive(Debug, Args)]
#[command(after_help = format!("Examples:\n  shortlist candidate CANDIDATE\n  shortlist candidate CANDIDATE --json | jq -r .person_id\n\n{ENVIRONMENT}"))]
pub(super) struct CandidateCommand {
    /// Candidate ID; `shortlist candidates JOB` lists the IDs
    id: String,
    #[command(flatten)]
    args: RecordArgs,
}

/// How one record is shown, and from where.
#[derive(Debug, Args)]
pub(super) struct RecordArgs {
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    pub(super) workspace: WorkspaceArgs,
}

impl JobCommand {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let workspace = self.args.workspace.open(out).await?;
        let id = self.id.into();
        self.args.write(&workspace.client, workspace.client.read_job(&id), out).await
    }
}

impl CandidateCommand {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let workspace = self.args.workspace.open(out).await?;
        let id = self.id.into();
        self.args.write(&workspace.client, workspace.client.read_candidate(&id), out).await
    }
}

impl RecordArgs {
    pub(super) async fn write<T: DetailView>(
        &self,
        client: &Client,
        read: impl Future<Output = Result<Versioned<T>, ClientError>>,
        out: &Output,
    ) -> Result<(), Exit> {
        let record = with_wait_notice(client, None, out, read).await?.record;
        let width = terminal_width();
        out.write_data(|to| {
            show::write_record(&record, self.format.format(width), width, Utc::now(), to)
        })
    }
}
