//! What the client does, told to whoever wants to watch it.
//!
//! Every request tells how it goes, from the moment it stands in line until it
//! ends, and can be cancelled by the id it is told under. The line itself tells
//! of waits and locks that hold back everybody. Notes are plain data without
//! times: who hears them stamps them. Without a listener nothing is built and
//! nothing is kept. Called by `send` alone.

mod course;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use super::error::{ClientError, Fault};
use super::exchange::Ask;
use super::gate::Priority;
pub(super) use course::{Cancelled, Course};

/// Names one request of a client, whatever it is tried again for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(u64);

impl RequestId {
    /// The number itself, to be kept elsewhere.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl From<u64> for RequestId {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Something that happened on the line to a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// To one request.
    Request {
        /// Which one.
        id: RequestId,
        /// What.
        what: Noted,
    },
    /// The server asked everybody to wait so much longer.
    Paused {
        /// How much longer, from now.
        wait: Duration,
    },
    /// The key was refused: nothing is sent any more.
    Locked,
    /// There is another key.
    Unlocked,
}

/// What happens to a request, in this order: it stands in line, it is sent
/// (again after a wait, or several), and it ends in one of the last four ways.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Noted {
    /// It stands in line.
    Queued {
        /// What is asked, as method and path.
        asked: String,
        /// Who waits for it.
        priority: Priority,
    },
    /// It goes out.
    Sent {
        /// For which time.
        tries: u32,
    },
    /// It failed, and goes out again after a wait.
    Waits {
        /// How long.
        wait: Duration,
        /// What it met.
        because: Trouble,
    },
    /// The whole answer is there. Whether it makes sense is seen later.
    Answered {
        /// The status.
        status: u16,
        /// How long the body is, unpacked.
        bytes: usize,
    },
    /// It failed for good.
    Failed(Trouble),
    /// It was cancelled by its id.
    Cancelled,
    /// Its caller let go of it.
    Dropped,
}

/// What a request met instead of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The status of the answer, if there was one.
    pub status: Option<u16>,
    /// Who can do something about it. The network's: perhaps we are offline.
    pub fault: Fault,
    /// What happened, without the key. It may hold text of the server.
    pub told: String,
}

impl From<&ClientError> for Trouble {
    fn from(error: &ClientError) -> Self {
        Self { status: error.status(), fault: error.fault(), told: error.what().to_string() }
    }
}

/// Who listens, and which requests can be cancelled.
#[derive(Debug, Default)]
pub(super) struct Journal {
    listener: RwLock<Option<UnboundedSender<Note>>>,
    requests: AtomicU64,
    open: Mutex<HashMap<RequestId, oneshot::Sender<()>>>,
}

impl Journal {
    /// Tells this listener from now on, and no other.
    pub(super) fn tell(&self, listener: UnboundedSender<Note>) {
        *self.listener.write().unwrap_or_else(PoisonError::into_inner) = Some(listener);
    }

    /// Something that concerns everybody.
    pub(super) fn note(&self, note: Note) {
        if let Some(listener) = self.listener() {
            // Who stopped listening misses nothing.
            let _ = listener.send(note);
        }
    }

    /// Ends a request; false if there is none of this id any more.
    pub(super) fn cancel(&self, id: RequestId) -> bool {
        self.open().remove(&id).is_some_and(|hand| hand.send(()).is_ok())
    }

    /// A request that begins, and what ends it early.
    pub(super) fn begin<'a>(&'a self, ask: &'a Ask, priority: Priority) -> (Course<'a>, Cancelled) {
        let Some(listener) = self.listener() else { return Course::unheard(ask) };
        let id = RequestId(self.requests.fetch_add(1, Ordering::Relaxed));
        Course::heard(ask, self, listener, id, priority)
    }

    fn listener(&self) -> Option<UnboundedSender<Note>> {
        let listener = self.listener.read().unwrap_or_else(PoisonError::into_inner);
        listener.as_ref().filter(|listener| !listener.is_closed()).cloned()
    }

    fn open(&self) -> MutexGuard<'_, HashMap<RequestId, oneshot::Sender<()>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
