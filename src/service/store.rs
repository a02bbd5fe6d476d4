//! All that the service keeps, behind one type.
//!
//! Routes and commands speak to [`Store`] and never to an engine: every method
//! takes and gives plain records, and each write is one transaction that is on
//! disk before the method returns. Another engine would stand beside `sqlite`
//! and be chosen by [`Place`]. The rules of the interface (what a patch means,
//! what is valid) are not here but in `service`; only what must hold inside a
//! transaction is.

pub mod database_url;
pub mod error;
pub mod ids;
pub mod record;
mod sqlite;

use std::sync::Arc;
use std::time::Duration;

use crate::wire::{
    CandidateId, ClientContactId, ClientId, Job, JobId, Person, PersonId, StageId, Timestamp,
};

pub use database_url::DatabaseUrl;
pub use error::{AssociationError, RecordKind, StoreError};
use record::{PersonRecord, StoreRecord};
use sqlite::Sqlite;

/// How long a write waits for another process.
const PATIENCE: Duration = Duration::from_secs(5);

/// The service's database. Cloning shares it.
#[derive(Debug, Clone)]
pub struct Store {
    engine: Arc<Sqlite>,
}

/// Whether a missing database is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfMissing {
    /// It is made, empty.
    Create,
    /// It is an error.
    Fail,
}

/// A stretch of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pagination {
    /// How many records are skipped.
    pub offset: i64,
    /// How many are wanted at most.
    pub limit: i64,
}

/// A person to be made, and where to place them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NewPerson {
    /// The person; the id is given by the store.
    pub record: PersonRecord,
    /// The job or client they come with.
    pub placing: AssociationRequest,
}

/// The job or client that a new person comes with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AssociationRequest {
    /// The job itself.
    pub job_id: Option<JobId>,
    /// Or its name.
    pub job_name: Option<String>,
    /// The client, to narrow the job or to be a contact at.
    pub client_id: Option<ClientId>,
    /// Or its name.
    pub client_name: Option<String>,
}

/// What making a person brought.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonCreation {
    /// The person: new, or the one that had the external id already.
    pub record: PersonRecord,
    /// Their place in the job asked for.
    pub candidate_id: Option<CandidateId>,
    /// Their place at the client asked for.
    pub client_contact_id: Option<ClientContactId>,
}

/// A person in the middle of an edit.
#[derive(Debug)]
pub struct PersonEdit {
    /// As a read would show them now.
    pub shown: Person,
    /// What may be changed.
    pub record: PersonRecord,
    /// A job to add them to.
    pub attach: Option<JobId>,
}

/// A service key as it is kept: never the key itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKeyRecord {
    /// What the operator calls it.
    pub name: String,
    /// SHA-256 of the key.
    pub digest: [u8; 32],
    /// Whether it may only read.
    pub read_only: bool,
    /// When it was given out.
    pub created_at: Timestamp,
}

/// What a move between stages did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageMove {
    /// Whose.
    pub candidate_name: String,
    /// In which job.
    pub job_name: String,
    /// The stage left.
    pub from: String,
    /// The stage entered.
    pub to: String,
}

/// How much there is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoreStats {
    /// Jobs in all.
    pub jobs: i64,
    /// Jobs put away.
    pub archived_jobs: i64,
    /// Clients.
    pub clients: i64,
    /// Persons.
    pub persons: i64,
    /// Candidates in all jobs.
    pub candidates: i64,
    /// Keys given out.
    pub keys: i64,
    /// Size of the database file in bytes.
    pub bytes: i64,
}

#[expect(clippy::unused_async, reason = "another engine has to wait where SQLite need not")]
impl Store {
    /// Opens a database and brings it up to date.
    pub fn open(place: &DatabaseUrl, missing: IfMissing) -> Result<Self, StoreError> {
        Self::open_with_timeout(place, missing, PATIENCE)
    }

    /// The same; a write waits so long for another process before it says so.
    pub fn open_with_timeout(
        place: &DatabaseUrl,
        missing: IfMissing,
        patience: Duration,
    ) -> Result<Self, StoreError> {
        let DatabaseUrl::Sqlite(path) = place;
        Ok(Self { engine: Arc::new(Sqlite::open(path, missing, patience)?) })
    }

    /// The same database without its file in this program's memory: for one
    /// whose memory somebody looks at.
    #[must_use]
    pub fn without_mmap(self) -> Self {
        self.engine.unmap();
        self
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.engine.glance(sqlite::stats::ping)
    }

    /// One person, as read.
    pub async fn person(&self, id: &PersonId) -> Result<Person, StoreError> {
        self.engine.glance(|db| sqlite::read::person(db, id))
    }

    /// One candidate, as read: its JSON, written out when it last changed.
    pub async fn candidate_json(&self, id: &CandidateId) -> Result<String, StoreError> {
        self.engine.glance(|db| sqlite::read::candidate(db, id))
    }

    /// One job, as read.
    pub async fn job(&self, id: &JobId) -> Result<Job, StoreError> {
        self.engine.glance(|db| sqlite::read::job(db, id))
    }

    /// Appends a page of all jobs to `into`, as a JSON array; gives the length
    /// of the whole list.
    pub async fn jobs_page_json(
        &self,
        window: Pagination,
        into: &mut Vec<u8>,
    ) -> Result<i64, StoreError> {
        self.engine.glance(|db| sqlite::page::jobs(db, window, into))
    }

    /// The same for a job's candidates.
    pub async fn candidates_page_json(
        &self,
        job: &JobId,
        window: Pagination,
        into: &mut Vec<u8>,
    ) -> Result<i64, StoreError> {
        self.engine.glance(|db| sqlite::page::candidates(db, job, window, into))
    }

    /// Makes a person, or finds the one with the same external id, and places them.
    pub async fn create_person(
        &self,
        new: NewPerson,
        now: Timestamp,
    ) -> Result<PersonCreation, StoreError> {
        self.engine.write(move |db| sqlite::people::make(db, new, now)).await
    }

    /// Changes a person as `edit` says, all or nothing; an error from `edit`
    /// leaves everything as it was.
    pub async fn update_person<E>(
        &self,
        id: PersonId,
        now: Timestamp,
        edit: impl FnOnce(&mut PersonEdit) -> Result<(), E> + Send + 'static,
    ) -> Result<(), E>
    where
        E: From<StoreError> + Send + 'static,
    {
        self.engine.write(move |db| sqlite::people::edit(db, &id, now, edit)).await
    }

    /// All keys.
    pub async fn keys(&self) -> Result<Vec<ApiKeyRecord>, StoreError> {
        self.engine.glance(sqlite::keys::all)
    }

    /// Keeps a key; its name must be free.
    pub async fn add_key(&self, key: ApiKeyRecord) -> Result<(), StoreError> {
        self.engine.write(move |db| sqlite::keys::add(db, &key)).await
    }

    /// Forgets a key.
    pub async fn revoke_key(&self, name: String) -> Result<(), StoreError> {
        self.engine.write(move |db| sqlite::keys::revoke(db, &name)).await
    }

    /// Puts a candidate into another stage of its job, named by id or name,
    /// and adds that to its history.
    pub async fn move_candidate(
        &self,
        id: CandidateId,
        stage: String,
        now: Timestamp,
    ) -> Result<StageMove, StoreError> {
        self.engine.write(move |db| sqlite::moves::move_candidate(db, &id, None, &stage, now)).await
    }

    /// The same, by the ids of the stages: only one who is still in `from` is moved.
    pub async fn move_candidate_from(
        &self,
        id: CandidateId,
        (from, to): (StageId, StageId),
        now: Timestamp,
    ) -> Result<StageMove, StoreError> {
        self.engine
            .write(move |db| sqlite::moves::move_candidate(db, &id, Some(&from), to.as_str(), now))
            .await
    }

    /// Counts, for people.
    pub async fn stats(&self) -> Result<StoreStats, StoreError> {
        self.engine.read(sqlite::stats::stats).await
    }

    /// Adds entries, all or none. A failing source leaves everything as it was.
    pub async fn import<E>(
        &self,
        now: Timestamp,
        entries: impl Iterator<Item = Result<StoreRecord, E>> + Send + 'static,
    ) -> Result<(), E>
    where
        E: From<StoreError> + Send + 'static,
    {
        self.engine.write(move |db| sqlite::load::load(db, now, entries)).await
    }

    /// Gives every entry to `each`, in the order that [`load`](Self::load)
    /// takes, from one moment in time.
    pub async fn export<E>(
        &self,
        each: impl FnMut(StoreRecord) -> Result<(), E> + Send + 'static,
    ) -> Result<(), E>
    where
        E: From<StoreError> + Send + 'static,
    {
        self.engine.read(move |db| sqlite::export::export(db, each)).await
    }
}
