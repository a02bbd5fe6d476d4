//! What a server keeps lists of, and a page of one.

use std::marker::PhantomData;

use serde::Serialize;

use crate::wire::tolerant::Tolerant;
use crate::wire::{CandidateItem, Items, JobId, JobItem};

/// The most records a page may hold.
pub const PAGE: u64 = 100;

/// A record that stands in a list.
pub trait Listed: Tolerant + Serialize + Send + 'static {
    /// What it is known by.
    fn id(&self) -> &str;
}

impl Listed for JobItem {
    fn id(&self) -> &str {
        self.id.as_str()
    }
}

impl Listed for CandidateItem {
    fn id(&self) -> &str {
        self.id.as_str()
    }
}

/// A list that a server keeps.
#[derive(Debug, PartialEq, Eq)]
pub struct List<T> {
    job: Option<JobId>,
    of: PhantomData<fn() -> T>,
}

/// Whatever the list is of.
impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        Self { job: self.job.clone(), of: PhantomData }
    }
}

impl List<JobItem> {
    /// All jobs.
    #[must_use]
    pub const fn jobs() -> Self {
        Self { job: None, of: PhantomData }
    }
}

impl List<CandidateItem> {
    /// The candidates of a job.
    #[must_use]
    pub fn candidates(job: &JobId) -> Self {
        Self { job: Some(job.clone()), of: PhantomData }
    }
}

impl<T> List<T> {
    pub(super) fn path(&self) -> Vec<&str> {
        match &self.job {
            None => vec!["v1", "jobs"],
            Some(job) => vec!["v1", "jobs", job.as_str(), "candidates"],
        }
    }
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The records.
    pub items: Items<T>,
    /// How many the server counts in all.
    pub total: Option<u64>,
    /// Where it says the page begins.
    pub offset: Option<u64>,
    /// How many it says a page holds at most.
    pub limit: Option<u64>,
}
