//! `shortlist job ID` and `candidate ID`: print one record. `person` shares the arguments.

use std::io;
use std::io::IsTerminal;

use chrono::Utc;
use clap::Args;
use clap_complete::ArgValueCompleter;

use super::completions::values;
use super::exit::Exit;
use super::lookup::Lookup;
use super::offline;
use super::output::{Output, terminal_width};
use super::show;
use super::show::{DetailView, FormatArgs};
use super::wait_notice::with_wait_notice;
use super::workspace::{ENVIRONMENT, OpenWorkspace, WorkspaceArgs};
use crate::client::{ClientError, Versioned};
use crate::storage::mirror::records::{RecordKind, StoredRecord};
use crate::wire::Timestamp;

/// Show a job with its pipeline
#[derive(Debug, Args)]
#[command(after_help = format!("Examples:\n  shortlist job JOB\n  shortlist job JOB --json | jq '.pipeline_stages[].name'\n\n{ENVIRONMENT}"))]
pub(super) struct JobCommand {
    /// Job: its ID, or part of its name
    #[arg(value_name = "JOB", add = ArgValueCompleter::new(values::jobs))]
    id: String,
    #[command(flatten)]
    args: RecordArgs,
}

/// Show a candidate with the stage history
#[derive(Debug, Args)]
#[command(after_help = format!("Examples:\n  shortlist candidate CANDIDATE\n  shortlist candidate CANDIDATE --json | jq -r .person_id\n\n{ENVIRONMENT}"))]
pub(super) struct CandidateCommand {
    /// Candidate: the ID, or part of the name
    #[arg(value_name = "CANDIDATE", add = ArgValueCompleter::new(values::candidates))]
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
        let id = Lookup::new(&workspace, out).job(&self.id).await?;
        let read = workspace.client.read_job(&id);
        self.args.write(&workspace, (RecordKind::Job, id.as_str()), read, out).await
    }
}

impl CandidateCommand {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let workspace = self.args.workspace.open(out).await?;
        let id = Lookup::new(&workspace, out).candidate(&self.id).await?;
        let read = workspace.client.read_candidate(&id);
        self.args.write(&workspace, (RecordKind::Candidate, id.as_str()), read, out).await
    }
}

impl RecordArgs {
    /// Reads a record and writes it; offline, from the copy on this machine.
    pub(super) async fn write<T: DetailView + StoredRecord>(
        &self,
        workspace: &OpenWorkspace,
        (kind, id): (RecordKind, &str),
        read: impl Future<Output = Result<Versioned<T>, ClientError>>,
        out: &Output,
    ) -> Result<(), Exit> {
        let record = if workspace.is_offline() {
            let row = offline::record(workspace, kind, id, out)?;
            serde_json::from_str(&row.body).map_err(|error| Exit::failure(error.to_string()))?
        } else {
            let read = with_wait_notice(&workspace.client, None, out, read).await;
            if let Err(error) = &read
                && error.is_missing()
                && let Some(mut recorder) = offline::recorder_of_stored(workspace)
            {
                recorder.delete(kind, id);
                offline::finish(recorder, out).await;
            }
            let Versioned { record, etag } = match read {
                Ok(read) => read,
                Err(error) => {
                    return Err(Lookup::new(workspace, out).explain(kind, id, error.into()).await);
                }
            };
            if let Some(mut recorder) = offline::recorder(workspace) {
                recorder.record(record.to_row(Timestamp::now(), etag), false);
                offline::finish(recorder, out).await;
            }
            record
        };
        let width = terminal_width();
        let style = (width, self.format.has_bold(io::stdout().is_terminal()));
        out.write_page(self.format.allows_pager(), |to| {
            show::write_record(&record, self.format.format(width), style, Utc::now(), to)
        })
    }
}
