//! What the recruiter decides and jots down: verdicts, notes, tags, stars, snoozes.
//!
//! All of it is the recruiter's own and stays on this machine; the server never
//! hears of it. What was done is a log of [`Entry`]s that only grows; taking back
//! is an entry too. The [`Book`] is what the log says now. Whether the server did
//! meanwhile what was decided is a [`Fate`]. Pure: `local` writes the log down,
//! `worker` carries it there, `update` adds to it, and the commands read it.

mod book;
mod entry;
mod fate;
mod own;
#[cfg(test)]
mod tests;
mod turns;
mod until;

pub use book::Book;
pub use entry::{Act, AsSeen, Entry, EntryId, StepId, Subject, Verdict};
pub use fate::{Fate, changes, fate};
pub use own::{Given, Note, Own, Snooze};
pub use until::until;
