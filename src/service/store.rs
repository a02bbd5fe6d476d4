//! The service's database behind one type, [`Store`].
//!
//! Routes and commands call `Store` and never an engine. Methods take and return
//! plain records, and each write is one transaction that is on disk when the
//! method returns. `sqlite` holds the SQL; another engine gets a folder beside
//! it, and [`DatabaseUrl`] selects the engine. The rules of the API (what
//! an update means, which input is valid) live in `service`; here are only the
//! checks that need the transaction.

mod association;
mod candidate;
mod database_url;
mod error;
pub(crate) mod ids;
mod model;
pub mod record;
mod sqlite;

use sqlite::api_keys;
use sqlite::export;
use sqlite::import;
use sqlite::pages;
use sqlite::persons;
use sqlite::read;
use sqlite::stage_moves;
use std::sync::Arc;
use std::time::Duration;

use crate::wire::{CandidateId, Job, JobId, Person, PersonId, StageId, Timestamp};

pub(crate) use association::AssociationRequest;
pub use database_url::{DatabaseUrl, ParseDatabaseUrlError};
pub use error::{AssociationError, RecordKind, StoreError};
pub use model::{
    ApiKeyRecord, CompletedMove, IfMissing, NewPerson, Pagination, PersonCreation, PersonEdit,
    StoreStats,
};
use record::StoreRecord;
use sqlite::Sqlite;

/// How long a write waits for another process before it fails with `Busy`.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// A handle to the database. Clones share it.
#[derive(Debug, Clone)]
pub struct Store {
    engine: Arc<Sqlite>,
}

#[expect(clippy::unused_async, reason = "an engine on the network waits where SQLite does not")]
impl Store {
    /// Opens the database and applies pending migrations.
    pub fn open(url: &DatabaseUrl, if_missing: IfMissing) -> Result<Self, StoreError> {
        Self::open_with_timeout(url, if_missing, BUSY_TIMEOUT)
    }

    pub fn open_with_timeout(
        url: &DatabaseUrl,
        if_missing: IfMissing,
        busy_timeout: Duration,
    ) -> Result<Self, StoreError> {
        let DatabaseUrl::Sqlite(path) = url;
        Ok(Self { engine: Arc::new(Sqlite::open(path, if_missing, busy_timeout)?) })
    }

    /// Reads the file without mapping it: mapped pages count as memory of this
    /// process in tools such as `top`.
    pub(crate) fn without_mmap(self) -> Self {
        self.engine.disable_mmap();
        self
    }

    /// Fails when the database does not answer.
    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        self.engine.read_inline(read::ping)
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

    /// Appends a page of all jobs to `out` as a JSON array and returns the
    /// length of the whole list.
    pub(crate) async fn jobs_page_json(
        &self,
        page: Pagination,
        out: &mut Vec<u8>,
    ) -> Result<i64, StoreError> {
        self.engine.read_inline(|db| pages::jobs(db, page, out))
    }

    /// Like [`jobs_page_json`](Self::jobs_page_json), for a job's candidates.
    pub async fn candidates_page_json(
        &self,
        job: &JobId,
        page: Pagination,
        out: &mut Vec<u8>,
    ) -> Result<i64, StoreError> {
        self.engine.read_inline(|db| pages::candidates(db, job, page, out))
    }

    /// Creates a person, or finds the one with the same external id, and adds
    /// the requested association.
    pub(crate) async fn create_person(
        &self,
        new: NewPerson,
        now: Timestamp,
    ) -> Result<PersonCreation, StoreError> {
        self.engine.write(move |db| persons::create(db, new, now)).await
    }

    /// Applies `edit` to the person in one transaction. An error from `edit`
    /// rolls it back.
    pub(crate) async fn update_person<E>(
        &self,
        id: PersonId,
        now: Timestamp,
        edit: impl FnOnce(&mut PersonEdit) -> Result<(), E> + Send + 'static,
    ) -> Result<(), E>
    where
        E: From<StoreError> + Send + 'static,
    {
        self.engine.write(move |db| persons::update(db, &id, now, edit)).await
    }

    pub(crate) async fn keys(&self) -> Result<Vec<ApiKeyRecord>, StoreError> {
        self.engine.read_inline(api_keys::all)
    }

    /// Fails when the name is in use.
    pub async fn add_key(&self, key: ApiKeyRecord) -> Result<(), StoreError> {
        self.engine.write(move |db| api_keys::insert(db, &key)).await
    }

    pub async fn revoke_key(&self, name: String) -> Result<(), StoreError> {
        self.engine.write(move |db| api_keys::delete(db, &name)).await
    }

    /// Moves a candidate to another stage of its job, given by id or name.
    pub(crate) async fn move_candidate(
        &self,
        id: CandidateId,
        stage: String,
        now: Timestamp,
    ) -> Result<CompletedMove, StoreError> {
        self.engine.write(move |db| stage_moves::move_candidate(db, &id, None, &stage, now)).await
    }

    /// Moves a candidate between two stages, given by their ids. Fails when the
    /// candidate is no longer in `from`.
    pub(crate) async fn move_candidate_from(
        &self,
        id: CandidateId,
        (from, to): (StageId, StageId),
        now: Timestamp,
    ) -> Result<CompletedMove, StoreError> {
        self.engine
            .write(move |db| stage_moves::move_candidate(db, &id, Some(&from), to.as_str(), now))
            .await
    }

    pub async fn stats(&self) -> Result<StoreStats, StoreError> {
        self.engine.read(read::stats).await
    }

    /// Inserts all records in one transaction. An error from the iterator rolls
    /// it back.
    pub async fn import<E>(
        &self,
        now: Timestamp,
        records: impl Iterator<Item = Result<StoreRecord, E>> + Send + 'static,
    ) -> Result<(), E>
    where
        E: From<StoreError> + Send + 'static,
    {
        self.engine.write(move |db| import::import(db, now, records)).await
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
