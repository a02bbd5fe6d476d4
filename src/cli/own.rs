//! What is the recruiter's own, for the commands that only look at it.

use super::exit::Exit;
use crate::recruiting::triage::TriageState;
use crate::storage::StorageError;
use crate::tui::runtime::storage_thread::local_store::LocalStore;

/// What was decided and jotted down in a workspace. Nothing where this machine
/// keeps nothing of it: no file is made to find that out.
pub(super) fn book(memories: &LocalStore) -> Result<TriageState, Exit> {
    let is_there = memories.file.as_ref().is_ok_and(|file| file.exists());
    if !is_there {
        return Ok(TriageState::default());
    }
    let cannot =
        |why: &str| Exit::failure(format!("--filter: your verdicts cannot be read: {why}"));
    let local = memories.open().map_err(|why| cannot(&why))?;
    let read = || -> Result<TriageState, StorageError> {
        let mut book = TriageState::default();
        book.extend(local.read_log(&memories.server, 0)?.entries);
        for (candidate, at) in local.looked(&memories.server)? {
            book.look(candidate.as_str(), at);
        }
        Ok(book)
    };
    read().map_err(|error| cannot(&error.to_string()))
}
