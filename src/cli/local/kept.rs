//! What this machine keeps of a workspace, for the commands that read or write
//! it. The server is not asked, and the workspace is not opened.

use crate::cli::exit::Exit;
use crate::cli::out::Out;
use crate::cli::workspace::WorkspaceArgs;
use crate::recruiting::triage::{LogEntry, TriageState};
use crate::storage::{Storage, StorageError};
use crate::tui::runtime::storage_thread::local_store::LocalStore;

/// The file of a workspace, and what its server is called there.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) local: Storage,
    pub(crate) server: String,
    /// What the file is called, for people.
    pub(super) path: String,
}

impl Kept {
    /// Opens the file; it is made if it is not there.
    pub(crate) fn open(memories: &LocalStore) -> Result<Self, Exit> {
        let local = memories.open().map_err(Exit::failure)?;
        let path = memories.file.as_ref().map_or(String::new(), |file| file.display().to_string());
        Ok(Self { local, server: memories.server.clone(), path })
    }

    /// Opens the file of a workspace. None where nothing was ever kept.
    pub(crate) fn find(workspace: &WorkspaceArgs) -> Result<Option<Self>, Exit> {
        let memories = workspace.memories()?;
        match &memories.file {
            Ok(file) if !file.exists() => Ok(None),
            _ => Self::open(&memories).map(Some),
        }
    }

    /// Everything that was done, the oldest first. What a newer shortlist wrote
    /// is told and left out.
    pub(crate) fn entries(&self, out: &Out) -> Result<Vec<LogEntry>, Exit> {
        self.entries_of(&self.server, out)
    }

    /// The same on another server that the file knows.
    pub(super) fn entries_of(&self, server: &str, out: &Out) -> Result<Vec<LogEntry>, Exit> {
        let read = self.local.read_log(server, 0).map_err(failed)?;
        if read.unread > 0 {
            out.say(&format!(
                "{} of a newer shortlist left out; update this one to see them",
                counted(read.unread, "entry", "entries")
            ));
        }
        Ok(read.entries)
    }
}

/// What the entries say now.
pub(crate) fn book(entries: impl IntoIterator<Item = LogEntry>) -> TriageState {
    let mut book = TriageState::default();
    book.extend(entries);
    book
}

/// Why the file could not be read or written.
#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(crate) fn failed(error: StorageError) -> Exit {
    Exit::failure(format!("what this machine keeps cannot be reached: {error}"))
}

/// A number of things.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
