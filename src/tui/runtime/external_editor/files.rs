//! The files of the external editor. Each edit has two beside the local store of its workspace:
//! the text, and the draft that it belongs to. After a crash, the next start takes the text into
//! the draft.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::id;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::config;
use crate::platform::files::{create_private_dir, private_options};
use crate::platform::processes::is_running;
use crate::recruiting::person::{Draft, from_toml};
use crate::storage::LocalStore;

/// Longer than any record.
const MAX_BYTES: u64 = 8 << 20;

/// Numbers the files of this process.
static COUNT: AtomicU32 = AtomicU32::new(0);

/// Where the files of a workspace are: their folder, and how their names begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EditFolder {
    pub(crate) path: PathBuf,
    prefix: String,
}

/// What the text in a file belongs to.
#[derive(Debug, Serialize, Deserialize)]
struct Origin {
    draft: Draft,
    /// The text before the user changed it.
    text: String,
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
            remove(&file);
        }
    }
}

/// A file that cannot be removed is taken or reported at the next start.
pub(super) fn remove(text: &Path) {
    let _ = fs::remove_file(text);
    let _ = fs::remove_file(origin_of(text));
}

fn origin_of(text: &Path) -> PathBuf {
    text.with_extension("json")
}

impl EditFolder {
    pub(crate) fn of(store: Option<&LocalStore>) -> Self {
        let file = store.and_then(|store| store.file.as_ref().ok());
        let beside = file.and_then(|file| {
            let name = file.file_stem()?.to_string_lossy();
            Some(Self { path: file.parent()?.to_owned(), prefix: format!("{name}.edit-") })
        });
        beside.unwrap_or_else(|| Self {
            path: config::data_directory().unwrap_or_else(|_none| std::env::temp_dir()),
            prefix: "edit-".to_owned(),
        })
    }

    /// Writes the text, and what it belongs to. Returns the file of the text.
    pub(super) fn write(&self, hint: &str, text: &str, draft: &Draft) -> io::Result<PathBuf> {
        create_private_dir(&self.path)?;
        let (path, mut file) = self.create_file()?;
        let origin = Origin { draft: draft.clone(), text: text.to_owned() };
        let written = serde_json::to_vec(&origin).map_err(io::Error::other).and_then(|origin| {
            let mut origin_file =
                private_options().write(true).create_new(true).open(origin_of(&path))?;
            origin_file.write_all(&origin)?;
            file.write_all([hint, text].concat().as_bytes())
        });
        written.inspect_err(|_| remove(&path))?;
        Ok(path)
    }

    /// Creates a new file. An existing one of the same name may hold the only copy of a text.
    fn create_file(&self) -> io::Result<(PathBuf, File)> {
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = self.path.join(format!("{}{}-{count}.toml", self.prefix, id()));
            match private_options().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Files of processes that ended, newest first. Call it before the first edit.
    pub(crate) fn leftovers(&self) -> Vec<PathBuf> {
        let is_leftover = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            let writer = name.and_then(|name| self.parse_pid(name));
            // This process wrote no file yet: one with its number is from an earlier process.
            writer.is_some_and(|writer| writer == id() || !is_running(writer))
        };
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(is_leftover).collect();
        files.sort_by_key(|path| path.metadata().and_then(|metadata| metadata.modified()).ok());
        files.reverse();
        files
    }

    /// File names are `PREFIXPROCESS-COUNT.toml`.
    fn parse_pid(&self, name: &str) -> Option<u32> {
        let name = name.strip_prefix(&self.prefix)?.strip_suffix(".toml")?;
        let (process, count) = name.split_once('-')?;
        let _count: u32 = count.parse().ok()?;
        process.parse().ok().filter(|process| *process > 0)
    }
}

/// What became of the text in a file that a process left.
#[derive(Debug)]
pub(crate) enum Leftover {
    /// The draft with the text of the user.
    Draft(Box<Draft>),
    /// The user had changed nothing.
    Unchanged,
    /// The file does not say what it belongs to.
    Unknown,
}

/// Reads a file that a process left. The caller stores the draft and then discards the file.
pub(crate) fn recover(file: &Path) -> Leftover {
    let origin = fs::read(origin_of(file)).ok();
    let origin = origin.and_then(|origin| serde_json::from_slice::<Origin>(&origin).ok());
    let (Some(Origin { draft, text: before }), Ok(text)) = (origin, read(file)) else {
        return Leftover::Unknown;
    };
    let text = without_hint(&text).to_owned();
    if text == before {
        return Leftover::Unchanged;
    }
    Leftover::Draft(Box::new(match from_toml(&text, &draft.form) {
        Ok(Some(form)) => Draft { form, text: None, ..draft },
        Ok(None) => return Leftover::Unchanged,
        Err(_mistakes) => Draft { text: Some(text), ..draft },
    }))
}

pub(crate) fn discard(file: &Path) {
    remove(file);
}

/// Begins the line for users who do not know the editor.
pub(super) const HINT: &str = "# EDITOR is not set, so this is ";

/// The text without our line at its start.
pub(super) fn without_hint(text: &str) -> &str {
    if !text.starts_with(HINT) {
        return text;
    }
    text.split_once('\n').map_or("", |(_, rest)| rest)
}

pub(super) fn read(path: &Path) -> Result<String, String> {
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
    use crate::recruiting::person::{DraftId, Form, FormKind, to_toml};
    use crate::wire::Timestamp;

    fn draft() -> Draft {
        let form = Form::create(FormKind::Create, None, "ext-1".to_owned());
        Draft::new(DraftId("s-1".to_owned()), form, Timestamp::now())
    }

    fn folder(path: &Path) -> EditFolder {
        EditFolder { path: path.to_owned(), prefix: "work.edit-".to_owned() }
    }

    #[test]
    fn leftover_files_are_neither_overwritten_nor_forgotten() {
        let home = tempfile::tempdir().unwrap();
        let edits = folder(home.path());
        let next = COUNT.load(Ordering::Relaxed);
        // Other tests of this process count, too.
        let old: Vec<PathBuf> = (next..next + 50)
            .map(|count| home.path().join(format!("work.edit-{}-{count}.toml", id())))
            .collect();
        for path in &old {
            fs::write(path, "typed once").unwrap();
        }
        let mut leftovers = edits.leftovers();
        leftovers.sort();
        let mut expected = old.clone();
        expected.sort();
        assert_eq!(leftovers, expected);
        let path = edits.write("", "typed now", &draft()).unwrap();
        assert!(!old.contains(&path), "{path:?}");
        for path in &old {
            assert_eq!(fs::read_to_string(path).unwrap(), "typed once");
        }
    }

    #[test]
    fn only_files_of_this_workspace_and_of_ended_processes_are_leftovers() {
        let home = tempfile::tempdir().unwrap();
        // Process 1 always exists; no process has the other number.
        for name in [
            "work.edit-1-0.toml",
            "work.edit-2147483647-0.toml",
            "work.edit-2147483647-0.json",
            "other.edit-2147483647-0.toml",
            "work.edit-x-0.toml",
            "work.edit-1.toml",
        ] {
            fs::write(home.path().join(name), "").unwrap();
        }
        let expected = home.path().join("work.edit-2147483647-0.toml");
        assert_eq!(folder(home.path()).leftovers(), [expected]);
    }

    #[test]
    fn a_left_text_becomes_the_draft_that_it_was_about() {
        let home = tempfile::tempdir().unwrap();
        let (edits, draft) = (folder(home.path()), draft());
        let text = to_toml(&draft.form);
        let hint = format!("{HINT}vi\n");
        let path = edits.write(&hint, &text, &draft).unwrap();
        assert!(matches!(recover(&path), Leftover::Unchanged));

        let typed = format!("{hint}{}", text.replace("name = \"\"", "name = \"Ada\""));
        fs::write(&path, &typed).unwrap();
        let Leftover::Draft(recovered) = recover(&path) else { panic!("a draft") };
        assert_eq!((recovered.id.clone(), &recovered.text), (draft.id, &None));
        assert!(to_toml(&recovered.form).contains("Ada"));

        fs::write(&path, format!("{typed}[broken")).unwrap();
        let Leftover::Draft(recovered) = recover(&path) else { panic!("a draft") };
        let text = recovered.text.unwrap();
        assert!(text.ends_with("[broken") && !text.starts_with(HINT), "{text}");

        discard(&path);
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
        fs::write(&path, "typed").unwrap();
        assert!(matches!(recover(&path), Leftover::Unknown));
    }
}
