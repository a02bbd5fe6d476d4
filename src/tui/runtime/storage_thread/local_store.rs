//! Where this machine remembers a workspace, and what it remembers of it.

use std::path::PathBuf;

use crate::recruiting::person::{Draft, DraftId, ServerQuirks};
use crate::storage::{Storage, StorageError};
use crate::tui::app::restored::Restored;

/// Where this machine remembers a workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalStore {
    /// The file, or why there is no place for one.
    pub file: Result<PathBuf, String>,
    /// What the server is called in it.
    pub server: String,
    /// Whether people are created the old way there.
    pub creates_v0: bool,
    /// Where the recruiting system shows a candidate, with `{candidate_id}` in it.
    pub web_url: Option<String>,
    /// Whether records that came are kept for the next time.
    pub caches: bool,
}

impl LocalStore {
    /// Opens the file, or says why it cannot be.
    pub fn open(&self) -> Result<Storage, String> {
        Storage::open(self.file.as_ref().map_err(Clone::clone)?).map_err(|error| error.to_string())
    }

    /// What was learned of the server.
    pub fn habits(&self, local: &Storage) -> Result<ServerQuirks, StorageError> {
        Ok(read(local.habits(&self.server)?))
    }

    /// Remembers what was learned of the server, and what others did meanwhile.
    pub fn learn(&self, local: &Storage, habits: ServerQuirks) -> Result<(), String> {
        let merged = |body| serde_json::json!(read(body).and(habits)).to_string();
        local.learn(&self.server, merged).map_err(|error| error.to_string())
    }

    /// Remembers no more of the server what does not hold.
    pub fn unlearn(&self, local: &Storage, habits: ServerQuirks) -> Result<(), String> {
        let left = |body| serde_json::json!(read(body).but(habits)).to_string();
        local.learn(&self.server, left).map_err(|error| error.to_string())
    }

    /// What there is when nothing can be opened.
    pub(crate) fn nothing(&self, trouble: &str) -> Restored {
        let session = uuid::Uuid::new_v4().simple().to_string();
        let trouble = Some(format!("what you type is not kept on disk: {trouble}"));
        Restored { session, trouble, ..self.memory() }
    }

    fn memory(&self) -> Restored {
        let (creates_v0, web_url) = (self.creates_v0, self.web_url.clone());
        Restored { creates_v0, web_url, ..Restored::default() }
    }

    /// What is remembered, and how far the log was read; the drafts that nobody
    /// has are this window's now.
    pub(crate) fn remembered(&self, local: &mut Storage) -> (Restored, i64) {
        let session = local.session().to_owned();
        let mut memory = Restored { session, ..self.memory() };
        let seq = self.read(local, &mut memory).unwrap_or_else(|error| {
            memory.trouble = Some(format!("what this machine remembers cannot be read: {error}"));
            0
        });
        (memory, seq)
    }

    fn read(&self, local: &mut Storage, memory: &mut Restored) -> Result<i64, StorageError> {
        let (seq, strange) = self.read_triage(local, memory)?;
        memory.habits = self.habits(local)?;
        let (mut unread, mut foreign) = (0_usize, Vec::new());
        for row in local.unclaimed_drafts()? {
            if row.server != self.server {
                foreign.push(row.server);
                continue;
            }
            match serde_json::from_str::<Draft>(&row.body) {
                Ok(draft) if local.claim(&row.id)? => {
                    memory.drafts.push(Draft { id: DraftId(row.id), ..draft });
                }
                Ok(_taken) => {}
                Err(_unread) => unread += 1,
            }
        }
        let mut troubles = Vec::new();
        if unread > 0 {
            let edits = edits(unread);
            troubles.push(format!(
                "{edits} on this machine cannot be read, perhaps because a newer shortlist wrote it; it is left as it is"
            ));
        }
        if let Some(server) = foreign.first() {
            let edits = edits(foreign.len());
            troubles.push(format!("kept for {server}, and not offered here: {edits}"));
        }
        if strange > 0 {
            troubles.push(format!(
                "of what was decided, {strange} cannot be read, perhaps because a newer shortlist wrote it; it is left as it is"
            ));
        }
        memory.trouble = Some(troubles.join("; ")).filter(|told| !told.is_empty());
        Ok(seq)
    }
}

/// What cannot be read was not learned: it will be again.
fn read(body: Option<String>) -> ServerQuirks {
    body.and_then(|body| serde_json::from_str(&body).ok()).unwrap_or_default()
}

fn edits(count: usize) -> String {
    if count == 1 { "1 unsaved edit".to_owned() } else { format!("{count} unsaved edits") }
}
