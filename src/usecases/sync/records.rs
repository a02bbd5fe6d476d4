//! Reads the records behind the lists: people, for their contacts and careers, and candidates, for
//! their stage dates. Missing records come first, then the oldest; a server that sends entity tags
//! is asked only for what changed.

use std::collections::{HashMap, HashSet};

use futures_util::StreamExt as _;
use futures_util::stream;
use twox_hash::XxHash3_64;

use super::order::JobPlan;
use super::{Sync, SyncError, is_fatal};
use crate::client::{Client, ClientError};
use crate::recruiting::coverage::Share;
use crate::recruiting::stage::StageKind;
use crate::storage::mirror::MirrorWrite;
use crate::storage::mirror::records::{RecordKind, RecordRow, RecordWrite, mirrored_pipeline};
use crate::storage::{Storage, StorageError};
use crate::wire::{JobId, Timestamp};

/// Requests in flight. The client's limiter may allow fewer.
const IN_FLIGHT: usize = 6;
/// Records that are written together.
const BATCH: usize = 50;

/// People of closed jobs that one sync reads; the next one goes on.
const MAX_MISSING: usize = 1000;

/// A record to read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Due {
    kind: RecordKind,
    id: String,
    tag: Option<String>,
    /// `None` if it was never read.
    read_at: Option<Timestamp>,
}

/// The outcome of one read.
enum Outcome {
    Read(Due, Option<RecordRow>),
    Unchanged(Due),
    Missing(Due),
    Failed(ClientError),
}

impl Sync<'_> {
    pub(super) async fn read_records(&mut self, plan: &JobPlan) -> Result<(), SyncError> {
        let scope = self.scope;
        let jobs = plan.jobs.iter().map(|job| (job.id.clone(), plan.is_refreshed(job, scope)));
        let jobs: Vec<_> = jobs.collect();
        let max = self.scope.max_records;
        let found = self.with_storage(move |storage, server| find_due(storage, server, &jobs, max));
        let (due, people) = found.await?;
        self.report.coverage.people = people;
        let client = self.client.clone();
        let reads = due.into_iter().map(|due| {
            let client = client.clone();
            async move { read(&client, due).await }
        });
        let mut outcomes = stream::iter(reads).buffer_unordered(IN_FLIGHT).chunks(BATCH);
        while let Some(batch) = outcomes.next().await {
            self.write_records(batch).await?;
            self.show_progress();
        }
        Ok(())
    }

    async fn write_records(&mut self, batch: Vec<Outcome>) -> Result<(), SyncError> {
        let (mut writes, mut unchanged, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        let (mut new_people, mut fatal) = (0, None);
        for outcome in batch {
            match outcome {
                Outcome::Read(due, row) => {
                    let is_new = due.kind == RecordKind::Person && due.read_at.is_none();
                    new_people += u64::from(is_new);
                    writes.extend(
                        row.map(|row| MirrorWrite::Record(RecordWrite { row, is_own: false })),
                    );
                }
                Outcome::Unchanged(due) => unchanged.push(due),
                Outcome::Missing(due) => missing.push(due),
                Outcome::Failed(error) => {
                    self.report.failed_records += 1;
                    fatal = Some(error).filter(is_fatal).or(fatal);
                }
            }
        }
        self.report.coverage.people.part += new_people;
        self.write(writes).await?;
        let at = Timestamp::now();
        self.with_storage(move |storage, server| {
            for due in &unchanged {
                storage.renew_record(server, due.kind, &due.id, at)?;
            }
            for due in &missing {
                storage.delete_record(server, due.kind, &due.id)?;
            }
            Ok(())
        })
        .await?;
        fatal.map_or(Ok(()), |error| Err(error.into()))
    }
}

async fn read(client: &Client, due: Due) -> Outcome {
    let (tag, at) = (due.tag.as_deref(), Timestamp::now());
    let row = match due.kind {
        RecordKind::Person => {
            let read = client.read_person_if_changed(&due.id.as_str().into(), tag).await;
            read.map(|read| read.map(|read| RecordRow::person(&read.record, at, read.etag)))
        }
        RecordKind::Candidate => {
            let read = client.read_candidate_if_changed(&due.id.as_str().into(), tag).await;
            read.map(|read| read.map(|read| RecordRow::candidate(&read.record, at, read.etag)))
        }
        RecordKind::Job => {
            let read = client.read_job_if_changed(&due.id.as_str().into(), tag).await;
            read.map(|read| read.map(|read| RecordRow::job(&read.record, at, read.etag)))
        }
    };
    match row {
        Ok(Some(row)) => Outcome::Read(due, row),
        Ok(None) => Outcome::Unchanged(due),
        Err(error) if error.is_missing() => Outcome::Missing(due),
        Err(error) => Outcome::Failed(error),
    }
}

/// When a record was last read, and its entity tag.
type Ages = HashMap<String, (Timestamp, Option<String>)>;

/// Counts the people of several lists, each of them once.
#[derive(Debug, Default)]
pub(crate) struct PeopleCount {
    /// Hashes, since there may be millions of people.
    seen: HashSet<u64>,
    /// Those whose records are stored.
    pub(crate) share: Share,
}

impl PeopleCount {
    /// Returns whether it is another person.
    pub(crate) fn add(&mut self, person: &str, is_stored: impl Fn(&str) -> bool) -> bool {
        let is_new = !person.is_empty() && self.seen.insert(XxHash3_64::oneshot(person.as_bytes()));
        if is_new {
            self.share.whole += 1;
            self.share.part += u64::from(is_stored(person));
        }
        is_new
    }
}

/// The records of these jobs that are missing or may have changed, the most urgent first, at most
/// `max` of them; and how many of the people are stored. Of a job that is not refreshed only people
/// who were never read are due, besides the others and at most `MAX_MISSING`.
fn find_due(
    storage: &Storage,
    server: &str,
    jobs: &[(JobId, bool)],
    max: usize,
) -> Result<(Vec<Due>, Share), StorageError> {
    let ages = |kind| -> Result<Ages, StorageError> {
        let ages = storage.record_ages(server, kind)?;
        Ok(ages.into_iter().map(|(id, at, tag)| (id, (at, tag))).collect())
    };
    let (people, candidates) = (ages(RecordKind::Person)?, ages(RecordKind::Candidate)?);
    let (mut due, mut missing, mut counted) = (Vec::new(), Vec::new(), PeopleCount::default());
    for (job, is_refreshed) in jobs {
        let pipeline = mirrored_pipeline(storage, server, job)?;
        storage.mirrored_candidates(server, job, |part| {
            for row in part.pages.iter().flat_map(|(_, rows)| rows.iter()) {
                let is_closed = StageKind::find(row.stage_id, row.stage, &pipeline).is_closed();
                if *is_refreshed && !is_closed {
                    due.push(due_of(RecordKind::Candidate, row.id, &candidates));
                }
                if counted.add(row.person_id, |id| people.contains_key(id)) {
                    let person = due_of(RecordKind::Person, row.person_id, &people);
                    if *is_refreshed {
                        due.push(person);
                    } else if person.read_at.is_none() && missing.len() < MAX_MISSING {
                        missing.push(person);
                    }
                }
            }
            if due.len() / 2 >= max {
                keep_most_urgent(&mut due, max);
            }
        })?;
    }
    keep_most_urgent(&mut due, max);
    due.extend(missing);
    Ok((due, counted.share))
}

fn keep_most_urgent(due: &mut Vec<Due>, max: usize) {
    due.sort_by_key(|due| due.read_at.map(Timestamp::micros));
    due.truncate(max);
}

fn due_of(kind: RecordKind, id: &str, ages: &Ages) -> Due {
    let known = ages.get(id);
    let (read_at, tag) = (known.map(|known| known.0), known.and_then(|known| known.1.clone()));
    Due { kind, id: id.to_owned(), tag, read_at }
}
