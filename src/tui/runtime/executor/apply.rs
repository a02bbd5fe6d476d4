//! Moves candidates between stages and changes jobs, in the user's own database only.

use std::sync::Arc;

use super::Executor;
use super::move_progress::MoveProgress;
use super::worker_event::WorkerEvent;
use crate::recruiting::job_change::JobRequest;
use crate::recruiting::triage::StageMove;
use crate::tui::app::message::Message;
use crate::tui::app::request::Ticket;
use crate::tui::runtime::workspace::{MoveProgressFn, MoveResults, OwnDatabase};

const NOT_SUPPORTED: &str =
    "candidates can be moved only in your own database; this server does not support it";

const JOBS_NOT_SUPPORTED: &str = "this server does not let jobs be changed from here";

/// Moves between two reports of the progress.
const PROGRESS_STEP: usize = 100;

impl Executor {
    pub(crate) fn apply(&mut self, ticket: Ticket, moves: Vec<StageMove>) {
        let own_database = self.own_database();
        let sender = self.sender.clone();
        while self.saving.try_join_next().is_some() {}
        self.moving.retain(|progress| !progress.is_finished());
        let total = moves.len();
        let (reporter, progress) = MoveProgress::new(total);
        let reporter = Arc::new(reporter);
        self.moving.push(progress);
        let (step_reporter, step_sender) = (Arc::clone(&reporter), sender.clone());
        let on_progress = move |done: usize| {
            // The last move does not count before all of them are stored.
            if done < total && done.is_multiple_of(PROGRESS_STEP) {
                step_reporter.send_replace(done);
                let message = Message::Moving { ticket, done };
                let _ = step_sender.send(WorkerEvent::Message(message));
            }
        };
        // In `saving`, so that the end of the program waits for the whole batch.
        self.saving.spawn(async move {
            let moves = move_all(own_database, moves, Box::new(on_progress)).await;
            reporter.send_replace(total);
            let message = Message::Applied { ticket, moves };
            let _ = sender.send(WorkerEvent::Message(message));
        });
    }

    pub(crate) fn change_job(&mut self, ticket: Ticket, request: JobRequest) {
        let (own_database, sender) = (self.own_database(), self.sender.clone());
        while self.saving.try_join_next().is_some() {}
        self.saving.spawn(async move {
            let outcome = match own_database {
                Some(own_database) => own_database.change_job(request).await,
                None => Err(JOBS_NOT_SUPPORTED.to_owned()),
            };
            let message = Message::JobChanged { ticket, outcome: outcome.map(Box::new) };
            let _ = sender.send(WorkerEvent::Message(message));
        });
    }

    pub(super) fn own_database(&self) -> Option<Arc<dyn OwnDatabase>> {
        self.workspace.as_ref()?.own_database.as_ref().map(Arc::clone)
    }

    /// Waits for the moves as long as they advance.
    pub(crate) async fn finish_moves(&mut self) {
        for progress in &mut self.moving {
            progress.wait().await;
        }
    }
}

async fn move_all(
    own_database: Option<Arc<dyn OwnDatabase>>,
    moves: Vec<StageMove>,
    on_progress: MoveProgressFn,
) -> MoveResults {
    if let Some(own_database) = own_database {
        return own_database.move_all(moves, on_progress).await;
    }
    let failed = |stage_move: StageMove| (stage_move.candidate, Err(NOT_SUPPORTED.to_owned()));
    moves.into_iter().map(failed).collect()
}
