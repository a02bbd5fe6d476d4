//! Which jobs a sync reads, and in which order.

use std::collections::HashMap;

use crate::recruiting::coverage::{Coverage, StoredJob};
use crate::recruiting::table::JobKind;
use crate::storage::mirror::coverage::ListCoverage;
use crate::wire::{JobId, JobItem, Timestamp};

/// What to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SyncScope {
    /// Also closed and archived jobs that were read before.
    pub(crate) all_jobs: bool,
    /// Records of candidates and people, not only lists.
    pub(crate) records: bool,
    /// At most this many records; the oldest ones first.
    pub(crate) max_records: usize,
    /// Lists that were read to their end since then are skipped.
    pub(crate) fresh_since: Option<Timestamp>,
}

/// The jobs of a server and what is stored of them.
#[derive(Debug, Default)]
pub(crate) struct JobPlan {
    /// In the order of reading.
    pub(crate) jobs: Vec<JobItem>,
    stored: HashMap<JobId, StoredJob>,
    /// When the last complete reading of a list began, unless rows of it are missing.
    settled: HashMap<JobId, Timestamp>,
    /// When a job was seen to be closed or archived.
    closed: HashMap<JobId, Timestamp>,
}

impl JobPlan {
    pub(crate) fn new(mut jobs: Vec<JobItem>, lists: &[ListCoverage]) -> Self {
        let used: HashMap<&JobId, Option<Timestamp>> =
            lists.iter().map(|list| (&list.job, list.used_at)).collect();
        jobs.sort_by_cached_key(|job| {
            let used_at = used.get(&job.id).copied().flatten().map(Timestamp::micros);
            let created_at = job.created_at.map(Timestamp::micros);
            // The latest first; what has no time comes last.
            let latest = |at: Option<i64>| std::cmp::Reverse(at.unwrap_or(i64::MIN));
            (JobKind::new(job), latest(used_at), latest(created_at), job.id.to_string())
        });
        let settled = lists.iter().filter(|list| !list.has_unlisted);
        let settled = settled.filter_map(|list| Some((list.job.clone(), list.complete_at?)));
        let settled = settled.collect();
        let stored = lists.iter().map(|list| {
            let is_complete = list.complete_at.is_some();
            (list.job.clone(), StoredJob { rows: list.rows, read_at: list.read_at, is_complete })
        });
        Self { jobs, stored: stored.collect(), settled, closed: HashMap::new() }
    }

    pub(crate) fn with_closed(self, closed: HashMap<JobId, Timestamp>) -> Self {
        Self { closed, ..self }
    }

    /// Whether the job was read only before it was closed: the last moves in it may be missing.
    fn is_outdated(&self, job: &JobId) -> bool {
        let read_at = self.settled.get(job);
        self.closed.get(job).is_some_and(|at| read_at.is_none_or(|read_at| read_at < at))
    }

    /// Whether the records behind the list of a job are read again: of others only missing people
    /// are read.
    pub(crate) fn is_refreshed(&self, job: &JobItem, scope: SyncScope) -> bool {
        scope.all_jobs || JobKind::new(job) <= JobKind::OnHold || self.is_outdated(&job.id)
    }

    /// The jobs to read: open ones and those on hold; others once after they were closed, or if all
    /// are wanted.
    pub(crate) fn to_read(&self, scope: SyncScope) -> Vec<JobItem> {
        let is_due = |job: &&JobItem| {
            let is_stored = self.stored.get(&job.id).is_some_and(|stored| stored.is_complete);
            let settled_at = self.settled.get(&job.id).copied();
            let is_fresh = settled_at.zip(scope.fresh_since).is_some_and(|(at, since)| at >= since);
            !is_fresh && (!is_stored || self.is_refreshed(job, scope))
        };
        self.jobs.iter().filter(is_due).cloned().collect()
    }

    /// A list was read, as far as the server sent it.
    pub(crate) fn record(&mut self, job: &JobId, read: StoredJob) {
        self.stored.insert(job.clone(), read);
    }

    pub(crate) fn coverage(&self) -> Coverage {
        Coverage::new(self.jobs.iter().map(|job| {
            let count = job.candidate_count.and_then(|count| u64::try_from(count).ok());
            (JobKind::new(job), count, self.stored.get(&job.id).copied())
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_in_use_come_first_and_archived_ones_once() {
        let job = |id: &str, status: &str, is_archived| JobItem {
            id: id.into(),
            job_status_name: status.to_owned(),
            is_archived,
            created_at: Timestamp::parse("2026-01-01"),
            ..JobItem::default()
        };
        let list = |id: &str, used: Option<&str>, complete: Option<&str>| ListCoverage {
            job: id.into(),
            rows: 1,
            total: Some(1),
            read_at: Timestamp::parse("2026-02-01").unwrap(),
            complete_at: complete.and_then(Timestamp::parse),
            used_at: used.and_then(Timestamp::parse),
            has_unlisted: false,
        };
        let jobs = vec![
            job("old", "Open", true),
            job("new to us", "Open", true),
            job("hold", "On hold", false),
            job("plain", "Open", false),
            job("used", "Open", false),
            job("used last", "Open", false),
        ];
        let plan = JobPlan::new(
            jobs,
            &[
                list("used", Some("2026-02-01"), None),
                list("used last", Some("2026-02-02"), None),
                list("old", Some("2026-02-03"), Some("2026-02-01")),
            ],
        );
        let ids = |jobs: Vec<JobItem>| -> Vec<String> {
            jobs.into_iter().map(|job| job.id.to_string()).collect()
        };
        let expected = ["used last", "used", "plain", "hold", "new to us"];
        let scope = |all_jobs, fresh_since: Option<&str>| SyncScope {
            all_jobs,
            records: true,
            max_records: 0,
            fresh_since: fresh_since.and_then(Timestamp::parse),
        };
        assert_eq!(ids(plan.to_read(scope(false, None))), expected);
        assert_eq!(plan.to_read(scope(true, None)).len(), 6);
        assert_eq!(plan.to_read(scope(true, Some("2026-01-31"))).len(), 5, "one is fresh");
        assert_eq!(plan.coverage().all_jobs.describe("job", "jobs"), "1 of 6 jobs");
        let closed_at = |at: &str| [("old".into(), Timestamp::parse(at).unwrap())].into();
        let plan = plan.with_closed(closed_at("2026-01-31"));
        assert_eq!(ids(plan.to_read(scope(false, None))), expected, "it was closed before");
        let plan = plan.with_closed(closed_at("2026-02-02"));
        assert_eq!(plan.to_read(scope(false, None)).len(), 6, "closed since it was read");
    }
}
