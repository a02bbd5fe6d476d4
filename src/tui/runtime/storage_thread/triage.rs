//! The storage thread's commands about the triage log, the inbox and the screen.

use std::collections::HashSet;
use std::time::Instant;

use super::command::WriteReceipt;
use super::mirror::FLUSH_DELAY;
use super::worker::StorageWorker;
use crate::recruiting::triage::{EntryId, LogEntry, Subject, UndoGroup};
use crate::storage::{LocalStore, Storage, StorageError};
use crate::tui::app::last_screen::SavedScreen;
use crate::tui::app::message::Message;
use crate::tui::app::restored::Restored;
use crate::tui::features::inbox::state::InboxPosition;
use crate::tui::runtime::first_screen::to_screen;
use crate::wire::Timestamp;

impl StorageWorker {
    pub(super) fn append(
        &mut self,
        groups: Vec<UndoGroup>,
        entries: &[LogEntry],
        position: Option<&InboxPosition>,
        notify: &impl Fn(Message),
    ) {
        let server = self.store.server.clone();
        let receipt = position.map(to_json).transpose().and_then(|json| {
            self.storage()?
                .append(&server, entries, json.as_deref())
                .map_err(|error| error.to_string())
        });
        let is_written = receipt.is_ok();
        for group in groups {
            notify(Message::Appended(group, receipt.clone()));
        }
        if is_written {
            self.tail(&entries.iter().map(|entry| &entry.id).collect(), notify);
        }
    }

    /// Sends what other windows wrote since. After an error the next call reads it.
    pub(super) fn tail(&mut self, own_ids: &HashSet<&EntryId>, notify: &impl Fn(Message)) {
        let (server, after) = (self.store.server.clone(), self.log_seq);
        let Ok(Ok(log)) = self.storage().map(|storage| storage.read_log(&server, after)) else {
            return;
        };
        self.log_seq = log.last;
        let mut others = log.entries;
        others.retain(|entry| !own_ids.contains(&entry.id));
        if !others.is_empty() {
            notify(Message::Logged(others));
        }
    }

    pub(super) fn mark_seen(&mut self, subjects: &[Subject], notify: &impl Fn(Message)) {
        let server = self.store.server.clone();
        let ids: Vec<_> = subjects
            .iter()
            .map(|subject| (subject.candidate.clone(), subject.person.clone()))
            .collect();
        let now = Timestamp::now();
        let receipt: WriteReceipt = self.storage().and_then(|storage| {
            storage.mark_seen(&server, &ids, now).map_err(|error| error.to_string())
        });
        if let Err(why) = receipt {
            notify(Message::Notice(format!(
                "Candidates you just opened will count as not opened: {why}"
            )));
        }
        self.tail(&HashSet::new(), notify);
    }

    pub(super) fn save_inbox_position(
        &mut self,
        position: &InboxPosition,
        notify: &impl Fn(Message),
    ) {
        let server = self.store.server.clone();
        let receipt = to_json(position).and_then(|json| {
            self.with_storage(|storage| storage.set_inbox_position(&server, &json))
        });
        if let Err(why) = receipt {
            notify(Message::Notice(format!("Your place in the inbox was not saved: {why}")));
        }
    }

    /// Buffers the screen: the user may move on in a moment.
    pub(super) fn save_screen(&mut self, screen: SavedScreen) {
        if self.store.mirror.keeps_lists() {
            self.buffer.screen = Some(screen);
            self.buffer.due.get_or_insert_with(|| Instant::now() + FLUSH_DELAY);
        }
    }

    /// Writes what is buffered: the screen, and what arrived from the server.
    pub(crate) fn flush(&mut self, notify: &impl Fn(Message)) {
        self.buffer.due = None;
        if let Some(screen) = self.buffer.screen.take() {
            let server = self.store.server.clone();
            // Nothing is lost: the program opens at its start.
            let _ = self.with_storage(|storage| {
                storage.set_screen(&server, &screen_columns(&screen), Timestamp::now())
            });
        }
        self.flush_mirror(notify);
    }
}

impl LocalStore {
    /// Reads the log, the seen marks and the inbox position into `restored`. Returns the
    /// number of the last entry, and how many entries could not be read.
    pub(crate) fn read_triage(
        &self,
        storage: &Storage,
        restored: &mut Restored,
    ) -> Result<(i64, usize), StorageError> {
        let log = storage.read_log(&self.server, 0)?;
        restored.log = log.entries;
        restored.seen_marks = storage.seen_marks(&self.server)?;
        // An unreadable position is worth nothing: the inbox starts at the top.
        restored.inbox_position =
            storage.inbox_position(&self.server)?.and_then(|json| serde_json::from_str(&json).ok());
        if let Some(columns) = storage.screen(&self.server)?.filter(|_| self.mirror.keeps_lists()) {
            restored.screen = to_screen(&columns);
        }
        Ok((log.last, log.unread))
    }
}

fn to_json(position: &InboxPosition) -> Result<String, String> {
    serde_json::to_string(position).map_err(|error| error.to_string())
}

fn screen_columns(screen: &SavedScreen) -> [String; 2] {
    let place = screen.place.as_ref().and_then(|place| serde_json::to_string(place).ok());
    [serde_json::json!(screen.arrangement).to_string(), place.unwrap_or_default()]
}
