//! The methods of [`Store`] that import many records. `cli/db/import` and the demo call them.
//!
//! An import deletes no job, person or candidate. A whole record replaces the one with the same ID;
//! a row of a table changes only what its columns say. Importing the same file again changes nothing.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::context::WriteContext;
use super::error::StoreError;
use super::import_entry::{
    BatchLimit, Entries, ImportEntry, ImportOptions, ImportPlace, ImportRecord, RecordMistake,
};
use super::import_report::{ImportReport, Stop};
use super::record::StoreRecord;
use super::sql::Db;
use super::sql::import::Importer;
use super::{Store, copy, sqlite};

/// How long a batch may keep other writers waiting.
const BATCH: BatchLimit = BatchLimit { time: Duration::from_millis(250), entries: 5_000 };

/// Between two batches. Other processes poll for the lock every few milliseconds.
const PAUSE: Duration = Duration::from_millis(20);

/// How long a batch waits for other writers.
const LOCK_TIMEOUT: Duration = Duration::from_mins(1);

/// An import that ended early: an error, or mistakes in the report. Earlier batches stay.
#[derive(Debug)]
pub(crate) struct Interrupted<E> {
    pub(crate) committed: ImportReport,
    /// A report with mistakes, or an error.
    pub(crate) cause: Result<ImportReport, E>,
}

impl Store {
    /// Writes all records in one transaction. The first mistake or error rolls it back.
    pub async fn import<E>(
        &self,
        context: WriteContext,
        records: impl Iterator<Item = Result<StoreRecord, E>> + Send + 'static,
    ) -> Result<(), E>
    where
        E: From<StoreError> + Send + 'static,
    {
        let whole = |record| ImportEntry {
            place: ImportPlace::default(),
            record: Ok(ImportRecord::Whole(record)),
        };
        let entries = records.map(move |record| record.map(whole));
        let report =
            self.import_at_once(context, ImportOptions::default(), Box::new(entries)).await?;
        match report.mistakes.into_iter().next() {
            Some((_, RecordMistake { field, message })) => {
                Err(StoreError::invalid_record(field, message).into())
            }
            None => Ok(()),
        }
    }

    /// Imports in one transaction. If the report has mistakes, nothing was imported.
    pub(crate) async fn import_at_once<E>(
        &self,
        context: WriteContext,
        options: ImportOptions,
        entries: Entries<E>,
    ) -> Result<ImportReport, E>
    where
        E: From<StoreError> + Send + 'static,
    {
        let importer = Importer::new(options, entries);
        let context = context.with_deadline(Instant::now() + LOCK_TIMEOUT);
        let written = if self.engine.is_filled_by_copy().await? {
            self.import_by_copy(context, importer).await
        } else {
            self.engine.write(context, |db, context| importer.run_all(db, context)).await
        };
        written.or_else(Stop::into_result)
    }

    /// Imports into a private database first and copies that: a server that is asked about each
    /// record would take ten times as long.
    async fn import_by_copy<E>(
        &self,
        context: WriteContext,
        importer: Importer<E>,
    ) -> Result<ImportReport, Stop<E>>
    where
        E: From<StoreError> + Send + 'static,
    {
        let (sender, incoming) = copy::channel();
        let (ready, is_ready) = oneshot::channel();
        let private_context = context.clone();
        let import = tokio::task::spawn_blocking(move || {
            let connection = sqlite::private_database()?;
            let transaction = connection.unchecked_transaction().map_err(StoreError::from)?;
            let db = Db::Sqlite(&transaction);
            let report = importer.run_all(&db, &private_context)?;
            if !private_context.dry_run {
                // The caller waits for it, or has left.
                let _ = ready.send(());
                sender.send(&db, &mut |_progress| ControlFlow::Continue(()))?;
            }
            Ok(report)
        });
        let written = match is_ready.await {
            Ok(()) => {
                let context = context.with_deadline(Instant::now() + LOCK_TIMEOUT);
                self.engine.write(context, |db, _context| incoming.receive(db)).await
            }
            Err(_ended) => Ok(0),
        };
        let report = import.await.map_err(|_stopped| Stop::from(StoreError::Interrupted))?;
        match (written, report) {
            // The other end hung up: its error is the cause.
            (Ok(_) | Err(StoreError::Interrupted), report) => report,
            (Err(StoreError::Conflict(_)), _) => {
                let message = "the database got its first records during the import; nothing was \
                               imported; run the same command again";
                Err(StoreError::Conflict(message.to_owned()).into())
            }
            (Err(error), _) => Err(error.into()),
        }
    }

    /// Finds out what an import would do, without keeping other writers waiting.
    pub(crate) async fn rehearse_import<E>(
        &self,
        context: WriteContext,
        options: ImportOptions,
        entries: Entries<E>,
    ) -> Result<ImportReport, E>
    where
        E: From<StoreError> + Send + 'static,
    {
        let importer = Importer::new(options, entries);
        let rehearsed = self.engine.rehearse(move |db| importer.run_all(db, &context));
        rehearsed.await.or_else(Stop::into_result)
    }

    /// Imports in several short transactions, between which other writers get their turn.
    pub(crate) async fn import_in_batches<E>(
        &self,
        context: WriteContext,
        options: ImportOptions,
        entries: Entries<E>,
    ) -> Result<ImportReport, Interrupted<E>>
    where
        E: From<StoreError> + Send + 'static,
    {
        let mut importer = Importer::new(options, entries);
        let mut committed = ImportReport::default();
        loop {
            let context = context.clone().with_deadline(Instant::now() + LOCK_TIMEOUT);
            let mut batch = importer;
            let written = self.engine.write(context, move |db, context| {
                let is_done = batch.run(db, context, Some(BATCH))?;
                Ok::<_, Stop<E>>((batch, is_done))
            });
            match written.await {
                Ok((batch, true)) => return Ok(batch.report().clone()),
                Ok((batch, false)) => {
                    committed = batch.report().clone();
                    importer = batch;
                    tokio::time::sleep(PAUSE).await;
                }
                Err(stop) => return Err(Interrupted { committed, cause: stop.into_result() }),
            }
        }
    }
}
