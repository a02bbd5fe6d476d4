//! The requests that the server saw, and the figures about them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A cancelled request is noticed only when its connection is: this much later at most.
const ABORT_DELAY: Duration = Duration::from_millis(100);
const SECOND: Duration = Duration::from_secs(1);

pub(crate) struct Traffic {
    started: Instant,
    requests: Vec<Request>,
}

struct Request {
    fault: usize,
    /// Method and target.
    what: Box<str>,
    at: Duration,
    /// When the answer was complete or the client hung up.
    end: Option<Duration>,
}

/// The most requests within one second, and the fault of the last one.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Peak {
    pub(crate) count: usize,
    pub(crate) fault: usize,
    pub(crate) at: Duration,
}

impl Traffic {
    pub(crate) const fn new(started: Instant) -> Self {
        Self { started, requests: Vec::new() }
    }

    /// Notes a request. Returns its number.
    pub(crate) fn begin(&mut self, fault: usize, what: String) -> usize {
        let at = self.started.elapsed();
        self.requests.push(Request { fault, what: what.into(), at, end: None });
        self.requests.len() - 1
    }

    /// Notes a connection that was reset before its request came.
    pub(crate) fn begin_and_end(&mut self, fault: usize) {
        let number = self.begin(fault, "a connection".to_owned());
        self.end(number, false);
    }

    /// The first end counts.
    pub(crate) fn end(&mut self, number: usize, is_aborted: bool) {
        let delay = if is_aborted { ABORT_DELAY } else { Duration::ZERO };
        let request = &mut self.requests[number];
        let end = self.started.elapsed().saturating_sub(delay).max(request.at);
        request.end.get_or_insert(end);
    }

    pub(crate) const fn len(&self) -> usize {
        self.requests.len()
    }

    pub(crate) fn count(&self, fault: usize) -> usize {
        self.requests.iter().filter(|request| request.fault == fault).count()
    }

    /// The most requests that were out at the same time.
    pub(crate) fn max_in_flight(&self) -> Peak {
        let mut changes: Vec<(Duration, bool, usize)> = Vec::new();
        // A request without a duration was cancelled at once.
        let is_out = |request: &&Request| request.end != Some(request.at);
        for request in self.requests.iter().filter(is_out) {
            changes.push((request.at, true, request.fault));
            if let Some(end) = request.end {
                changes.push((end, false, request.fault));
            }
        }
        // An end before a begin at the same time.
        changes.sort_unstable();
        let (mut in_flight, mut peak) = (0_usize, Peak::default());
        for (at, is_begin, fault) in changes {
            in_flight = if is_begin { in_flight + 1 } else { in_flight - 1 };
            if in_flight > peak.count {
                peak = Peak { count: in_flight, fault, at };
            }
        }
        peak
    }

    /// The most requests within one second, of this fault or of all.
    pub(crate) fn max_per_second(&self, fault: Option<usize>) -> Peak {
        let is_meant = |request: &&Request| fault.is_none_or(|fault| request.fault == fault);
        let requests: Vec<_> = self.requests.iter().filter(is_meant).collect();
        let (mut first, mut peak) = (0, Peak::default());
        for (last, request) in requests.iter().enumerate() {
            while requests[first].at + SECOND <= request.at {
                first += 1;
            }
            if last + 1 - first > peak.count {
                peak = Peak { count: last + 1 - first, fault: request.fault, at: request.at };
            }
        }
        peak
    }

    /// The requests of the second before a peak by what they asked for, the most frequent first.
    pub(crate) fn around(&self, peak: Peak) -> Vec<(usize, &str)> {
        let mut counts = BTreeMap::<&str, usize>::new();
        for request in &self.requests {
            if request.at <= peak.at && request.at + SECOND > peak.at {
                *counts.entry(&request.what).or_default() += 1;
            }
        }
        let mut counts: Vec<_> = counts.into_iter().map(|(what, count)| (count, what)).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts
    }
}
