//! The request log. The client's events feed it; the dialog, the header and the countdown read it.
//! It is bounded: the oldest finished requests are dropped.

use std::collections::VecDeque;
use std::time::Duration;

use crate::client::{RequestEvent, RequestFailure, RequestId};
use crate::text::sanitize;
use crate::tui::app::clock::Moment;

const MAX_REQUESTS: usize = 500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LoggedRequest {
    pub(crate) id: RequestId,
    /// Method, path and query.
    pub(crate) target: String,
    pub(crate) started_at: Moment,
    pub(crate) ended_at: Option<Moment>,
    /// Time of the next attempt.
    pub(crate) retry_at: Option<Moment>,
    pub(crate) attempts: u32,
    /// Its texts are safe to print.
    pub(crate) last_event: RequestEvent,
}

impl LoggedRequest {
    pub(crate) const fn is_open(&self) -> bool {
        self.ended_at.is_none()
    }

    /// Duration, so far if it is still open.
    pub(crate) fn elapsed(&self, now: Moment) -> Duration {
        self.ended_at.unwrap_or(now).since(self.started_at)
    }
}

/// Oldest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Requests {
    list: VecDeque<LoggedRequest>,
    /// Including dropped requests.
    pub(crate) count: u64,
}

impl Requests {
    pub(crate) fn record(&mut self, id: RequestId, event: RequestEvent, now: Moment) {
        let event = with_safe_texts(event);
        if let RequestEvent::Queued { request, .. } = &event {
            self.count += 1;
            self.list.push_back(LoggedRequest {
                id,
                target: request.clone(),
                started_at: now,
                ended_at: None,
                retry_at: None,
                attempts: 0,
                last_event: event,
            });
            self.evict();
            return;
        }
        let Some(request) = self.list.iter_mut().rev().find(|request| request.id == id) else {
            return;
        };
        request.retry_at = None;
        match &event {
            RequestEvent::Queued { .. } => {}
            RequestEvent::Sent { attempt } => request.attempts = *attempt,
            RequestEvent::Retrying { delay, .. } => request.retry_at = Some(now.after(*delay)),
            RequestEvent::Answered { .. }
            | RequestEvent::Failed(_)
            | RequestEvent::Cancelled
            | RequestEvent::Dropped => request.ended_at = Some(now),
        }
        request.last_event = event;
    }

    fn evict(&mut self) {
        while self.list.len() > MAX_REQUESTS {
            let oldest = self.list.iter().position(|request| !request.is_open()).unwrap_or(0);
            self.list.remove(oldest);
        }
    }

    pub(crate) fn newest_first(
        &self,
    ) -> impl DoubleEndedIterator<Item = &LoggedRequest> + ExactSizeIterator {
        self.list.iter().rev()
    }

    /// Index of a request, counted from the newest. A dropped request was the oldest.
    pub(crate) fn index_of(&self, selected: Option<RequestId>) -> usize {
        let Some(id) = selected else { return 0 };
        let index = self.newest_first().position(|request| request.id == id);
        index.unwrap_or(self.list.len().saturating_sub(1))
    }

    /// Requests in flight, and waiting.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let open = self.list.iter().filter(|request| request.is_open());
        let (mut in_flight, mut waiting) = (0, 0);
        for request in open {
            match request.last_event {
                RequestEvent::Sent { .. } => in_flight += 1,
                _ => waiting += 1,
            }
        }
        (in_flight, waiting)
    }
}

fn with_safe_texts(event: RequestEvent) -> RequestEvent {
    let clean = |text: String| sanitize(&text).into_owned();
    let clean_failure =
        |failure: RequestFailure| RequestFailure { message: clean(failure.message), ..failure };
    match event {
        RequestEvent::Queued { request, priority } => {
            RequestEvent::Queued { request: clean(request), priority }
        }
        RequestEvent::Retrying { delay, failure } => {
            RequestEvent::Retrying { delay, failure: clean_failure(failure) }
        }
        RequestEvent::Failed(failure) => RequestEvent::Failed(clean_failure(failure)),
        other => other,
    }
}
