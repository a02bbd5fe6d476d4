//! The service's database behind one type, [`Store`].
//!
//! Routes and commands call `Store` and never an engine. Methods take and return
//! plain records, and each write is one transaction that is on disk when the
//! method returns. `sqlite` holds the SQL; another engine gets a folder beside
//! it, and [`DatabaseUrl`] selects the engine. The rules of the API (what
//! an update means, which input is valid) live in `service`; here are only the
//! checks that need the transaction.

mod association;
mod audit;
mod candidate;
mod changes;
mod context;
mod database_url;
mod error;
pub(crate) mod ids;
mod import;
pub(crate) mod import_entry;
pub(crate) mod import_report;
mod lookup;
mod maintenance;
mod model;
mod own_data;
mod person_merge;
pub(crate) mod pipeline;
pub mod record;
mod sqlite;
pub(crate) mod visible;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::Transaction;

use crate::wire::{CandidateId, Job, JobId, Person, PersonId, Timestamp};

pub(crate) use association::AssociationRequest;
pub use audit::{AuditEntry, AuditQuery};
pub(crate) use changes::DEFAULT_STATUS;
pub(crate) use changes::checked_key_name;
pub use changes::{
    ChangedPipeline, ClientSummary, DeletedPerson, JobEdit, MergedPerson, NewJob, NewStage,
    Outcome, Pipeline, PipelineChange, RemovedCandidate, StagePlace,
};
pub use context::{AuditMode, ChangedFields, Origin, WriteContext};
pub use database_url::{DatabaseUrl, ParseDatabaseUrlError};
pub use error::{AssociationError, RecordKind, StorageFailure, StoreError};
pub(crate) use import::Interrupted;
pub use model::{
    ApiKeyRecord, CompletedMove, CopyProgress, IfMissing, ListState, NewPerson, Pagination,
    PersonCreation, PersonEdit, PreviousSecret, Restored, StorageFigures, StoreStats,
};
use record::StoreRecord;
use sqlite::{Sqlite, api_keys, export, pages, persons, read};

/// How long opening or reading waits for the lock of another process.
const LOCK_WAIT: Duration = Duration::from_secs(5);

/// A handle to the database. Clones share it.
#[derive(Debug, Clone)]
pub struct Store {
    engine: Arc<Sqlite>,
}

#[expect(clippy::unused_async, reason = "an engine on the network waits where SQLite does not")]
impl Store {
    /// Opens the database and applies pending migrations.
    pub fn open(url: &DatabaseUrl, if_missing: IfMissing) -> Result<Self, StoreError> {
        let DatabaseUrl::Sqlite(path) = url;
        Ok(Self { engine: Arc::new(Sqlite::open(path, if_missing, LOCK_WAIT)?) })
    }

    /// Opens a database that is only read. Unlike [`open`](Self::open) it works on a read-only file,
    /// and applies no migrations.
    pub(crate) fn open_read_only(url: &DatabaseUrl) -> Result<Self, StoreError> {
        let DatabaseUrl::Sqlite(path) = url;
        Ok(Self { engine: Arc::new(Sqlite::open_read_only(path, LOCK_WAIT)?) })
    }

    /// The copy that was made of the file before migrations were applied to it.
    pub(crate) fn upgrade_copy(&self) -> Option<&Path> {
        self.engine.upgrade_copy.as_deref()
    }

    /// Reads the file without mapping it: mapped pages count as memory of this
    /// process in tools such as `top`.
    pub(crate) fn without_mmap(self) -> Self {
        self.engine.disable_mmap();
        self
    }

    pub(crate) async fn person(&self, id: &PersonId) -> Result<Person, StoreError> {
        self.engine.read_inline(|db| read::person(db, id))
    }

    /// Appends the candidate to `out` as JSON.
    pub async fn candidate_json(
        &self,
        id: &CandidateId,
        out: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        self.engine.read_inline(|db| read::candidate_json(db, id, out))
    }

    pub(crate) async fn job(&self, id: &JobId) -> Result<Job, StoreError> {
        self.engine.read_inline(|db| read::job(db, id))
    }

    /// The tag of the list of jobs, as [`ListState`] has it.
    pub(crate) async fn jobs_tag(&self) -> Result<i64, StoreError> {
        self.engine.read_inline(pages::jobs_tag)
    }

    /// The tag of a job's list of candidates.
    pub(crate) async fn candidates_tag(&self, job: &JobId) -> Result<i64, StoreError> {
        self.engine.read_inline(|db| pages::candidates_tag(db, job))
    }

    /// Appends a page of all jobs to `out` as a JSON array.
    pub(crate) async fn jobs_page_json(
        &self,
        page: Pagination,
        out: &mut Vec<u8>,
    ) -> Result<ListState, StoreError> {
        self.engine.read_inline(|db| pages::jobs(db, page, out))
    }

    /// Like [`jobs_page_json`](Self::jobs_page_json), for a job's candidates.
    pub async fn candidates_page_json(
        &self,
        job: &JobId,
        page: Pagination,
        out: &mut Vec<u8>,
    ) -> Result<ListState, StoreError> {
        self.engine.read_inline(|db| pages::candidates(db, job, page, out))
    }

    /// Creates a person, or finds the one with the same external id, and adds
    /// the requested association.
    pub(crate) async fn create_person(
        &self,
        new: NewPerson,
        context: WriteContext,
    ) -> Result<PersonCreation, StoreError> {
        self.engine.write(context, move |db, context| persons::create(db, new, context)).await
    }

    /// Applies `edit` to the person in one transaction. An error from `edit`
    /// rolls it back.
    pub(crate) async fn update_person<E>(
        &self,
        id: PersonId,
        context: WriteContext,
        edit: impl FnOnce(&mut PersonEdit) -> Result<(), E> + Send + 'static,
    ) -> Result<Person, E>
    where
        E: From<StoreError> + Send + 'static,
    {
        self.engine.write(context, move |db, context| persons::update(db, &id, context, edit)).await
    }

    pub(crate) async fn keys(&self) -> Result<Vec<ApiKeyRecord>, StoreError> {
        self.engine.read_inline(api_keys::all)
    }

    /// Fails when the name is in use.
    pub async fn add_key(
        &self,
        key: ApiKeyRecord,
        context: WriteContext,
    ) -> Result<(), StoreError> {
        self.engine.write(context, move |db, context| api_keys::insert(db, &key, context)).await
    }

    /// Replaces the secret of the key with this name. The old one stays valid until
    /// `previous_until`.
    pub(crate) async fn rotate_key(
        &self,
        key: ApiKeyRecord,
        previous_until: Option<Timestamp>,
        context: WriteContext,
    ) -> Result<(), StoreError> {
        let work = move |db: &Transaction<'_>, context: &WriteContext| {
            api_keys::rotate(db, &key, previous_until, context)
        };
        self.engine.write(context, work).await
    }

    pub async fn revoke_key(
        &self,
        name: String,
        context: WriteContext,
    ) -> Result<Outcome<()>, StoreError> {
        self.engine.write(context, move |db, context| api_keys::delete(db, &name, context)).await
    }

    pub(crate) async fn mark_keys_used(
        &self,
        used: Vec<(String, Timestamp)>,
        context: WriteContext,
    ) -> Result<(), StoreError> {
        self.engine.write(context, move |db, _context| api_keys::mark_used(db, &used)).await
    }

    pub async fn stats(&self) -> Result<StoreStats, StoreError> {
        self.engine.read(read::stats).await
    }

    /// Passes every record of one snapshot to `visit`, in the order that
    /// [`import`](Self::import) accepts.
    pub async fn export<E>(
        &self,
        visit: impl FnMut(StoreRecord) -> Result<(), E> + Send + 'static,
    ) -> Result<(), E>
    where
        E: From<StoreError> + Send + 'static,
    {
        self.engine.read(move |db| export::export(db, visit)).await
    }
}
