//! A request through the gate, tried again where that is safe.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};
use reqwest::Url;
use reqwest::header::HeaderValue;
use secrecy::SecretString;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{Instant, sleep, timeout_at};

use super::address::Address;
use super::error::{ClientError, Refusal, Retry, Sent, What};
use super::exchange::{Ask, Bounds, Failed, Whole, exchange};
use super::gate::{Closed, Gate, Load, Met, Priority};
use super::journal::{Course, Journal, Note, RequestId};
use super::options::{Options, SetupError, authorization, http};

/// How often a read is tried before it is given up, waits that the server asks
/// for aside.
const TRIES: usize = 4;

/// A server that asks for no wait at all gets one that doubles from here.
const LEAST: Duration = Duration::from_millis(50);

/// The line to a server.
pub(super) struct Line {
    address: Address,
    http: reqwest::Client,
    key: RwLock<HeaderValue>,
    gate: Arc<Gate>,
    journal: Journal,
    deadline: Duration,
    connecting: Duration,
    body: usize,
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Line {
    pub(super) fn new(address: Address, options: &Options) -> Result<Self, SetupError> {
        Ok(Self {
            http: http(&address, options)?,
            key: RwLock::new(authorization(&options.key)?),
            gate: Gate::new(options.in_flight, options.max_rps),
            journal: Journal::default(),
            deadline: options.deadline,
            connecting: options.connecting(),
            body: options.body,
            address,
        })
    }

    pub(super) fn set_key(&self, key: &SecretString) -> Result<(), SetupError> {
        let header = authorization(key)?;
        *self.key.write().unwrap_or_else(PoisonError::into_inner) = header;
        if self.gate.reopen() {
            self.journal.note(Note::Unlocked);
        }
        Ok(())
    }

    pub(super) fn tell(&self, listener: UnboundedSender<Note>) {
        self.journal.tell(listener);
    }

    pub(super) fn cancel(&self, id: RequestId) -> bool {
        self.journal.cancel(id)
    }

    pub(super) fn load(&self) -> Load {
        self.gate.load()
    }

    pub(super) fn room(&self, priority: Priority) -> usize {
        self.gate.room(priority)
    }

    pub(super) const fn address(&self) -> &Address {
        &self.address
    }

    /// The address of a path, or an error that says which id has none.
    pub(super) fn url(&self, method: &str, path: &[&str]) -> Result<Url, ClientError> {
        self.address.join(path).map_err(|_no_segment| {
            let asked = format!("{method} /{}", path.join("/"));
            ClientError::new(asked, What::BadId, Sent::No, 0)
        })
    }

    /// Sends it, and a read again if need be, until its time is up or it is
    /// cancelled.
    pub(super) async fn send(&self, ask: &Ask, priority: Priority) -> Result<Whole, ClientError> {
        let (mut course, cancelled) = self.journal.begin(ask, priority);
        let done = tokio::select! {
            // What nobody wants any more is not sent first.
            biased;
            () = cancelled.come() => None,
            done = self.again_and_again(ask, priority, &mut course) => Some(done),
        };
        match done {
            Some(done) => course.ends(done),
            None => course.cancelled(),
        }
    }

    async fn again_and_again(
        &self,
        ask: &Ask,
        priority: Priority,
        course: &mut Course<'_>,
    ) -> Result<Whole, Failed> {
        let mut waits = ExponentialBuilder::new()
            .with_min_delay(Duration::from_millis(200))
            .with_max_delay(Duration::from_secs(5))
            .with_jitter()
            .with_max_times(TRIES - 1)
            .build();
        let mut deadline: Option<Instant> = None;
        let mut failure: Option<Failed> = None;
        loop {
            let left = deadline.map_or(self.deadline, |at| at - Instant::now());
            let entering = self.gate.enter(priority, left);
            let entered = match deadline {
                // The first time others' time bounds it; after that its own does.
                None => entering.await,
                Some(at) => {
                    timeout_at(at, entering).await.unwrap_or(Err(Closed::Waiting(Duration::ZERO)))
                }
            };
            let pass = match entered {
                Ok(pass) => pass,
                // What the server said before tells more than that we wait.
                Err(closed) => return Err(failure.unwrap_or_else(|| closed.into())),
            };
            // Standing in line does not count.
            let at = *deadline.get_or_insert_with(|| Instant::now() + self.deadline);
            course.goes_out();
            let key = self.key();
            let mut failed = match self.once(&key, ask, at).await {
                Ok(whole) => {
                    pass.back(Met::Answer);
                    return Ok(whole);
                }
                Err(failed) => failed,
            };
            self.heed(&failed.what, &key);
            pass.back(if failed.what.is_overload() { Met::Overload } else { Met::Other });
            let cut_short = matches!(failed.what, What::TimedOut { .. }) && Instant::now() >= at;
            if let Some(before) = failure.take_if(|_| ask.is_read() && cut_short) {
                // What it met while it had time tells more.
                failed = before;
            }
            let may = ask.is_read() || failed.sent == Sent::No;
            let wait = match failed.what.retry() {
                Retry::Never => None,
                Retry::Soon => waits.next(),
                // The server's own word, but not at once again and again.
                Retry::After(asked) => Some(asked.max(LEAST * (1 << course.tries().min(5)))),
            };
            // A write that could be cut off while connecting would not know
            // whether it had left.
            let needed = if ask.is_read() { Duration::ZERO } else { self.connecting };
            let fits = |wait: &Duration| may && Instant::now() + *wait + needed < at;
            let Some(wait) = wait.filter(fits) else { return Err(failed) };
            course.waits(wait, &failed);
            sleep(wait).await;
            failure = Some(failed);
        }
    }

    /// Sends it once. A read is let go when the key turns out to be refused.
    async fn once(&self, key: &HeaderValue, ask: &Ask, deadline: Instant) -> Result<Whole, Failed> {
        let bounds = Bounds { deadline, time: self.deadline, body: self.body };
        let exchange = exchange(&self.http, key, ask, bounds);
        tokio::select! {
            // Before anything is sent with a key that is known to be refused.
            biased;
            () = self.gate.is_shut(), if ask.is_read() => Err(Closed::Locked.into()),
            done = exchange => done,
        }
    }

    fn key(&self) -> HeaderValue {
        self.key.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What one answer means for all requests.
    fn heed(&self, what: &What, key: &HeaderValue) {
        match what {
            What::Refused(Refusal { status: 401, .. }) => {
                // A late answer to an old key says nothing about the new one,
                // which nobody can set while we look.
                let current = self.key.read().unwrap_or_else(PoisonError::into_inner);
                if *current == *key && self.gate.shut() {
                    self.journal.note(Note::Locked);
                }
            }
            What::Refused(Refusal { status: 429 | 503, retry_after: Some(wait), .. }) => {
                self.gate.pause(*wait);
                if let Some(wait) = self.gate.load().paused {
                    self.journal.note(Note::Paused { wait });
                }
            }
            _ => {}
        }
    }
}

impl From<Closed> for Failed {
    fn from(closed: Closed) -> Self {
        let what = match closed {
            Closed::Locked => What::Locked,
            Closed::Waiting(left) => What::Waiting { left },
        };
        Self { what, sent: Sent::No }
    }
}
