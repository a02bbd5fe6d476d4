//! The shortlist: the starred candidates of a job as a document for the client, copied or written to a file
//! once all their records are loaded.

pub mod document;
pub mod state;
pub mod update;
