//! Records on disk which people of a file were sent and created, before each request.
//!
//! The key of a person is the server and the content of the line, or its external id; equal lines
//! are numbered. So the same command, run again, resumes, and a corrected line counts as new.

use std::fs::{File, TryLockError};

use chrono::Utc;

use super::entry_key::EntryKey;
use crate::cli::exit::Exit;
use crate::cli::person::input::EntryPosition;
use crate::cli::person::quirk_store::QuirkStore;
use crate::platform::files::private_options;
use crate::storage;
use crate::storage::{Creation, CreationState, LocalStore, Storage};
use crate::wire::PersonId;

/// The row that holds the options an entry was begun with.
const START_ROW: u32 = 0;

/// The state of each entry, read-only.
#[derive(Debug)]
pub(super) struct CreationHistory {
    /// `None` if the file does not exist.
    file: Option<storage::CreationLog>,
    server: String,
    flags: String,
}

impl CreationHistory {
    pub(super) fn open(local_store: &LocalStore, flags: &str) -> Result<Self, String> {
        let path = local_store.file.as_ref().map_err(Clone::clone)?;
        let file = storage::CreationLog::open(path).map_err(|error| error.to_string())?;
        Ok(Self { file, ..Self::empty(local_store, flags) })
    }

    /// An empty history.
    pub(super) fn empty(local_store: &LocalStore, flags: &str) -> Self {
        Self { file: None, server: local_store.server.clone(), flags: flags.to_owned() }
    }

    /// The external id of an entry that has none: the same in every run.
    pub(super) fn external_id(&self, key: &EntryKey) -> String {
        key.external_id(&self.server)
    }

    pub(super) fn get(&self, key: &EntryKey) -> Result<Option<Creation>, Exit> {
        self.row(key, key.number)
    }

    /// Fails if an earlier run began the entry with other options.
    pub(super) fn check(&self, position: EntryPosition, key: &EntryKey) -> Result<(), Exit> {
        let is_refused = |creation: &Creation| creation.state == CreationState::Refused;
        if self.get(key)?.is_none_or(|creation| is_refused(&creation)) {
            return Ok(());
        }
        match self.row(key, START_ROW)? {
            Some(start) if start.external_id != self.flags => Err(Exit::usage(format!(
                "{position} was started with {}: use the same options, so that nobody is created twice; `person attach` adds people to another job",
                start.external_id
            ))),
            _ => Ok(()),
        }
    }

    fn row(&self, key: &EntryKey, number: u32) -> Result<Option<Creation>, Exit> {
        let Some(file) = &self.file else { return Ok(None) };
        file.creation(&key.batch_key(&self.server), number)
            .map_err(|error| Exit::failure(format!("cannot read what was sent before: {error}")))
    }
}

/// The state of each entry, writable.
#[derive(Debug)]
pub(super) struct Ledger {
    pub(super) history: CreationHistory,
    storage: Storage,
    /// Held while we work: two runs at once would not see what the other has just sent.
    _lock: File,
}

impl Ledger {
    /// Opens the ledger and locks it.
    pub(super) fn open(quirk_store: QuirkStore, flags: &str) -> Result<Self, Exit> {
        let (storage, local_store) = quirk_store.into_parts()?;
        let history = CreationHistory::open(&local_store, flags).map_err(Exit::failure)?;
        let path = local_store.file.map_err(Exit::failure)?.with_extension("db-creating");
        let lock_error = |reason: String| Exit::failure(format!("{}: {reason}", path.display()));
        let lock = private_options().create(true).append(true).open(&path);
        let lock = lock.map_err(|error| lock_error(error.to_string()))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { history, storage, _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(Exit::conflict(
                "another `shortlist person create --from` is running; wait until it ends",
            )),
            Err(TryLockError::Error(error)) => Err(lock_error(error.to_string())),
        }
    }

    /// Records that an entry is about to be sent. Durable on return.
    pub(super) fn begin(&self, key: &EntryKey, external_id: &str) -> Result<(), Exit> {
        self.write(key, START_ROW, &self.history.flags, (CreationState::Created, None))?;
        self.put(key, external_id, CreationState::Sent, None)
    }

    /// Records the state of an entry. Durable on return.
    pub(super) fn put(
        &self,
        key: &EntryKey,
        external_id: &str,
        state: CreationState,
        person: Option<&PersonId>,
    ) -> Result<(), Exit> {
        self.write(key, key.number, external_id, (state, person))
    }

    fn write(
        &self,
        key: &EntryKey,
        number: u32,
        external_id: &str,
        (state, person): (CreationState, Option<&PersonId>),
    ) -> Result<(), Exit> {
        let creation = Creation {
            batch: key.batch_key(&self.history.server),
            line: number,
            external_id: external_id.to_owned(),
            state,
            person: person.cloned(),
            at: Utc::now().into(),
        };
        self.storage
            .put_creation(&creation)
            .map_err(|error| Exit::failure(format!("cannot record what was sent: {error}")))
    }
}
