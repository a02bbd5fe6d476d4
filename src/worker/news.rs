//! What the client tells of its requests, passed on to the log.

use std::time::Duration;

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::News;
use crate::app::message::Message;
use crate::app::requests::{RequestId, Told};
use crate::client::{Client, Note, Noted};

/// Passes everything on from now on, for as long as somebody listens.
pub(super) fn forward(client: &Client, sender: UnboundedSender<News>) {
    let (notes, mut told) = unbounded_channel();
    client.tell(notes);
    tokio::spawn(async move {
        while let Some(note) = told.recv().await {
            if let Some(message) = message(note)
                && sender.send(News::Message(message)).is_err()
            {
                return;
            }
        }
    });
}

fn message(note: Note) -> Option<Message> {
    Some(match note {
        Note::Request { id, what } => Message::Request(RequestId(id.number()), news(what)),
        Note::Paused { wait } => Message::Paused(millis(wait)),
        // The refused request tells it, in the server's words.
        Note::Locked | Note::Unlocked => return None,
    })
}

fn news(what: Noted) -> Told {
    match what {
        Noted::Queued { asked, .. } => Told::Queued { asked },
        Noted::Sent { tries } => Told::Sent(tries),
        Noted::Waits { wait, because } => Told::Waits(millis(wait), because.told),
        Noted::Answered { status, bytes } => Told::Answered { status, bytes },
        Noted::Failed(trouble) => Told::Failed { status: trouble.status, why: trouble.told },
        Noted::Cancelled => Told::Cancelled,
        Noted::Dropped => Told::Dropped,
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
