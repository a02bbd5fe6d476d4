//! The request log. The client's events feed it; the dialog, the header and the countdown read it. It is
//! bounded: the oldest finished requests are dropped.

use std::collections::VecDeque;
use std::time::Duration;

use crate::tui::app::clock::Moment;

const KEPT: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// Contains no API key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestUpdate {
    Queued {
        /// Method, path and query.
        asked: String,
    },
    /// Attempt number, from 1.
    Sent(u32),
    /// Milliseconds until the next attempt, and the reason.
    Waits(u64, String),
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
            Self::Queued { .. } | Self::Sent(_) | Self::Waits(..) => false,
        }
    }

    fn cleaned(self) -> Self {
        let clean = |text: String| crate::text::sanitize(&text).into_owned();
        match self {
            Self::Queued { asked } => Self::Queued { asked: clean(asked) },
            Self::Waits(millis, why) => Self::Waits(millis, clean(why)),
            Self::Failed { status, why } => Self::Failed { status, why: clean(why) },
            other => other,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    pub id: RequestId,
    /// Method, path and query.
    pub asked: String,
    pub since: Moment,
    pub until: Option<Moment>,
    /// Time of the next attempt.
    pub waits_until: Option<Moment>,
    pub tries: u32,
    pub last: RequestUpdate,
}

impl Request {
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.until.is_none()
    }

    /// Duration, so far if it is still open.
    #[must_use]
    pub fn took(&self, now: Moment) -> Duration {
        self.until.unwrap_or(now).since(self.since)
    }
}

/// Oldest first.
#[derive(Debug, Clone, Default)]
pub struct Requests {
    list: VecDeque<Request>,
    /// Including dropped requests.
    pub count: u64,
}

impl Requests {
    pub fn tell(&mut self, id: RequestId, told: RequestUpdate, now: Moment) {
        let told = told.cleaned();
        if let RequestUpdate::Queued { asked } = &told {
            self.count += 1;
            let asked = asked.clone();
            self.list.push_back(Request {
                id,
                asked,
                since: now,
                until: None,
                waits_until: None,
                tries: 0,
                last: told,
            });
            self.forget();
            return;
        }
        let Some(request) = self.list.iter_mut().rev().find(|request| request.id == id) else {
            return;
        };
        if let RequestUpdate::Sent(tries) = told {
            request.tries = tries;
        }
        request.waits_until = match told {
            RequestUpdate::Waits(millis, _) => Some(now.after(Duration::from_millis(millis))),
            _ => None,
        };
        if told.is_end() {
            request.until = Some(now);
        }
        request.last = told;
    }

    fn forget(&mut self) {
        while self.list.len() > KEPT {
            let oldest = self.list.iter().position(|request| !request.is_open()).unwrap_or(0);
            self.list.remove(oldest);
        }
    }

    #[must_use]
    pub fn newest_first(&self) -> impl DoubleEndedIterator<Item = &Request> + ExactSizeIterator {
        self.list.iter().rev()
    }

    /// Index of a request, counted from the newest. A dropped request was the oldest.
    #[must_use]
    pub fn place_of(&self, selected: Option<RequestId>) -> usize {
        let Some(id) = selected else { return 0 };
        let place = self.newest_first().position(|request| request.id == id);
        place.unwrap_or(self.list.len().saturating_sub(1))
    }

    /// Requests in flight, and waiting.
    #[must_use]
    pub fn load(&self) -> (usize, usize) {
        let open = self.list.iter().filter(|request| request.is_open());
        let (mut out, mut waiting) = (0, 0);
        for request in open {
            match request.last {
                RequestUpdate::Sent(_) => out += 1,
                _ => waiting += 1,
            }
        }
        (out, waiting)
    }
}
