//! Edits a text in the user's own editor: `$VISUAL`, `$EDITOR` or vi.
//!
//! The text is in a file that only its owner can read. The file stays until the caller has
//! stored the text elsewhere; a file that could not be taken over is reported at once and at
//! the next start.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, id};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, io};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, kill_current_process_group, test_kill_process, waitpid,
};

use super::terminal;
use crate::{child_process, config};

/// Longer than any record.
const MAX_BYTES: u64 = 8 << 20;

/// Numbers the files of this process.
static COUNT: AtomicU32 = AtomicU32::new(0);

#[derive(Debug)]
pub(crate) struct Edited {
    pub(crate) outcome: Result<String, String>,
    /// The file with the text, not stored elsewhere yet.
    pub(crate) file: Option<PathBuf>,
}

/// The files whose text is not stored elsewhere yet.
#[derive(Debug, Default)]
pub(crate) struct UnstoredEdits(Vec<PathBuf>);

impl UnstoredEdits {
    pub(crate) fn extend(&mut self, file: Option<PathBuf>) {
        self.0.extend(file);
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Deletes the files: their texts are stored, or the user discarded them.
    pub(crate) fn remove(self) {
        for file in self.0 {
            // A file that cannot be removed is reported at the next start.
            let _ = fs::remove_file(file);
        }
    }
}

pub(crate) fn folder() -> PathBuf {
    config::data_directory().unwrap_or_else(|_none| std::env::temp_dir())
}

/// Runs the editor. The terminal must be released.
pub(crate) fn edit(text: &str, folder: &Path) -> Edited {
    let path = match write_file(text, folder) {
        Ok(path) => path,
        Err(error) => {
            let message = format!("Could not write the text to {}: {error}", folder.display());
            return Edited { outcome: Err(message), file: None };
        }
    };
    let ended = run(&path);
    let read = read(&path);
    let outcome = match (ended, read) {
        (Ok(()), Ok(read)) => return Edited { outcome: Ok(read), file: Some(path) },
        (Err(message), Ok(read)) if read == text => {
            // Nothing was written: the file is empty.
            let _ = fs::remove_file(&path);
            Err(message)
        }
        (Err(message), _) => Err(format!("{message}; your text is in {}", path.display())),
        (Ok(()), Err(why)) => Err(format!("{}: {why}", path.display())),
    };
    Edited { outcome, file: None }
}

/// Files of processes that ended, newest first. Call it before the first edit.
pub(crate) fn leftover_files(folder: &Path) -> Vec<PathBuf> {
    let is_leftover = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        let writer = name.and_then(parse_pid);
        // This process wrote no file yet: one with its number is from an earlier process.
        writer.is_some_and(|writer| {
            writer == rustix::process::getpid() || test_kill_process(writer) == Err(Errno::SRCH)
        })
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_leftover).collect();
    files.sort_by_key(|path| path.metadata().and_then(|metadata| metadata.modified()).ok());
    files.reverse();
    files
}

/// File names are `edit-PROCESS-COUNT.toml`.
fn parse_pid(name: &str) -> Option<Pid> {
    let (process, count) = name.strip_prefix("edit-")?.strip_suffix(".toml")?.split_once('-')?;
    let _count: u32 = count.parse().ok()?;
    Pid::from_raw(process.parse().ok()?)
}

/// Runs the editor on a file. The terminal must be released.
pub(crate) fn run(path: &Path) -> Result<(), String> {
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|editor| !editor.trim().is_empty())
        .unwrap_or_else(|| "vi".to_owned());
    // Through a shell, since the variable may hold arguments: `code --wait`. The shell must not
    // end before the editor, or the file would be read half-written.
    let line = format!("trap : INT HUP TERM; {editor} \"$1\"");
    let child = child_process::command("sh").arg("-c").arg(line).arg("sh").arg(path).spawn();
    let status = child.and_then(|child| wait(&child));
    match status.map(WaitStatus::exit_status) {
        Ok(Some(0)) => Ok(()),
        Ok(Some(127)) => Err(format!("{editor} was not found; set EDITOR")),
        Ok(Some(code)) => {
            Err(format!("{editor} exited with code {code}; your changes were not applied"))
        }
        Ok(None) => Err(format!("{editor} was killed; your changes were not applied")),
        Err(error) => Err(format!("Could not start {editor}: {error}")),
    }
}

/// Waits for the end. If the editor stops, as with Ctrl-Z, this process stops too and continues
/// it later.
fn wait(child: &Child) -> io::Result<WaitStatus> {
    loop {
        match waitpid(Some(Pid::from_child(child)), WaitOptions::UNTRACED) {
            Ok(Some((_, status))) if status.stopped() => {
                if !terminal::stop()? {
                    kill_current_process_group(Signal::CONT)?;
                }
            }
            Ok(Some((_, status))) => return Ok(status),
            Ok(None) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn write_file(text: &str, folder: &Path) -> io::Result<PathBuf> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let (path, mut file) = create_file(folder)?;
    file.write_all(text.as_bytes()).inspect_err(|_| {
        let _ = fs::remove_file(&path);
    })?;
    Ok(path)
}

/// Creates a new file. An existing one of the same name may hold the only copy of a text.
fn create_file(folder: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("edit-{}-{count}.toml", id()));
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

fn read(path: &Path) -> Result<String, String> {
    let file = File::open(path).map_err(|error| format!("cannot be read: {error}"))?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err("is too long for a record; it was not changed".to_owned());
    }
    String::from_utf8(bytes).map_err(|_not| "is not UTF-8; it was not changed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftover_files_are_neither_overwritten_nor_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let next = COUNT.load(Ordering::Relaxed);
        let old: Vec<PathBuf> = (next..next + 3)
            .map(|count| folder.path().join(format!("edit-{}-{count}.toml", id())))
            .collect();
        for path in &old {
            fs::write(path, "typed once").unwrap();
        }
        let mut leftovers = leftover_files(folder.path());
        leftovers.sort();
        assert_eq!(leftovers, old);
        let path = write_file("typed now", folder.path()).unwrap();
        assert!(!old.contains(&path), "{path:?}");
        for path in &old {
            assert_eq!(fs::read_to_string(path).unwrap(), "typed once");
        }
    }

    #[test]
    fn a_file_of_a_running_process_is_not_a_leftover() {
        let folder = tempfile::tempdir().unwrap();
        // Process 1 always exists; no process has the other number.
        for name in ["edit-1-0.toml", "edit-2147483647-0.toml", "edit-x-0.toml", "edit-1.toml"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(leftover_files(folder.path()), [folder.path().join("edit-2147483647-0.toml")]);
    }
}
