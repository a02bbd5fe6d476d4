//! The storage thread's commands about the triage log, the inbox and the record cache.

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use super::command::WriteReceipt;
use super::worker::StorageWorker;
use crate::recruiting::triage::{EntryId, LogEntry, Subject, UndoGroup};
use crate::storage::{CacheRow, CachedKind, LocalStore, Storage, StorageError};
use crate::tui::app::effect::CachedRecord;
use crate::tui::app::last_screen::SavedScreen;
use crate::tui::app::message::Message;
use crate::tui::app::restored::Restored;
use crate::tui::features::inbox::state::InboxPosition;
use crate::wire::{Candidate, JobId, Person, PersonId, Timestamp};

/// Buffered records that force a write.
const MAX_BUFFERED: usize = 64;
/// How long a record waits for others to be written with it.
const FLUSH_DELAY: Duration = Duration::from_secs(1);

/// Records of people that are compared with a new one.
const MAX_PEOPLE: u32 = 2000;

fn without_career(body: &str) -> Option<Person> {
    let person: Person = serde_json::from_str(body).ok()?;
    let (work_experience, education_experience, certifications) = Default::default();
    Some(Person { work_experience, education_experience, certifications, ..person })
}

/// On a thread of its own: a verdict must not wait for thousands of records to be parsed.
fn parse_apart(read: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().name("cache reader".to_owned()).spawn(read);
}

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
        if self.store.has_cache {
            self.buffer.screen = Some(screen);
            self.buffer.due.get_or_insert_with(|| Instant::now() + FLUSH_DELAY);
        }
    }

    /// Buffers a record for the cache, and writes the buffer when it is full.
    pub(super) fn cache(&mut self, record: CachedRecord, at: Timestamp, notify: &impl Fn(Message)) {
        if !self.store.has_cache {
            return;
        }
        self.buffer.records.push((record, at));
        self.buffer.due.get_or_insert_with(|| Instant::now() + FLUSH_DELAY);
        if self.buffer.records.len() >= MAX_BUFFERED {
            self.flush(notify);
        }
    }

    /// Writes the buffered screen and records. After an error they are dropped; the next fetch
    /// caches the records again.
    pub(crate) fn flush(&mut self, notify: &impl Fn(Message)) {
        self.buffer.due = None;
        if let Some(screen) = self.buffer.screen.take() {
            let server = self.store.server.clone();
            // Nothing is lost: the program opens at its start.
            let _ = self.with_storage(|storage| {
                storage.set_screen(&server, &screen_columns(&screen), Timestamp::now())
            });
        }
        let records = std::mem::take(&mut self.buffer.records);
        if records.is_empty() {
            return;
        }
        let rows: Vec<CacheRow> = records.into_iter().filter_map(cache_row).collect();
        let server = self.store.server.clone();
        let receipt: WriteReceipt = self
            .storage()
            .and_then(|storage| storage.cache(&server, &rows).map_err(|error| error.to_string()));
        if let Err(why) = receipt
            && !std::mem::replace(&mut self.buffer.is_failure_reported, true)
        {
            notify(Message::Notice(format!("Records were not cached: {why}")));
        }
    }

    pub(super) fn load_cached_candidates(
        &mut self,
        job: JobId,
        notify: &(impl Fn(Message) + Clone + Send + 'static),
    ) {
        let rows = if self.store.has_cache {
            self.flush(notify);
            let server = self.store.server.clone();
            let rows = self.storage().map(|storage| storage.cached_candidates(&server, &job));
            rows.ok().and_then(Result::ok).unwrap_or_default()
        } else {
            Vec::new()
        };
        let notify = notify.clone();
        let read = move || {
            let records = rows.into_iter().filter_map(|row| {
                let record: Box<Candidate> = serde_json::from_str(&row.body).ok()?;
                let is_own = record.id.as_str() == row.id
                    && record.person_id == row.person
                    && record.job_id == row.job;
                is_own.then_some((record, row.read_at))
            });
            notify(Message::CachedCandidates { job, records: records.collect() });
        };
        // Unreadable records are fetched from the server.
        parse_apart(read);
    }

    pub(super) fn load_cached_people(
        &mut self,
        notify: &(impl Fn(Message) + Clone + Send + 'static),
    ) {
        if !self.store.has_cache {
            return;
        }
        self.flush(notify);
        let server = self.store.server.clone();
        let people = self.storage().map(|storage| storage.recent_people(&server, MAX_PEOPLE));
        let Ok(Ok(people)) = people else { return };
        let notify = notify.clone();
        parse_apart(move || {
            let people = people.iter().filter_map(|body| without_career(body)).collect();
            notify(Message::CachedPeople(people));
        });
    }

    pub(super) fn load_cached_person(&mut self, person: &PersonId, notify: &impl Fn(Message)) {
        if !self.store.has_cache {
            return;
        }
        self.flush(notify);
        let server = self.store.server.clone();
        let row = self.storage().map(|storage| storage.cached_person(&server, person));
        let Ok(Ok(Some(row))) = row else { return };
        let record = serde_json::from_str::<Person>(&row.body);
        if let Some(record) = record.ok().filter(|record| record.id == *person) {
            notify(Message::CachedPerson(Box::new(record), row.read_at));
        }
    }

    pub(super) fn forget_person(&mut self, person: PersonId, notify: &impl Fn(Message)) {
        self.buffer.records.retain(|(record, _)| match record {
            CachedRecord::Candidate(candidate) => candidate.person_id != person,
            CachedRecord::Person(record) => record.id != person,
        });
        self.buffer.screen.iter_mut().for_each(|screen| screen.place = None);
        let purged = self
            .storage()
            .and_then(|storage| storage.purge_person(&person).map_err(|error| error.to_string()));
        if purged.as_ref().is_ok_and(|purged| !purged.is_wiped) {
            let text = "Deleted, but traces remain in the file while another window is open; close it and delete again";
            notify(Message::Notice(text.to_owned()));
        }
        notify(Message::Forgotten(person, purged.map(drop)));
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
        if let Some([arrangement, place]) = storage.screen(&self.server)?.filter(|_| self.has_cache)
        {
            restored.screen = SavedScreen {
                arrangement: serde_json::from_str(&arrangement).unwrap_or_default(),
                place: serde_json::from_str(&place).ok(),
            };
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

/// The row for a record; `None` without its own ID or a person ID: the row could not be found or
/// purged.
fn cache_row((record, read_at): (CachedRecord, Timestamp)) -> Option<CacheRow> {
    let row = match record {
        CachedRecord::Candidate(candidate) => CacheRow {
            kind: CachedKind::Candidate,
            id: candidate.id.to_string(),
            stage: candidate.current_pipeline_stage_id.to_string(),
            person: candidate.person_id.clone(),
            job: candidate.job_id.clone(),
            read_at,
            body: serde_json::to_string(&candidate).ok()?,
        },
        CachedRecord::Person(person) => CacheRow {
            kind: CachedKind::Person,
            id: person.id.to_string(),
            stage: String::new(),
            person: person.id.clone(),
            job: JobId::default(),
            read_at,
            body: serde_json::to_string(&person).ok()?,
        },
    };
    (!row.id.is_empty() && !row.person.as_str().is_empty()).then_some(row)
}
