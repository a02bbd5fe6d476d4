//! Writes what a command reads into the mirror, while it reads on.

use std::sync::{Arc, Mutex, PoisonError};

use crate::client::Completeness;
use crate::recruiting::person::CreatedPerson;
use crate::storage::background::{BackgroundStorage, OnClose};
use crate::storage::mirror::codec::MirrorItem;
use crate::storage::mirror::records::{RecordKind, RecordRow, RecordWrite};
use crate::storage::mirror::{MirrorSession, MirrorWrite, PageWrite};
use crate::storage::{LocalStore, Storage};
use crate::usecases::aligned_pages::AlignedPage;
use crate::usecases::sync::lists::is_consistent;
use crate::wire::{CandidateItem, JobId, JobItem, PersonId, Timestamp};

/// Pages that are written together.
const BATCH: usize = 32;

/// Adds what is to be written. The storage thread calls it, since the command reads on.
type QueuedWrite = Box<dyn FnOnce(&mut Vec<MirrorWrite>) + Send>;

/// A row of a list that the mirror stores.
pub(crate) trait Recorded: MirrorItem {
    fn to_write(job: &JobId, page: PageWrite<Self>) -> MirrorWrite;
}

impl Recorded for JobItem {
    fn to_write(_: &JobId, page: PageWrite<Self>) -> MirrorWrite {
        MirrorWrite::JobPage(page)
    }
}

impl Recorded for CandidateItem {
    fn to_write(job: &JobId, page: PageWrite<Self>) -> MirrorWrite {
        MirrorWrite::CandidatePage(job.clone(), page)
    }
}

/// The mirror of a workspace, for one command.
pub(crate) struct Recorder {
    storage: BackgroundStorage,
    server: String,
    keeps_records: bool,
    pending: Vec<QueuedWrite>,
    /// Why nothing more is written.
    failure: Arc<Mutex<Option<String>>>,
}

impl Recorder {
    /// `None` if nothing is kept of the workspace.
    pub(crate) fn open(store: &LocalStore) -> Option<Self> {
        let file = store.file.as_ref().ok().filter(|_| store.mirror.keeps_lists())?;
        Some(Self {
            storage: BackgroundStorage::open(file, OnClose::KeepLog),
            server: store.server.clone(),
            keeps_records: store.mirror.keeps_records(),
            pending: Vec::new(),
            failure: Arc::default(),
        })
    }

    /// A page of a list. The job is empty for the list of jobs.
    pub(crate) fn page<T: Recorded>(
        &mut self,
        job: &JobId,
        page: AlignedPage<T>,
        total: Option<u64>,
    ) {
        let (job, pass, read_at) = (job.clone(), 1, Timestamp::now());
        self.push_with(move |writes| {
            page.each_run(|position, rows| {
                let page = PageWrite { pass, position, rows, total, read_at };
                writes.push(T::to_write(&job, page));
            });
        });
    }

    /// The end of a list. Rows that a complete list does not have are confirmed by the next sync.
    pub(crate) fn end(&mut self, job: &JobId, completeness: &Completeness) {
        if is_consistent(completeness) {
            let (job, rows) = (job.clone(), completeness.read);
            self.push(MirrorWrite::EndWalk { job, pass: 1, rows });
        }
    }

    /// A record that was read; `is_own` if this command changed it.
    pub(crate) fn record(&mut self, row: Option<RecordRow>, is_own: bool) {
        if let Some(row) = row.filter(|_| self.keeps_records) {
            self.push(MirrorWrite::Record(RecordWrite { row, is_own }));
        }
    }

    /// The server does not have the record any more.
    pub(crate) fn delete(&mut self, kind: RecordKind, id: &str) {
        self.push(MirrorWrite::Gone(kind, id.to_owned()));
    }

    /// This command added a person to a job. Queued at once: the command may be stopped.
    pub(crate) fn addition(&mut self, person: &PersonId, job: &JobId) {
        let at = Timestamp::now();
        self.push(MirrorWrite::OwnAddition(person.clone(), job.clone(), at));
        self.flush();
    }

    /// This command created a person, perhaps in a job. The record is kept, so that the next command
    /// recognizes a duplicate by its contacts.
    pub(crate) fn created(&mut self, created: &CreatedPerson) {
        let person = created.person.as_deref();
        let row = person.and_then(|person| RecordRow::person(person, Timestamp::now(), None));
        self.record(row, true);
        if let Some(job) = &created.job {
            self.addition(&created.id, &job.id);
        }
    }

    fn push(&mut self, write: MirrorWrite) {
        self.push_with(|writes| writes.push(write));
    }

    fn push_with(&mut self, add: impl FnOnce(&mut Vec<MirrorWrite>) + Send + 'static) {
        self.pending.push(Box::new(add));
        if self.pending.len() >= BATCH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let (server, failure) = (self.server.clone(), Arc::clone(&self.failure));
        // An ended thread has reported why.
        let _ = self.storage.post(move |storage, session| {
            let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
            if failure.is_some() {
                return;
            }
            let mut writes = Vec::with_capacity(pending.len());
            for add in pending {
                add(&mut writes);
            }
            let written = storage.mirror(&server, session, writes);
            *failure = written.err().map(|error| error.to_string());
        });
    }

    /// Waits until everything is written. Returns which damaged file was set aside, if one was, or
    /// why something is not written.
    pub(crate) async fn finish(mut self) -> Result<Option<String>, String> {
        self.flush();
        let notice = self.storage.opened().await.map_err(|error| error.to_string())?;
        // While another window reads, what was deleted is still in the log.
        let wipe = |storage: &mut Storage, _: &mut MirrorSession| {
            storage.wipe_deleted() || storage.write_log().is_ok()
        };
        let wiped = self.storage.run(wipe).await;
        let ended = wiped.err().map(|error| error.to_string());
        self.storage.close().await;
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.or(ended).map_or(Ok(notice), Err)
    }
}
