//! Moves candidates between stages, in the user's own database only.

use std::sync::Arc;

use super::Executor;
use super::move_progress::MoveProgress;
use super::worker_event::WorkerEvent;
use crate::recruiting::triage::StageMove;
use crate::tui::app::message::Message;
use crate::tui::app::request::Ticket;
use crate::tui::runtime::workspace::{MoveResults, StageMover};

const NOT_SUPPORTED: &str =
    "candidates can be moved only in your own database; this server does not support it";

/// Moves between two reports of the progress.
const CHUNK: usize = 100;

impl Executor {
    pub(crate) fn apply(&mut self, ticket: Ticket, moves: Vec<StageMove>) {
        let stage_mover =
            self.workspace.as_ref().and_then(|workspace| workspace.mover.as_ref().map(Arc::clone));
        let sender = self.sender.clone();
        while self.saving.try_join_next().is_some() {}
        self.moving.retain(|progress| !progress.is_finished());
        let total = moves.len();
        let (reporter, progress) = MoveProgress::new(total);
        self.moving.push(progress);
        // In `saving`, so that the end of the program waits for the whole batch.
        self.saving.spawn(async move {
            let (mut results, mut done) = (MoveResults::new(), 0);
            for chunk in moves.chunks(CHUNK) {
                results.extend(move_chunk(stage_mover.as_deref(), chunk.to_vec()).await);
                done += chunk.len();
                reporter.send_replace(done);
                if done < total {
                    let _ = sender.send(WorkerEvent::Message(Message::Moving { ticket, done }));
                }
            }
            let message = Message::Applied { ticket, moves: results };
            let _ = sender.send(WorkerEvent::Message(message));
        });
    }

    /// Waits for the moves as long as they advance.
    pub(crate) async fn finish_moves(&mut self) {
        for progress in &mut self.moving {
            progress.wait().await;
        }
    }
}

async fn move_chunk(mover: Option<&dyn StageMover>, chunk: Vec<StageMove>) -> MoveResults {
    if let Some(mover) = mover {
        return mover.move_all(chunk).await;
    }
    let failed = |stage_move: StageMove| (stage_move.candidate, Err(NOT_SUPPORTED.to_owned()));
    chunk.into_iter().map(failed).collect()
}
