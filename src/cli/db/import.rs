//! `shortlist db import`: reads JSON Lines in one transaction.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use crate::cli::database::{Database, operator_context};
use crate::cli::exit::Exit;
use crate::cli::interrupt::{StopFlag, TerminationSignals};
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::service::store::record::StoreRecord;
use crate::service::store::{Store, StoreError};
use crate::service::{body, person_input};

/// In bytes. A person with a long career takes some kilobytes.
const MAX_LINE_LENGTH: u64 = 16 << 20;

/// Add jobs, persons and candidates from JSON Lines
#[derive(Debug, Args)]
#[command(
    after_help = "Each line is {\"job\": {…}}, {\"person\": {…}} or {\"candidate\": {…}}, as `shortlist db export`\nwrites them; a candidate comes after its job and person. If one line is invalid, nothing is imported.\n\nExample:\n  shortlist db export --database sqlite:old.db | shortlist db import - --database sqlite:new.db"
)]
pub(crate) struct Import {
    /// File to read, or - for stdin
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

impl Import {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let (name, source) = self.source()?;
        let load = async |store: Store| {
            let progress = Progress::new(None, "records");
            let stop = StopFlag::default();
            let lines = Lines::new(source, progress.clone(), stop.clone());
            let (line_number, record_count) =
                (Arc::clone(&lines.line_number), Arc::clone(&lines.record_count));
            let loading = store.import(operator_context(), lines);
            let result = TerminationSignals::listen()?.run_until_signal(&stop, loading).await;
            progress.finish();
            result.map_err(|error| error.into_exit(&name, line_number.load(Ordering::Relaxed)))?;
            out.print_message(&format!(
                "{} records imported",
                record_count.load(Ordering::Relaxed)
            ));
            Ok(())
        };
        self.database.fill(load).await
    }

    /// The name of the source for messages, and its reader.
    fn source(&self) -> Result<(String, Box<dyn Read + Send>), Exit> {
        let name = self.file.display().to_string();
        if name == "-" {
            return Ok(("stdin".to_owned(), Box::new(io::stdin())));
        }
        let usage_error = |reason: String| Exit::usage(format!("{name}: {reason}"));
        let file = File::open(&self.file).map_err(|error| usage_error(error.to_string()))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            return Err(usage_error("is a directory; give a JSON Lines file".to_owned()));
        }
        Ok((name, Box::new(file)))
    }
}

enum ImportError {
    Interrupted,
    Line(String),
    Store(StoreError),
}

impl ImportError {
    fn into_exit(self, name: &str, line: u64) -> Exit {
        let at_line =
            |exit: Exit| exit.with_prefix(&format!("nothing was imported; {name}, line {line}"));
        match self {
            Self::Interrupted => Exit::interrupted(),
            Self::Line(message) => at_line(Exit::failure(message)),
            Self::Store(
                error @ (StoreError::InvalidRecord { .. } | StoreError::DuplicateRecord { .. }),
            ) => at_line(error.into()),
            Self::Store(other) => Exit::from(other).with_prefix("nothing was imported"),
        }
    }
}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Iterates over the records of a file and counts the lines.
struct Lines {
    source: BufReader<Box<dyn Read + Send>>,
    buffer: Vec<u8>,
    line_number: Arc<AtomicU64>,
    record_count: Arc<AtomicU64>,
    progress: Progress,
    stop: StopFlag,
}

impl Lines {
    fn new(source: Box<dyn Read + Send>, progress: Progress, stop: StopFlag) -> Self {
        let counter = || Arc::new(AtomicU64::new(0));
        let source = BufReader::with_capacity(1 << 18, source);
        Self {
            source,
            buffer: Vec::new(),
            line_number: counter(),
            record_count: counter(),
            progress,
            stop,
        }
    }

    /// Reads the next line that is not blank into the buffer; false at the end.
    fn read_line(&mut self) -> Result<bool, ImportError> {
        loop {
            self.buffer.clear();
            let mut limited = self.source.by_ref().take(MAX_LINE_LENGTH);
            let read = limited.read_until(b'\n', &mut self.buffer);
            if read.map_err(|error| ImportError::Line(error.to_string()))? == 0 {
                return Ok(false);
            }
            if self.stop.is_raised() {
                return Err(ImportError::Interrupted);
            }
            let previous = self.line_number.fetch_add(1, Ordering::Relaxed);
            // A byte order mark.
            if previous == 0 && self.buffer.starts_with(b"\xef\xbb\xbf") {
                self.buffer.drain(..3);
            }
            if u64::try_from(self.buffer.len()).is_ok_and(|length| length == MAX_LINE_LENGTH) {
                return Err(ImportError::Line("the line is longer than 16 MiB".to_owned()));
            }
            if !self.buffer.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }

    fn parse_record(&self) -> Result<StoreRecord, ImportError> {
        let value = body::parse_json(self.buffer.trim_ascii())
            .map_err(|error| ImportError::Line(format!("the line {error}")))?;
        let entry =
            StoreRecord::from_value(value).map_err(|error| ImportError::Line(error.to_string()))?;
        if let StoreRecord::Person(person) = &entry {
            person_input::validate(person).map_err(|error| {
                ImportError::Line(format!("{}: {}", error.field, error.message))
            })?;
        }
        Ok(entry)
    }
}

impl Iterator for Lines {
    type Item = Result<StoreRecord, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.read_line() {
            Ok(false) => None,
            Ok(true) => {
                self.progress.step();
                self.record_count.fetch_add(1, Ordering::Relaxed);
                Some(self.parse_record())
            }
            Err(error) => Some(Err(error)),
        }
    }
}
