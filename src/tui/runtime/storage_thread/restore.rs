//! What a new window restores from this machine's storage. The storage thread calls this.

use crate::recruiting::person::{Draft, DraftId};
use crate::storage::{DraftRow, LocalStore, Storage, StorageError};
use crate::text;
use crate::text::pluralize;
use crate::tui::app::restored::Restored;
use crate::tui::runtime::external_editor::files;
use crate::tui::runtime::external_editor::files::{EditFolder, Leftover};

impl LocalStore {
    /// For a window without a database.
    pub(crate) fn unavailable(&self, reason: &str) -> Restored {
        let session = uuid::Uuid::new_v4().simple().to_string();
        let warning = Some(format!("Your text is not being saved: {reason}"));
        Restored { session, warning, ..self.base() }
    }

    fn base(&self) -> Restored {
        let (creates_v0, web_url) = (self.creates_v0, self.web_url.clone());
        Restored { creates_v0, web_url, ..Restored::default() }
    }

    /// Also returns the number of the last log entry. Drafts of closed windows now belong
    /// to this one.
    pub(crate) fn restore(&self, storage: &mut Storage) -> (Restored, Result<i64, StorageError>) {
        let session = storage.session().to_owned();
        let mirror = Some(self.mirror);
        let mut restored = Restored { session, mirror, ..self.base() };
        let seq = self.read(storage, &mut restored);
        if let Err(error) = &seq {
            restored.warning = Some(format!("Could not read the local data: {error}"));
        }
        (restored, seq)
    }

    fn read(&self, storage: &mut Storage, restored: &mut Restored) -> Result<i64, StorageError> {
        let (seq, unreadable) = self.read_triage(storage, restored)?;
        restored.quirks = self.quirks(storage)?;
        let lost = self.recover_edits(storage)?;
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
        let mut warnings: Vec<String> = storage.rescue_notice().into_iter().collect();
        warnings.extend(lost);
        if unreadable_drafts > 0 {
            let edits = pluralize(unreadable_drafts, "unsaved edit", "unsaved edits");
            warnings.push(format!(
                "{edits} could not be read, perhaps written by a newer version of shortlist; nothing was changed"
            ));
        }
        if let Some(server) = foreign.first() {
            let edits = pluralize(foreign.len(), "unsaved edit", "unsaved edits");
            warnings.push(format!("not shown here: {edits} for {server}"));
        }
        if unreadable > 0 {
            let entries = pluralize(unreadable, "verdict or note", "verdicts or notes");
            warnings.push(format!(
                "{entries} could not be read, perhaps written by a newer version of shortlist; nothing was changed"
            ));
        }
        restored.warning = Some(warnings.join("; ")).filter(|text| !text.is_empty());
        Ok(seq)
    }

    /// Stores the texts that an external editor left when the program was killed, as drafts. Names
    /// a file that it cannot take.
    fn recover_edits(&self, storage: &Storage) -> Result<Option<String>, StorageError> {
        let mut unknown = None;
        for file in EditFolder::of(Some(self)).leftovers() {
            match files::recover(&file) {
                Leftover::Draft(draft) => storage.save_draft(&self.draft_row(storage, &draft))?,
                Leftover::Unchanged => {}
                Leftover::Unknown => {
                    let name = text::sanitize(&file.to_string_lossy()).into_owned();
                    unknown = Some(format!("Unused text from your editor: {name}"));
                    continue;
                }
            }
            files::discard(&file);
        }
        Ok(unknown)
    }

    /// The draft of this session, as it is stored.
    pub(super) fn draft_row(&self, storage: &Storage, draft: &Draft) -> DraftRow {
        DraftRow {
            id: draft.id.0.clone(),
            session: storage.session().to_owned(),
            server: self.server.clone(),
            person: draft.form.person.clone(),
            name: draft.form.name.clone(),
            at: draft.at,
            // A draft is maps and texts: serializing it cannot fail.
            body: serde_json::to_string(draft).unwrap_or_default(),
        }
    }
}
