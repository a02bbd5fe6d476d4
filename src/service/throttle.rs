//! A budget of requests for each address, for requests that no key accounts
//! for: public pages and wrong keys.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::rate_limit::RateLimit;

/// Addresses that are remembered at a time.
const MAX_ADDRESSES: usize = 10_000;

#[derive(Debug)]
pub(super) struct Throttle {
    /// Requests that an address may make at once.
    burst: f64,
    per_second: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Debug, Clone, Copy)]
struct Bucket {
    tokens: f64,
    updated: Instant,
}

impl Throttle {
    /// The requests of the limit may come at once; the budget refills over its period.
    pub(super) fn new(limit: RateLimit) -> Self {
        let (requests, period) = limit.parts();
        let burst = f64::from(u32::try_from(requests).unwrap_or(u32::MAX));
        Self { burst, per_second: burst / period.as_secs_f64(), buckets: Mutex::default() }
    }

    /// Counts a request. Fails with the time until the next one is allowed.
    pub(super) fn count(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_ADDRESSES {
            buckets.retain(|_, bucket| self.refill(*bucket, now).tokens < self.burst);
        }
        if buckets.len() >= MAX_ADDRESSES {
            buckets.clear();
        }
        let bucket =
            buckets.entry(network(address)).or_insert(Bucket { tokens: self.burst, updated: now });
        *bucket = self.refill(*bucket, now);
        if bucket.tokens >= 1.0 {
            bucket.tokens -= 1.0;
            return Ok(());
        }
        Err(Duration::from_secs_f64((1.0 - bucket.tokens) / self.per_second))
    }

    fn refill(&self, bucket: Bucket, now: Instant) -> Bucket {
        let elapsed = now.saturating_duration_since(bucket.updated).as_secs_f64();
        let tokens = elapsed.mul_add(self.per_second, bucket.tokens).min(self.burst);
        Bucket { tokens, updated: now }
    }
}

/// One customer often has a whole IPv6 network of 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64).into(),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throttle(limit: &str) -> Throttle {
        Throttle::new(limit.parse().unwrap())
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_spends_its_budget_and_earns_it_again() {
        let throttle = throttle("3/2s");
        let start = Instant::now();
        let count = |from: &str, after: u64| {
            throttle.count(address(from), start + Duration::from_millis(after))
        };
        for _ in 0..3 {
            assert_eq!(count("192.0.2.1", 0), Ok(()));
        }
        let wait = count("192.0.2.1", 0).unwrap_err();
        assert_eq!(wait.as_millis(), 666);
        assert_eq!(count("192.0.2.2", 0), Ok(()), "another address has its own budget");
        assert_eq!(count("192.0.2.1", 667), Ok(()));
        assert!(count("192.0.2.1", 667).is_err());
    }

    #[test]
    fn a_network_of_the_sixth_version_has_one_budget() {
        let throttle = throttle("1/1s");
        let now = Instant::now();
        assert_eq!(throttle.count(address("2001:db8::1"), now), Ok(()));
        assert!(throttle.count(address("2001:db8::2"), now).is_err());
        assert_eq!(throttle.count(address("2001:db8:0:1::1"), now), Ok(()));
        assert_eq!(throttle.count(address("::ffff:192.0.2.1"), now), Ok(()));
        assert!(throttle.count(address("192.0.2.1"), now).is_err(), "the same address");
    }

    #[test]
    fn many_addresses_do_not_grow_the_memory() {
        let throttle = throttle("1/1s");
        let now = Instant::now();
        for number in 0..30_000_u32 {
            let _ = throttle.count(IpAddr::from(number.to_be_bytes()), now);
        }
        assert!(throttle.buckets.lock().unwrap().len() <= MAX_ADDRESSES);
    }
}
