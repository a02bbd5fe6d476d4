//! `shortlist db import`: reads JSON Lines in one transaction.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::Utc;
use clap::Args;

use crate::cli::database::Database;
use crate::cli::exit::Exit;
use crate::cli::interrupt::{Signals, StopFlag};
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
    after_help = "Each line is {\"job\": {…}}, {\"person\": {…}} or {\"candidate\": {…}}, as `shortlist db export`\nwrites them; a candidate comes after its job and person. One bad line, and nothing is added.\n\nExample:\n  shortlist db export --database sqlite:old.db | shortlist db import - --database sqlite:new.db"
)]
pub(crate) struct Import {
    /// The file, or - for stdin
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
            let (at, read) = (Arc::clone(&lines.at), Arc::clone(&lines.read));
            let loading = store.import(Utc::now().into(), lines);
            let loaded = Signals::listen()?.run_until_signal(&stop, loading).await;
            progress.end();
            loaded.map_err(|failed| failed.into_exit(&name, at.load(Ordering::Relaxed)))?;
            out.say(&format!("{} records imported", read.load(Ordering::Relaxed)));
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
        let refused = |why: String| Exit::usage(format!("{name}: {why}"));
        let file = File::open(&self.file).map_err(|error| refused(error.to_string()))?;
        if file.metadata().is_ok_and(|found| found.is_dir()) {
            return Err(refused("is a directory; name a file of JSON Lines".to_owned()));
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
        let at_line = |exit: Exit| exit.at(&format!("nothing was imported; {name}, line {line}"));
        match self {
            Self::Interrupted => Exit::interrupted(),
            Self::Line(what) => at_line(Exit::failure(what)),
            Self::Store(
                error @ (StoreError::InvalidRecord { .. } | StoreError::DuplicateRecord { .. }),
            ) => at_line(error.into()),
            Self::Store(other) => Exit::from(other).at("nothing was imported"),
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
    at: Arc<AtomicU64>,
    read: Arc<AtomicU64>,
    progress: Progress,
    stop: StopFlag,
}

impl Lines {
    fn new(source: Box<dyn Read + Send>, progress: Progress, stop: StopFlag) -> Self {
        let count = || Arc::new(AtomicU64::new(0));
        let source = BufReader::with_capacity(1 << 18, source);
        Self { source, buffer: Vec::new(), at: count(), read: count(), progress, stop }
    }

    /// Reads the next line that is not blank into the buffer; false at the end.
    fn fill(&mut self) -> Result<bool, ImportError> {
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
            let before = self.at.fetch_add(1, Ordering::Relaxed);
            // A byte order mark.
            if before == 0 && self.buffer.starts_with(b"\xef\xbb\xbf") {
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

    fn entry(&self) -> Result<StoreRecord, ImportError> {
        let value = body::parse_json(self.buffer.trim_ascii())
            .map_err(|error| ImportError::Line(format!("the line {error}")))?;
        let entry = StoreRecord::from_value(value)
            .map_err(|misfit| ImportError::Line(misfit.to_string()))?;
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
        match self.fill() {
            Ok(false) => None,
            Ok(true) => {
                self.progress.step();
                self.read.fetch_add(1, Ordering::Relaxed);
                Some(self.entry())
            }
            Err(failed) => Some(Err(failed)),
        }
    }
}
