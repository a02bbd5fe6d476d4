//! The steps that the storage thread is writing, and their acknowledgements.
//!
//! Acknowledgements have a channel of their own: a frame that waits for one does not wait
//! behind pages of lists.

use std::collections::HashSet;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::recruiting::triage::UndoGroup;
use crate::tui::app::message::Message;

pub(crate) struct Appends {
    pub(crate) sender: UnboundedSender<Message>,
    receiver: UnboundedReceiver<Message>,
    pub(crate) pending: HashSet<UndoGroup>,
    /// The log is restored. Earlier steps are refused: their ids depend on it.
    pub(crate) is_log_read: bool,
}

impl Default for Appends {
    fn default() -> Self {
        let (sender, receiver) = unbounded_channel();
        Self { sender, receiver, pending: HashSet::new(), is_log_read: false }
    }
}

impl Appends {
    pub(crate) fn len(&self) -> usize {
        self.pending.len()
    }

    /// The next step that was written, or could not be.
    pub(crate) async fn next(&mut self) -> Message {
        loop {
            // `self.sender` keeps the channel open.
            if let Some(message) = self.receiver.recv().await {
                return self.acknowledge(message);
            }
        }
    }

    /// The same, if it is known already.
    pub(crate) fn try_next(&mut self) -> Option<Message> {
        self.receiver.try_recv().ok().map(|message| self.acknowledge(message))
    }

    fn acknowledge(&mut self, message: Message) -> Message {
        if let Message::Appended(group, _) = &message {
            self.pending.remove(group);
        }
        message
    }
}
