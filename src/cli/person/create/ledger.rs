//! Records on disk which people of a file were sent and created, before each request.
//!
//! The key of a person is the server and the content of the line, or its external id; equal lines
//! are numbered. So the same command, run again, resumes, and a corrected line counts as new.

use std::fs::{File, TryLockError};
use std::os::unix::fs::OpenOptionsExt;

use chrono::Utc;

use super::entry_key::EntryKey;
use crate::cli::exit::Exit;
use crate::cli::person::input::EntryPosition;
use crate::cli::person::quirk_store::QuirkStore;
use crate::storage;
use crate::storage::{Creation, CreationState, Storage, StorageError};
use crate::tui::runtime::storage_thread::local_store::LocalStore;
use crate::wire::PersonId;

/// The row number that holds the options an entry was begun with.
const BEGUN: u32 = 0;

/// The state of each entry, read-only.
#[derive(Debug)]
pub(super) struct CreationHistory {
    /// `None` if the file does not exist.
    file: Option<storage::Past>,
    server: String,
    mark: String,
}

impl CreationHistory {
    pub(super) fn open(local_store: &LocalStore, mark: &str) -> Result<Self, String> {
        let path = local_store.file.as_ref().map_err(Clone::clone)?;
        let file = storage::Past::open(path).map_err(|error| error.to_string())?;
        Ok(Self { file, ..Self::nothing(local_store, mark) })
    }

    /// An empty history.
    pub(super) fn nothing(local_store: &LocalStore, mark: &str) -> Self {
        Self { file: None, server: local_store.server.clone(), mark: mark.to_owned() }
    }

    /// The external id of an entry that has none: the same in every run.
    pub(super) fn outside(&self, key: &EntryKey) -> String {
        key.outside(&self.server)
    }

    pub(super) fn at(&self, key: &EntryKey) -> Result<Option<Creation>, Exit> {
        self.row(key, key.number)
    }

    /// Fails if an earlier run began the entry with other options.
    pub(super) fn check(&self, place: EntryPosition, key: &EntryKey) -> Result<(), Exit> {
        let is_refused = |known: &Creation| known.state == CreationState::Refused;
        if self.at(key)?.is_none_or(|known| is_refused(&known)) {
            return Ok(());
        }
        match self.row(key, BEGUN)? {
            Some(begun) if begun.external_id != self.mark => Err(Exit::usage(format!(
                "{place} was begun with {}: go on with the same, so that nobody is made twice; `person attach` puts them forward for another job",
                begun.external_id
            ))),
            _ => Ok(()),
        }
    }

    fn row(&self, key: &EntryKey, number: u32) -> Result<Option<Creation>, Exit> {
        let Some(file) = &self.file else { return Ok(None) };
        file.creation(&key.batch(&self.server), number)
            .map_err(|error| Exit::failure(format!("what was sent before cannot be read: {error}")))
    }
}

/// The state of each entry, writable.
#[derive(Debug)]
pub(super) struct Ledger {
    pub(super) past: CreationHistory,
    local: Storage,
    /// Held while we work: two runs at once would not see what the other has just sent.
    _alone: File,
}

impl Ledger {
    /// Opens the ledger and locks it.
    pub(super) fn open(memory: QuirkStore, mark: &str) -> Result<Self, Exit> {
        let (local, local_store) = memory.into_local()?;
        let past = CreationHistory::open(&local_store, mark).map_err(Exit::failure)?;
        let place = local_store.file.map_err(Exit::failure)?.with_extension("db-creating");
        let cannot = |why: String| Exit::failure(format!("{}: {why}", place.display()));
        let alone = File::options().create(true).append(true).mode(0o600).open(&place);
        let alone = alone.map_err(|error| cannot(error.to_string()))?;
        match alone.try_lock() {
            Ok(()) => Ok(Self { past, local, _alone: alone }),
            Err(TryLockError::WouldBlock) => Err(Exit::conflict(
                "another `shortlist person create --from` is at work here; wait for its end",
            )),
            Err(TryLockError::Error(error)) => Err(cannot(error.to_string())),
        }
    }

    /// Records that an entry is about to be sent. Durable on return.
    pub(super) fn begin(&self, key: &EntryKey, outside: &str) -> Result<(), Exit> {
        self.write(key, BEGUN, &self.past.mark, (CreationState::Made, None))?;
        self.put(key, outside, CreationState::Sent, None)
    }

    /// Records the state of an entry. Durable on return.
    pub(super) fn put(
        &self,
        key: &EntryKey,
        outside: &str,
        state: CreationState,
        person: Option<&PersonId>,
    ) -> Result<(), Exit> {
        self.write(key, key.number, outside, (state, person))
    }

    fn write(
        &self,
        key: &EntryKey,
        number: u32,
        word: &str,
        (state, person): (CreationState, Option<&PersonId>),
    ) -> Result<(), Exit> {
        let creation = Creation {
            batch: key.batch(&self.past.server),
            line: number,
            external_id: word.to_owned(),
            state,
            person: person.cloned(),
            at: Utc::now().into(),
        };
        self.local.put_creation(&creation).map_err(|error| unkept(&error))
    }
}

fn unkept(error: &StorageError) -> Exit {
    Exit::failure(format!("what was sent cannot be written down: {error}"))
}
