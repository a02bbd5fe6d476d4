//! The storage thread's commands about the mirror: it buffers what arrives from the server, writes
//! it in batches, and reads it back.

use std::thread;
use std::time::{Duration, Instant};

use super::worker::StorageWorker;
use crate::recruiting::changes::ChangeList;
use crate::recruiting::search::SearchWords;
use crate::recruiting::table::RowBuffer as _;
use crate::storage::mirror::records::{RecordKind, RecordRow, RecordWrite};
use crate::storage::mirror::search::PeopleQuery;
use crate::storage::mirror::stored_lists::PageChoice;
use crate::storage::mirror::{MirrorReport, MirrorWrite};
use crate::storage::{Storage, StorageError};
use crate::tui::app::effect::CachedRecord;
use crate::tui::app::first_screen::RestoredJob;
use crate::tui::app::message::Message;
use crate::tui::app::mirror_message::MirrorMessage;
use crate::tui::app::request::Ticket;
use crate::usecases::sync::order::JobPlan;
use crate::wire::{Candidate, CandidateId, JobId, Person, PersonId, Timestamp};

/// Buffered pages and records that force a write.
const MAX_BUFFERED: usize = 64;
/// How long a record waits for others to be written with it.
pub(super) const FLUSH_DELAY: Duration = Duration::from_secs(1);
/// People whom a search of the palette finds at most.
const MAX_FOUND: u32 = 20;
/// Changes that are shown at most, the newest.
const MAX_CHANGES: u32 = 10_000;
/// Records of people that are compared with a new one.
const MAX_PEOPLE: u32 = 10_000;

fn without_career(body: &str) -> Option<Person> {
    let person: Person = serde_json::from_str(body).ok()?;
    let (work_experience, education_experience, certifications) = Default::default();
    Some(Person { work_experience, education_experience, certifications, ..person })
}

/// On a thread of its own: a verdict must not wait for thousands of records to be parsed.
pub(super) fn parse_apart(read: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().name("mirror reader".to_owned()).spawn(read);
}

impl StorageWorker {
    /// Buffers a record, and writes the buffer when it is full.
    pub(super) fn cache(
        &mut self,
        record: &CachedRecord,
        at: Timestamp,
        notify: &impl Fn(Message),
    ) {
        let keeps_records = self.store.mirror.keeps_records();
        let person = |person| RecordRow::person(person, at, None);
        let (rows, is_own) = match record {
            // A list needs the pipeline of its job.
            CachedRecord::Job(job) => ([None, RecordRow::job(job, at, None)], false),
            CachedRecord::OwnPerson { before, now } if !keeps_records => {
                return self.mark_own_jobs(before.as_deref(), now, at, notify);
            }
            _ if !keeps_records => return,
            CachedRecord::Candidate(candidate) => {
                ([None, RecordRow::candidate(candidate, at, None)], false)
            }
            CachedRecord::Person(read) => ([None, person(read)], false),
            CachedRecord::OwnPerson { before, now } => {
                ([before.as_deref().and_then(person), person(now)], true)
            }
        };
        let [before, now] = rows;
        for (row, is_own) in [(before, false), (now, is_own)] {
            if let Some(row) = row {
                self.mirror(MirrorWrite::Record(RecordWrite { row, is_own }), notify);
            }
        }
    }

    /// The lists will show whom the user added to a job, even if no records are kept.
    fn mark_own_jobs(
        &mut self,
        before: Option<&Person>,
        now: &Person,
        at: Timestamp,
        notify: &impl Fn(Message),
    ) {
        let had = |id: &JobId| before.is_some_and(|it| it.jobs.iter().any(|job| job.job_id == *id));
        for job in now.jobs.iter().filter(|job| !had(&job.job_id)) {
            let added = MirrorWrite::OwnAddition(now.id.clone(), job.job_id.clone(), at);
            self.mirror(added, notify);
        }
    }

    /// Buffers what arrived, and writes the buffer when it is full.
    pub(super) fn mirror(&mut self, write: MirrorWrite, notify: &impl Fn(Message)) {
        if !self.store.mirror.keeps_lists() {
            return;
        }
        self.mirror.writes.push(write);
        self.buffer.due.get_or_insert_with(|| Instant::now() + FLUSH_DELAY);
        if self.mirror.writes.len() >= MAX_BUFFERED {
            self.flush(notify);
        }
    }

    /// Writes what is buffered. After an error it is dropped: the program continues without the
    /// mirror, and the next reading brings it again.
    pub(super) fn flush_mirror(&mut self, notify: &impl Fn(Message)) {
        let writes = std::mem::take(&mut self.mirror.writes);
        if writes.is_empty() {
            return;
        }
        let server = self.store.server.clone();
        let mut session = std::mem::take(&mut self.mirror.session);
        let result: Result<MirrorReport, String> = self.storage().and_then(|storage| {
            storage.mirror(&server, &mut session, writes).map_err(|error| error.to_string())
        });
        self.mirror.session = session;
        match result {
            Ok(report) if report.is_reset => {
                let text = "None of the jobs known here is on the server anymore. If its data was replaced, the next sync resets the copy on this machine";
                notify(Message::Notice(text.to_owned()));
            }
            Ok(_report) => {}
            Err(why) => {
                if !std::mem::replace(&mut self.mirror.is_failure_reported, true) {
                    let text = format!("Cannot store data on this machine: {why}");
                    notify(Message::Notice(text));
                }
            }
        }
    }

    /// The list of jobs, if it was read in an earlier session.
    pub(super) fn load_jobs(&mut self, notify: &impl Fn(Message)) {
        let server = self.store.server.clone();
        let jobs = self.read_mirror(|storage| {
            storage.mirrored_list(&server, &JobId::default(), PageChoice::All)
        });
        let Some(jobs) = jobs.flatten() else { return };
        let lists = self.read_mirror(|storage| storage.coverage(&server));
        let coverage = JobPlan::new(jobs.items().collect(), &lists.unwrap_or_default()).coverage();
        notify(Message::Mirror(MirrorMessage::Jobs(Box::new(jobs))));
        notify(Message::Mirror(MirrorMessage::Coverage(coverage)));
    }

    /// A job and its candidates, as far as they were read in an earlier session.
    pub(super) fn load_job(&mut self, job: &JobId, notify: &impl Fn(Message)) {
        let server = self.store.server.clone();
        let send = |record, candidates| {
            let job = Box::new(RestoredJob { id: job.clone(), record, candidates });
            notify(Message::Mirror(MirrorMessage::Job(job)));
        };
        let found = self.read_mirror(|storage| {
            storage.mark_job_used(&server, job, Timestamp::now())?;
            let record = storage.record(&server, RecordKind::Job, job.as_str())?;
            let mut record =
                record.and_then(|row| Some((serde_json::from_str(&row.body).ok()?, row.read_at)));
            storage.mirrored_candidates(&server, job, |rows| send(record.take(), Some(rows)))?;
            Ok(record)
        });
        if let Some(record) = found.flatten() {
            send(Some(record), None);
        }
    }

    pub(super) fn find_people(
        &mut self,
        ticket: Ticket,
        search: &SearchWords,
        notify: &impl Fn(Message),
    ) {
        self.flush(notify);
        let server = self.store.server.clone();
        let query = PeopleQuery { words: search.words.clone(), career: search.texts.clone() };
        let rows = self.read_mirror(|storage| storage.search_people(&server, &query, MAX_FOUND));
        let people = rows.unwrap_or_default().into_iter().filter_map(|row| {
            let person: Person = serde_json::from_str(&row.body).ok()?;
            Some((person, row.read_at))
        });
        let people = people.collect();
        notify(Message::Mirror(MirrorMessage::PeopleFound { ticket, people }));
    }

    /// Without a time: since the last visit.
    pub(super) fn load_changes(&mut self, since: Option<Timestamp>, notify: &impl Fn(Message)) {
        self.flush(notify);
        let (server, last_visit) = (self.store.server.clone(), self.mirror.last_visit);
        let list = self.read_mirror(|storage| {
            let list = storage.changes(&server, since.or(last_visit), MAX_CHANGES)?;
            Ok(ChangeList { last_visit, ..list })
        });
        let list = Box::new(list.unwrap_or_default());
        notify(Message::Changes { since, list });
    }

    /// Deletes what was not read for longer than the user wants it kept.
    pub(super) fn expire(&mut self) {
        let before = self.store.mirror.keep_since(Timestamp::now());
        // What cannot be deleted now is deleted at the next start.
        let _ = self.storage().map(|storage| storage.expire_mirror(before));
    }

    /// Removes the last bytes of what was deleted in this session.
    pub(super) fn wipe(&mut self) {
        let _is_wiped = self.storage().map(Storage::wipe_deleted);
    }

    /// Notes that the user opened the program, and remembers when they did so before.
    pub(super) fn begin_visit(&mut self) {
        let server = self.store.server.clone();
        let visit = self.read_mirror(|storage| storage.begin_visit(&server, Timestamp::now()));
        self.mirror.last_visit = visit.flatten();
    }

    /// What was noticed up to now was shown: the next visit begins here.
    pub(super) fn end_visit(&mut self) {
        let server = self.store.server.clone();
        self.read_mirror(|storage| storage.end_visit(&server, Timestamp::now()));
    }

    pub(super) fn load_candidate(&mut self, candidate: &CandidateId, notify: &impl Fn(Message)) {
        let (server, id) = (self.store.server.clone(), candidate.as_str());
        let row = self.read_mirror(|storage| storage.record(&server, RecordKind::Candidate, id));
        let Some(row) = row.flatten() else { return };
        let record = serde_json::from_str::<Box<Candidate>>(&row.body);
        if let Some(record) = record.ok().filter(|record| record.id == *candidate) {
            notify(Message::Mirror(MirrorMessage::Candidate(record, row.read_at)));
        }
    }

    /// `None` without a mirror. What cannot be read is read from the server.
    fn read_mirror<T>(
        &mut self,
        read: impl FnOnce(&Storage) -> Result<T, StorageError>,
    ) -> Option<T> {
        if !self.store.mirror.keeps_lists() {
            return None;
        }
        read(self.storage().ok()?).ok()
    }

    pub(super) fn load_cached_candidates(
        &mut self,
        job: JobId,
        notify: &(impl Fn(Message) + Clone + Send + 'static),
    ) {
        let rows = if self.store.mirror.keeps_records() {
            self.flush(notify);
            let server = self.store.server.clone();
            let rows = self.storage().map(|storage| storage.candidate_records(&server, &job));
            rows.ok().and_then(Result::ok).unwrap_or_default()
        } else {
            Vec::new()
        };
        let notify = notify.clone();
        let read = move || {
            let records = rows.into_iter().filter_map(|row| {
                let record: Box<Candidate> = serde_json::from_str(&row.body).ok()?;
                let is_own = record.id.as_str() == row.id
                    && record.person_id == row.person
                    && record.job_id == row.job;
                is_own.then_some((record, row.read_at))
            });
            notify(Message::CachedCandidates { job, records: records.collect() });
        };
        // Unreadable records are fetched from the server.
        parse_apart(read);
    }

    pub(super) fn load_cached_people(
        &mut self,
        notify: &(impl Fn(Message) + Clone + Send + 'static),
    ) {
        if !self.store.mirror.keeps_records() {
            return;
        }
        self.flush(notify);
        let server = self.store.server.clone();
        let people = self.storage().map(|storage| storage.recent_people(&server, MAX_PEOPLE));
        let Ok(Ok(people)) = people else { return };
        let notify = notify.clone();
        parse_apart(move || {
            let people = people.iter().filter_map(|body| without_career(body)).collect();
            notify(Message::CachedPeople(people));
        });
    }

    pub(super) fn load_cached_person(&mut self, person: &PersonId, notify: &impl Fn(Message)) {
        if !self.store.mirror.keeps_records() {
            return;
        }
        self.flush(notify);
        let server = self.store.server.clone();
        let row = self
            .storage()
            .map(|storage| storage.record(&server, RecordKind::Person, person.as_str()));
        let Ok(Ok(Some(row))) = row else { return };
        let record = serde_json::from_str::<Person>(&row.body);
        if let Some(record) = record.ok().filter(|record| record.id == *person) {
            notify(Message::CachedPerson(Box::new(record), row.read_at));
        }
    }

    pub(super) fn forget_person(&mut self, person: PersonId, notify: &impl Fn(Message)) {
        self.mirror.writes.retain_mut(|write| retain_without(write, &person));
        self.buffer.screen.iter_mut().for_each(|screen| screen.place = None);
        let purged = self
            .storage()
            .and_then(|storage| storage.purge_person(&person).map_err(|error| error.to_string()));
        if purged.as_ref().is_ok_and(|purged| !purged.is_wiped) {
            let text = "Deleted, but traces remain in the file while another window is open; close it and delete again";
            notify(Message::Notice(text.to_owned()));
        }
        notify(Message::Forgotten(person, purged.map(drop)));
    }
}

/// Takes a person out of what is not written yet. Returns whether anything is left to write.
fn retain_without(write: &mut MirrorWrite, person: &PersonId) -> bool {
    match write {
        MirrorWrite::CandidatePage(_, page) => {
            let others = page.rows.iter().enumerate();
            let others = others.filter(|(_, row)| row.person_id != person.as_str());
            let others: Vec<usize> = others.map(|(index, _)| index).collect();
            page.rows = page.rows.select(&others);
            true
        }
        MirrorWrite::Record(record) => record.row.person != *person,
        MirrorWrite::JobPage(_)
        | MirrorWrite::Gone(..)
        | MirrorWrite::EndWalk { .. }
        | MirrorWrite::OwnMove(..) => true,
        MirrorWrite::OwnAddition(added, ..) => added != person,
    }
}
