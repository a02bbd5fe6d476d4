//! The end: what is being written is waited for, and what went wrong is told.

use std::collections::BTreeMap;

use super::Executor;
use super::event::WorkerEvent;
use super::writes::Ended;
use crate::recruiting::person::DraftId;
use crate::recruiting::triage::UndoGroup;
use crate::tui::app::effect::Effect;
use crate::tui::app::message::Message;
use crate::tui::runtime::storage_thread::SHUTDOWN_LIMIT;

/// What was told and will not be seen.
#[derive(Default)]
struct UnseenMessages {
    told: Vec<String>,
    /// Drafts that are on disk, or are not.
    drafts: BTreeMap<DraftId, Result<(), String>>,
    /// Steps that are not in the log.
    steps: Vec<(UndoGroup, String)>,
}

impl Executor {
    /// Waits for what is being written, to disk and to the server, though not
    /// for ever. What went wrong and was not told yet.
    pub async fn finish(&mut self) -> Vec<String> {
        // The keeper writes meanwhile; what is saved now need not be kept by it.
        let _ = tokio::time::timeout(SHUTDOWN_LIMIT, self.writes.finish()).await;
        let mut untold = UnseenMessages::default();
        self.rest(&mut untold);
        if let Some(mut keeper) = self.keeper.take() {
            // Longer than anybody waits for it here.
            self.saving.spawn_blocking(move || keeper.end(2 * SHUTDOWN_LIMIT));
        }
        let disk = async { while self.saving.join_next().await.is_some() {} };
        let late = tokio::time::timeout(SHUTDOWN_LIMIT, disk).await;
        self.rest(&mut untold);
        let UnseenMessages { mut told, drafts, steps } = untold;
        let drafts = drafts.into_values().filter_map(Result::err);
        told.extend(drafts.map(|why| format!("an unsaved edit is not on disk: {why}")));
        if let Some((_, why)) = steps.first() {
            told.push(format!("{} not on disk: {why}", decided(steps.len())));
        }
        told.extend(self.writes.unended());
        if self.unwritten() > 0 {
            let decided = decided(self.unwritten());
            told.push(format!("{decided} perhaps not on disk: it did not take them in time"));
        }
        told.extend(late.is_err().then(|| "the disk did not take what was being saved".to_owned()));
        told
    }

    /// Hears what was told and will not be seen. The draft of a change that
    /// ended as it was meant is not needed any more.
    fn rest(&mut self, untold: &mut UnseenMessages) {
        while let Some(message) = self.appends.ready() {
            if let Message::Appended(step, Err(why)) = message {
                untold.steps.push((step, why));
            }
        }
        while let Ok(news) = self.news.try_recv() {
            let WorkerEvent::Message(message) = news else { continue };
            match self.writes.heed(&message) {
                Some(Ended { untold: None, draft: Some(draft) }) => {
                    untold.drafts.insert(draft.clone(), Ok(()));
                    self.keep(&Effect::ForgetDraft(draft));
                }
                Some(ended) => untold.told.extend(ended.untold),
                None => {}
            }
            match message {
                Message::ViewSaved(Err(told)) | Message::Notice(told) => untold.told.push(told),
                Message::Exported(Err(error)) => untold.told.push(error.to_string()),
                Message::DraftKept(id, kept) => _ = untold.drafts.insert(id, kept),
                Message::Applied { moves, .. } => {
                    let failed = moves.into_iter().filter_map(|(_, outcome)| outcome.err());
                    untold.told.extend(failed.map(|why| format!("not moved: {why}")));
                }
                Message::Forgotten(person, Err(why)) => {
                    untold.told.push(format!("{person} is not forgotten: {why}"));
                }
                _ => {}
            }
        }
    }
}

fn decided(steps: usize) -> String {
    match steps {
        1 => "the last thing you decided is".to_owned(),
        steps => format!("the last {steps} things you decided are"),
    }
}
