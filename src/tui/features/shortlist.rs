//! The shortlist: the starred candidates of a job as a document for the client, copied or written
//! to a file once all their records are loaded.

pub(crate) mod document;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
