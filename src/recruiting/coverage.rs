//! How much of a server is stored on this machine, and how old it is. `usecases::sync` counts it;
//! the terminal and `shortlist sync` show it.

use super::table::JobKind;
use crate::text::group_digits;
use crate::wire::Timestamp;

/// What is stored of the candidates of one job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StoredJob {
    pub(crate) rows: u64,
    /// When the oldest of them was read.
    pub(crate) read_at: Timestamp,
    /// Whether the list was read to its end.
    pub(crate) is_complete: bool,
}

/// A part and the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    pub(crate) part: u64,
    pub(crate) whole: u64,
}

impl Share {
    pub(crate) const fn is_all(self) -> bool {
        self.part >= self.whole
    }

    /// "12 of 16 jobs", or "16 jobs" if it is all.
    pub(crate) fn describe(self, singular: &str, plural: &str) -> String {
        let noun = if self.whole == 1 { singular } else { plural };
        let whole = group_digits(self.whole);
        let part = group_digits(self.part);
        if self.is_all() { format!("{whole} {noun}") } else { format!("{part} of {whole} {noun}") }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coverage {
    pub(crate) open_jobs: Share,
    pub(crate) all_jobs: Share,
    /// Of the open jobs.
    pub(crate) candidates: Share,
    /// Stored rows of all jobs.
    pub(crate) all_candidates: u64,
    /// People whose records are stored; counted only while records are read.
    pub(crate) people: Share,
    /// When the oldest list of an open job was read.
    pub(crate) oldest: Option<Timestamp>,
}

impl Coverage {
    /// Of all jobs of a server: the kind, how many candidates it has, and what is stored.
    pub(crate) fn new(
        jobs: impl IntoIterator<Item = (JobKind, Option<u64>, Option<StoredJob>)>,
    ) -> Self {
        let mut coverage = Self::default();
        for (kind, count, stored) in jobs {
            // A job without candidates has nothing to read.
            let is_read = stored.is_some_and(|stored| stored.is_complete) || count == Some(0);
            let rows = stored.map_or(0, |stored| stored.rows);
            coverage.all_jobs.add(is_read.into(), 1);
            coverage.all_candidates += rows;
            if kind == JobKind::Open {
                coverage.open_jobs.add(is_read.into(), 1);
                coverage.candidates.add(rows, count.unwrap_or(rows).max(rows));
                let read_at = stored.map(|stored| stored.read_at);
                coverage.oldest = coverage.oldest.into_iter().chain(read_at).min();
            }
        }
        coverage
    }

    /// "12 of 16 open jobs, 1,204 of 1,636 candidates, oldest 09:12". `time_of` words a time.
    pub(crate) fn describe(&self, time_of: impl Fn(Timestamp) -> String) -> String {
        let mut parts = vec![
            self.open_jobs.describe("open job", "open jobs"),
            self.candidates.describe("candidate", "candidates"),
        ];
        if !self.people.is_all() {
            parts.push(self.people.describe("person", "people"));
        }
        parts.extend(self.oldest.map(|oldest| format!("oldest {}", time_of(oldest))));
        parts.join(", ")
    }
}

impl Share {
    const fn add(&mut self, part: u64, whole: u64) {
        self.part += part;
        self.whole += whole;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_jobs_are_counted_apart_and_the_oldest_reading_counts() {
        let at = |text: &str| Timestamp::parse(text).unwrap();
        let stored =
            |rows, time, is_complete| Some(StoredJob { rows, read_at: at(time), is_complete });
        let coverage = Coverage::new([
            (JobKind::Open, Some(1000), stored(1000, "2026-11-17T09:12:00Z", true)),
            (JobKind::Open, Some(500), stored(200, "2026-11-17T10:00:00Z", false)),
            (JobKind::Open, Some(0), None),
            (JobKind::Open, None, None),
            (JobKind::Archived, Some(9), stored(9, "2026-01-01T00:00:00Z", true)),
        ]);
        let text = coverage.describe(|at| at.to_utc().format("%H:%M").to_string());
        assert_eq!(text, "2 of 4 open jobs, 1,200 of 1,500 candidates, oldest 09:12");
        assert_eq!(coverage.all_jobs.describe("job", "jobs"), "3 of 5 jobs");
        let whole = Coverage::new([(JobKind::Open, Some(1), stored(1, "2026-01-01", true))]);
        assert_eq!(whole.describe(|_| String::new()), "1 open job, 1 candidate, oldest ");
    }
}
