//! The lists of a server.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::Serialize;

use crate::wire::record::extra_id;
use crate::wire::tolerant::Tolerant;
use crate::wire::{CandidateItem, JobId, JobItem};

/// A record of a list.
pub trait ListItem: Tolerant + Serialize + Send + 'static {
    fn id(&self) -> &str;

    /// The job that the record says it belongs to. The API defines none in a list.
    fn job_id(&self) -> Option<Cow<'_, str>> {
        None
    }
}

impl ListItem for JobItem {
    fn id(&self) -> &str {
        self.id.as_str()
    }
}

impl ListItem for CandidateItem {
    fn id(&self) -> &str {
        self.id.as_str()
    }

    fn job_id(&self) -> Option<Cow<'_, str>> {
        extra_id(&self.extra, "job_id")
    }
}

/// Where to read a list of `T`.
#[derive(Debug, PartialEq, Eq)]
pub struct ListEndpoint<T> {
    /// None for the list of all jobs.
    job: Option<JobId>,
    item: PhantomData<fn() -> T>,
}

// A derived impl would require `T: Clone`.
impl<T> Clone for ListEndpoint<T> {
    fn clone(&self) -> Self {
        Self { job: self.job.clone(), item: PhantomData }
    }
}

impl ListEndpoint<JobItem> {
    #[must_use]
    pub const fn jobs() -> Self {
        Self { job: None, item: PhantomData }
    }
}

impl ListEndpoint<CandidateItem> {
    #[must_use]
    pub fn candidates(job: &JobId) -> Self {
        Self { job: Some(job.clone()), item: PhantomData }
    }
}

impl<T> ListEndpoint<T> {
    pub(super) fn path(&self) -> Vec<&str> {
        match &self.job {
            None => vec!["v1", "jobs"],
            Some(job) => vec!["v1", "jobs", job.as_str(), "candidates"],
        }
    }
}

impl<T: ListItem> ListEndpoint<T> {
    /// Whether a record belongs to another job than this list.
    pub(super) fn is_foreign(&self, item: &T) -> bool {
        self.job.as_ref().is_some_and(|job| item.job_id().is_some_and(|id| id != job.as_str()))
    }
}
