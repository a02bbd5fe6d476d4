//! The background sync of the mirror: when it runs, and what is shown of it.
//!
//! `usecases::sync` reads the server, as a task of the executor. The dispatcher calls `update` after
//! every message; the caption of the job list shows the coverage.

pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
