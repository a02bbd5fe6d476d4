//! How often a key may ask: a number of requests in a stretch of time.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many requests in so long, for each key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// How many.
    pub requests: u64,
    /// In how long.
    pub per: Duration,
}

/// A day: whoever must wait longer is not limited but locked out.
const LONGEST: u64 = 86_400;

/// Why a text is no rate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("write it as REQUESTS/TIME, for example 50/10s or 1000/1m, up to 24h")]
pub struct ParseRateLimitError;

impl FromStr for RateLimit {
    type Err = ParseRateLimitError;

    fn from_str(text: &str) -> Result<Self, ParseRateLimitError> {
        let (requests, time) = text.split_once('/').ok_or(ParseRateLimitError)?;
        let unit = time.chars().last().ok_or(ParseRateLimitError)?;
        let number = time.strip_suffix(unit).filter(|number| !number.is_empty());
        let number: u64 = number.unwrap_or("1").parse().map_err(|_bad| ParseRateLimitError)?;
        let seconds = match unit {
            's' => Some(1),
            'm' => Some(60),
            'h' => Some(3600),
            _ => None,
        };
        let seconds =
            seconds.and_then(|unit| number.checked_mul(unit)).ok_or(ParseRateLimitError)?;
        let requests = requests.parse().map_err(|_bad| ParseRateLimitError)?;
        if requests == 0 || !(1..=LONGEST).contains(&seconds) {
            return Err(ParseRateLimitError);
        }
        Ok(Self { requests, per: Duration::from_secs(seconds) })
    }
}

/// What is left to a key after a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimitStatus {
    /// How many requests a stretch has.
    pub limit: u64,
    /// How many are left in this one; none means this request is refused.
    pub remaining: Option<u64>,
    /// Until the next stretch.
    pub reset: Duration,
}

/// Counts the requests of every key.
#[derive(Debug)]
pub(super) struct RateLimiter {
    rate: RateLimit,
    used: Mutex<HashMap<Arc<str>, (Instant, u64)>>,
}

impl RateLimiter {
    pub(super) fn new(rate: RateLimit) -> Self {
        Self { rate, used: Mutex::new(HashMap::new()) }
    }

    /// Counts a request of the key.
    pub(super) fn count(&self, key: &Arc<str>, now: Instant) -> RateLimitStatus {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, count) = used.entry(Arc::clone(key)).or_insert((now, 0));
        if now.duration_since(*since) >= self.rate.per {
            (*since, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
        RateLimitStatus {
            limit: self.rate.requests,
            remaining: self.rate.requests.checked_sub(*count),
            reset: self.rate.per.saturating_sub(now.duration_since(*since)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_written_as_requests_in_a_time() {
        let rate = |requests, seconds| RateLimit { requests, per: Duration::from_secs(seconds) };
        assert_eq!("50/10s".parse(), Ok(rate(50, 10)));
        assert_eq!("1/s".parse(), Ok(rate(1, 1)));
        assert_eq!("1000/1m".parse(), Ok(rate(1000, 60)));
        for wrong in [
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
            assert_eq!(wrong.parse::<RateLimit>(), Err(ParseRateLimitError), "{wrong}");
        }
    }

    #[test]
    fn each_key_has_its_own_count_and_starts_anew() {
        let limiter = RateLimiter::new(RateLimit { requests: 2, per: Duration::from_secs(10) });
        let (one, two): (Arc<str>, Arc<str>) = ("one".into(), "two".into());
        let start = Instant::now();
        assert_eq!(limiter.count(&one, start).remaining, Some(1));
        assert_eq!(limiter.count(&one, start).remaining, Some(0));
        let refused = limiter.count(&one, start + Duration::from_secs(4));
        assert_eq!((refused.remaining, refused.reset), (None, Duration::from_secs(6)));
        assert_eq!(limiter.count(&two, start).remaining, Some(1));
        assert_eq!(limiter.count(&one, start + Duration::from_secs(10)).remaining, Some(1));
    }
}
