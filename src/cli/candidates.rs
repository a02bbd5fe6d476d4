//! `shortlist candidates JOB`: the candidates of a job.

use clap::Args;

use super::exit::Exit;
use super::listing::{Asked, Listing};
use super::out::Out;
use super::workspace::{ENVIRONMENT, Workspace};
use crate::client::{Client, List};
use crate::wire::{CandidateItem, JobId};

/// List the candidates of a job
#[derive(Debug, Args)]
#[command(
    after_help = format!("Example:\n  shortlist candidates JOB\n  shortlist candidates JOB --stage Applied --sort=-created_at\n  shortlist candidates JOB --csv > candidates.csv\n\n{ENVIRONMENT}")
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
    workspace: Workspace,
}

impl Candidates {
    pub(super) async fn run(self, out: &Out) -> Result<(), Exit> {
        let workspace = self.workspace.open(out).await?;
        let job = JobId::new(self.job);
        let stage = self.stage.as_deref().map(|stage| stage.trim().to_lowercase());
        let in_stage = |candidate: &CandidateItem| {
            stage.as_ref().is_none_or(|stage| {
                candidate.current_pipeline_stage_name.trim().to_lowercase() == *stage
                    || candidate.current_pipeline_stage_id.as_str().to_lowercase() == *stage
            })
        };
        let wanted: Option<&(dyn Fn(&CandidateItem) -> bool + Sync)> =
            if stage.is_some() { Some(&in_stage) } else { None };
        let asked = Asked { list: List::candidates(&job), noun: "candidates", wanted };
        let written = self.listing.write(&workspace.client, &asked, out).await?;
        if written == 0 && !self.listing.wants_none() {
            if let Some(stage) = &self.stage {
                known_stage(&workspace.client, &job, stage).await?;
            }
            out.say("no candidates");
        }
        Ok(())
    }
}

/// A stage that nobody is in is no mistake; one that the job does not have is.
async fn known_stage(client: &Client, job: &JobId, stage: &str) -> Result<(), Exit> {
    let job = client.read_job(job).await?.record;
    let wanted = stage.trim().to_lowercase();
    let is_it = |text: &str| text.trim().to_lowercase() == wanted;
    if job.pipeline_stages.iter().any(|known| is_it(&known.name) || is_it(known.id.as_str())) {
        return Ok(());
    }
    let names: Vec<&str> = job.pipeline_stages.iter().map(|stage| stage.name.as_str()).collect();
    Err(Exit::not_found(format!(
        "--stage: the job {} has no stage called {stage:?}; its stages: {}",
        job.id,
        names.join(", ")
    )))
}
