//! The recruiter's own data for a row of a job's list, and names for display.

use std::borrow::Cow;

use crate::recruiting::table::Row;
use crate::recruiting::triage::{CandidateTriage, Snapshot, Subject, SyncStatus, sync_status};
use crate::text;
use crate::tui::app::all_candidates;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::wire::JobId;

impl State {
    /// The sanitized name of a job; empty while unknown.
    pub(crate) fn job_display_name(&self, id: &JobId) -> String {
        if all_candidates::is_all(id) {
            return all_candidates::TITLE.to_owned();
        }
        let rows = &self.jobs.pages.rows;
        if let Some(row) = rows.find(id) {
            return rows.name(row).to_owned();
        }
        let record = self.open.get(id).and_then(|open| open.job.display());
        record.map(|job| text::sanitize(&job.name).into_owned()).unwrap_or_default()
    }

    /// How much of the inbox's lists is loaded: jobs loaded, all jobs, candidates loaded, and
    /// the total if every list knows it.
    #[must_use]
    pub fn inbox_coverage(&self) -> (usize, usize, usize, Option<u64>) {
        let jobs = self.inbox.iter().flat_map(|inbox| &inbox.jobs);
        let (mut read, mut all, mut candidates, mut total) = (0, 0, 0, Some(0_u64));
        for group in jobs {
            all += 1;
            let open = self.open.get(&group.id);
            let pages = open.map(|open| &open.list.pages);
            read += usize::from(open.is_some_and(OpenJob::is_read));
            candidates += pages.map_or(0, crate::recruiting::paging::PagedList::loaded);
            let rows = &self.jobs.pages.rows;
            let counted = || rows.candidate_count(rows.find(&group.id)?)?.try_into().ok();
            let count: Option<u64> =
                pages.and_then(crate::recruiting::paging::PagedList::total).or_else(counted);
            total = total.zip(count).map(|(sum, more)| sum + more);
        }
        (read, all, candidates, total)
    }

    /// Whether the verdict on a candidate was carried out, if there is one.
    pub(crate) fn sync_status(&self, open: &OpenJob, row: Row) -> Option<SyncStatus> {
        let verdict = self.triage_of(open, row)?.verdict.as_ref()?;
        let stages = open.pipeline_of(row);
        Some(sync_status(verdict, &self.snapshot(open, row), stages))
    }

    /// The verdict on a row, and the notes, tags, star and snooze of the person.
    pub(crate) fn triage_of(&self, open: &OpenJob, row: Row) -> Option<&CandidateTriage> {
        let rows = &open.list.pages.rows;
        self.triage.candidacy(rows.id(row), rows.person_id(row))
    }

    /// The same for the subject of a log entry or prompt.
    pub(crate) fn triage_of_subject(&self, subject: &Subject) -> Option<&CandidateTriage> {
        self.triage.candidacy(subject.candidate.as_str(), subject.person.as_str())
    }

    /// The candidate as the list shows it now, to store with a log entry.
    pub(crate) fn snapshot(&self, open: &OpenJob, row: Row) -> Snapshot {
        let rows = &open.list.pages.rows;
        Snapshot {
            name: rows.name(row).to_owned(),
            job_name: self.job_name_of(open, row),
            title: rows.title(row).to_owned(),
            company: rows.company(row).to_owned(),
            stage_id: rows.stage_id(row).to_owned(),
            stage_name: rows.stage_name(row).to_owned(),
        }
    }

    /// The name of a row's job.
    pub(crate) fn job_name_of(&self, open: &OpenJob, row: Row) -> String {
        let name = self.job_display_name(open.job_of(row));
        if name.is_empty() { open.list.pages.rows.job_name(row).to_owned() } else { name }
    }

    pub(crate) fn is_blind(&self) -> bool {
        self.inbox.as_ref().is_some_and(|inbox| inbox.blind)
    }

    /// The name to display for a row.
    pub(crate) fn display_name<'a>(&self, open: &'a OpenJob, row: Row) -> Cow<'a, str> {
        if self.is_blind() {
            // The row number: it does not change with the order of the queue.
            return format!("Candidate {}", row.index() + 1).into();
        }
        match open.list.pages.rows.name(row) {
            "" => "(no name)".into(),
            name => name.into(),
        }
    }

    /// The name to display for the subject of a log entry or prompt.
    pub(crate) fn display_name_of(&self, subject: &Subject, snapshot: &Snapshot) -> String {
        if !self.is_blind() {
            return snapshot.name.clone();
        }
        let open = self.open.get(&subject.job);
        let row = open.and_then(|open| open.list.pages.rows.find(subject.candidate.as_str()));
        match row {
            Some(row) => format!("Candidate {} of {}", row.index() + 1, snapshot.job_name),
            None => format!("a candidate of {}", snapshot.job_name),
        }
    }

    /// The name of a candidate, from the list, the person record or the triage log.
    pub(crate) fn name_of(&self, subject: &Subject) -> String {
        let row = self.row_of(subject);
        let from_list = row.map(|(open, row)| open.list.pages.rows.name(row).to_owned());
        let person = || self.people.get(&subject.person)?.display();
        let from_record = || person().map(|person| text::sanitize(&person.name).into_owned());
        let from_triage =
            || Some(self.triage.candidate(subject.candidate.as_str())?.snapshot.name.clone());
        from_list
            .or_else(from_record)
            .or_else(from_triage)
            .unwrap_or_else(|| subject.person.as_str().to_owned())
    }
}

impl OpenJob {
    pub(crate) fn subject(&self, row: Row) -> Subject {
        let rows = &self.list.pages.rows;
        Subject {
            candidate: rows.id(row).into(),
            person: rows.person_id(row).into(),
            job: self.job_of(row).clone(),
        }
    }
}
