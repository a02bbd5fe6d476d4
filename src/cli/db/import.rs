//! `shortlist db import`: JSON Lines in, all of them or none.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use crate::cli::database::Database;
use crate::cli::exit::Exit;
use crate::cli::out::Out;
use crate::cli::progress::Progress;
use crate::service::body;
use crate::service::store::Missing;
use crate::service::store::record::Entry;

/// The longest line taken: a person with a long career is some kilobytes.
const LONGEST_LINE: u64 = 16 << 20;

/// Add jobs, persons and candidates from JSON Lines
#[derive(Debug, Args)]
#[command(
    after_help = "Each line is {\"job\": {…}}, {\"person\": {…}} or {\"candidate\": {…}}, as `shortlist db export`\nwrites them; a candidate comes after its job and person. One bad line, and nothing is added.\n\nExample:\n  shortlist db export --database sqlite:old.db | shortlist db import - --database sqlite:new.db"
)]
pub(in crate::cli) struct Import {
    /// The file, or - for stdin
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

impl Import {
    pub(in crate::cli) async fn run(self, out: &Out) -> Result<(), Exit> {
        let name = self.file.display().to_string();
        let source: Box<dyn Read + Send> = if name == "-" {
            Box::new(io::stdin())
        } else {
            Box::new(
                File::open(&self.file).map_err(|error| Exit::usage(format!("{name}: {error}")))?,
            )
        };
        let store = self.database.open(Missing::Create)?;
        let progress = Progress::new(None, "records");
        let lines = Lines::new(source, progress.clone());
        let (at, read) = (Arc::clone(&lines.at), Arc::clone(&lines.read));
        let loaded = store.load(lines).await;
        progress.end();
        loaded.map_err(|exit| {
            let place = if name == "-" { "stdin" } else { &name };
            exit.at(&format!("nothing was imported; {place}, line {}", at.load(Ordering::Relaxed)))
        })?;
        out.say(&format!("{} records imported", read.load(Ordering::Relaxed)));
        Ok(())
    }
}

/// The entries of a file, one by one; knows the line it is at.
struct Lines {
    source: BufReader<Box<dyn Read + Send>>,
    buffer: Vec<u8>,
    at: Arc<AtomicU64>,
    read: Arc<AtomicU64>,
    progress: Progress,
}

impl Lines {
    fn new(source: Box<dyn Read + Send>, progress: Progress) -> Self {
        let count = || Arc::new(AtomicU64::new(0));
        let source = BufReader::with_capacity(1 << 18, source);
        Self { source, buffer: Vec::new(), at: count(), read: count(), progress }
    }

    /// The next line that is not blank; false at the end.
    fn fill(&mut self) -> Result<bool, Exit> {
        loop {
            self.buffer.clear();
            let mut limited = self.source.by_ref().take(LONGEST_LINE);
            if limited.read_until(b'\n', &mut self.buffer)? == 0 {
                return Ok(false);
            }
            self.at.fetch_add(1, Ordering::Relaxed);
            if u64::try_from(self.buffer.len()).is_ok_and(|length| length == LONGEST_LINE) {
                return Err(Exit::failure("the line is longer than 16 MiB"));
            }
            if !self.buffer.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }

    fn entry(&self) -> Result<Entry, Exit> {
        let value = body::parse(&self.buffer)
            .map_err(|problem| Exit::failure(problem.message.replacen("body", "the line", 1)))?;
        Entry::from_value(value).map_err(|misfit| Exit::failure(misfit.to_string()))
    }
}

impl Iterator for Lines {
    type Item = Result<Entry, Exit>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.fill() {
            Ok(false) => None,
            Ok(true) => {
                self.progress.step();
                self.read.fetch_add(1, Ordering::Relaxed);
                Some(self.entry())
            }
            Err(exit) => Some(Err(exit)),
        }
    }
}
