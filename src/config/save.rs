//! Changes the config file without touching comments, order or layout of the rest. Saving a view and
//! logging in call this.
//!
//! `toml_edit` changes only the fields of one entry. The new text is parsed before it is written:
//! unless it yields the old settings with just that entry changed, nothing is written.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item, Table, Value};

use super::read::{ReadConfig, read};
use super::{Mistake, SavedView, Settings, SourcePosition, read_text};
use crate::files::{IfExists, folder_of, write_atomic};
use crate::platform::files::create_private_dir;

/// Saving failed; the file is unchanged.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SaveError {
    /// The file cannot be read, or is not TOML.
    #[error("cannot read the config, so it was not changed: {0}")]
    Broken(Mistake),
    /// It is written in a form that we do not edit.
    #[error("{path}: cannot change {entry}; edit it in the file, as a table of that name")]
    NotEditable { path: PathBuf, entry: String },
    #[error("cannot write {path}: {source}")]
    NotWritten { path: PathBuf, source: io::Error },
}

/// The settings without positions, for comparison.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct ConfigContent {
    pub(super) rest: Settings,
    pub(super) views: BTreeMap<String, SavedView>,
}

impl ConfigContent {
    fn new(mut settings: Settings) -> Self {
        let views = settings.views.drain(..).map(|view| (view.name.clone(), view)).collect();
        for profile in &mut settings.profiles {
            profile.position = SourcePosition::default();
        }
        Self { rest: settings, views }
    }
}

/// Makes one change to the settings by editing the text of the file. `entry` names it in errors.
pub(super) fn change_file(
    path: &Path,
    entry: String,
    change: impl FnOnce(&mut ConfigContent),
    edit: impl FnOnce(&str) -> Option<String>,
) -> Result<(), SaveError> {
    let Some(changed) = check_change(path, entry, change, edit)? else { return Ok(()) };
    write(path, &changed).map_err(|source| SaveError::NotWritten { path: path.to_owned(), source })
}

/// The new text of the file, not written; `None` if it says so already.
pub(super) fn check_change(
    path: &Path,
    entry: String,
    change: impl FnOnce(&mut ConfigContent),
    edit: impl FnOnce(&str) -> Option<String>,
) -> Result<Option<String>, SaveError> {
    let text = match read_text(path) {
        Err(mistake) if mistake.is_missing() => String::new(),
        text => text.map_err(SaveError::Broken)?,
    };
    let broken = |mistakes: Vec<Mistake>| {
        let first = mistakes.into_iter().next();
        SaveError::Broken(first.unwrap_or_else(|| Mistake::in_file(path, "is not TOML")))
    };
    let ReadConfig { settings, mistakes, .. } = read(&text, path).map_err(broken)?;
    let before = ConfigContent::new(settings);
    let mut expected = before.clone();
    change(&mut expected);
    if expected == before {
        return Ok(None);
    }
    let is_exact = |text: &String| {
        read(text, path).is_ok_and(|after| {
            ConfigContent::new(after.settings) == expected && after.mistakes.len() <= mistakes.len()
        })
    };
    let not_editable = || SaveError::NotEditable { path: path.to_owned(), entry };
    edit(&text).filter(is_exact).map(Some).ok_or_else(not_editable)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    create_private_dir(folder_of(path))?;
    write_atomic(path, IfExists::Replace, |file| file.write_all(text.as_bytes()))
}

/// The text with `[table.name]` and its fields at the end.
pub(super) fn append(text: &str, table: &str, name: &str, fields: Table) -> String {
    let mut entries = Table::from_iter([(name, Item::Table(fields))]);
    entries.set_implicit(true);
    let added = DocumentMut::from(Table::from_iter([(table, Item::Table(entries))]));
    let gap = match text {
        "" => "",
        _ if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    format!("{text}{gap}{added}")
}

/// Keeps the comment after the value.
pub(super) fn replace_value(old: &mut Value, value: Value) {
    let decor = old.decor().clone();
    *old = value;
    *old.decor_mut() = decor;
}

/// `toml_edit` writes LF.
pub(super) fn keep_line_endings(before: &str, changed: String) -> String {
    if before.contains("\r\n") {
        changed.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        changed
    }
}
