//! The jobs of the rows in a table of all jobs: id, name and client, once for each job.

use std::collections::HashMap;

use crate::recruiting::table::display::to_display;
use crate::wire::{JobId, JobItem};

/// The key of the job whose list this is, in a table of one job.
pub(super) const OWN_JOB: u32 = 0;

/// A job as the list of jobs shows it. The texts are not sanitized.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JobRef<'a> {
    pub id: &'a str,
    pub name: &'a str,
    pub client: &'a str,
}

impl<'a> From<&'a JobItem> for JobRef<'a> {
    fn from(job: &'a JobItem) -> Self {
        Self { id: job.id.as_str(), name: &job.name, client: &job.client_company_name }
    }
}

#[derive(Debug, Clone)]
pub(super) struct RowJobs {
    /// By key.
    jobs: Vec<JobTexts>,
    keys: HashMap<Box<str>, u32>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct JobTexts {
    /// Unsanitized.
    pub(super) id: JobId,
    pub(super) name: Box<str>,
    pub(super) client: Box<str>,
}

impl JobTexts {
    /// A job without a name keeps the one it had.
    fn set(&mut self, job: JobRef<'_>) {
        if self.id.as_str() != job.id {
            self.id = job.id.into();
        }
        for (text, new) in [(&mut self.name, job.name), (&mut self.client, job.client)] {
            if !new.is_empty() && **text != *new {
                *text = to_display(new).into();
            }
        }
    }
}

impl Default for RowJobs {
    fn default() -> Self {
        Self { jobs: vec![JobTexts::default()], keys: HashMap::new() }
    }
}

impl RowJobs {
    pub(super) fn key_of(&mut self, job: JobRef<'_>) -> u32 {
        let key = self.keys.get(job.id).copied().unwrap_or_else(|| {
            let key = u32::try_from(self.jobs.len()).unwrap_or(u32::MAX);
            self.jobs.push(JobTexts::default());
            self.keys.insert(job.id.into(), key);
            key
        });
        self.jobs[key as usize].set(job);
        key
    }

    /// Names the job of a table of one job.
    pub(super) fn set_own(&mut self, job: JobRef<'_>) {
        self.jobs[OWN_JOB as usize].set(job);
    }

    #[inline]
    pub(super) fn get(&self, key: u32) -> &JobTexts {
        &self.jobs[key as usize]
    }
}
