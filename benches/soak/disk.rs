//! What the program wrote into its local database, read beside it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::tokens::tokens;

pub(crate) struct Disk {
    home: PathBuf,
    /// The ids of all entries of the log so far. The log only grows.
    entries: BTreeSet<String>,
}

/// The database at one time.
#[derive(Default)]
pub(crate) struct Contents {
    pub(crate) entries: BTreeSet<String>,
    /// The tokens in notes and in the reasons of verdicts.
    pub(crate) marks: BTreeSet<String>,
    /// The tokens in drafts, discarded ones included.
    pub(crate) drafts: BTreeSet<String>,
}

impl Disk {
    pub(crate) fn new(home: &Path) -> Self {
        Self { home: home.to_owned(), entries: BTreeSet::new() }
    }

    /// Reads the database. The second value is what was there before and is not now.
    pub(crate) fn read(&mut self) -> rusqlite::Result<(Contents, Vec<String>)> {
        let Some(file) = self.file() else { return Ok((Contents::default(), Vec::new())) };
        let contents = read(&file)?;
        let missing = self.entries.difference(&contents.entries).cloned().collect();
        self.entries.extend(contents.entries.iter().cloned());
        Ok((contents, missing))
    }

    /// What the database says about itself: `ok`.
    pub(crate) fn integrity(&self) -> rusqlite::Result<String> {
        let Some(file) = self.file() else { return Ok("no database".to_owned()) };
        Connection::open(file)?.query_row("PRAGMA integrity_check", [], |row| row.get(0))
    }

    /// The reports of panics.
    pub(crate) fn crash_reports(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.home.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if entry.file_name().to_string_lossy().starts_with("crash-") {
                    found.push(path);
                }
            }
        }
        found
    }

    fn file(&self) -> Option<PathBuf> {
        let folder = self.home.join(".local/share/shortlist/local");
        let files = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
        files.into_iter().find(|path| path.extension().is_some_and(|kind| kind == "db"))
    }
}

fn read(file: &Path) -> rusqlite::Result<Contents> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    let mut contents = Contents::default();
    let mut query = connection.prepare("SELECT id, text, beside FROM entry")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        contents.entries.insert(row.get(0)?);
        for column in [1, 2] {
            let text = row.get::<_, Option<String>>(column)?;
            contents.marks.extend(tokens(&text.unwrap_or_default()));
        }
    }
    let mut query = connection.prepare("SELECT body FROM draft")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        contents.drafts.extend(tokens(&row.get::<_, String>(0)?));
    }
    Ok(contents)
}
