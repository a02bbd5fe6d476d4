//! What went wrong, in words for the person in front of the screen.
//!
//! Made in `worker` from typed errors, kept beside what it is about (a page, a
//! record, the whole server) and shown there. Its texts are safe to show.

/// A request that brought nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind of trouble it is.
    pub kind: FailureKind,
    /// What happened, in one sentence.
    pub told: String,
}

/// What kind of trouble, as far as it decides what one can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// The server cannot be reached, or the way to it breaks.
    Network,
    /// No answer came in time.
    Silence,
    /// The server failed, or answers what cannot be read.
    Server,
    /// The key was refused.
    Key,
    /// This key may not do this.
    Forbidden,
    /// The server does not know it.
    Missing,
    /// The server asked everybody to wait, and said how long.
    Waiting,
    /// It asked everybody to wait, and did not say how long.
    Busy,
    /// Somebody cancelled it in the request log.
    Cancelled,
    /// What was asked for is wrong.
    Input,
    /// Somebody else changed it meanwhile, or it is at odds with what is there.
    Conflict,
}

impl Failure {
    /// A failure; what is told may come from a server.
    #[must_use]
    pub fn new(kind: FailureKind, told: &str) -> Self {
        Self { kind, told: crate::text::sanitize(told).into_owned() }
    }
}
