//! The steps on their way into the log, and the word that they are on disk.
//!
//! That word has a way of its own: whoever waits with the next frame for it does
//! not stand behind pages of lists.

use std::collections::HashSet;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::Worker;
use super::keeper::Order;
use crate::app::inbox::Place;
use crate::app::message::Message;
use crate::app::triage::{Entry, StepId};

/// What is said to whoever is quicker than the disk.
const NOT_READ: &str = "what was decided before is still being read from the disk";

/// The steps on their way.
pub(super) struct Appends {
    pub(super) sender: UnboundedSender<Message>,
    told: UnboundedReceiver<Message>,
    out: HashSet<StepId>,
    /// What was decided before is known; ids of steps begin with what it says.
    pub(super) is_begun: bool,
}

impl Default for Appends {
    fn default() -> Self {
        let (sender, told) = unbounded_channel();
        Self { sender, told, out: HashSet::new(), is_begun: false }
    }
}

impl Appends {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// The next that is on disk, or cannot be.
    pub(super) async fn next(&mut self) -> Message {
        loop {
            // The sender of our own is always there.
            if let Some(message) = self.told.recv().await {
                return self.heed(message);
            }
        }
    }

    /// The same, if it was told already.
    pub(super) fn ready(&mut self) -> Option<Message> {
        self.told.try_recv().ok().map(|message| self.heed(message))
    }

    fn heed(&mut self, message: Message) -> Message {
        if let Message::Appended(step, _) = &message {
            self.out.remove(step);
        }
        message
    }
}

impl Worker {
    /// How many steps are not on disk yet.
    #[must_use]
    pub fn unwritten(&self) -> usize {
        self.appends.len()
    }

    /// Waits for the next step that is on disk, or cannot be.
    pub async fn written(&mut self) -> Message {
        self.appends.next().await
    }

    pub(super) fn append(&mut self, step: StepId, entries: Vec<Entry>, place: Option<Place>) {
        self.appends.out.insert(step.clone());
        let failed = if self.keeper.is_some() && !self.appends.is_begun {
            Some(NOT_READ.to_owned())
        } else {
            let steps = vec![step.clone()];
            let is_taken = self.order(Order::Append { steps, entries, place });
            (!is_taken).then(|| self.nobody())
        };
        if let Some(told) = failed {
            let _ = self.appends.sender.send(Message::Appended(step, Err(told)));
        }
    }
}
