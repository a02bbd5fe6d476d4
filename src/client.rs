//! The way to any server of the interface, however it behaves.
//!
//! One method an operation, a typed error that tells what its caller must know
//! ([`ClientError`]), one budget for all requests (`gate`), and [`Walk`] for
//! whole lists. Reads are tried again; writes are not, unless they never left.
//! Dropping a call drops its connection. The only room that names reqwest; it
//! knows nothing of panes, files or the service.

mod address;
mod cause;
mod decode;
mod error;
mod exchange;
mod gate;
mod journal;
mod list;
mod options;
mod problem;
mod retry_after;
mod send;
mod walk;

use std::sync::Arc;

use reqwest::Method;
use reqwest::header::{ETAG, HeaderValue};
use serde::Serialize;
use tokio::sync::mpsc::UnboundedSender;

pub use address::{Address, AddressError};
pub use cause::Cause;
pub use error::{ClientError, Fault, FieldProblem, Refusal, Retry, Sent, Stage, What};
pub use gate::{Load, Priority};
pub use journal::{Note, Noted, RequestId, Trouble};
pub use list::{List, Listed, PAGE, Page};
pub use options::{Options, SetupError};
pub use secrecy::SecretString;
pub use walk::{Gap, Leaf, Reason, Row, Statement, Walk};

use crate::wire::tolerant::Tolerant;
use crate::wire::{
    Candidate, CandidateId, CandidateItem, CreatePerson, CreatePersonV0, Job, JobId, JobItem,
    Person, PersonCreated, PersonCreatedV0, PersonId, UpdateNotice, UpdatePerson,
};
use exchange::{Ask, Whole};
use send::Line;

/// A server, and the budget of requests to it. Cheap to clone: clones share.
#[derive(Debug, Clone)]
pub struct Client {
    line: Arc<Line>,
    priority: Priority,
}

/// A record with what is needed to change it safely.
#[derive(Debug, Clone, PartialEq)]
pub struct Read<T> {
    /// The record.
    pub record: T,
    /// The server's mark of this version, if it gives one.
    pub etag: Option<String>,
}

/// An answer to a page that was not looked at yet.
struct Unread {
    ask: Ask,
    whole: Whole,
}

impl Unread {
    fn page<T: Listed>(self) -> Result<Page<T>, ClientError> {
        decode::page(&self.ask, &self.whole)
    }
}

impl Client {
    /// A client for a server. Nothing is sent yet.
    pub fn new(address: &Address, options: &Options) -> Result<Self, SetupError> {
        let line = Arc::new(Line::new(address.clone(), options)?);
        Ok(Self { line, priority: Priority::Interactive })
    }

    /// The same server, asked with another priority.
    #[must_use]
    pub fn at(&self, priority: Priority) -> Self {
        Self { line: Arc::clone(&self.line), priority }
    }

    /// Goes on with another key after one was refused.
    pub fn set_key(&self, key: &SecretString) -> Result<(), SetupError> {
        self.line.set_key(key)
    }

    /// What is out, what waits, and whether the server asked for a pause.
    #[must_use]
    pub fn load(&self) -> Load {
        self.line.load()
    }

    /// Tells what becomes of every request from now on, of all clones. Who was
    /// told before is told no more.
    pub fn tell(&self, listener: UnboundedSender<Note>) {
        self.line.tell(listener);
    }

    /// Ends a request at once, wherever it is: its caller gets
    /// [`What::Cancelled`]. False if it is over, or was never told of.
    #[must_use]
    pub fn cancel(&self, id: RequestId) -> bool {
        self.line.cancel(id)
    }

    /// Where the server is.
    #[must_use]
    pub fn address(&self) -> &Address {
        self.line.address()
    }

    /// Lists jobs.
    pub async fn list_jobs(&self, offset: u64, limit: u64) -> Result<Page<JobItem>, ClientError> {
        self.page(&List::jobs(), offset, limit).await
    }

    /// Lists the candidates of a job.
    pub async fn list_candidates(
        &self,
        job: &JobId,
        offset: u64,
        limit: u64,
    ) -> Result<Page<CandidateItem>, ClientError> {
        self.page(&List::candidates(job), offset, limit).await
    }

    /// Reads a job with its pipeline.
    pub async fn read_job(&self, id: &JobId) -> Result<Read<Job>, ClientError> {
        self.read(&["v1", "jobs", id.as_str()]).await
    }

    /// Reads a candidate with its history.
    pub async fn read_candidate(&self, id: &CandidateId) -> Result<Read<Candidate>, ClientError> {
        self.read(&["v1", "candidates", id.as_str()]).await
    }

    /// Reads a person.
    pub async fn read_person(&self, id: &PersonId) -> Result<Read<Person>, ClientError> {
        self.read(&["v1", "persons", id.as_str()]).await
    }

    /// Creates a person.
    pub async fn create_person(&self, person: &CreatePerson) -> Result<PersonCreated, ClientError> {
        let ask = self.writing(Method::POST, &["v1", "persons"], person)?;
        let whole = self.line.send(&ask, self.priority).await?;
        decode::record(&ask, &whole)
    }

    /// Creates a person the old way.
    pub async fn create_person_v0(
        &self,
        person: &CreatePersonV0,
    ) -> Result<PersonCreatedV0, ClientError> {
        let ask = self.writing(Method::POST, &["v0", "persons"], person)?;
        let whole = self.line.send(&ask, self.priority).await?;
        decode::record_v0(&ask, &whole)
    }

    /// Updates a person; with an `etag`, only if nobody else did meanwhile.
    pub async fn update_person(
        &self,
        id: &PersonId,
        changes: &UpdatePerson,
        etag: Option<&str>,
    ) -> Result<UpdateNotice, ClientError> {
        let mut ask = self.writing(Method::PATCH, &["v1", "persons", id.as_str()], changes)?;
        // A mark that no header can carry did not come from a server.
        ask.if_match = etag.and_then(|etag| HeaderValue::from_str(etag).ok());
        let whole = self.line.send(&ask, self.priority).await?;
        decode::notice(&ask, &whole)
    }

    /// Reads a page of a list.
    pub async fn page<T: Listed>(
        &self,
        list: &List<T>,
        offset: u64,
        limit: u64,
    ) -> Result<Page<T>, ClientError> {
        self.unread(list, offset, limit).await?.page()
    }

    /// Reads a whole list, page by page.
    #[must_use]
    pub fn walk<T: Listed>(&self, list: &List<T>) -> Walk<T> {
        Walk::new(self.clone(), list.clone(), None)
    }

    /// Reads a list from its beginning until there are so many records.
    #[must_use]
    pub fn walk_until<T: Listed>(&self, list: &List<T>, enough: u64) -> Walk<T> {
        Walk::new(self.clone(), list.clone(), Some(enough))
    }

    async fn unread<T: Listed>(
        &self,
        list: &List<T>,
        offset: u64,
        limit: u64,
    ) -> Result<Unread, ClientError> {
        let mut url = self.line.url("GET", &list.path())?;
        url.set_query(Some(&format!("offset={offset}&limit={}", limit.clamp(1, PAGE))));
        let ask = Ask::get(url);
        let whole = self.line.send(&ask, self.priority).await?;
        Ok(Unread { ask, whole })
    }

    async fn read<T: Tolerant>(&self, path: &[&str]) -> Result<Read<T>, ClientError> {
        let ask = Ask::get(self.line.url("GET", path)?);
        let whole = self.line.send(&ask, self.priority).await?;
        let etag = whole.headers.get(ETAG).and_then(|tag| tag.to_str().ok()).map(str::to_owned);
        Ok(Read { record: decode::record(&ask, &whole)?, etag })
    }

    fn writing(
        &self,
        method: Method,
        path: &[&str],
        body: &impl Serialize,
    ) -> Result<Ask, ClientError> {
        let url = self.line.url(method.as_str(), path)?;
        // Our own shapes are maps of texts: they can always be written.
        let body = serde_json::to_vec(body).unwrap_or_default();
        Ok(Ask::with(method, url, body))
    }
}
