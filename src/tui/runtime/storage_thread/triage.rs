//! The log of what was decided, and the records that came, as the keeper has them.

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use chrono::Utc;

use super::command::{CachedRecord, StorageCommand, WriteReceipt};
use super::{LocalStore, StorageWorker};
use crate::recruiting::triage::{LogEntry, Subject, UndoGroup};
use crate::storage::{CacheRow, Cached, LogRow, Storage, StorageError};
use crate::tui::app::message::Message;
use crate::tui::features::inbox::state::InboxPosition;
use crate::usecases::triage_log;
use crate::wire::{JobId, PersonId, Timestamp};

/// So many records are written at once.
const MOST: usize = 64;
/// A record waits so long for others.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the keeper has of triage.
#[derive(Default)]
pub(crate) struct WriteBuffer {
    /// How far the log was read.
    pub(crate) seq: i64,
    /// Records that are not written yet.
    came: Vec<(CachedRecord, Timestamp)>,
    /// When they are to be.
    due: Option<Instant>,
    /// It was told that they cannot be.
    is_told: bool,
}

impl WriteBuffer {
    /// When the records that came are to be written.
    pub(crate) const fn due(&self) -> Option<Instant> {
        self.due
    }
}

impl StorageWorker {
    pub(crate) fn triage(
        &mut self,
        order: StorageCommand,
        tell: &(impl Fn(Message) + Clone + Send + 'static),
    ) {
        match order {
            StorageCommand::Append { steps, entries, place } => {
                self.append(steps, &entries, place.as_ref(), tell);
            }
            StorageCommand::Tail => self.tail(&HashSet::new(), tell),
            StorageCommand::KeepPlace(place) => {
                let server = self.memories.server.clone();
                let kept = written(&place)
                    .and_then(|place| self.with(|local| local.keep_place(&server, &place)));
                if let Err(told) = kept {
                    let told = format!("your place in the inbox is not remembered: {told}");
                    tell(Message::Notice(told));
                }
            }
            StorageCommand::Looked(whom) => self.looked(&whom, tell),
            StorageCommand::Cache(record, at) if self.memories.caches => {
                self.shelf.came.push((record, at));
                self.shelf.due.get_or_insert_with(|| Instant::now() + PATIENCE);
                if self.shelf.came.len() >= MOST {
                    self.flush(tell);
                }
            }
            StorageCommand::Flush => self.flush(tell),
            StorageCommand::Recall(job) => self.recall(job, tell),
            StorageCommand::RecallPerson(person) => self.recall_person(&person, tell),
            StorageCommand::ForgetPerson(person) => self.forget(person, tell),
            _ => {}
        }
    }

    fn append(
        &mut self,
        steps: Vec<UndoGroup>,
        entries: &[LogEntry],
        place: Option<&InboxPosition>,
        tell: &impl Fn(Message),
    ) {
        let rows: Vec<LogRow> = entries.iter().map(triage_log::row).collect();
        let server = self.memories.server.clone();
        let kept = place.map(written).transpose().and_then(|place| {
            self.local()?
                .append(&server, &rows, place.as_deref())
                .map_err(|error| error.to_string())
        });
        let is_kept = kept.is_ok();
        for step in steps {
            tell(Message::Appended(step, kept.clone()));
        }
        if is_kept {
            self.tail(&rows.into_iter().map(|row| row.id).collect(), tell);
        }
    }

    /// Tells what other windows wrote. What cannot be read now is read the next time.
    fn tail(&mut self, own: &HashSet<String>, tell: &impl Fn(Message)) {
        let (server, after) = (self.memories.server.clone(), self.shelf.seq);
        let Ok(Ok(read)) = self.local().map(|local| triage_log::read(local, &server, after)) else {
            return;
        };
        self.shelf.seq = read.last;
        let mut others = read.entries;
        others.retain(|entry| !own.contains(&entry.id.0));
        if !others.is_empty() {
            tell(Message::Logged(others));
        }
    }

    fn looked(&mut self, whom: &[Subject], tell: &impl Fn(Message)) {
        let server = self.memories.server.clone();
        let whom: Vec<_> =
            whom.iter().map(|who| (who.candidate.clone(), who.person.clone())).collect();
        let now = Utc::now().into();
        let kept: WriteReceipt = self
            .local()
            .and_then(|local| local.look(&server, &whom, now).map_err(|error| error.to_string()));
        if let Err(told) = kept {
            tell(Message::Notice(format!("they will count as unseen again: {told}")));
        }
        self.tail(&HashSet::new(), tell);
    }

    /// Writes the records that came. They will come again where it fails.
    pub(crate) fn flush(&mut self, tell: &impl Fn(Message)) {
        self.shelf.due = None;
        let came = std::mem::take(&mut self.shelf.came);
        if came.is_empty() {
            return;
        }
        let rows: Vec<CacheRow> = came.into_iter().filter_map(cache_row).collect();
        let server = self.memories.server.clone();
        let kept: WriteReceipt = self
            .local()
            .and_then(|local| local.cache(&server, &rows).map_err(|error| error.to_string()));
        if let Err(told) = kept
            && !std::mem::replace(&mut self.shelf.is_told, true)
        {
            tell(Message::Notice(format!("records are not kept for the next time: {told}")));
        }
    }

    fn recall(&mut self, job: JobId, tell: &(impl Fn(Message) + Clone + Send + 'static)) {
        let rows = if self.memories.caches {
            self.flush(tell);
            let server = self.memories.server.clone();
            let rows = self.local().map(|local| local.cached_candidates(&server, &job));
            rows.ok().and_then(Result::ok).unwrap_or_default()
        } else {
            Vec::new()
        };
        let told = tell.clone();
        let read = move || {
            let records = rows.into_iter().filter_map(|row| {
                Some((serde_json::from_str(&row.body).ok().map(Box::new)?, row.read_at))
            });
            told(Message::Recalled { job, records: records.collect() });
        };
        // A verdict that is given meanwhile does not wait until all is read. What
        // cannot be read here is asked for.
        let _ = thread::Builder::new().name("recall".to_owned()).spawn(read);
    }

    fn recall_person(&mut self, person: &PersonId, tell: &impl Fn(Message)) {
        if !self.memories.caches {
            return;
        }
        self.flush(tell);
        let server = self.memories.server.clone();
        let row = self.local().map(|local| local.cached_person(&server, person));
        let Ok(Ok(Some(row))) = row else { return };
        if let Ok(record) = serde_json::from_str(&row.body) {
            tell(Message::RecalledPerson(Box::new(record), row.read_at));
        }
    }

    fn forget(&mut self, person: PersonId, tell: &impl Fn(Message)) {
        self.shelf.came.retain(|(record, _)| match record {
            CachedRecord::Candidate(candidate) => candidate.person_id != person,
            CachedRecord::Person(record) => record.id != person,
        });
        let purged = self
            .local()
            .and_then(|local| local.purge_person(&person).map_err(|error| error.to_string()));
        if purged.as_ref().is_ok_and(|purged| !purged.is_wiped) {
            let told = "forgotten, though traces are left in the file while another window is open: close it, and forget them again";
            tell(Message::Notice(told.to_owned()));
        }
        tell(Message::Forgotten(person, purged.map(drop)));
    }
}

impl LocalStore {
    /// What was decided, who was looked at, and where one was; how far the log
    /// was read, and how many entries of it cannot be.
    pub(crate) fn read_triage(
        &self,
        local: &Storage,
        memory: &mut crate::tui::app::restored::Restored,
    ) -> Result<(i64, usize), StorageError> {
        let read = triage_log::read(local, &self.server, 0)?;
        memory.log = read.entries;
        memory.looked = local.looked(&self.server)?;
        // One that cannot be read is where nobody is any more.
        memory.place =
            local.place(&self.server)?.and_then(|place| serde_json::from_str(&place).ok());
        Ok((read.last, read.unread))
    }
}

fn written(place: &InboxPosition) -> Result<String, String> {
    serde_json::to_string(place).map_err(|error| error.to_string())
}

/// A record as it is kept. One that does not say whose it is could not be found
/// again.
fn cache_row((record, read_at): (CachedRecord, Timestamp)) -> Option<CacheRow> {
    let row = match record {
        CachedRecord::Candidate(candidate) => CacheRow {
            kind: Cached::Candidate,
            id: candidate.id.to_string(),
            stage: candidate.current_pipeline_stage_id.to_string(),
            person: candidate.person_id.clone(),
            job: candidate.job_id.clone(),
            read_at,
            body: serde_json::to_string(&candidate).ok()?,
        },
        CachedRecord::Person(person) => CacheRow {
            kind: Cached::Person,
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
