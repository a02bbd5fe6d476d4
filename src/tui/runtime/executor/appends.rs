//! The steps on their way into the log, and the word that they are on disk.
//!
//! That word has a way of its own: whoever waits with the next frame for it does
//! not stand behind pages of lists.

use std::collections::HashSet;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::Executor;
use crate::recruiting::triage::{LogEntry, UndoGroup};
use crate::tui::app::message::Message;
use crate::tui::features::inbox::state::InboxPosition;
use crate::tui::runtime::storage_thread::StorageCommand;

/// What is said to whoever is quicker than the disk.
const NOT_READ: &str = "what was decided before is still being read from the disk";

/// The steps on their way.
pub(crate) struct Appends {
    pub(crate) sender: UnboundedSender<Message>,
    told: UnboundedReceiver<Message>,
    out: HashSet<UndoGroup>,
    /// What was decided before is known; ids of steps begin with what it says.
    pub(crate) is_begun: bool,
}

impl Default for Appends {
    fn default() -> Self {
        let (sender, told) = unbounded_channel();
        Self { sender, told, out: HashSet::new(), is_begun: false }
    }
}

impl Appends {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    /// The next that is on disk, or cannot be.
    pub(crate) async fn next(&mut self) -> Message {
        loop {
            // The sender of our own is always there.
            if let Some(message) = self.told.recv().await {
                return self.heed(message);
            }
        }
    }

    /// The same, if it was told already.
    pub(crate) fn ready(&mut self) -> Option<Message> {
        self.told.try_recv().ok().map(|message| self.heed(message))
    }

    fn heed(&mut self, message: Message) -> Message {
        if let Message::Appended(step, _) = &message {
            self.out.remove(step);
        }
        message
    }
}

impl Executor {
    /// How many steps are not on disk yet.
    #[must_use]
    pub fn unwritten(&self) -> usize {
        self.appends.len()
    }

    /// Waits for the next step that is on disk, or cannot be.
    pub async fn written(&mut self) -> Message {
        self.appends.next().await
    }

    pub(crate) fn append(
        &mut self,
        step: UndoGroup,
        entries: Vec<LogEntry>,
        place: Option<InboxPosition>,
    ) {
        self.appends.out.insert(step.clone());
        let failed = if self.keeper.is_some() && !self.appends.is_begun {
            Some(NOT_READ.to_owned())
        } else {
            let steps = vec![step.clone()];
            let is_taken = self.order(StorageCommand::Append { steps, entries, place });
            (!is_taken).then(|| self.nobody())
        };
        if let Some(told) = failed {
            let _ = self.appends.sender.send(Message::Appended(step, Err(told)));
        }
    }
}
