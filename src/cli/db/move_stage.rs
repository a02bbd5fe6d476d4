//! `shortlist db move`: moves a candidate to another stage.

use clap::Args;

use crate::cli::database::{Database, operator_context};
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::service::store::IfMissing;
use crate::wire::CandidateId;

/// Move a candidate to another stage of the job
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  shortlist db move can_5f3k2m9q7x1c8v0b 'Recruiter screen'")]
pub(crate) struct Move {
    /// Candidate ID
    candidate: String,
    /// Stage ID or name
    stage: String,
    #[command(flatten)]
    database: Database,
}

impl Move {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let store = self.database.open(IfMissing::Fail)?;
        let id = CandidateId::new(self.candidate);
        let stage_move = store.move_candidate(id, self.stage, operator_context()).await?;
        out.print_line(&format!(
            "{}: {} → {} ({})",
            stage_move.candidate_name, stage_move.from, stage_move.to, stage_move.job_name
        ))
    }
}
