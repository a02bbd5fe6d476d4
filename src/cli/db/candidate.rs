//! `shortlist db candidate`: the candidates of the operator's own database. `db move` is an older
//! name of `db candidate move`.

use clap::{Args, Subcommand};

use super::change::{ChangeArgs, Effect};
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::service::store::{CompletedMove, RemovedCandidate};
use crate::wire::CandidateId;

/// Move candidates to another stage, or remove them from their jobs
#[derive(Debug, Args)]
#[command(
    after_help = "A running service shows a change at once. `shortlist db move` is the same as `shortlist db\ncandidate move`.\n\nExamples:\n  shortlist db candidate move can_5f3k2m9q7x1c8v0b 'Recruiter screen'\n  shortlist db candidate remove can_5f3k2m9q7x1c8v0b"
)]
pub(crate) struct CandidateCommand {
    #[command(subcommand)]
    command: CandidateSubcommand,
}

#[derive(Debug, Subcommand)]
enum CandidateSubcommand {
    Move(Move),
    Remove(Remove),
}

/// Move candidates to another stage of their job
#[derive(Debug, Args)]
#[command(
    after_help = "Each move adds an entry to the candidate's history. If one candidate cannot be moved, none is.\n\nExample:\n  shortlist db candidate move can_5f3k2m9q7x1c8v0b 'Recruiter screen'"
)]
pub(crate) struct Move {
    /// Candidate IDs
    #[arg(required = true, value_name = "CANDIDATE")]
    candidates: Vec<String>,
    /// Stage ID or name
    #[arg(required = true)]
    stage: String,
    #[command(flatten)]
    change: ChangeArgs,
}

/// Remove candidates from their jobs, with their stage histories
#[derive(Debug, Args)]
#[command(
    after_help = "The people stay in the database. If one candidate cannot be removed, none is.\n\nExample:\n  shortlist db candidate remove can_5f3k2m9q7x1c8v0b --dry-run"
)]
struct Remove {
    /// Candidate IDs
    #[arg(required = true, value_name = "CANDIDATE")]
    candidates: Vec<String>,
    #[command(flatten)]
    change: ChangeArgs,
}

impl CandidateCommand {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        match self.command {
            CandidateSubcommand::Move(stage_move) => stage_move.run(out).await,
            CandidateSubcommand::Remove(remove) => remove.run(out).await,
        }
    }
}

impl Move {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let ids = self.candidates.into_iter().map(CandidateId::new).collect();
        let store = self.change.open().await?;
        let outcome = store.move_candidates(ids, self.stage, self.change.context()).await?;
        self.change.print(out, &outcome, |moves, effect| {
            moves.iter().map(|one| moved_line(one, effect)).collect()
        })
    }
}

impl Remove {
    async fn run(self, out: &Output) -> Result<(), Exit> {
        let ids = self.candidates.into_iter().map(CandidateId::new).collect();
        let store = self.change.open().await?;
        let outcome = store.remove_candidates(ids, self.change.context()).await?;
        self.change.print(out, &outcome, |removed, effect| {
            removed.iter().map(|one| removed_line(one, effect)).collect()
        })
    }
}

fn removed_line(removed: &RemovedCandidate, effect: Effect) -> String {
    match (&removed.name, &removed.job_name) {
        (Some(name), Some(job)) if effect == Effect::WouldChange => {
            format!("would remove {name} from {job}")
        }
        (Some(name), Some(job)) => format!("{name}: removed from {job}"),
        _ => format!("{}: was already removed", removed.id),
    }
}

fn moved_line(moved: &CompletedMove, effect: Effect) -> String {
    let CompletedMove { candidate_name, job_name, from, to, .. } = moved;
    if from == to {
        return format!("{candidate_name}: already in {to} ({job_name})");
    }
    if effect == Effect::WouldChange {
        return format!("would move {candidate_name} from {from} to {to} ({job_name})");
    }
    format!("{candidate_name}: {from} → {to} ({job_name})")
}
