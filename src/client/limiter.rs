//! The request budget that all clones of a client share.
//!
//! A request acquires a [`Permit`] and releases it with [`Feedback`]. The number of permits is
//! halved when the server shows overload and otherwise grows back slowly (AIMD). A pause that the
//! server asked for holds back every request. Interactive requests go before background ones, and
//! one permit is always reserved for them. A rejected key locks the limiter until the key is
//! replaced. The limiter knows nothing of HTTP.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep_until};

/// The limit grows by one after this many rounds of responses. A round has as many responses as the
/// limit.
const ROUNDS_PER_STEP: usize = 4;

/// How long after a failure bulk requests keep to the rate.
const TROUBLE_TIME: Duration = Duration::from_secs(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// The user waits for the response.
    Interactive,
    Background,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    pub in_flight: usize,
    pub queued: usize,
    pub limit: usize,
    /// Time left of a pause that the server asked for.
    pub paused: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AcquireError {
    /// The server rejected the key.
    Locked,
    /// The remaining pause, which is longer than the request may wait.
    Paused(Duration),
}

#[derive(Debug)]
pub(super) struct Limiter {
    state: Mutex<LimiterState>,
    /// Wakes queued requests when a pause or the lock changes.
    signal: watch::Sender<LimiterSignal>,
    max_limit: usize,
    rate: Option<Rate>,
}

/// How many requests may be sent per second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// The mean time between two requests.
    interval: Duration,
    /// How many requests may be sent at once after a rest.
    burst: u32,
    /// Bulk requests are free while the server has no trouble.
    exempts_bulk: bool,
}

impl Rate {
    /// At most this many requests per second, evenly spaced.
    #[must_use]
    pub fn strict(rps: NonZeroU32) -> Self {
        Self { interval: Duration::from_secs(1) / rps.get(), burst: 1, exempts_bulk: false }
    }

    /// For an interactive program: within any second at most 50 requests, of which 8 at once. Only
    /// the pages of a long list of known length may come faster, as long as nothing fails.
    #[must_use]
    pub const fn interactive() -> Self {
        Self { interval: Duration::from_millis(30), burst: 8, exempts_bulk: true }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct LimiterSignal {
    opens_at: Option<Instant>,
    is_locked: bool,
}

#[derive(Debug, Default)]
struct LimiterState {
    limit: usize,
    in_flight: usize,
    /// Responses since the limit last changed.
    streak: usize,
    /// The number of halvings so far. A request from before the last halving does not cause
    /// another.
    epoch: u64,
    paused_until: Option<Instant>,
    /// When the requests sent so far would end if they were evenly spaced.
    spaced_until: Option<Instant>,
    /// Until then bulk requests are not exempt from the rate.
    trouble_until: Option<Instant>,
    is_locked: bool,
    interactive: VecDeque<QueuedRequest>,
    background: VecDeque<QueuedRequest>,
}

#[derive(Debug)]
struct QueuedRequest {
    sender: oneshot::Sender<Permit>,
    is_bulk: bool,
}

/// The right to have one request in flight, released on drop.
#[derive(Debug)]
pub(super) struct Permit {
    limiter: Option<Arc<Limiter>>,
    epoch: u64,
}

/// Load feedback from a finished request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feedback {
    Answered,
    Overload,
    /// An error, or no response.
    Failed,
    /// The caller dropped the request.
    Dropped,
}

impl Limiter {
    pub(super) fn new(max_limit: usize, rate: Option<Rate>) -> Arc<Self> {
        let max_limit = max_limit.max(1);
        let state = LimiterState { limit: max_limit, ..LimiterState::default() };
        Arc::new(Self {
            state: Mutex::new(state),
            signal: watch::Sender::new(LimiterSignal::default()),
            max_limit,
            rate,
        })
    }

    /// Waits for a permit. Fails at once if the limiter is locked or paused for
    /// longer than `max_pause`.
    pub(super) async fn acquire(
        self: &Arc<Self>,
        (priority, is_bulk): (Priority, bool),
        max_pause: Duration,
    ) -> Result<Permit, AcquireError> {
        let mut signal = self.signal.subscribe();
        let mut receiver = {
            let mut state = self.state();
            let (sender, receiver) = oneshot::channel();
            let request = QueuedRequest { sender, is_bulk };
            match priority {
                Priority::Interactive => state.interactive.push_back(request),
                Priority::Background => state.background.push_back(request),
            }
            self.grant(&mut state);
            receiver
        };
        loop {
            let now = Instant::now();
            let LimiterSignal { opens_at, is_locked } = *signal.borrow_and_update();
            if is_locked {
                return Err(AcquireError::Locked);
            }
            if let Some(remaining) = self.remaining_pause(now).filter(|left| *left > max_pause) {
                return Err(AcquireError::Paused(remaining));
            }
            // The moment may have passed since a permit was last looked for.
            if opens_at.is_some_and(|at| at <= now) {
                self.grant(&mut self.state());
            }
            let until_open = async {
                match opens_at.filter(|at| *at > now) {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                // The sender stays in the queue until it sends a permit.
                permit = &mut receiver => return permit.map_err(|_closed| AcquireError::Locked),
                _ = signal.changed() => {}
                () = until_open => self.grant(&mut self.state()),
            }
        }
    }

    /// Holds back every request for this long.
    pub(super) fn pause(&self, wait: Duration) {
        let until = Instant::now() + wait;
        let mut state = self.state();
        state.paused_until = state.paused_until.max(Some(until));
        self.notify(&state);
    }

    pub(super) fn end_pause(self: &Arc<Self>) {
        let mut state = self.state();
        state.paused_until = None;
        self.notify(&state);
        self.grant(&mut state);
    }

    /// Fails all queued and future requests. Returns whether it was not locked before.
    pub(super) fn lock(&self) -> bool {
        let mut state = self.state();
        let was_unlocked = !std::mem::replace(&mut state.is_locked, true);
        self.notify(&state);
        was_unlocked
    }

    /// Returns whether it was locked.
    pub(super) fn unlock(self: &Arc<Self>) -> bool {
        let mut state = self.state();
        let was_locked = std::mem::replace(&mut state.is_locked, false);
        self.notify(&state);
        self.grant(&mut state);
        was_locked
    }

    pub(super) async fn wait_until_locked(&self) {
        let mut signal = self.signal.subscribe();
        if signal.wait_for(|signal| signal.is_locked).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// How many requests of this priority may currently be in flight.
    pub(super) fn capacity(&self, priority: Priority) -> usize {
        self.state().capacity(priority)
    }

    pub(super) fn load(&self) -> Load {
        let paused = self.remaining_pause(Instant::now());
        let state = self.state();
        let count_waiting = |queue: &VecDeque<QueuedRequest>| {
            queue.iter().filter(|request| !request.sender.is_closed()).count()
        };
        Load {
            in_flight: state.in_flight,
            queued: count_waiting(&state.interactive) + count_waiting(&state.background),
            limit: state.limit,
            paused,
        }
    }

    fn remaining_pause(&self, now: Instant) -> Option<Duration> {
        self.state().paused_until.filter(|until| *until > now).map(|until| until - now)
    }

    fn state(&self) -> MutexGuard<'_, LimiterState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notify(&self, state: &LimiterState) {
        let opens_at = state.paused_until.max(self.spaced_at(state));
        let signal = LimiterSignal { opens_at, is_locked: state.is_locked };
        self.signal.send_if_modified(|current| std::mem::replace(current, signal) != signal);
    }

    fn grant(self: &Arc<Self>, state: &mut LimiterState) {
        let now = Instant::now();
        while state.is_open(now) {
            let is_due = self.spaced_at(state).is_none_or(|at| at <= now);
            let exempts_bulk = self.exempts_bulk(state, now);
            let Some(queue) = state.next_queue() else { break };
            let is_free = |request: &mut QueuedRequest| is_due || request.is_bulk && exempts_bulk;
            let Some(QueuedRequest { sender, is_bulk }) = queue.pop_front_if(is_free) else {
                break;
            };
            state.in_flight += 1;
            let permit = Permit { limiter: Some(Arc::clone(self)), epoch: state.epoch };
            if let Err(mut unclaimed) = sender.send(permit) {
                // The caller dropped the request. Dropping the permit would take the lock that is
                // held here.
                unclaimed.limiter = None;
                state.in_flight -= 1;
            } else if let Some(rate) = self.rate.filter(|_| !(is_bulk && exempts_bulk)) {
                let start = state.spaced_until.map_or(now, |until| until.max(now));
                state.spaced_until = Some(start + rate.interval);
            }
        }
        if self.rate.is_some() {
            self.notify(state);
        }
    }

    /// When the rate allows the next request.
    fn spaced_at(&self, state: &LimiterState) -> Option<Instant> {
        let rate = self.rate?;
        let burst = rate.interval * (rate.burst - 1);
        state.spaced_until.map(|until| until.checked_sub(burst).unwrap_or(until))
    }

    fn exempts_bulk(&self, state: &LimiterState, now: Instant) -> bool {
        self.rate.is_some_and(|rate| rate.exempts_bulk)
            && state.trouble_until.is_none_or(|until| until <= now)
    }

    fn release(self: &Arc<Self>, feedback: Feedback, epoch: u64) {
        let mut state = self.state();
        state.in_flight -= 1;
        match feedback {
            Feedback::Answered => state.grow(self.max_limit),
            Feedback::Overload if epoch == state.epoch => state.halve(),
            Feedback::Overload | Feedback::Failed | Feedback::Dropped => {}
        }
        if matches!(feedback, Feedback::Overload | Feedback::Failed) {
            state.trouble_until = Some(Instant::now() + TROUBLE_TIME);
        }
        self.grant(&mut state);
    }
}

impl LimiterState {
    fn is_open(&self, now: Instant) -> bool {
        !self.is_locked && self.paused_until.is_none_or(|at| at <= now)
    }

    /// One permit is reserved for interactive requests, unless there is only one.
    fn capacity(&self, priority: Priority) -> usize {
        match priority {
            Priority::Interactive => self.limit,
            Priority::Background => self.limit.saturating_sub(1).max(1),
        }
    }

    /// The queue whose first request is next.
    fn next_queue(&mut self) -> Option<&mut VecDeque<QueuedRequest>> {
        if self.in_flight < self.capacity(Priority::Interactive) && !self.interactive.is_empty() {
            return Some(&mut self.interactive);
        }
        let is_free = self.in_flight < self.capacity(Priority::Background);
        (is_free && !self.background.is_empty()).then_some(&mut self.background)
    }

    const fn grow(&mut self, max_limit: usize) {
        self.streak += 1;
        if self.streak >= ROUNDS_PER_STEP * self.limit && self.limit < max_limit {
            self.limit += 1;
            self.streak = 0;
        }
    }

    fn halve(&mut self) {
        self.limit = (self.limit / 2).max(1);
        self.streak = 0;
        self.epoch += 1;
    }
}

impl Permit {
    pub(super) fn release(mut self, feedback: Feedback) {
        if let Some(limiter) = self.limiter.take() {
            limiter.release(feedback, self.epoch);
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(limiter) = self.limiter.take() {
            limiter.release(Feedback::Dropped, self.epoch);
        }
    }
}
