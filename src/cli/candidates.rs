//! `shortlist candidates JOB`: the candidates of a job.

use clap::Args;

use super::choice::Choice;
use super::exit::Exit;
use super::listing::{Asked, Listing};
use super::out::Out;
use super::own;
use super::workspace::{ENVIRONMENT, WorkspaceArgs};
use crate::client::{Client, ListEndpoint};
use crate::recruiting::table;
use crate::recruiting::table::ListField;
use crate::wire::{CandidateItem, JobId, StageId};

/// List the candidates of a job
#[derive(Debug, Args)]
#[command(
    after_help = format!("Example:\n  shortlist candidates JOB\n  shortlist candidates JOB --stage Applied --sort=-created_at\n  shortlist candidates JOB --filter 'engineer -stage:rejected new<7d'\n  shortlist candidates JOB --filter 'verdict:none -seen:yes'\n  shortlist candidates JOB --csv > candidates.csv\n\n{ENVIRONMENT}")
)]
pub(super) struct Candidates {
    /// The id of the job; `shortlist jobs` shows it
    job: String,
    /// Only those in this stage, by its name or id
    #[arg(long, value_name = "NAME")]
    stage: Option<String>,
    #[command(flatten)]
    listing: Listing,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Candidates {
    pub(super) async fn run(self, out: &Out) -> Result<(), Exit> {
        let mut choice = Choice::<table::CandidateTable>::of(&self.listing)?;
        let workspace = self.workspace.open(out).await?;
        if choice.asks_own() {
            choice = choice.knowing(own::book(&workspace.memories())?);
        }
        let job = JobId::new(self.job);
        let stage = self.stage.as_deref();
        let chosen = |one: &CandidateItem| {
            let (name, id) = (&one.current_pipeline_stage_name, &one.current_pipeline_stage_id);
            stage.is_none_or(|stage| is_called(stage, name, id)) && choice.takes(one)
        };
        let all = stage.is_none() && choice.is_all();
        let wanted: Option<&(dyn Fn(&CandidateItem) -> bool + Sync)> =
            if all { None } else { Some(&chosen) };
        if choice.asks(ListField::Age) {
            out.say("age is counted since they were added: a list does not tell since when they are in their stage");
        }
        let asked = Asked { list: ListEndpoint::candidates(&job), noun: "candidates", wanted };
        let written = self.listing.write(&workspace.client, &asked, out).await?;
        if written == 0 && !self.listing.wants_none() {
            if let Some(stage) = stage {
                known_stage(&workspace.client, &job, stage).await?;
            }
            out.say(if all { "no candidates" } else { "no candidates match" });
        }
        Ok(())
    }
}

/// A stage that nobody is in is no mistake; one that the job does not have is.
async fn known_stage(client: &Client, job: &JobId, stage: &str) -> Result<(), Exit> {
    let job = client.read_job(job).await?.record;
    if job.pipeline_stages.iter().any(|known| is_called(stage, &known.name, &known.id)) {
        return Ok(());
    }
    let names: Vec<&str> = job.pipeline_stages.iter().map(|stage| stage.name.as_str()).collect();
    Err(Exit::not_found(format!(
        "--stage: the job {} has no stage called {stage:?}; its stages: {}",
        job.id,
        names.join(", ")
    )))
}

/// Whether this stage is meant, by its name or id.
fn is_called(wanted: &str, name: &str, id: &StageId) -> bool {
    let same = |text: &str| text.trim().to_lowercase() == wanted.trim().to_lowercase();
    same(name) || same(id.as_str())
}
