//! Saves a view to the config file. The runtime calls this.
//!
//! `toml_edit` changes only the fields of that view; comments, order and line endings stay. The new
//! text is parsed before it is written: unless it yields the old settings with just that view
//! changed, nothing is written.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item, Key, Table, Value};

use super::read::{ReadConfig, read};
use super::sections::view_fields;
use super::{Mistake, SavedView, Settings, SourcePosition, read_text};
use crate::files::{IfExists, create_private_dir, folder_of, write_atomic};

/// Saving failed; the file is unchanged.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SaveError {
    /// The file cannot be read, or is not TOML.
    #[error("cannot read the config, so it was not changed: {0}")]
    Broken(Mistake),
    /// The view is written in a form that we do not edit.
    #[error("{path}: cannot change the view `{name}`; edit it in the file, as [views.NAME]")]
    NotEditable { path: PathBuf, name: String },
    #[error("cannot write {path}: {source}")]
    NotWritten { path: PathBuf, source: io::Error },
}

/// Adds a view to the file, or replaces the one of that name.
pub(crate) fn save_view(path: &Path, view: &SavedView) -> Result<(), SaveError> {
    let text = match read_text(path) {
        Err(mistake) if mistake.is_missing() => String::new(),
        text => text.map_err(SaveError::Broken)?,
    };
    let broken = |mistakes: Vec<Mistake>| match mistakes.into_iter().next() {
        Some(first) => SaveError::Broken(first),
        None => SaveError::Broken(Mistake::in_file(path, "is not TOML")),
    };
    let ReadConfig { settings, mistakes, .. } = read(&text, path).map_err(broken)?;
    let mut expected = ConfigContent::new(settings);
    if expected.views.insert(view.name.clone(), view.clone()).as_ref() == Some(view) {
        return Ok(());
    }
    let is_exact = |text: &String| {
        read(text, path).is_ok_and(|after| {
            ConfigContent::new(after.settings) == expected && after.mistakes.len() <= mistakes.len()
        })
    };
    let not_editable = || SaveError::NotEditable { path: path.to_owned(), name: view.name.clone() };
    let changed = edit(&text, view).filter(is_exact).ok_or_else(not_editable)?;
    write(path, &changed).map_err(|source| SaveError::NotWritten { path: path.to_owned(), source })
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    create_private_dir(folder_of(path))?;
    write_atomic(path, IfExists::Replace, |file| file.write_all(text.as_bytes()))
}

/// The settings without positions, for comparison.
#[derive(PartialEq, Eq)]
struct ConfigContent {
    rest: Settings,
    views: BTreeMap<String, SavedView>,
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

/// The text with the view added or replaced; `None` if it is written in a form that we do not edit.
fn edit(text: &str, view: &SavedView) -> Option<String> {
    let mut document: DocumentMut = text.parse().ok()?;
    let views = document.get_mut("views").and_then(Item::as_table_like_mut);
    let changed = match views.and_then(|views| views.get_mut(&view.name)) {
        Some(existing) => {
            replace_view(existing, view)?;
            document.to_string()
        }
        None => append_view(text, view),
    };
    // `toml_edit` writes LF.
    let is_dos = text.contains("\r\n");
    Some(if is_dos { changed.replace("\r\n", "\n").replace('\n', "\r\n") } else { changed })
}

/// The value of each field; empty if missing.
fn values(view: &SavedView) -> Vec<(&'static str, &str)> {
    let value = |field| match field {
        "job" => view.job.as_deref().unwrap_or_default(),
        "pane" => view.pane.as_str(),
        "filter" => &view.filter,
        _ => &view.sort,
    };
    view_fields().map(|field| (field, value(field))).collect()
}

fn append_view(text: &str, view: &SavedView) -> String {
    let fields = values(view).into_iter().filter(|(_, value)| !value.is_empty());
    let fields: Table = fields.map(|(field, value)| (field, to_value(value))).collect();
    let mut views = Table::from_iter([(view.name.as_str(), Item::Table(fields))]);
    views.set_implicit(true);
    let added = DocumentMut::from(Table::from_iter([("views", Item::Table(views))]));
    let gap = match text {
        "" => "",
        _ if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    format!("{text}{gap}{added}")
}

/// Replaces values that differ and appends missing ones.
fn replace_view(existing: &mut Item, view: &SavedView) -> Option<()> {
    let has_header = existing.as_table().is_some_and(|table| !table.is_dotted());
    let fields = existing.as_table_like_mut()?;
    for (field, value) in values(view) {
        match fields.get_mut(field).map(Item::as_value_mut) {
            Some(old) => replace_value(old?, value),
            None if value.is_empty() => {}
            None if has_header => drop(fields.insert(field, to_value(value).into())),
            None => return None,
        }
    }
    Some(())
}

/// Keeps the notation of an equal value, and the comment after a new one.
fn replace_value(old: &mut Value, value: &str) {
    if old.as_str() != Some(value) {
        let decor = old.decor().clone();
        *old = to_value(value);
        *old.decor_mut() = decor;
    }
}

/// The text as a single-line string: otherwise converting the line endings of the file would change
/// those inside it.
fn to_value(text: &str) -> Value {
    // A quoted key is such a string.
    let one_line = text.contains('\n').then(|| Key::new(text).display_repr().parse().ok());
    one_line.flatten().unwrap_or_else(|| text.into())
}
