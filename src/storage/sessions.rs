//! The windows that have the file open, told apart.
//!
//! Each holds the lock on a file of its own for as long as it lives. The system
//! takes the lock away from one that was killed: so nobody has to say that they
//! ended, and nobody waits for somebody who is gone.

use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::error::{StorageError, unusable};
use super::open::private;

const ENDING: &str = ".live";

/// This window.
#[derive(Debug)]
pub(crate) struct Session {
    name: String,
    database: PathBuf,
    /// Locked as long as it is open.
    _live: File,
}

impl Drop for Session {
    fn drop(&mut self) {
        // Whoever comes next takes it away otherwise.
        let _ = std::fs::remove_file(place(&self.database, &self.name));
    }
}

impl Session {
    /// Begins one, and takes away what ended ones left. The folder is locked
    /// meanwhile, so that none is seen before it holds its lock.
    pub(crate) fn begin(database: &Path) -> Result<Self, StorageError> {
        sweep(database);
        let name = fresh_name()?;
        let path = place(database, &name);
        let live = private().write(true).create_new(true).open(&path);
        let live = live.map_err(|error| unusable(&path, format!("cannot be made: {error}")))?;
        live.try_lock().map_err(|error| unusable(&path, format!("cannot be locked: {error}")))?;
        Ok(Self { name, database: database.to_owned(), _live: live })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn is_alive(&self, session: &str) -> bool {
        let is_one = !session.is_empty() && session.bytes().all(|byte| byte.is_ascii_hexdigit());
        session == self.name || (is_one && is_held(&place(&self.database, session)))
    }
}

/// Whether somebody holds the lock. What cannot be told counts as held: a draft
/// that is left alone is not lost.
fn is_held(path: &Path) -> bool {
    match File::open(path) {
        // Shared: two that look at once do not take each other for alive.
        Ok(file) => !matches!(file.try_lock_shared(), Ok(())),
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}

fn place(database: &Path, session: &str) -> PathBuf {
    let mut place = database.as_os_str().to_owned();
    place.push(format!(".{session}{ENDING}"));
    place.into()
}

/// Takes away the files of those that ended.
fn sweep(database: &Path) {
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new(".")));
    let name = database.file_name().unwrap_or_default().to_string_lossy();
    for entry in entries.into_iter().flatten().flatten() {
        let file = entry.file_name();
        let session = file
            .to_str()
            .and_then(|file| file.strip_prefix(&*name)?.strip_prefix('.')?.strip_suffix(ENDING));
        if session.is_some() && !is_held(&entry.path()) {
            // The next one tries again.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn fresh_name() -> Result<String, StorageError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(StorageError::Random)?;
    Ok(bytes.iter().fold(String::new(), |mut name, byte| {
        // A string takes whatever is written.
        let _ = write!(name, "{byte:02x}");
        name
    }))
}
