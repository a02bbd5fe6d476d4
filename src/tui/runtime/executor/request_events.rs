//! Forwards the client's request events to the requests log.

use std::time::Duration;

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::event::WorkerEvent;
use crate::client::{Client, ClientEvent, RequestEvent};
use crate::tui::app::message::Message;
use crate::tui::features::requests::state::{RequestId, RequestUpdate};

/// Forwards events until the receiver is dropped.
pub(crate) fn forward(client: &Client, sender: UnboundedSender<WorkerEvent>) {
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
        ClientEvent::Request { id, event } => {
            Message::Request(RequestId(id.number()), to_update(event))
        }
        ClientEvent::Paused { wait } => Message::Paused(millis(wait)),
        // The refused request already shows the server's text.
        ClientEvent::Locked | ClientEvent::Unlocked => return None,
    })
}

fn to_update(event: RequestEvent) -> RequestUpdate {
    match event {
        RequestEvent::Queued { request, .. } => RequestUpdate::Queued { request_line: request },
        RequestEvent::Sent { attempt } => RequestUpdate::Sent(attempt),
        RequestEvent::Retrying { delay, failure } => {
            RequestUpdate::Waiting(millis(delay), failure.message)
        }
        RequestEvent::Answered { status, bytes } => RequestUpdate::Answered { status, bytes },
        RequestEvent::Failed(failure) => {
            RequestUpdate::Failed { status: failure.status, why: failure.message }
        }
        RequestEvent::Cancelled => RequestUpdate::Cancelled,
        RequestEvent::Dropped => RequestUpdate::Dropped,
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
