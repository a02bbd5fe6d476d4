//! Looks again for a change that a read does not show: the reads of some servers lag behind their
//! writes. The saves and the creates call it.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::client::Client;

/// When to look again: first after a short wait, then after longer and longer ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Waits {
    first: Duration,
    longest: Duration,
    total: Duration,
}

impl Waits {
    /// Never.
    pub(super) const NONE: Self =
        Self { first: Duration::ZERO, longest: Duration::ZERO, total: Duration::ZERO };

    /// After the server accepted a change.
    pub(super) fn after_acceptance(client: &Client) -> Self {
        let total = client.visibility_wait();
        Self { first: total / 100, longest: total / 4, total }
    }

    /// After no clear response: the server may still be working. Shorter, since it may as well have
    /// done nothing, and the user wants to try again.
    pub(super) fn after_loss(client: &Client) -> Self {
        let waits = Self::after_acceptance(client);
        Self { total: waits.total / 4, ..waits }
    }

    /// Before a change, if another user seems to have changed the same fields: the user waits.
    pub(super) fn for_conflict(client: &Client) -> Self {
        let waits = Self::after_acceptance(client);
        Self { total: waits.total / 25, ..waits }
    }

    /// After no clear response to a create: only once more, since every search reads a list and many
    /// records.
    pub(super) fn after_lost_create(client: &Client) -> Self {
        Self::single(client.visibility_wait() / 15)
    }

    /// After the server accepted a create without an id: only once more, too.
    pub(super) fn after_nameless_create(client: &Client) -> Self {
        Self::single(client.visibility_wait() / 4)
    }

    const fn single(wait: Duration) -> Self {
        Self { first: wait, longest: wait, total: wait }
    }

    /// Only the first time.
    pub(super) const fn once(self) -> Self {
        Self { total: self.first, ..self }
    }

    /// Whether not to look again at all.
    pub(super) const fn is_zero(self) -> bool {
        self.total.is_zero()
    }

    pub(super) const fn first(self) -> Duration {
        self.first
    }
}

/// Reads again while the latest reading is stale and time is left. A read that fails ends it: the
/// latest reading stays valid.
pub(super) async fn read_until_visible<T, F: Future<Output = Option<T>>>(
    latest: T,
    waits: Waits,
    is_stale: impl Fn(&T) -> bool,
    read: impl Fn() -> F,
) -> T {
    let start = Instant::now();
    let (mut latest, mut wait) = (latest, waits.first);
    while is_stale(&latest) {
        let left = waits.total.saturating_sub(start.elapsed());
        if left.is_zero() {
            break;
        }
        sleep(wait.min(left)).await;
        let Some(reading) = read().await else { break };
        latest = reading;
        wait = (wait * 2).min(waits.longest);
    }
    latest
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    const ACCEPTED: Waits = Waits {
        first: Duration::from_millis(300),
        longest: Duration::from_millis(7500),
        total: Duration::from_secs(30),
    };

    /// When the reads happen, in milliseconds, if each takes this long, and the last reading. The
    /// change is visible after `lag`.
    async fn reads(waits: Waits, lag: Duration, latency: Duration) -> (Vec<u128>, bool) {
        let (start, times) = (Instant::now(), RefCell::new(Vec::new()));
        let read = || async {
            times.borrow_mut().push(start.elapsed().as_millis());
            let is_visible = start.elapsed() >= lag;
            sleep(latency).await;
            Some(is_visible)
        };
        let is_visible = read_until_visible(false, waits, |is_visible| !is_visible, read).await;
        (times.into_inner(), is_visible)
    }

    #[tokio::test(start_paused = true)]
    async fn the_waits_grow_and_end_after_the_total() {
        let never = Duration::MAX;
        let expected = vec![300, 900, 2100, 4500, 9300, 16800, 24300, 30000];
        assert_eq!(reads(ACCEPTED, never, Duration::ZERO).await, (expected, false));
        assert_eq!(reads(ACCEPTED.once(), never, Duration::ZERO).await, (vec![300], false));
        assert_eq!(reads(Waits::NONE, never, Duration::ZERO).await, (vec![], false));
        let slow = reads(ACCEPTED, never, Duration::from_secs(20)).await;
        assert_eq!(slow, (vec![300, 20900], false), "slow reads count, too");
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_read_that_shows_the_change_is_the_last() {
        let lag = Duration::from_secs(4);
        let expected = vec![300, 900, 2100, 4500];
        assert_eq!(reads(ACCEPTED, lag, Duration::ZERO).await, (expected, true));
    }

    #[tokio::test(start_paused = true)]
    async fn a_failed_read_leaves_the_latest_reading() {
        let latest = read_until_visible(1, ACCEPTED, |_| true, || async { None }).await;
        assert_eq!(latest, 1);
    }
}
