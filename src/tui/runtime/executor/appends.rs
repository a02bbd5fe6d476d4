//! The steps on their way into the log, and the word that they are on disk.
//!
//! That word has a way of its own: whoever waits with the next frame for it does
//! not stand behind pages of lists.

use std::collections::HashSet;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::recruiting::triage::UndoGroup;
use crate::tui::app::message::Message;

/// The steps on their way.
pub(crate) struct Appends {
    pub(crate) sender: UnboundedSender<Message>,
    told: UnboundedReceiver<Message>,
    pub(crate) out: HashSet<UndoGroup>,
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
