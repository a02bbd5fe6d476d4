//! `shortlist db job`: the jobs of the operator's own database.

use clap::{Args, Subcommand};

use super::change::{ChangeArgs, Effect, ListArgs};
use crate::cli::exit::Exit;
use crate::cli::output::{Output, aligned};
use crate::service::store::ids::name_key;
use crate::service::store::pipeline::{PipelineTemplate, TEMPLATES};
use crate::service::store::{DEFAULT_STATUS, JobEdit, NewJob, Outcome};
use crate::text::pluralize;
use crate::wire::Job;

/// Add, change, archive and list jobs
#[derive(Debug, Args)]
#[command(
    after_help = "Give a JOB by its ID, or by its name if no other job has it. A running service shows a\nchange at once.\n\nExamples:\n  shortlist db job add --name 'Rust Engineer' --client Northwind\n  shortlist db job edit 'Rust Engineer' --status 'On hold'\n  shortlist db job archive 'Rust Engineer'\n  shortlist db job list"
)]
pub(crate) struct JobCommand {
    #[command(subcommand)]
    command: JobSubcommand,
}

#[derive(Debug, Subcommand)]
enum JobSubcommand {
    Add(Add),
    Edit(Edit),
    Archive(Archive),
    Reopen(Reopen),
    List(List),
}

/// Add a job and print its ID
#[derive(Debug, Args)]
#[command(
    after_help = "If a job with this ID or external ID exists, the command changes nothing and prints its ID, so it\ncan be repeated. Without --id and --external-id, each run adds a job.\n\nExamples:\n  shortlist db job add --name 'Rust Engineer' --client Northwind\n  shortlist db job add --name CFO --client Umbra --template executive --external-id crm-42"
)]
struct Add {
    /// Name of the job
    #[arg(long)]
    name: String,
    /// Name or ID of the client; a new name adds the client
    #[arg(long)]
    client: String,
    /// Status of the job
    #[arg(long, default_value = DEFAULT_STATUS)]
    status: String,
    /// Pipeline to start with; `shortlist db pipeline templates` lists them
    #[arg(long, default_value = "agency", value_parser = parse_template)]
    template: &'static PipelineTemplate,
    /// ID of the job: letters, digits, -, _ and . [default: a new one]
    #[arg(long)]
    id: Option<String>,
    /// ID of the job in another system
    #[arg(long, value_name = "ID")]
    external_id: Option<String>,
    #[command(flatten)]
    change: ChangeArgs,
}

pub(super) fn parse_template(name: &str) -> Result<&'static PipelineTemplate, String> {
    PipelineTemplate::named(name).ok_or_else(|| {
        let names: Vec<&str> = TEMPLATES.iter().map(|template| template.name).collect();
        format!("must be one of {}", names.join(", "))
    })
}

/// Change the name, client, status or external ID of a job
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  shortlist db job edit 'Rust Engineer' --status Filled\n  shortlist db job edit job_j7fx3j0fzvj5ehcg --name 'Senior Rust Engineer' --client Kestrel"
)]
struct Edit {
    /// Job ID or name
    job: String,
    /// New name
    #[arg(long)]
    name: Option<String>,
    /// Name or ID of the client; a new name adds the client
    #[arg(long)]
    client: Option<String>,
    /// New status
    #[arg(long)]
    status: Option<String>,
    /// ID of the job in another system
    #[arg(long, value_name = "ID")]
    external_id: Option<String>,
    #[command(flatten)]
    change: ChangeArgs,
}

/// Archive a job; its candidates stay
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  shortlist db job archive 'Rust Engineer'")]
struct Archive {
    /// Job ID or name
    job: String,
    #[command(flatten)]
    change: ChangeArgs,
}

/// Reopen an archived job
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  shortlist db job reopen 'Rust Engineer'")]
struct Reopen {
    /// Job ID or name
    job: String,
    #[command(flatten)]
    change: ChangeArgs,
}

/// List all jobs, including archived ones
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  shortlist db job list --json")]
struct List {
    #[command(flatten)]
    list: ListArgs,
}

impl JobCommand {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        match self.command {
            JobSubcommand::Add(add) => add.run(out).await,
            JobSubcommand::Edit(edit) => edit.run(out).await,
            JobSubcommand::Archive(Archive { job, change }) => {
                archive(job, true, &change, out).await
            }
            JobSubcommand::Reopen(Reopen { job, change }) => {
                archive(job, false, &change, out).await
            }
            JobSubcommand::List(List { list }) => {
                let jobs = list.open().await?.jobs().await?;
                list.print(out, &jobs, |jobs| aligned(&jobs.iter().map(row).collect::<Vec<_>>()))
            }
        }
    }
}

impl Add {
    async fn run(self, out: &Output) -> Result<(), Exit> {
        let new = NewJob {
            id: self.id,
            external_id: self.external_id,
            name: self.name.clone(),
            client: self.client.clone(),
            status: self.status,
            stages: self.template.stages(),
            ..NewJob::default()
        };
        let store = self.change.open_or_create().await?;
        let outcome = store.add_job(new, self.change.context()).await?;
        let job = &outcome.result;
        if !outcome.changed && !has_name_and_client(job, &self.name, &self.client) {
            out.print_message(&format!(
                "the job {} exists with another name or client: {} for {}; `shortlist db job edit` changes it",
                job.id, job.name, job.client_company_name
            ));
        }
        self.change.print(out, &outcome, |job, effect| {
            vec![match effect {
                Effect::WouldChange => {
                    format!("would add the job {} for {}", job.name, job.client_company_name)
                }
                Effect::Changed | Effect::Unchanged => job.id.to_string(),
            }]
        })
    }
}

fn has_name_and_client(job: &Job, name: &str, client: &str) -> bool {
    let is_same = |one: &str, other: &str| name_key(one) == name_key(other);
    is_same(&job.name, name)
        && (job.client_company_id.as_str() == client || is_same(&job.client_company_name, client))
}

impl Edit {
    async fn run(self, out: &Output) -> Result<(), Exit> {
        let edit = JobEdit {
            name: self.name,
            client: self.client,
            status: self.status,
            external_id: self.external_id,
            is_archived: None,
        };
        if edit == JobEdit::default() {
            return Err(Exit::usage(
                "say what to change: --name, --client, --status or --external-id",
            ));
        }
        let outcome =
            self.change.open().await?.edit_job(self.job, edit, self.change.context()).await?;
        print_job(&outcome, "change the job to", &self.change, out)
    }
}

async fn archive(
    job: String,
    is_archived: bool,
    change: &ChangeArgs,
    out: &Output,
) -> Result<(), Exit> {
    let edit = JobEdit { is_archived: Some(is_archived), ..JobEdit::default() };
    let outcome = change.open().await?.edit_job(job, edit, change.context()).await?;
    let action = if is_archived { "archive" } else { "reopen" };
    print_job(&outcome, action, change, out)
}

fn print_job(
    outcome: &Outcome<Job>,
    action: &str,
    change: &ChangeArgs,
    out: &Output,
) -> Result<(), Exit> {
    change.print(out, outcome, |job, effect| match effect {
        Effect::WouldChange => {
            aligned(&[row(job)]).iter().map(|line| format!("would {action}: {line}")).collect()
        }
        Effect::Changed | Effect::Unchanged => aligned(&[row(job)]),
    })
}

fn row(job: &Job) -> Vec<String> {
    vec![
        job.id.to_string(),
        job.name.clone(),
        job.client_company_name.clone(),
        job.job_status_name.clone(),
        pluralize(job.candidate_count.unwrap_or(0), "candidate", "candidates"),
        if job.is_archived { "archived" } else { "" }.to_owned(),
    ]
}
