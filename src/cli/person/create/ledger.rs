//! Who of a file was sent and made, on disk before anything leaves.
//!
//! Somebody is known by the server they go to and by what their line says, or by
//! the outside id that it brings; of equal lines, by which of them it is. So the
//! same command, run again, goes on where it was; and where a line was put right,
//! only that one is new.

use std::fs::{File, TryLockError};
use std::os::unix::fs::OpenOptionsExt;

use chrono::Utc;

use super::key::Key;
use crate::cli::exit::Exit;
use crate::cli::person::input::Place;
use crate::cli::person::memory::Memory;
use crate::storage;
use crate::storage::{Creation, CreationState, Storage, StorageError};
use crate::tui::runtime::storage_thread::local_store::LocalStore;
use crate::wire::PersonId;

/// Where the options stand that a line was begun with.
const BEGUN: u32 = 0;

/// How far everybody came, only to be read.
#[derive(Debug)]
pub(super) struct Past {
    /// None where nothing was ever written down.
    file: Option<storage::Past>,
    server: String,
    /// The options that matter.
    mark: String,
}

impl Past {
    /// Looks into what is there.
    pub(super) fn open(memories: &LocalStore, mark: &str) -> Result<Self, String> {
        let path = memories.file.as_ref().map_err(Clone::clone)?;
        let file = storage::Past::open(path).map_err(|error| error.to_string())?;
        Ok(Self { file, ..Self::nothing(memories, mark) })
    }

    /// As if nothing had been written down.
    pub(super) fn nothing(memories: &LocalStore, mark: &str) -> Self {
        Self { file: None, server: memories.server.clone(), mark: mark.to_owned() }
    }

    /// The outside id of somebody who brings none: the same at every run.
    pub(super) fn outside(&self, key: &Key) -> String {
        key.outside(&self.server)
    }

    /// How far somebody is.
    pub(super) fn at(&self, key: &Key) -> Result<Option<Creation>, Exit> {
        self.row(key, key.number)
    }

    /// Sees to it that whoever was sent goes on as they were begun.
    pub(super) fn check(&self, place: Place, key: &Key) -> Result<(), Exit> {
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

    fn row(&self, key: &Key, number: u32) -> Result<Option<Creation>, Exit> {
        let Some(file) = &self.file else { return Ok(None) };
        file.creation(&key.batch(&self.server), number)
            .map_err(|error| Exit::failure(format!("what was sent before cannot be read: {error}")))
    }
}

/// How far everybody came, to be gone on with.
#[derive(Debug)]
pub(super) struct Ledger {
    pub(super) past: Past,
    local: Storage,
    /// Locked while we work: of two that make the same people at once, each
    /// would miss what the other has just sent.
    _alone: File,
}

impl Ledger {
    /// Opens it for one at a time.
    pub(super) fn open(memory: Memory, mark: &str) -> Result<Self, Exit> {
        let (local, memories) = memory.into_local()?;
        let past = Past::open(&memories, mark).map_err(Exit::failure)?;
        let place = memories.file.map_err(Exit::failure)?.with_extension("db-creating");
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

    /// Writes down that somebody is about to be sent. On disk when this returns.
    pub(super) fn begin(&self, key: &Key, outside: &str) -> Result<(), Exit> {
        self.write(key, BEGUN, &self.past.mark, (CreationState::Made, None))?;
        self.put(key, outside, CreationState::Sent, None)
    }

    /// Writes down how far somebody is. On disk when this returns.
    pub(super) fn put(
        &self,
        key: &Key,
        outside: &str,
        state: CreationState,
        person: Option<&PersonId>,
    ) -> Result<(), Exit> {
        self.write(key, key.number, outside, (state, person))
    }

    fn write(
        &self,
        key: &Key,
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
