//! The HTTP client for every server that implements the API, however it behaves.
//!
//! It has one method per operation, typed errors ([`ClientError`]), one request budget for all
//! clones (`limiter`), and `Paginator` for complete lists. Reads are retried; writes only if they
//! certainly were never sent. Dropping a call drops its connection. This is the only module that
//! uses reqwest; it knows nothing of screens, files or the service.

mod address;
mod decode;
mod error;
mod error_body;
mod event;
mod http;
mod limiter;
mod list;
mod long_texts;
mod network_error;
mod options;
mod page_reader;
mod paginate;
mod probe;
mod request_log;
mod request_trace;
mod retry_after;
mod tls_probe;
mod transport;

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{IF_MATCH, IF_NONE_MATCH};
use serde::Serialize;
use tokio::sync::mpsc::UnboundedSender;

pub use address::{Address, AddressError};
pub use decode::Versioned;
pub use error::{
    ClientError, Delivery, ErrorKind, Fault, Refusal, Retry, ServerFieldError, TimeoutPhase,
};
pub use event::{ClientEvent, RequestEvent, RequestFailure, RequestId};
pub use limiter::{Load, Priority, Rate};
pub use list::{ListEndpoint, ListItem};
pub use network_error::{NetworkCause, NetworkError};
pub use options::{Options, SetupError};
pub use paginate::{Batch, Completeness, FetchedRow, Gap, GapReason, Paginator};
pub(crate) use probe::RawAnswer;
pub(crate) use request_log::safe_cause;
pub use secrecy::SecretString;
pub(crate) use tls_probe::TlsDetails;

use crate::wire::{
    Candidate, CandidateId, CandidateItem, CreatePerson, CreatePersonV0, Job, JobId, JobItem, Page,
    Person, PersonCreated, PersonCreatedV0, PersonId, UpdateNotice, UpdatePerson,
};
use decode::Identified;
use http::{Request, Response};
use page_reader::{PageReader, ReadOptions};
use transport::Transport;

/// A client for one server. Cheap to clone: clones share connections and budget.
#[derive(Debug, Clone)]
pub struct Client {
    transport: Arc<Transport>,
    reads: ReadOptions,
    visibility_wait: Duration,
}

impl Client {
    /// Sets up a client for a server without connecting to it.
    pub fn new(address: &Address, options: &Options) -> Result<Self, SetupError> {
        let transport = Arc::new(Transport::new(address.clone(), options)?);
        let visibility_wait = options.visibility_wait;
        let reads = ReadOptions { priority: Priority::Interactive, is_bulk: false, max_text: None };
        Ok(Self { transport, reads, visibility_wait })
    }

    #[must_use]
    pub fn with_priority(&self, priority: Priority) -> Self {
        Self { reads: ReadOptions { priority, ..self.reads }, ..self.clone() }
    }

    /// For the pages of a list whose length is known, which [`Rate::interactive`] lets through.
    #[must_use]
    pub fn for_bulk(&self) -> Self {
        Self { reads: ReadOptions { is_bulk: true, ..self.reads }, ..self.clone() }
    }

    /// For a caller that shows only the beginning of a text: those with more characters may be cut
    /// there.
    #[must_use]
    pub fn with_max_text(&self, chars: usize) -> Self {
        Self { reads: ReadOptions { max_text: Some(chars), ..self.reads }, ..self.clone() }
    }

    /// Replaces the key, and unlocks the client if the server rejected the old one.
    pub fn set_key(&self, key: &SecretString) -> Result<(), SetupError> {
        self.transport.set_key(key)
    }

    #[must_use]
    pub fn load(&self) -> Load {
        self.transport.load()
    }

    /// How long to look again for a change that the server accepted but does not show yet.
    #[must_use]
    pub const fn visibility_wait(&self) -> Duration {
        self.visibility_wait
    }

    /// Does not look again: for the rest of a batch on a server that shows changes late.
    #[must_use]
    pub fn without_visibility_wait(&self) -> Self {
        Self { visibility_wait: Duration::ZERO, ..self.clone() }
    }

    /// Ends a pause that the server asked for, because the user does not want to wait.
    pub fn end_pause(&self) {
        self.transport.end_pause();
    }

    /// Sends the events of all clones to this subscriber, which replaces any other.
    pub fn subscribe(&self, subscriber: UnboundedSender<ClientEvent>) {
        self.transport.subscribe(subscriber);
    }

    /// Ends a request at once: its caller gets [`ErrorKind::Cancelled`]. Returns false if it has
    /// ended, or was never reported to a subscriber.
    #[must_use]
    pub fn cancel(&self, id: RequestId) -> bool {
        self.transport.cancel(id)
    }

    pub async fn list_jobs(&self, offset: u64, limit: u64) -> Result<Page<JobItem>, ClientError> {
        self.page(&ListEndpoint::jobs(), offset, limit).await
    }

    pub async fn list_candidates(
        &self,
        job: &JobId,
        offset: u64,
        limit: u64,
    ) -> Result<Page<CandidateItem>, ClientError> {
        self.page(&ListEndpoint::candidates(job), offset, limit).await
    }

    pub async fn read_job(&self, id: &JobId) -> Result<Versioned<Job>, ClientError> {
        self.read("jobs", id.as_str()).await
    }

    pub async fn read_candidate(
        &self,
        id: &CandidateId,
    ) -> Result<Versioned<Candidate>, ClientError> {
        self.read("candidates", id.as_str()).await
    }

    pub async fn read_person(&self, id: &PersonId) -> Result<Versioned<Person>, ClientError> {
        self.read("persons", id.as_str()).await
    }

    /// Returns None if the job still has this tag. Without a tag it is always read.
    pub async fn read_job_if_changed(
        &self,
        id: &JobId,
        etag: Option<&str>,
    ) -> Result<Option<Versioned<Job>>, ClientError> {
        self.read_if_changed("jobs", id.as_str(), etag).await
    }

    /// Returns None if the candidate still has this tag.
    pub async fn read_candidate_if_changed(
        &self,
        id: &CandidateId,
        etag: Option<&str>,
    ) -> Result<Option<Versioned<Candidate>>, ClientError> {
        self.read_if_changed("candidates", id.as_str(), etag).await
    }

    /// Returns None if the person still has this tag.
    pub async fn read_person_if_changed(
        &self,
        id: &PersonId,
        etag: Option<&str>,
    ) -> Result<Option<Versioned<Person>>, ClientError> {
        self.read_if_changed("persons", id.as_str(), etag).await
    }

    pub async fn create_person(&self, person: &CreatePerson) -> Result<PersonCreated, ClientError> {
        let request = self.write_request(Method::POST, &["v1", "persons"], person)?;
        decode::record(&request, &self.send(&request).await?)
    }

    pub async fn create_person_v0(
        &self,
        person: &CreatePersonV0,
    ) -> Result<PersonCreatedV0, ClientError> {
        let request = self.write_request(Method::POST, &["v0", "persons"], person)?;
        decode::record_v0(&request, &self.send(&request).await?)
    }

    /// Updates a person; with an `etag`, only if the record still has that version.
    pub async fn update_person(
        &self,
        id: &PersonId,
        changes: &UpdatePerson,
        etag: Option<&str>,
    ) -> Result<UpdateNotice, ClientError> {
        let path = ["v1", "persons", id.as_str()];
        let request = self.write_request(Method::PATCH, &path, changes)?.with_tag(IF_MATCH, etag);
        decode::update_notice(&request, &self.send(&request).await?, id.as_str())
    }

    pub(crate) async fn page<T: ListItem>(
        &self,
        list: &ListEndpoint<T>,
        offset: u64,
        limit: u64,
    ) -> Result<Page<T>, ClientError> {
        self.page_reader(list).fetch(offset, limit, None).await?.decode()
    }

    /// Returns None if the page still has this tag.
    pub async fn page_if_changed<T: ListItem>(
        &self,
        list: &ListEndpoint<T>,
        offset: u64,
        limit: u64,
        etag: Option<&str>,
    ) -> Result<Option<Versioned<Page<T>>>, ClientError> {
        self.page_reader(list).fetch(offset, limit, etag).await?.decode_if_changed()
    }

    /// Reads a complete list, page by page.
    #[must_use]
    pub fn paginate<T: ListItem>(&self, list: &ListEndpoint<T>) -> Paginator<T> {
        Paginator::new(self.page_reader(list), None)
    }

    /// Reads a list from its start until it has at least `max` rows.
    #[must_use]
    pub fn paginate_up_to<T: ListItem>(&self, list: &ListEndpoint<T>, max: u64) -> Paginator<T> {
        Paginator::new(self.page_reader(list), Some(max))
    }

    fn page_reader<T: ListItem>(&self, list: &ListEndpoint<T>) -> PageReader<T> {
        PageReader::new(Arc::clone(&self.transport), self.reads, list.clone())
    }

    /// Reads a record. Fails if the server sends another one.
    async fn read<T: Identified>(
        &self,
        collection: &str,
        id: &str,
    ) -> Result<Versioned<T>, ClientError> {
        let (request, response) = self.get(collection, id, None).await?;
        Ok(Versioned { record: decode::requested(&request, &response, id)?, etag: response.etag() })
    }

    async fn read_if_changed<T: Identified>(
        &self,
        collection: &str,
        id: &str,
        etag: Option<&str>,
    ) -> Result<Option<Versioned<T>>, ClientError> {
        let (request, response) = self.get(collection, id, etag).await?;
        decode::if_changed(&response, || decode::requested(&request, &response, id))
    }

    async fn get(
        &self,
        collection: &str,
        id: &str,
        etag: Option<&str>,
    ) -> Result<(Request, Response), ClientError> {
        let url = self.transport.url("GET", &["v1", collection, id])?;
        let request = Request { max_text: self.reads.max_text, ..Request::get(url) };
        let request = request.with_tag(IF_NONE_MATCH, etag);
        let response = self.send(&request).await?;
        Ok((request, response))
    }

    async fn send(&self, request: &Request) -> Result<Response, ClientError> {
        self.transport.send(request, self.reads.priority).await
    }

    fn write_request(
        &self,
        method: Method,
        path: &[&str],
        body: &impl Serialize,
    ) -> Result<Request, ClientError> {
        let url = self.transport.url(method.as_str(), path)?;
        // Request bodies are maps of strings: serializing them cannot fail.
        let body = serde_json::to_vec(body).unwrap_or_default();
        Ok(Request::with_body(method, url, body))
    }
}
