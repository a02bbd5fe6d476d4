//! What this machine stores of a workspace, for the commands that read or write it. Makes no
//! requests and does not open the workspace.

use super::exit::Exit;
use super::output::Output;
use super::workspace::WorkspaceArgs;
use crate::recruiting::triage::{LogEntry, TriageState};
use crate::storage::health::is_current;
use crate::storage::mirror::coverage::MirrorStats;
use crate::storage::{LocalStore, Storage, StorageError};
use crate::text::pluralize;

/// The open storage file of a workspace, and the name of its server in it.
#[derive(Debug)]
pub(super) struct OpenLocalStore {
    pub(super) storage: Storage,
    pub(super) server: String,
    /// For messages.
    pub(super) path: String,
}

impl OpenLocalStore {
    /// Opens or creates the file.
    pub(super) fn open(local_store: &LocalStore) -> Result<Self, Exit> {
        let storage = local_store.open().map_err(Exit::failure)?;
        report_rescue(&storage);
        let path =
            local_store.file.as_ref().map_or(String::new(), |file| file.display().to_string());
        Ok(Self { storage, server: local_store.server.clone(), path })
    }

    /// Opens the file if it exists and has lists. For commands that take what they find there, and
    /// go without it otherwise.
    pub(super) fn open_lists(local_store: &LocalStore) -> Result<Option<Self>, Exit> {
        let has_lists = local_store.exists() && local_store.mirror.keeps_lists();
        has_lists.then(|| Self::open(local_store)).transpose()
    }

    /// Opens the file of a workspace; `None` if it does not exist.
    pub(super) fn find(workspace: &WorkspaceArgs) -> Result<Option<Self>, Exit> {
        let local_store = workspace.local_store()?;
        match &local_store.file {
            Ok(file) if !file.exists() => Ok(None),
            _ => Self::open(&local_store).map(Some),
        }
    }

    /// The same for a completion, which changes nothing and says nothing: `None` if the file is of
    /// another version or damaged.
    pub(super) fn find_current(workspace: &WorkspaceArgs) -> Result<Option<Self>, Exit> {
        let local_store = workspace.local_store()?;
        match &local_store.file {
            Ok(file) if file.exists() && is_current(file).map_err(storage_error)? => {
                Self::open(&local_store).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The same where the copy of the server's data is asked: `None` if nothing was ever read. An
    /// error if the cache is off.
    pub(super) fn find_copy(workspace: &WorkspaceArgs) -> Result<Option<Self>, Exit> {
        if !workspace.local_store()?.mirror.keeps_lists() {
            return Err(cache_off());
        }
        Self::find(workspace)
    }

    /// Fails if nothing of the server is stored.
    pub(super) fn check_has_copy(&self) -> Result<(), Exit> {
        let stats = self.storage.mirror_stats(&self.server).map_err(storage_error)?;
        if stats == MirrorStats::default() { Err(not_stored()) } else { Ok(()) }
    }

    /// The triage log, oldest first. Skips entries of a newer version with a message.
    pub(super) fn entries(&self, out: &Output) -> Result<Vec<LogEntry>, Exit> {
        self.entries_for(&self.server, out)
    }

    pub(super) fn entries_for(&self, server: &str, out: &Output) -> Result<Vec<LogEntry>, Exit> {
        let log = self.storage.read_log(server, 0).map_err(storage_error)?;
        if log.unread > 0 {
            out.print_message(&format!(
                "{} of a newer version of shortlist skipped; update to see them",
                pluralize(log.unread, "entry", "entries")
            ));
        }
        Ok(log.entries)
    }
}

pub(super) fn cache_off() -> Exit {
    Exit::usage("the cache is off for this workspace (`cache = \"off\"` or --no-cache)")
}

/// The triage state that `--filter` reads, with the seen marks. Empty if this machine has no file
/// of the workspace; none is created to find that out.
pub(super) fn triage_for_filter(local_store: &LocalStore) -> Result<TriageState, Exit> {
    if !local_store.exists() {
        return Ok(TriageState::default());
    }
    let read_error =
        |reason: &str| Exit::failure(format!("--filter: cannot read your verdicts: {reason}"));
    let storage = local_store.open().map_err(|reason| read_error(&reason))?;
    report_rescue(&storage);
    let load = || -> Result<TriageState, StorageError> {
        let mut triage = TriageState::from_iter(storage.read_log(&local_store.server, 0)?.entries);
        for (candidate, at) in storage.seen_marks(&local_store.server)? {
            triage.mark_seen(candidate.as_str(), at);
        }
        Ok(triage)
    };
    load().map_err(|error| read_error(&error.to_string()))
}

pub(super) fn not_stored() -> Exit {
    Exit::not_found("nothing is stored here yet: run `shortlist sync` first")
}

/// Reports a damaged or newer file, which now has another name.
pub(super) fn report_rescue(storage: &Storage) {
    if let Some(notice) = storage.rescue_notice() {
        Output::standard().print_message(&notice);
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(super) fn storage_error(error: StorageError) -> Exit {
    Exit::failure(format!("cannot open the local data: {error}"))
}
