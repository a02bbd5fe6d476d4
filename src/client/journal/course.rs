//! One request on its way: how far it has come, for whoever hears of it and for
//! the error that it may end in.

use std::future::pending;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use super::{Journal, Note, Noted, RequestId, Trouble};
use crate::client::error::{ClientError, Sent, What};
use crate::client::exchange::{Ask, Failed, Whole};
use crate::client::gate::Priority;

/// Comes when a request is cancelled.
pub(in crate::client) struct Cancelled(Option<oneshot::Receiver<()>>);

impl Cancelled {
    pub(in crate::client) async fn come(self) {
        let cancelled = match self.0 {
            Some(cancelled) => cancelled.await.is_ok(),
            None => false,
        };
        if !cancelled {
            pending::<()>().await;
        }
    }
}

/// How far a request has come.
pub(in crate::client) struct Course<'a> {
    ask: &'a Ask,
    tries: u32,
    sent: Sent,
    entry: Option<Entry<'a>>,
}

impl<'a> Course<'a> {
    /// A request that nobody hears of.
    pub(super) const fn unheard(ask: &'a Ask) -> (Self, Cancelled) {
        (Self { ask, tries: 0, sent: Sent::No, entry: None }, Cancelled(None))
    }

    /// A request that this listener hears of, from its begin to its end.
    pub(super) fn heard(
        ask: &'a Ask,
        journal: &'a Journal,
        listener: UnboundedSender<Note>,
        id: RequestId,
        priority: Priority,
    ) -> (Self, Cancelled) {
        let (hand, cancelled) = oneshot::channel();
        journal.open().insert(id, hand);
        let entry = Entry { journal, listener, id, end: Noted::Dropped };
        entry.tell(Noted::Queued { asked: ask.name(), priority });
        (Self { ask, tries: 0, sent: Sent::No, entry: Some(entry) }, Cancelled(Some(cancelled)))
    }

    /// How often it went out.
    pub(in crate::client) const fn tries(&self) -> u32 {
        self.tries
    }

    /// It goes out now: from here on nobody knows whether it arrived.
    pub(in crate::client) fn goes_out(&mut self) {
        self.tries += 1;
        self.sent = Sent::Maybe;
        let tries = self.tries;
        self.note(|| Noted::Sent { tries });
    }

    /// It failed, and will be tried again.
    pub(in crate::client) fn waits(&mut self, wait: Duration, failed: &Failed) {
        self.sent = failed.sent;
        let because = || Trouble::from(&self.error(failed.what.clone(), failed.sent));
        self.note(|| Noted::Waits { wait, because: because() });
    }

    /// It is cancelled, wherever it is.
    pub(in crate::client) fn cancelled(self) -> Result<Whole, ClientError> {
        let sent = self.sent;
        self.ends(Err(Failed { what: What::Cancelled, sent }))
    }

    /// It is over.
    pub(in crate::client) fn ends(
        mut self,
        done: Result<Whole, Failed>,
    ) -> Result<Whole, ClientError> {
        let done = done.map_err(|failed| self.error(failed.what, failed.sent));
        if let Some(entry) = &mut self.entry {
            entry.end = match &done {
                Ok(whole) => Noted::Answered { status: whole.status, bytes: whole.body.len() },
                Err(error) if matches!(error.what(), What::Cancelled) => Noted::Cancelled,
                Err(error) => Noted::Failed(error.into()),
            };
        }
        done
    }

    fn error(&self, what: What, sent: Sent) -> ClientError {
        ClientError::new(self.ask.name(), what, sent, self.tries)
    }

    fn note(&self, what: impl FnOnce() -> Noted) {
        if let Some(entry) = &self.entry {
            entry.tell(what());
        }
    }
}

/// A request that somebody hears of. Its end is told when it is dropped, so
/// that it has one whatever happens.
struct Entry<'a> {
    journal: &'a Journal,
    listener: UnboundedSender<Note>,
    id: RequestId,
    end: Noted,
}

impl Entry<'_> {
    fn tell(&self, what: Noted) {
        // Who stopped listening misses nothing.
        let _ = self.listener.send(Note::Request { id: self.id, what });
    }
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        self.journal.open().remove(&self.id);
        let end = std::mem::replace(&mut self.end, Noted::Dropped);
        self.tell(end);
    }
}
