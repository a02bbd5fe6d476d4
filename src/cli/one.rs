//! `shortlist job ID`, `candidate ID`: one record; `person` shows its one the same way.

use chrono::Utc;
use clap::Args;

use super::exit::Exit;
use super::out::{Out, terminal_width};
use super::patience::patiently;
use super::show;
use super::show::{FormatArguments, Sheeted};
use super::workspace::{ENVIRONMENT, WorkspaceArgs};
use crate::client::{Client, ClientError, Versioned};

/// Show a job with its pipeline
#[derive(Debug, Args)]
#[command(after_help = format!("Example:\n  shortlist job JOB\n  shortlist job JOB --json | jq '.pipeline_stages[].name'\n\n{ENVIRONMENT}"))]
pub(super) struct Job {
    /// Its id; `shortlist jobs` shows it
    id: String,
    #[command(flatten)]
    how: How,
}

/// Show a candidate with the stages it went through
#[derive(Debug, Args)]
#[command(after_help = format!("Example:\n  shortlist candidate CANDIDATE\n  shortlist candidate CANDIDATE --json | jq -r .person_id\n\n{ENVIRONMENT}"))]
pub(super) struct Candidate {
    /// Its id; `shortlist candidates JOB` shows it
    id: String,
    #[command(flatten)]
    how: How,
}

/// How one record is shown, and from where.
#[derive(Debug, Args)]
pub(super) struct How {
    #[command(flatten)]
    format: FormatArguments,
    #[command(flatten)]
    pub(super) workspace: WorkspaceArgs,
}

impl Job {
    pub(super) async fn run(self, out: &Out) -> Result<(), Exit> {
        let workspace = self.how.workspace.open(out).await?;
        let id = self.id.into();
        self.how.write(&workspace.client, workspace.client.read_job(&id), out).await
    }
}

impl Candidate {
    pub(super) async fn run(self, out: &Out) -> Result<(), Exit> {
        let workspace = self.how.workspace.open(out).await?;
        let id = self.id.into();
        self.how.write(&workspace.client, workspace.client.read_candidate(&id), out).await
    }
}

impl How {
    pub(super) async fn write<T: Sheeted>(
        &self,
        client: &Client,
        read: impl Future<Output = Result<Versioned<T>, ClientError>>,
        out: &Out,
    ) -> Result<(), Exit> {
        let record = patiently(client, None, out, read).await?.record;
        let width = terminal_width();
        out.data(|to| show::one(&record, self.format.format(width), width, Utc::now(), to))
    }
}
