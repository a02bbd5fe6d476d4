//! What background tasks send to the executor. One of them forwards the client's request events to
//! the requests log.

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::client::{Client, ClientEvent};
use crate::tui::app::message::Message;
use crate::tui::runtime::workspace::Workspace;

pub(crate) enum WorkerEvent {
    Message(Message),
    Opened(Box<Workspace>),
}

/// Forwards request events until the receiver is dropped.
pub(crate) fn forward_requests(client: &Client, sender: UnboundedSender<WorkerEvent>) {
    let (subscriber, mut events) = unbounded_channel();
    client.subscribe(subscriber);
    tokio::spawn(async move {
        while let Some(event) = events.recv().await {
            if let Some(message) = to_message(event)
                && sender.send(WorkerEvent::Message(message)).is_err()
            {
                return;
            }
        }
    });
}

fn to_message(event: ClientEvent) -> Option<Message> {
    Some(match event {
        ClientEvent::Request { id, event } => Message::Request(id, event),
        ClientEvent::Paused { wait } => {
            Message::Paused(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX))
        }
        // The refused request already shows the server's text.
        ClientEvent::Locked | ClientEvent::Unlocked => return None,
    })
}
