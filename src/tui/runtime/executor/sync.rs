//! Runs a sync as a background task.

use super::Executor;
use super::worker_event::WorkerEvent;
use crate::recruiting::coverage::Coverage;
use crate::tui::app::message::Message;
use crate::tui::app::mirror_message::MirrorMessage;
use crate::tui::features::sync::state::{SyncFailure, SyncSummary};
use crate::usecases::sync::{SyncError, SyncReport, SyncScope, sync};
use crate::wire::Timestamp;

/// Records that one sync of the terminal reads at most; the oldest come first.
const MAX_RECORDS: usize = 2000;

impl Executor {
    pub(super) fn sync(&mut self, records: bool, fresh_since: Timestamp) {
        let Some(workspace) = &self.workspace else { return };
        let (client, store) = (workspace.client.clone(), workspace.local_store.clone());
        let (sender, progress) = (self.sender.clone(), self.sender.clone());
        let scope = SyncScope {
            all_jobs: false,
            records,
            max_records: MAX_RECORDS,
            fresh_since: Some(fresh_since),
        };
        let task = tokio::spawn(async move {
            let on_progress = move |coverage: &Coverage| {
                // The receiver is gone when the program ends.
                let message = Message::Mirror(MirrorMessage::Coverage(*coverage));
                let _ = progress.send(WorkerEvent::Message(message));
            };
            let result = sync(&client, &store, scope, &on_progress).await;
            let result = result.map(|report| summary(&report)).map_err(|error| failure(&error));
            let message = Message::Mirror(MirrorMessage::Synced(result));
            let _ = sender.send(WorkerEvent::Message(message));
        });
        if let Some(before) = self.syncing.replace(task.abort_handle()) {
            before.abort();
        }
    }
}

const fn summary(report: &SyncReport) -> SyncSummary {
    SyncSummary {
        coverage: report.coverage,
        changes: report.changes,
        failures: report.incomplete.len() + report.failed_records,
        is_reset: report.is_reset,
    }
}

fn failure(error: &SyncError) -> SyncFailure {
    match error {
        SyncError::Busy => SyncFailure::Busy,
        error => SyncFailure::Failed(error.to_string()),
    }
}
