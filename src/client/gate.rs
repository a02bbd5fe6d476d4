//! The one budget that all requests to a server share.
//!
//! A request enters the gate, gets a [`Pass`] and gives it back with what it
//! met. So many may be inside at once: fewer when the server shows that it is
//! too much for it, more again when it does not. A wait that the server asks
//! for holds back everybody. Interactive requests go in before background
//! ones, and one place is always left for them. A refused key shuts the gate
//! until there is another.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep_until};

/// Rounds of good answers before one more may go in.
const SLOWNESS: usize = 4;

/// Who waits for the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// A person, now.
    Interactive,
    /// Nobody yet.
    Background,
}

/// What the budget looks like at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Requests that are out.
    pub in_flight: usize,
    /// Requests that wait for a place.
    pub queued: usize,
    /// How many may be out at once, as things are.
    pub limit: usize,
    /// How much longer the server asked everybody to wait.
    pub paused: Option<Duration>,
}

/// Why nobody gets in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    /// The key was refused.
    Locked,
    /// The server asked to wait so much longer, and that is more than this
    /// request has.
    Waiting(Duration),
}

#[derive(Debug)]
pub(super) struct Gate {
    state: Mutex<State>,
    /// What those in the queue must know when it changes.
    signal: watch::Sender<Signal>,
    most: usize,
    /// The least time between two requests.
    spacing: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Signal {
    /// Nobody goes in before.
    opens: Option<Instant>,
    locked: bool,
}

#[derive(Debug)]
struct State {
    limit: usize,
    in_flight: usize,
    /// Good answers since the limit last grew.
    streak: usize,
    /// Counts the halvings: a request that went in before one is no reason for another.
    epoch: u64,
    paused_until: Option<Instant>,
    next_at: Option<Instant>,
    locked: bool,
    interactive: VecDeque<oneshot::Sender<Pass>>,
    background: VecDeque<oneshot::Sender<Pass>>,
}

/// A place among those in flight, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Pass {
    gate: Option<Arc<Gate>>,
    epoch: u64,
}

/// What a request met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Met {
    /// An answer.
    Answer,
    /// A sign that it is too much.
    Overload,
    /// Something that says nothing about load.
    Other,
}

impl Gate {
    pub(super) fn new(most: usize, max_rps: Option<NonZeroU32>) -> Arc<Self> {
        let most = most.max(1);
        let state = State {
            limit: most,
            in_flight: 0,
            streak: 0,
            epoch: 0,
            paused_until: None,
            next_at: None,
            locked: false,
            interactive: VecDeque::new(),
            background: VecDeque::new(),
        };
        Arc::new(Self {
            state: Mutex::new(state),
            signal: watch::Sender::new(Signal::default()),
            most,
            spacing: max_rps.map(|rps| Duration::from_secs(1) / rps.get()),
        })
    }

    /// Waits for a place. A pause that lasts longer than `patience` is not
    /// waited for.
    pub(super) async fn enter(
        self: &Arc<Self>,
        priority: Priority,
        patience: Duration,
    ) -> Result<Pass, Closed> {
        let mut signal = self.signal.subscribe();
        let mut place = {
            let mut state = self.lock();
            let (hand, place) = oneshot::channel();
            match priority {
                Priority::Interactive => state.interactive.push_back(hand),
                Priority::Background => state.background.push_back(hand),
            }
            self.let_in(&mut state);
            place
        };
        loop {
            let now = Instant::now();
            let Signal { opens, locked } = *signal.borrow_and_update();
            if locked {
                return Err(Closed::Locked);
            }
            if let Some(left) = self.pause_left(now).filter(|left| *left > patience) {
                return Err(Closed::Waiting(left));
            }
            let opening = async {
                match opens.filter(|opens| *opens > now) {
                    Some(opens) => sleep_until(opens).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                // The gate itself holds the other hand until it gives a pass.
                pass = &mut place => return pass.map_err(|_gone| Closed::Locked),
                _ = signal.changed() => {}
                () = opening => self.let_in(&mut self.lock()),
            }
        }
    }

    /// Nobody goes in for so long.
    pub(super) fn pause(&self, wait: Duration) {
        let until = Instant::now() + wait;
        let mut state = self.lock();
        state.paused_until = state.paused_until.max(Some(until));
        self.tell(&state);
    }

    /// Nobody goes in any more, and who waits is told. Tells whether it was open.
    pub(super) fn shut(&self) -> bool {
        let mut state = self.lock();
        let was_open = !std::mem::replace(&mut state.locked, true);
        self.tell(&state);
        was_open
    }

    /// There is another key. Tells whether it was shut.
    pub(super) fn reopen(self: &Arc<Self>) -> bool {
        let mut state = self.lock();
        let was_shut = std::mem::replace(&mut state.locked, false);
        self.tell(&state);
        self.let_in(&mut state);
        was_shut
    }

    /// Waits until the gate is shut.
    pub(super) async fn is_shut(&self) {
        let mut signal = self.signal.subscribe();
        if signal.wait_for(|signal| signal.locked).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// How many requests of this priority may be out at once, as things are.
    pub(super) fn room(&self, priority: Priority) -> usize {
        self.lock().room(priority)
    }

    pub(super) fn load(&self) -> Load {
        let paused = self.pause_left(Instant::now());
        let state = self.lock();
        let waiting = |queue: &VecDeque<oneshot::Sender<Pass>>| {
            queue.iter().filter(|hand| !hand.is_closed()).count()
        };
        Load {
            in_flight: state.in_flight,
            queued: waiting(&state.interactive) + waiting(&state.background),
            limit: state.limit,
            paused,
        }
    }

    fn pause_left(&self, now: Instant) -> Option<Duration> {
        self.lock().paused_until.filter(|until| *until > now).map(|until| until - now)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, state: &State) {
        let signal = Signal { opens: state.opens(), locked: state.locked };
        self.signal.send_if_modified(|told| std::mem::replace(told, signal) != signal);
    }

    /// Lets in whoever may go.
    fn let_in(self: &Arc<Self>, state: &mut State) {
        while state.is_open(Instant::now()) {
            let Some(hand) = state.next() else { break };
            state.in_flight += 1;
            let pass = Pass { gate: Some(Arc::clone(self)), epoch: state.epoch };
            if let Err(mut unwanted) = hand.send(pass) {
                // Whoever waited has gone; the lock is held, so not by dropping.
                unwanted.gate = None;
                state.in_flight -= 1;
            } else if let Some(spacing) = self.spacing {
                state.next_at = Some(Instant::now() + spacing);
            }
        }
        if self.spacing.is_some() {
            self.tell(state);
        }
    }

    fn leave(self: &Arc<Self>, met: Met, epoch: u64) {
        let mut state = self.lock();
        state.in_flight -= 1;
        match met {
            Met::Answer => state.grow(self.most),
            Met::Overload if epoch == state.epoch => state.halve(),
            Met::Overload | Met::Other => {}
        }
        self.let_in(&mut state);
    }
}

impl State {
    fn opens(&self) -> Option<Instant> {
        self.paused_until.max(self.next_at)
    }

    fn is_open(&self, now: Instant) -> bool {
        !self.locked && self.opens().is_none_or(|opens| opens <= now)
    }

    /// One place is kept free for a person, unless there is only one.
    fn room(&self, priority: Priority) -> usize {
        match priority {
            Priority::Interactive => self.limit,
            Priority::Background => self.limit.saturating_sub(1).max(1),
        }
    }

    /// Whose turn it is.
    fn next(&mut self) -> Option<oneshot::Sender<Pass>> {
        if self.in_flight < self.room(Priority::Interactive)
            && let Some(hand) = self.interactive.pop_front()
        {
            return Some(hand);
        }
        let free = self.in_flight < self.room(Priority::Background);
        free.then(|| self.background.pop_front()).flatten()
    }

    const fn grow(&mut self, most: usize) {
        self.streak += 1;
        if self.streak >= SLOWNESS * self.limit && self.limit < most {
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

impl Pass {
    /// Gives the place back with what was met.
    pub(super) fn back(mut self, met: Met) {
        if let Some(gate) = self.gate.take() {
            gate.leave(met, self.epoch);
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if let Some(gate) = self.gate.take() {
            gate.leave(Met::Other, self.epoch);
        }
    }
}

#[cfg(test)]
mod tests;
