//! What went wrong, in words for the person in front of the screen.
//!
//! Made in `worker` from typed errors, kept beside what it is about (a page, a
//! record, the whole server) and shown there. Its texts are safe to show.

use super::action::Action;
use super::state::State;

/// A request that brought nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind of trouble it is.
    pub kind: Trouble,
    /// What happened, in one sentence.
    pub told: String,
}

/// What kind of trouble, as far as it decides what one can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The server cannot be reached, or the way to it breaks.
    Network,
    /// The server failed, or answers what cannot be read.
    Server,
    /// The key was refused.
    Key,
    /// This key may not do this.
    Forbidden,
    /// The server does not know it.
    Missing,
    /// The server asked everybody to wait.
    Waiting,
    /// Somebody cancelled it in the request log.
    Cancelled,
    /// What was asked for is wrong.
    Input,
}

impl Failure {
    /// A failure; what is told may come from a server.
    #[must_use]
    pub fn new(kind: Trouble, told: &str) -> Self {
        Self { kind, told: crate::text::one_line(told).into_owned() }
    }

    /// What the person can do about it, with the keys as they are now.
    #[must_use]
    pub fn hint(&self, state: &State) -> String {
        let (again, log) = (state.key_of(Action::Refresh), state.key_of(Action::Requests));
        match self.kind {
            Trouble::Network => "it is tried again by itself".to_owned(),
            Trouble::Server => format!("{again} tries again, {log} shows the requests"),
            Trouble::Key => "a key is asked for".to_owned(),
            Trouble::Forbidden => "another key may be allowed to".to_owned(),
            Trouble::Missing => format!("it may be gone: {again} on the list reads it again"),
            Trouble::Waiting => "it goes on when the server lets us".to_owned(),
            Trouble::Cancelled => format!("{again} asks again"),
            Trouble::Input => format!("{log} shows the requests"),
        }
    }

    /// Whether asking again by oneself makes sense once the server is back.
    #[must_use]
    pub const fn passes(&self) -> bool {
        matches!(self.kind, Trouble::Network | Trouble::Waiting | Trouble::Key)
    }
}
