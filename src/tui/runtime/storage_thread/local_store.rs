//! Where this machine stores a workspace, and what a new window restores from there.

use std::path::PathBuf;

use crate::recruiting::person::{Draft, DraftId, ServerQuirks};
use crate::storage::{Storage, StorageError};
use crate::tui::app::restored::Restored;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalStore {
    /// The database, or why there is no place for one.
    pub file: Result<PathBuf, String>,
    /// The name of the server in the database.
    pub server: String,
    /// Whether people are created with the v0 operation.
    pub creates_v0: bool,
    /// The candidate page of the recruiting system, with `{candidate_id}` in it.
    pub web_url: Option<String>,
    pub has_cache: bool,
}

impl LocalStore {
    pub(crate) fn open(&self) -> Result<Storage, String> {
        Storage::open(self.file.as_ref().map_err(Clone::clone)?).map_err(|error| error.to_string())
    }

    pub(crate) fn quirks(&self, storage: &Storage) -> Result<ServerQuirks, StorageError> {
        Ok(parse(storage.quirks(&self.server)?))
    }

    /// Adds what was learned about the server to what other windows learned.
    pub(crate) fn learn(&self, storage: &Storage, quirks: ServerQuirks) -> Result<(), String> {
        let merged = |body| serde_json::json!(parse(body).union(quirks)).to_string();
        storage.update_quirks(&self.server, merged).map_err(|error| error.to_string())
    }

    /// Removes quirks that no longer hold.
    pub(crate) fn unlearn(&self, storage: &Storage, quirks: ServerQuirks) -> Result<(), String> {
        let left = |body| serde_json::json!(parse(body).without(quirks)).to_string();
        storage.update_quirks(&self.server, left).map_err(|error| error.to_string())
    }

    /// For a window without a database.
    pub(crate) fn unavailable(&self, reason: &str) -> Restored {
        let session = uuid::Uuid::new_v4().simple().to_string();
        let warning = Some(format!("what you type is not kept on disk: {reason}"));
        Restored { session, warning, ..self.base() }
    }

    fn base(&self) -> Restored {
        let (creates_v0, web_url) = (self.creates_v0, self.web_url.clone());
        Restored { creates_v0, web_url, ..Restored::default() }
    }

    /// Also returns the number of the last log entry. Drafts of closed windows now belong
    /// to this one.
    pub(crate) fn restore(&self, storage: &mut Storage) -> (Restored, i64) {
        let session = storage.session().to_owned();
        let mut restored = Restored { session, ..self.base() };
        let seq = self.read(storage, &mut restored).unwrap_or_else(|error| {
            restored.warning = Some(format!("what this machine remembers cannot be read: {error}"));
            0
        });
        (restored, seq)
    }

    fn read(&self, storage: &mut Storage, restored: &mut Restored) -> Result<i64, StorageError> {
        let (seq, unreadable) = self.read_triage(storage, restored)?;
        restored.quirks = self.quirks(storage)?;
        let (mut unreadable_drafts, mut foreign) = (0_usize, Vec::new());
        for row in storage.unclaimed_drafts()? {
            if row.server != self.server {
                foreign.push(row.server);
                continue;
            }
            match serde_json::from_str::<Draft>(&row.body) {
                Ok(draft) if storage.claim(&row.id)? => {
                    restored.drafts.push(Draft { id: DraftId(row.id), ..draft });
                }
                Ok(_taken) => {}
                Err(_unread) => unreadable_drafts += 1,
            }
        }
        let mut warnings = Vec::new();
        if unreadable_drafts > 0 {
            let edits = count_edits(unreadable_drafts);
            warnings.push(format!(
                "{edits} on this machine cannot be read, perhaps because a newer shortlist wrote it; it is left as it is"
            ));
        }
        if let Some(server) = foreign.first() {
            let edits = count_edits(foreign.len());
            warnings.push(format!("kept for {server}, and not offered here: {edits}"));
        }
        if unreadable > 0 {
            warnings.push(format!(
                "of what was decided, {unreadable} cannot be read, perhaps because a newer shortlist wrote it; it is left as it is"
            ));
        }
        restored.warning = Some(warnings.join("; ")).filter(|text| !text.is_empty());
        Ok(seq)
    }
}

/// Unreadable quirks count as unknown: they are learned again.
fn parse(body: Option<String>) -> ServerQuirks {
    body.and_then(|body| serde_json::from_str(&body).ok()).unwrap_or_default()
}

fn count_edits(count: usize) -> String {
    if count == 1 { "1 unsaved edit".to_owned() } else { format!("{count} unsaved edits") }
}
