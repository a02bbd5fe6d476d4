//! What the client tells of its requests, passed on to the log.

use std::time::Duration;

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::News;
use crate::app::message::Message;
use crate::app::requests::{RequestId, Told};
use crate::client::{Client, ClientEvent, RequestEvent};

/// Passes everything on from now on, for as long as somebody listens.
pub(super) fn forward(client: &Client, sender: UnboundedSender<News>) {
    let (subscriber, mut events) = unbounded_channel();
    client.subscribe(subscriber);
    tokio::spawn(async move {
        while let Some(event) = events.recv().await {
            if let Some(message) = message(event)
                && sender.send(News::Message(message)).is_err()
            {
                return;
            }
        }
    });
}

fn message(event: ClientEvent) -> Option<Message> {
    Some(match event {
        ClientEvent::Request { id, event } => {
            Message::Request(RequestId(id.number()), request_event(event))
        }
        ClientEvent::Paused { wait } => Message::Paused(millis(wait)),
        // The refused request tells it, in the server's words.
        ClientEvent::Locked | ClientEvent::Unlocked => return None,
    })
}

fn request_event(event: RequestEvent) -> Told {
    match event {
        RequestEvent::Queued { request, .. } => Told::Queued { asked: request },
        RequestEvent::Sent { attempt } => Told::Sent(attempt),
        RequestEvent::Retrying { delay, failure } => Told::Waits(millis(delay), failure.message),
        RequestEvent::Answered { status, bytes } => Told::Answered { status, bytes },
        RequestEvent::Failed(failure) => {
            Told::Failed { status: failure.status, why: failure.message }
        }
        RequestEvent::Cancelled => Told::Cancelled,
        RequestEvent::Dropped => Told::Dropped,
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
