//! The request log. The client's events feed it; the dialog, the header and the countdown read it. It is
//! bounded: the oldest finished requests are dropped.

use std::collections::VecDeque;
use std::time::Duration;

use crate::tui::app::clock::Moment;

const MAX_REQUESTS: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// Contains no API key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestUpdate {
    Queued {
        /// Method, path and query.
        request_line: String,
    },
    /// Attempt number, from 1.
    Sent(u32),
    /// Milliseconds until the next attempt, and the reason.
    Waiting(u64, String),
    Answered {
        status: u16,
        bytes: usize,
    },
    Failed {
        status: Option<u16>,
        why: String,
    },
    /// By the user.
    Cancelled,
    /// The result is no longer needed.
    Dropped,
}

impl RequestUpdate {
    const fn is_end(&self) -> bool {
        match self {
            Self::Answered { .. } | Self::Failed { .. } | Self::Cancelled | Self::Dropped => true,
            Self::Queued { .. } | Self::Sent(_) | Self::Waiting(..) => false,
        }
    }

    fn sanitize(self) -> Self {
        let clean = |text: String| crate::text::sanitize(&text).into_owned();
        match self {
            Self::Queued { request_line } => Self::Queued { request_line: clean(request_line) },
            Self::Waiting(millis, why) => Self::Waiting(millis, clean(why)),
            Self::Failed { status, why } => Self::Failed { status, why: clean(why) },
            other => other,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) id: RequestId,
    /// Method, path and query.
    pub(crate) target: String,
    pub(crate) started_at: Moment,
    pub(crate) ended_at: Option<Moment>,
    /// Time of the next attempt.
    pub(crate) retry_at: Option<Moment>,
    pub(crate) attempts: u32,
    pub(crate) last_update: RequestUpdate,
}

impl Request {
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
    list: VecDeque<Request>,
    /// Including dropped requests.
    pub(crate) count: u64,
}

impl Requests {
    pub(crate) fn record(&mut self, id: RequestId, update: RequestUpdate, now: Moment) {
        let update = update.sanitize();
        if let RequestUpdate::Queued { request_line } = &update {
            self.count += 1;
            let request_line = request_line.clone();
            self.list.push_back(Request {
                id,
                target: request_line,
                started_at: now,
                ended_at: None,
                retry_at: None,
                attempts: 0,
                last_update: update,
            });
            self.evict();
            return;
        }
        let Some(request) = self.list.iter_mut().rev().find(|request| request.id == id) else {
            return;
        };
        if let RequestUpdate::Sent(attempts) = update {
            request.attempts = attempts;
        }
        request.retry_at = match update {
            RequestUpdate::Waiting(millis, _) => Some(now.after(Duration::from_millis(millis))),
            _ => None,
        };
        if update.is_end() {
            request.ended_at = Some(now);
        }
        request.last_update = update;
    }

    fn evict(&mut self) {
        while self.list.len() > MAX_REQUESTS {
            let oldest = self.list.iter().position(|request| !request.is_open()).unwrap_or(0);
            self.list.remove(oldest);
        }
    }

    pub(crate) fn newest_first(
        &self,
    ) -> impl DoubleEndedIterator<Item = &Request> + ExactSizeIterator {
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
            match request.last_update {
                RequestUpdate::Sent(_) => in_flight += 1,
                _ => waiting += 1,
            }
        }
        (in_flight, waiting)
    }
}
