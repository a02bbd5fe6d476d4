//! A copy of a whole database, from one engine to the other: `db copy`, and imports and dry runs that
//! PostgreSQL first runs on a private SQLite database.
//!
//! One thread reads a snapshot of the source, another writes the target, all in one transaction: an
//! error leaves the target as it was. At the end, the target is read again and compared.

use std::hash::Hasher;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use twox_hash::XxHash3_64;

use super::error::StoreError;
use super::model::CopyProgress;
use super::sql::{Db, Row, check, read};
use super::tables::{TABLES, Table};
use super::values::{OwnedValue, Value, params};

const ROWS_PER_PART: usize = 500;
const PARTS_IN_FLIGHT: usize = 16;

pub(super) type OwnedRow = Vec<OwnedValue>;

/// What the reading thread sends.
enum Part {
    Rows(Vec<OwnedRow>),
    /// The end of a table.
    End(Summary),
    /// The last one: without it, nothing is kept.
    Complete,
}

/// What was read of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Summary {
    rows: u64,
    digest: u64,
}

/// The two ends of a copy.
pub(super) fn channel() -> (Sender, Incoming) {
    let (sender, receiver) = sync_channel(PARTS_IN_FLIGHT);
    (Sender(sender), Incoming(receiver))
}

pub(super) struct Sender(SyncSender<Part>);

pub(super) struct Incoming(Receiver<Part>);

impl Sender {
    /// Sends all tables of the snapshot.
    pub(super) fn send(
        &self,
        db: &Db<'_>,
        progress: &mut dyn FnMut(CopyProgress) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let total = count_rows(db)?;
        let mut done = 0;
        for table in &TABLES {
            let mut part = Vec::with_capacity(ROWS_PER_PART);
            let summary = each_row(db, table, |row| {
                part.push(row);
                if part.len() < ROWS_PER_PART {
                    return Ok(());
                }
                done += u64::try_from(part.len()).unwrap_or(0);
                if progress(CopyProgress { done, total }).is_break() {
                    return Err(StoreError::Interrupted);
                }
                self.pass(Part::Rows(std::mem::take(&mut part)))
            })?;
            done += u64::try_from(part.len()).unwrap_or(0);
            self.pass(Part::Rows(part))?;
            self.pass(Part::End(summary))?;
        }
        match progress(CopyProgress { done: total, total }) {
            ControlFlow::Continue(()) => self.pass(Part::Complete),
            ControlFlow::Break(()) => Err(StoreError::Interrupted),
        }
    }

    /// Fails if the other end stopped.
    fn pass(&self, part: Part) -> Result<(), StoreError> {
        self.0.send(part).map_err(|_stopped| StoreError::Interrupted)
    }
}

impl Incoming {
    /// Writes all tables into an empty database. Returns the number of rows.
    pub(super) fn receive(self, db: &Db<'_>) -> Result<u64, StoreError> {
        if !is_empty(db)? {
            return Err(StoreError::Conflict(
                "the target already holds data, and was not changed; choose an empty database"
                    .to_owned(),
            ));
        }
        let mut total = 0;
        for table in &TABLES {
            let mut sent = None;
            db.insert_all(table, &mut || match self.0.recv() {
                Ok(Part::Rows(rows)) => Ok(Some(rows)),
                Ok(Part::End(summary)) => {
                    sent = Some(summary);
                    Ok(None)
                }
                Ok(Part::Complete) | Err(_) => Err(StoreError::Interrupted),
            })?;
            let sent = sent.ok_or(StoreError::Interrupted)?;
            if each_row(db, table, |_row| Ok(()))? != sent {
                let message = format!(
                    "the copy of the table {} differs from the source; nothing was kept",
                    table.name
                );
                return Err(StoreError::Conflict(message));
            }
            total += sent.rows;
        }
        let Ok(Part::Complete) = self.0.recv() else { return Err(StoreError::Interrupted) };
        let mut broken = None;
        check::candidate_references(db, &mut |problem| broken = Some(problem))?;
        if let Some(problem) = broken {
            return Err(StoreError::Conflict(format!("{problem}; nothing was kept")));
        }
        for job_pk in db.query("SELECT job_pk FROM job", params![], |row| row.get(0))? {
            db.renew_list_tag(job_pk)?;
        }
        db.renew_jobs_tag()?;
        Ok(total)
    }
}

pub(super) fn is_empty(db: &Db<'_>) -> Result<bool, StoreError> {
    let mut tables = TABLES.iter();
    Ok(!tables.try_fold(false, |found, table| {
        let query = format!("SELECT 1 FROM {} LIMIT 1", table.name);
        Ok::<_, StoreError>(found || db.exists(&query, params![])?)
    })?)
}

fn count_rows(db: &Db<'_>) -> Result<u64, StoreError> {
    let stats = read::stats(db)?;
    let entries: i64 = db.query_one("SELECT count(*) FROM audit", params![], |row| row.get(0))?;
    // Each candidate has an item. What is left out is few.
    let rows = stats.jobs + stats.clients + stats.persons + 2 * stats.candidates + entries;
    Ok(u64::try_from(rows).unwrap_or(0))
}

/// Reads a table in the order of its key.
fn each_row(
    db: &Db<'_>,
    table: &Table,
    mut visit: impl FnMut(OwnedRow) -> Result<(), StoreError>,
) -> Result<Summary, StoreError> {
    let query =
        format!("SELECT {} FROM {} ORDER BY {}", table.column_list(), table.name, table.key());
    let mut hasher = XxHash3_64::new();
    let mut rows = 0;
    db.each(&query, params![], |row: &Row<'_>| {
        rows += 1;
        let mut owned = Vec::with_capacity(table.columns.len());
        for column in 0..table.columns.len() {
            let value = row.value(column)?;
            add(&mut hasher, value);
            owned.push(OwnedValue::from(value));
        }
        visit(owned)
    })?;
    Ok(Summary { rows, digest: hasher.finish() })
}

/// With its kind and length, so that values cannot run into each other.
fn add(hasher: &mut XxHash3_64, value: Value<'_>) {
    let (kind, bytes): (u8, &[u8]) = match &value {
        Value::Null => (0, &[]),
        Value::Integer(number) => (1, &number.to_le_bytes()),
        Value::Text(text) => (2, text.as_bytes()),
        Value::Bytes(bytes) => (3, bytes),
    };
    hasher.write(&[kind]);
    hasher.write(&bytes.len().to_le_bytes());
    hasher.write(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::store::{
        DatabaseUrl, IfMissing, NewJob, NewStage, Origin, Store, WriteContext,
    };

    #[tokio::test]
    async fn a_copy_that_is_stopped_at_its_very_end_keeps_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let open = async |name: &str| {
            let url = DatabaseUrl::Sqlite(folder.path().join(name));
            Store::open(&url, IfMissing::Create).await.unwrap()
        };
        let (source, target) = (open("source.db").await, open("target.db").await);
        let now = chrono::Utc::now();
        let context = || WriteContext::new(Origin::default(), now.into());
        let job = NewJob {
            id: None,
            external_id: None,
            name: "Clerk".to_owned(),
            client: "Umbra".to_owned(),
            status: "Open".to_owned(),
            created_at: None,
            is_archived: false,
            stages: vec![NewStage { name: "Applied".to_owned(), ..NewStage::default() }],
        };
        source.add_job(job, context()).await.unwrap();
        let stop = |progress: CopyProgress| {
            let is_over = progress.done == progress.total;
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let stopped = source.copy_to(&target, context(), stop).await;
        assert!(matches!(stopped, Err(StoreError::Interrupted)), "{stopped:?}");
        assert_eq!(target.stats().await.unwrap().jobs, 0);
        let copied = source.copy_to(&target, context(), |_| ControlFlow::Continue(())).await;
        assert_eq!(copied.unwrap(), 5, "client, job, stage, and two entries of the audit log");
        let figures = async |store: &Store| {
            let stats = store.stats().await.unwrap();
            (stats.jobs, stats.clients, stats.persons, stats.candidates)
        };
        assert_eq!(figures(&target).await, figures(&source).await);
    }
}
