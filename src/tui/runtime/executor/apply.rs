//! Moves candidates between stages, in the user's own database only.

use std::sync::Arc;

use super::Executor;
use super::worker_event::WorkerEvent;
use crate::recruiting::triage::StageMove;
use crate::tui::app::message::Message;
use crate::tui::app::request::Ticket;

const NOT_SUPPORTED: &str =
    "candidates can be moved only in your own database; this server does not support it";

impl Executor {
    pub(crate) fn apply(&mut self, ticket: Ticket, moves: Vec<StageMove>) {
        let stage_mover =
            self.workspace.as_ref().and_then(|workspace| workspace.mover.as_ref().map(Arc::clone));
        let sender = self.sender.clone();
        while self.saving.try_join_next().is_some() {}
        // In `saving`, so that the end of the program waits for the whole batch.
        self.saving.spawn(async move {
            let moves = if let Some(mover) = stage_mover {
                mover.move_all(moves).await
            } else {
                let failed =
                    |stage_move: StageMove| (stage_move.candidate, Err(NOT_SUPPORTED.to_owned()));
                moves.into_iter().map(failed).collect()
            };
            let _ = sender.send(WorkerEvent::Message(Message::Applied { ticket, moves }));
        });
    }
}
