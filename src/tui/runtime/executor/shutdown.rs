//! The end of the program: waits for pending writes and collects their errors.

use std::collections::BTreeMap;

use super::Executor;
use super::move_progress::MoveProgress;
use super::worker_event::WorkerEvent;
use super::writes::FinishedWrite;
use crate::recruiting::person::DraftId;
use crate::recruiting::triage::UndoGroup;
use crate::storage::mirror::MirrorWrite;
use crate::tui::app::effect::StorageEffect;
use crate::tui::app::message::Message;
use crate::tui::runtime::storage_thread::{DISK_LIMIT, SHUTDOWN_LIMIT};
use crate::wire::{CandidateId, Timestamp};

/// Results that arrive too late for the screen.
#[derive(Default)]
struct UnseenMessages {
    texts: Vec<String>,
    drafts: BTreeMap<DraftId, Result<(), String>>,
    /// Steps that could not be written.
    groups: Vec<(UndoGroup, String)>,
}

impl UnseenMessages {
    /// A failure of the database is the same for all candidates of a batch.
    fn push_once(&mut self, text: String) {
        if self.texts.last() != Some(&text) {
            self.texts.push(text);
        }
    }
}

impl Executor {
    /// Waits for writes to the server and to disk, up to a limit. Returns errors that were
    /// not shown.
    pub async fn finish(&mut self) -> Vec<String> {
        // The storage thread keeps running, to delete the drafts of writes that succeed now.
        let _ = tokio::time::timeout(SHUTDOWN_LIMIT, self.writes.finish()).await;
        self.finish_moves().await;
        let mut unseen = UnseenMessages::default();
        self.drain(&mut unseen);
        if let Some(mut thread) = self.storage_thread.take() {
            // Longer than the timeout below, which reports it.
            self.saving.spawn_blocking(move || thread.end(2 * DISK_LIMIT));
        }
        let disk = async { while self.saving.join_next().await.is_some() {} };
        let late = tokio::time::timeout(DISK_LIMIT, disk).await;
        self.drain(&mut unseen);
        let UnseenMessages { texts: mut errors, drafts, groups } = unseen;
        let drafts = drafts.into_values().filter_map(Result::err);
        errors.extend(drafts.map(|why| format!("an unsaved edit is not on disk: {why}")));
        if let Some((_, why)) = groups.first() {
            let verb = if groups.len() == 1 { "is" } else { "are" };
            errors.push(format!("{} {verb} not on disk: {why}", last_changes(groups.len())));
        }
        errors.extend(self.describe_unfinished());
        errors.extend(late.is_err().then(|| "saving did not finish in time".to_owned()));
        errors
    }

    /// What was sent or decided and is not acknowledged.
    pub(crate) fn describe_unfinished(&self) -> Vec<String> {
        let mut unfinished: Vec<String> = self.writes.describe_unfinished().collect();
        unfinished.extend(self.moving.iter().filter_map(MoveProgress::describe_rest));
        if self.unwritten_count() > 0 {
            unfinished.push(format!("{} may not be saved", last_changes(self.unwritten_count())));
        }
        unfinished
    }

    /// Keeps a move out of the next list of changes, which shows those of others.
    fn note_own_move(&mut self, candidate: CandidateId) {
        let write = MirrorWrite::OwnMove(candidate, Timestamp::now());
        self.carry_out_storage(StorageEffect::Mirror(Box::new(write)));
    }

    /// Collects the pending messages. Deletes the draft of a change that succeeded.
    fn drain(&mut self, unseen: &mut UnseenMessages) {
        while let Some(message) = self.appends.try_next() {
            if let Message::Appended(group, Err(why)) = message {
                unseen.groups.push((group, why));
            }
        }
        while let Ok(event) = self.events.try_recv() {
            let WorkerEvent::Message(message) = event else { continue };
            match self.writes.handle(&message) {
                Some(FinishedWrite { unreported: None, draft: Some(draft) }) => {
                    unseen.drafts.insert(draft.clone(), Ok(()));
                    self.carry_out_storage(StorageEffect::DeleteDraft(draft));
                }
                Some(ended) => unseen.texts.extend(ended.unreported),
                None => {}
            }
            match message {
                Message::ViewSaved(Err(text)) | Message::Notice(text) => unseen.texts.push(text),
                Message::Exported(Err(error)) => unseen.texts.push(error.to_string()),
                Message::DraftSaved(id, outcome) => _ = unseen.drafts.insert(id, outcome),
                Message::Applied { moves, .. } => {
                    for (candidate, outcome) in moves {
                        match outcome {
                            Ok(()) => self.note_own_move(candidate),
                            Err(why) => unseen.push_once(format!("not moved: {why}")),
                        }
                    }
                }
                Message::JobChanged { outcome: Err(why), .. } => {
                    unseen.texts.push(format!("job not changed: {why}"));
                }
                Message::Forgotten(person, Err(why)) => {
                    unseen.texts.push(format!("could not delete the data about {person}: {why}"));
                }
                _ => {}
            }
        }
    }
}

fn last_changes(count: usize) -> String {
    match count {
        1 => "your last change".to_owned(),
        count => format!("your last {count} changes"),
    }
}
