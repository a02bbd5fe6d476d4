//! The service's database behind one type, [`Store`].
//!
//! Routes and commands call `Store` and never an engine. Methods take and return
//! plain records, and each write is one transaction that is on disk when the
//! method returns. [`DatabaseUrl`] selects the engine, `sqlite` or `postgres`; the
//! statements that both run are in `sql`. The rules of the API (what
//! an update means, which input is valid) live in `service`; here are only the
//! checks that need the transaction.

mod association;
mod audit;
mod candidate;
mod changes;
mod context;
mod copy;
mod database_url;
mod engine;
mod error;
mod health;
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
mod postgres;
pub mod record;
mod sql;
mod sqlite;
mod tables;
mod values;
pub(crate) mod visible;

use std::path::Path;
use std::sync::Arc;

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
pub use database_url::{DatabaseUrl, ParseDatabaseUrlError, PostgresLogin};
use engine::Engine;
pub use error::{AssociationError, RecordKind, StorageFailure, StoreError};
pub(crate) use import::Interrupted;
pub(crate) use maintenance::SERVER_BACKUPS;
pub use model::{
    ApiKeyRecord, CompletedMove, CopyProgress, IfMissing, ListState, NewPerson, Pagination,
    PersonCreation, PersonEdit, PreviousSecret, Restored, StorageFigures, StoreStats,
};
pub use postgres::{AddressError, PostgresAddress};
use record::StoreRecord;
pub(crate) use sql::people::NameRow;
use sql::{Db, api_keys, export, persons, read};
use sqlite::pages;

/// A handle to the database. Clones share it.
#[derive(Debug, Clone)]
pub struct Store {
    engine: Arc<Engine>,
}

impl Store {
    /// Opens the database and applies pending migrations.
    pub async fn open(url: &DatabaseUrl, if_missing: IfMissing) -> Result<Self, StoreError> {
        Ok(Self { engine: Arc::new(Engine::open(url, if_missing).await?) })
    }

    /// Opens a database that is only read. Unlike [`open`](Self::open) it works on a read-only file,
    /// and applies no migrations.
    pub(crate) async fn open_read_only(url: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(Self { engine: Arc::new(Engine::open_read_only(url).await?) })
    }

    /// Whether there is a database at this address.
    pub(crate) async fn exists(url: &DatabaseUrl) -> Result<bool, StoreError> {
        Engine::exists(url).await
    }

    /// The copy that was made of the file before migrations were applied to it.
    pub(crate) fn upgrade_copy(&self) -> Option<&Path> {
        self.engine.upgrade_copy()
    }

    /// What the operator should know about the settings of the database.
    pub(crate) fn warnings(&self) -> &[String] {
        self.engine.warnings()
    }

    /// Reads the file without mapping it: mapped pages count as memory of this
    /// process in tools such as `top`.
    pub(crate) fn without_mmap(self) -> Self {
        if let Engine::Sqlite(engine) = &*self.engine {
            engine.disable_mmap();
        }
        self
    }

    /// Lets at most so many writes of the API share a commit of an `SQLite` file. The benchmark compares
    /// with one commit for each.
    #[must_use]
    pub fn with_group_limit(self, writes: usize) -> Self {
        if let Engine::Sqlite(engine) = &*self.engine {
            engine.limit_groups(writes);
        }
        self
    }

    pub(crate) async fn person(&self, id: &PersonId) -> Result<Person, StoreError> {
        match &*self.engine {
            Engine::Sqlite(engine) => engine.read_snapshot(|db| read::person(db, id)),
            // Boxed, here and below: otherwise the future of every read, which is moved, would be large.
            Engine::Postgres(engine) => Box::pin(engine.person(id)).await,
        }
    }

    /// Appends the candidate to `out` as JSON.
    pub async fn candidate_json(
        &self,
        id: &CandidateId,
        out: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        match &*self.engine {
            Engine::Sqlite(engine) => engine.read_inline(|db| pages::candidate_json(db, id, out)),
            Engine::Postgres(engine) => Box::pin(engine.candidate_json(id, out)).await,
        }
    }

    pub(crate) async fn job(&self, id: &JobId) -> Result<Job, StoreError> {
        match &*self.engine {
            Engine::Sqlite(engine) => engine.read_snapshot(|db| read::job(db, id)),
            Engine::Postgres(engine) => Box::pin(engine.job(id)).await,
        }
    }

    /// The tag of the list of jobs, as [`ListState`] has it.
    pub(crate) async fn jobs_tag(&self) -> Result<i64, StoreError> {
        match &*self.engine {
            Engine::Sqlite(engine) => engine.read_inline(pages::jobs_tag),
            Engine::Postgres(engine) => Box::pin(engine.jobs_tag()).await,
        }
    }

    /// The tag of a job's list of candidates.
    pub(crate) async fn candidates_tag(&self, job: &JobId) -> Result<i64, StoreError> {
        match &*self.engine {
            Engine::Sqlite(engine) => engine.read_inline(|db| pages::candidates_tag(db, job)),
            Engine::Postgres(engine) => Box::pin(engine.candidates_tag(job)).await,
        }
    }

    /// Appends a page of all jobs to `out` as a JSON array.
    pub(crate) async fn jobs_page_json(
        &self,
        page: Pagination,
        out: &mut Vec<u8>,
    ) -> Result<ListState, StoreError> {
        match &*self.engine {
            Engine::Sqlite(engine) => engine.read_inline(|db| pages::jobs(db, page, out)),
            Engine::Postgres(engine) => Box::pin(engine.jobs_page(page, out)).await,
        }
    }

    /// Like [`jobs_page_json`](Self::jobs_page_json), for a job's candidates.
    pub async fn candidates_page_json(
        &self,
        job: &JobId,
        page: Pagination,
        out: &mut Vec<u8>,
    ) -> Result<ListState, StoreError> {
        match &*self.engine {
            Engine::Sqlite(engine) => {
                engine.read_inline(|db| pages::candidates(db, job, page, out))
            }
            Engine::Postgres(engine) => Box::pin(engine.candidates_page(job, page, out)).await,
        }
    }

    /// Creates a person, or finds the one with the same external id, and adds
    /// the requested association.
    pub(crate) async fn create_person(
        &self,
        new: NewPerson,
        context: WriteContext,
    ) -> Result<PersonCreation, StoreError> {
        let create =
            move |db: &Db<'_>, context: &WriteContext| persons::create(db, new.clone(), context);
        self.engine.write_beside_others(context, create).await
    }

    /// Applies `edit` to the person in one transaction. An error from `edit`
    /// rolls it back.
    pub(crate) async fn update_person<E>(
        &self,
        id: PersonId,
        context: WriteContext,
        edit: impl Fn(&mut PersonEdit) -> Result<(), E> + Send + 'static,
    ) -> Result<Person, E>
    where
        E: From<StoreError> + Send + 'static,
    {
        let update =
            move |db: &Db<'_>, context: &WriteContext| persons::update(db, &id, context, &edit);
        self.engine.write_beside_others(context, update).await
    }

    pub(crate) async fn keys(&self) -> Result<Vec<ApiKeyRecord>, StoreError> {
        self.engine.read_few(api_keys::all).await
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
        let work = move |db: &Db<'_>, context: &WriteContext| {
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
        let mark = move |db: &Db<'_>, _: &WriteContext| api_keys::mark_used(db, &used);
        self.engine.write_beside_others(context, mark).await
    }

    pub async fn stats(&self) -> Result<StoreStats, StoreError> {
        self.engine.stats().await
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
