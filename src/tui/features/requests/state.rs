//! The request log: every request of this session with what became of it.
//!
//! Fed by news from the client through the worker; read by the pane of `!`,
//! the header's count and the countdown. Bounded: the oldest finished ones go.

use std::collections::VecDeque;
use std::time::Duration;

use crate::tui::app::clock::Moment;

/// How many are remembered.
const KEPT: usize = 500;

/// Names a request of this session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// News of a request. Its texts hold no key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestUpdate {
    /// It stands in line.
    Queued {
        /// Method, path and query.
        asked: String,
    },
    /// It went out, for the so-manieth time.
    Sent(u32),
    /// It is tried again in so many milliseconds, because of this.
    Waits(u64, String),
    /// The answer came.
    Answered {
        /// Its status.
        status: u16,
        /// Its size.
        bytes: usize,
    },
    /// It failed for good.
    Failed {
        /// The status, if there was an answer.
        status: Option<u16>,
        /// Why.
        why: String,
    },
    /// Somebody stopped it.
    Cancelled,
    /// Nobody waits for it any more.
    Dropped,
}

impl RequestUpdate {
    /// Whether nothing comes after it.
    const fn is_end(&self) -> bool {
        match self {
            Self::Answered { .. } | Self::Failed { .. } | Self::Cancelled | Self::Dropped => true,
            Self::Queued { .. } | Self::Sent(_) | Self::Waits(..) => false,
        }
    }

    /// The same, safe to show.
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

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Which one.
    pub id: RequestId,
    /// Method, path and query.
    pub asked: String,
    /// When it was asked for.
    pub since: Moment,
    /// When it ended.
    pub until: Option<Moment>,
    /// When it is tried again, while it waits for that.
    pub waits_until: Option<Moment>,
    /// How often it went out.
    pub tries: u32,
    /// The latest news.
    pub last: RequestUpdate,
}

impl Request {
    /// Whether something is still to come.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.until.is_none()
    }

    /// How long it took, or has taken until now.
    #[must_use]
    pub fn took(&self, now: Moment) -> Duration {
        self.until.unwrap_or(now).since(self.since)
    }
}

/// All requests, the oldest first.
#[derive(Debug, Clone, Default)]
pub struct Requests {
    list: VecDeque<Request>,
    /// How many there were in all.
    pub count: u64,
}

impl Requests {
    /// Takes news in.
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

    /// All that are remembered, the newest first.
    #[must_use]
    pub fn newest_first(&self) -> impl DoubleEndedIterator<Item = &Request> + ExactSizeIterator {
        self.list.iter().rev()
    }

    /// Where the selected one stands, counted from the newest. One that is
    /// forgotten was among the oldest.
    #[must_use]
    pub fn place_of(&self, selected: Option<RequestId>) -> usize {
        let Some(id) = selected else { return 0 };
        let place = self.newest_first().position(|request| request.id == id);
        place.unwrap_or(self.list.len().saturating_sub(1))
    }

    /// How many are out, and how many wait.
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
