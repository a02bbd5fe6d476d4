//! A limit on the requests of each key in a period of time.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    requests: u64,
    period: Duration,
}

/// One day. A longer wait would be a lockout.
const MAX_PERIOD_SECS: u64 = 86_400;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("write it as REQUESTS/TIME, for example 50/10s or 1000/1m, up to 24h")]
pub struct ParseRateLimitError;

impl RateLimit {
    pub(crate) const fn new(requests: u64, period: Duration) -> Self {
        Self { requests, period }
    }

    /// The number of requests, and the time in which they are granted again.
    pub(super) const fn parts(self) -> (u64, Duration) {
        (self.requests, self.period)
    }
}

impl fmt::Display for RateLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}s", self.requests, self.period.as_secs())
    }
}

impl FromStr for RateLimit {
    type Err = ParseRateLimitError;

    fn from_str(text: &str) -> Result<Self, ParseRateLimitError> {
        let (requests, time) = text.split_once('/').ok_or(ParseRateLimitError)?;
        let unit = time.chars().last().ok_or(ParseRateLimitError)?;
        let number = time.strip_suffix(unit).filter(|number| !number.is_empty());
        let number: u64 = number.unwrap_or("1").parse().map_err(|_invalid| ParseRateLimitError)?;
        let unit_secs = match unit {
            's' => 1,
            'm' => 60,
            'h' => 3600,
            _ => return Err(ParseRateLimitError),
        };
        let seconds = number.checked_mul(unit_secs).ok_or(ParseRateLimitError)?;
        let requests = requests.parse().map_err(|_invalid| ParseRateLimitError)?;
        if requests == 0 || !(1..=MAX_PERIOD_SECS).contains(&seconds) {
            return Err(ParseRateLimitError);
        }
        Ok(Self { requests, period: Duration::from_secs(seconds) })
    }
}

/// The state of a key's limit after a request, for the `X-RateLimit` headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RateLimitStatus {
    pub(super) limit: u64,
    /// `None` when this request is over the limit.
    pub(super) remaining: Option<u64>,
    pub(super) reset: Duration,
}

#[derive(Debug)]
pub(super) struct RateLimiter {
    limit: RateLimit,
    /// Start of the current period and number of requests in it, by key.
    periods: Mutex<HashMap<Arc<str>, (Instant, u64)>>,
}

impl RateLimiter {
    pub(super) fn new(limit: RateLimit) -> Self {
        Self { limit, periods: Mutex::new(HashMap::new()) }
    }

    pub(super) fn count(&self, key: &Arc<str>, now: Instant) -> RateLimitStatus {
        let mut periods = self.periods.lock().unwrap_or_else(PoisonError::into_inner);
        let (start, count) = periods.entry(Arc::clone(key)).or_insert((now, 0));
        if now.duration_since(*start) >= self.limit.period {
            (*start, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
        RateLimitStatus {
            limit: self.limit.requests,
            remaining: self.limit.requests.checked_sub(*count),
            reset: self.limit.period.saturating_sub(now.duration_since(*start)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_limit_parses_as_requests_per_time() {
        let limit =
            |requests, seconds| RateLimit { requests, period: Duration::from_secs(seconds) };
        assert_eq!("50/10s".parse(), Ok(limit(50, 10)));
        assert_eq!("1/s".parse(), Ok(limit(1, 1)));
        assert_eq!("1000/1m".parse(), Ok(limit(1000, 60)));
        for invalid in [
            "",
            "50",
            "50/",
            "/10s",
            "0/10s",
            "50/0s",
            "x/10s",
            "50/10",
            "50/10d",
            "50/é",
            "5/25h",
            "5/18446744073709551615s",
        ] {
            assert_eq!(invalid.parse::<RateLimit>(), Err(ParseRateLimitError), "{invalid}");
        }
    }

    #[test]
    fn each_key_has_its_own_count_that_resets() {
        let limiter = RateLimiter::new(RateLimit { requests: 2, period: Duration::from_secs(10) });
        let (first, second): (Arc<str>, Arc<str>) = ("first".into(), "second".into());
        let start = Instant::now();
        assert_eq!(limiter.count(&first, start).remaining, Some(1));
        assert_eq!(limiter.count(&first, start).remaining, Some(0));
        let rejected = limiter.count(&first, start + Duration::from_secs(4));
        assert_eq!((rejected.remaining, rejected.reset), (None, Duration::from_secs(6)));
        assert_eq!(limiter.count(&second, start).remaining, Some(1));
        assert_eq!(limiter.count(&first, start + Duration::from_secs(10)).remaining, Some(1));
    }
}
