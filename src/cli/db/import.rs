//! `shortlist db import`: JSON Lines in, all of them or none.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::Utc;
use clap::Args;

use crate::cli::database::Database;
use crate::cli::exit::Exit;
use crate::cli::interrupt::{Ending, Stop};
use crate::cli::out::Out;
use crate::cli::progress::Progress;
use crate::service::store::record::StoreRecord;
use crate::service::store::{Store, StoreError};
use crate::service::{body, person_input};

/// The longest line taken: a person with a long career is some kilobytes.
const LONGEST_LINE: u64 = 16 << 20;

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
    pub(crate) async fn run(self, out: &Out) -> Result<(), Exit> {
        let (name, source) = self.source()?;
        let load = async |store: Store| {
            let progress = Progress::new(None, "records");
            let stop = Stop::default();
            let lines = Lines::new(source, progress.clone(), stop.clone());
            let (at, read) = (Arc::clone(&lines.at), Arc::clone(&lines.read));
            let loading = store.import(Utc::now().into(), lines);
            let loaded = Ending::listen()?.raise(&stop, loading).await;
            progress.end();
            loaded.map_err(|failed| failed.told(&name, at.load(Ordering::Relaxed)))?;
            out.say(&format!("{} records imported", read.load(Ordering::Relaxed)));
            Ok(())
        };
        self.database.fill(load).await
    }

    /// What to call the source, and its bytes.
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

/// Why an import stopped.
enum Failed {
    /// The user asked for an end.
    Interrupted,
    /// A line that cannot be read.
    Line(String),
    /// The store would not take it.
    Store(StoreError),
}

impl Failed {
    fn told(self, name: &str, line: u64) -> Exit {
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

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// The entries of a file, one by one; knows the line it is at.
struct Lines {
    source: BufReader<Box<dyn Read + Send>>,
    buffer: Vec<u8>,
    at: Arc<AtomicU64>,
    read: Arc<AtomicU64>,
    progress: Progress,
    stop: Stop,
}

impl Lines {
    fn new(source: Box<dyn Read + Send>, progress: Progress, stop: Stop) -> Self {
        let count = || Arc::new(AtomicU64::new(0));
        let source = BufReader::with_capacity(1 << 18, source);
        Self { source, buffer: Vec::new(), at: count(), read: count(), progress, stop }
    }

    /// The next line that is not blank; false at the end.
    fn fill(&mut self) -> Result<bool, Failed> {
        loop {
            self.buffer.clear();
            let mut limited = self.source.by_ref().take(LONGEST_LINE);
            let read = limited.read_until(b'\n', &mut self.buffer);
            if read.map_err(|error| Failed::Line(error.to_string()))? == 0 {
                return Ok(false);
            }
            if self.stop.is_raised() {
                return Err(Failed::Interrupted);
            }
            let before = self.at.fetch_add(1, Ordering::Relaxed);
            // Some editors put a mark before the first line.
            if before == 0 && self.buffer.starts_with(b"\xef\xbb\xbf") {
                self.buffer.drain(..3);
            }
            if u64::try_from(self.buffer.len()).is_ok_and(|length| length == LONGEST_LINE) {
                return Err(Failed::Line("the line is longer than 16 MiB".to_owned()));
            }
            if !self.buffer.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }

    fn entry(&self) -> Result<StoreRecord, Failed> {
        let value = body::parse_json(self.buffer.trim_ascii())
            .map_err(|error| Failed::Line(format!("the line {error}")))?;
        let entry =
            StoreRecord::from_value(value).map_err(|misfit| Failed::Line(misfit.to_string()))?;
        if let StoreRecord::Person(person) = &entry {
            person_input::validate(person)
                .map_err(|error| Failed::Line(format!("{}: {}", error.field, error.message)))?;
        }
        Ok(entry)
    }
}

impl Iterator for Lines {
    type Item = Result<StoreRecord, Failed>;

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
