//! `shortlist db pipeline`: the stages of a job.

use clap::{Args, Subcommand};

use super::change::{ChangeArgs, Effect, ListArgs};
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::output::{Output, aligned};
use crate::service::store::pipeline::TEMPLATES;
use crate::service::store::{ChangedPipeline, NewStage, Pipeline, PipelineChange, StagePlace};
use crate::text::pluralize;
use crate::wire::PipelineStage;

/// Show and change the stages of a job
#[derive(Debug, Args)]
#[command(
    after_help = "Give a JOB or a STAGE by its ID, or by its name if no other has it. A running service shows a\nchange at once.\n\nExamples:\n  shortlist db pipeline show 'Rust Engineer'\n  shortlist db pipeline add 'Rust Engineer' 'Take-home task' --after 'Internal interview'\n  shortlist db pipeline retire 'Rust Engineer' 'Final interview' --move-to 'Client interview'"
)]
pub(crate) struct PipelineCommand {
    #[command(subcommand)]
    command: PipelineSubcommand,
}

#[derive(Debug, Subcommand)]
enum PipelineSubcommand {
    /// Show the stages of a job with the number of candidates in each
    #[command(after_help = "Example:\n  shortlist db pipeline show 'Rust Engineer'")]
    Show {
        /// Job ID or name
        job: String,
        #[command(flatten)]
        list: ListArgs,
    },
    /// List the pipelines that a new job can start with; needs no database
    #[command(
        after_help = "Marks: i interviewing, r rejection.\n\nExample:\n  shortlist db pipeline templates"
    )]
    Templates {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    Add(Add),
    Rename(Rename),
    Reorder(Reorder),
    Retire(Retire),
}

/// Add a stage
#[derive(Debug, Args)]
#[command(
    after_help = "Without --after or --first, a rejection stage becomes the last one, and any other stage comes\nbefore the rejection stages at the end.\n\nExamples:\n  shortlist db pipeline add 'Rust Engineer' 'Take-home task' --after 'Internal interview'\n  shortlist db pipeline add 'Rust Engineer' 'No show' --rejection"
)]
struct Add {
    /// Job ID or name
    job: String,
    /// Name of the new stage
    stage: String,
    /// Insert the new stage after this one
    #[arg(long, value_name = "STAGE", conflicts_with = "first")]
    after: Option<String>,
    /// Insert the new stage as the first one
    #[arg(long)]
    first: bool,
    /// Candidates in this stage are rejected
    #[arg(long, conflicts_with = "interviewing")]
    rejection: bool,
    /// Candidates in this stage are being interviewed
    #[arg(long)]
    interviewing: bool,
    #[command(flatten)]
    change: ChangeArgs,
}

/// Rename a stage
#[derive(Debug, Args)]
#[command(
    after_help = "Candidates in the stage show its new name. The entries of their histories keep the name that the\nstage had at the time.\n\nExample:\n  shortlist db pipeline rename 'Rust Engineer' Submittal 'CV sent'"
)]
struct Rename {
    /// Job ID or name
    job: String,
    /// Stage ID or name
    stage: String,
    /// New name
    name: String,
    #[command(flatten)]
    change: ChangeArgs,
}

/// Change the order of the stages
#[derive(Debug, Args)]
#[command(
    after_help = "The named stages come first, in this order; the others follow in their old order.\n\nExample:\n  shortlist db pipeline reorder 'Rust Engineer' Application Submittal 'Internal interview'"
)]
struct Reorder {
    /// Job ID or name
    job: String,
    /// Stage IDs or names
    #[arg(required = true, value_name = "STAGE")]
    stages: Vec<String>,
    #[command(flatten)]
    change: ChangeArgs,
}

/// Remove a stage from the pipeline
#[derive(Debug, Args)]
#[command(
    after_help = "The candidates in the stage move to --move-to, with an entry in their histories. Entries about the\nretired stage stay in the histories. A second run fails, because the stage is gone (exit code 4).\n\nExample:\n  shortlist db pipeline retire 'Rust Engineer' 'Final interview' --move-to 'Client interview'"
)]
struct Retire {
    /// Job ID or name
    job: String,
    /// Stage ID or name
    stage: String,
    /// Stage to which its candidates move
    #[arg(long, value_name = "STAGE")]
    move_to: Option<String>,
    #[command(flatten)]
    change: ChangeArgs,
}

impl PipelineCommand {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let (job, pipeline_change, change) = match self.command {
            PipelineSubcommand::Show { job, list } => {
                let pipeline = list.open().await?.pipeline(job).await?;
                return list.print(out, &pipeline, lines);
            }
            PipelineSubcommand::Templates { json } => return templates(json, out),
            PipelineSubcommand::Add(add) => add.into_parts(),
            PipelineSubcommand::Rename(Rename { job, stage, name, change }) => {
                (job, PipelineChange::Rename { stage, name }, change)
            }
            PipelineSubcommand::Reorder(Reorder { job, stages, change }) => {
                (job, PipelineChange::Reorder(stages), change)
            }
            PipelineSubcommand::Retire(Retire { job, stage, move_to, change }) => {
                (job, PipelineChange::Retire { stage, move_to }, change)
            }
        };
        let store = change.open().await?;
        let outcome = store.change_pipeline(job, pipeline_change, change.context()).await?;
        change.print(out, &outcome, changed_lines)
    }
}

/// A plan shows no IDs: a new stage gets another one.
fn changed_lines(changed: &ChangedPipeline, effect: Effect) -> Vec<String> {
    let is_plan = effect == Effect::WouldChange;
    let cells = |stage: &PipelineStage| {
        let [order, name, id, kind] = row(stage);
        if is_plan { vec![order, name, kind] } else { vec![order, name, id, kind] }
    };
    let stages = changed.job.pipeline_stages.iter();
    let mut lines = aligned(&stages.map(cells).collect::<Vec<_>>());
    if is_plan {
        lines.insert(0, "the stages would be:".to_owned());
    }
    if changed.moved_candidates > 0 {
        let candidates = pluralize(changed.moved_candidates, "candidate", "candidates");
        let verb = if is_plan { "would move" } else { "moved" };
        lines.push(format!("{verb} {candidates}"));
    }
    lines
}

impl Add {
    fn into_parts(self) -> (String, PipelineChange, ChangeArgs) {
        let place = match self.after {
            Some(stage) => StagePlace::After(stage),
            None if self.first => StagePlace::First,
            None => StagePlace::Last,
        };
        let stage = NewStage {
            name: self.stage,
            is_rejection: self.rejection,
            is_interviewing: self.interviewing,
        };
        (self.job, PipelineChange::Add { stage, place }, self.change)
    }
}

fn lines(pipeline: &Pipeline) -> Vec<String> {
    let stages = pipeline.job.pipeline_stages.iter().zip(&pipeline.candidates_by_stage);
    let with_count = |(stage, count): (&PipelineStage, &i64)| {
        let [order, name, id, kind] = row(stage);
        [order, name, count.to_string(), id, kind]
    };
    aligned(&stages.map(with_count).collect::<Vec<_>>())
}

fn row(stage: &PipelineStage) -> [String; 4] {
    let kind = match (stage.is_rejection_stage, stage.is_interviewing_stage) {
        (true, _) => "rejection",
        (false, true) => "interviewing",
        (false, false) => "",
    };
    let order = stage.stage_order.unwrap_or(0).to_string();
    [order, stage.name.clone(), stage.id.to_string(), kind.to_owned()]
}

fn templates(as_json: bool, out: &Output) -> Result<(), Exit> {
    if as_json {
        let all: Vec<serde_json::Value> = TEMPLATES
            .iter()
            .map(|template| {
                serde_json::json!({
                    "name": template.name,
                    "description": template.description,
                    "stages": template.stages(),
                })
            })
            .collect();
        return out.write_data(|to| json::write_line(&all, to));
    }
    for template in TEMPLATES {
        out.print_line(&format!("{}: {}", template.name, template.description))?;
        for stage in template.stages() {
            let mark = match (stage.is_rejection, stage.is_interviewing) {
                (true, _) => "r",
                (false, true) => "i",
                (false, false) => " ",
            };
            out.print_line(&format!("  {mark} {}", stage.name))?;
        }
    }
    Ok(())
}
