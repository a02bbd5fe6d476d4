//! Saves a view to the config file, or deletes it.
//!
//! Only the lines of that view change; all others stay byte for byte. The new text is parsed before
//! it is written: unless it yields the old settings with just that view changed, nothing is written.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use super::read::{VIEW_FIELDS, read};
use super::{Mistake, Settings, SourcePosition, View, read_text};
use crate::files::{IfExists, create_private_dir, write_atomic};

/// The file is unchanged.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SaveError {
    /// The file cannot be read, or is not TOML.
    #[error("the config was left as it is, since it cannot be read: {0}")]
    Broken(Mistake),
    /// The view is written in a form that we do not edit.
    #[error(
        "{path}: the view `{name}` cannot be changed from here; edit it there, as [views.NAME]"
    )]
    NotEditable { path: PathBuf, name: String },
    #[error("{path} cannot be written: {source}")]
    NotWritten { path: PathBuf, source: io::Error },
}

/// Adds a view to the file, or replaces the one of that name.
pub(crate) fn save_view(path: &Path, name: &str, view: &View) -> Result<(), SaveError> {
    change(path, name, Some(view))
}

/// Deletes a view. A missing view is not an error.
#[cfg(test)]
pub(crate) fn delete_view(path: &Path, name: &str) -> Result<(), SaveError> {
    change(path, name, None)
}

fn change(path: &Path, name: &str, view: Option<&View>) -> Result<(), SaveError> {
    let text = match read_text(path) {
        Err(mistake) if mistake.is_missing() => String::new(),
        text => text.map_err(SaveError::Broken)?,
    };
    let (settings, mistakes) = read(&text, path).map_err(SaveError::Broken)?;
    let changed = edit(&text, name, view);
    if changed == text {
        return Ok(());
    }
    let mut expected = ConfigContent::new(settings);
    match view {
        Some(view) => drop(expected.views.insert(name.to_owned(), view.clone())),
        None => drop(expected.views.remove(name)),
    }
    let is_exact = read(&changed, path).is_ok_and(|(settings, remaining)| {
        ConfigContent::new(settings) == expected && remaining.len() <= mistakes.len()
    });
    if !is_exact {
        return Err(SaveError::NotEditable { path: path.to_owned(), name: name.to_owned() });
    }
    write(path, &changed).map_err(|source| SaveError::NotWritten { path: path.to_owned(), source })
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
        create_private_dir(directory)?;
    }
    write_atomic(path, IfExists::Replace, |file| file.write_all(text.as_bytes()))
}

/// The settings without positions, for comparison.
#[derive(PartialEq, Eq)]
struct ConfigContent {
    rest: Settings,
    keys: Vec<(String, Vec<String>)>,
    views: BTreeMap<String, View>,
}

impl ConfigContent {
    fn new(mut settings: Settings) -> Self {
        let keys =
            settings.keys.drain(..).map(|rebinding| (rebinding.action, rebinding.keys)).collect();
        let views = settings.views.drain(..).map(|saved| (saved.name, saved.view)).collect();
        for profile in &mut settings.profiles {
            profile.position = SourcePosition::default();
        }
        Self { rest: settings, keys, views }
    }
}

fn edit(text: &str, name: &str, view: Option<&View>) -> String {
    let root = DeTable::parse(text);
    let root = root.as_ref().map(toml::Spanned::get_ref).ok();
    let views = root.and_then(|root| root.get("views"));
    let existing = views.and_then(|views| views.get_ref().get(name));
    match (existing.map(|existing| (existing.span(), existing.get_ref())), view) {
        (None, None) => text.to_owned(),
        (None, Some(view)) => append_view(text, name, view),
        (Some((head, existing)), Some(view)) => replace_view(text, &head, existing, view),
        (Some((head, existing)), None) => remove_view(text, head, existing),
    }
}

/// The value of each field; empty if missing.
fn values(view: &View) -> [(&'static str, &str); 4] {
    let [job, pane, filter, sort] = VIEW_FIELDS;
    [
        (job, view.job.as_deref().unwrap_or_default()),
        (pane, view.pane.as_str()),
        (filter, &view.filter),
        (sort, &view.sort),
    ]
}

fn quote(value: &str) -> String {
    toml::Value::from(value).to_string()
}

fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

fn append_view(text: &str, name: &str, view: &View) -> String {
    let end = newline(text);
    // Serializing an empty table yields a header with a correctly quoted name.
    let table = [(name.to_owned(), toml::Table::new().into())];
    let views = [("views".to_owned(), toml::Table::from_iter(table).into())];
    let header = toml::Table::from_iter(views).to_string();
    let mut new = text.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        new.push_str(end);
    }
    if !text.is_empty() {
        new.push_str(end);
    }
    new.push_str(header.trim_end());
    new.push_str(end);
    for (field, value) in values(view).into_iter().filter(|(_, value)| !value.is_empty()) {
        new.extend([field, " = ", &quote(value), end]);
    }
    new
}

/// Replaces values that differ; appends missing ones after the last line.
fn replace_view(text: &str, head: &Range<usize>, existing: &DeValue<'_>, view: &View) -> String {
    let mut new = text.to_owned();
    let last = spans(head.clone(), existing).iter().map(|span| span.end).max().unwrap_or(head.end);
    let after = line_range(text, &(last..last)).end;
    let mut added = String::new();
    let mut replacements = Vec::new();
    for (field, value) in values(view) {
        match existing.get(field) {
            Some(old) if old.get_ref().as_str() == Some(value) => {}
            Some(old) => replacements.push((old.span(), quote(value))),
            None if value.is_empty() => {}
            None => added.extend([field, " = ", &quote(value), newline(text)]),
        }
    }
    if !added.is_empty() && !text.get(..after).is_some_and(|before| before.ends_with('\n')) {
        added.insert_str(0, newline(text));
    }
    replacements.push((after..after, added));
    // From the end, so that earlier offsets stay valid.
    replacements.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    for (span, value) in replacements {
        new.replace_range(span, &value);
    }
    new
}

/// Removes the lines of the view and an empty line before them.
fn remove_view(text: &str, head: Range<usize>, existing: &DeValue<'_>) -> String {
    let has_header = text.get(head.clone()).is_some_and(|head| head.starts_with('['));
    let mut ranges = spans(head, existing);
    ranges.sort_by_key(|span| span.start);
    if let [head, .., last] = ranges.as_mut_slice()
        && has_header
    {
        // Comments between a header and its fields belong to the view.
        head.end = last.end;
    }
    let mut new = String::with_capacity(text.len());
    let mut copied = 0;
    for span in ranges.iter().map(|span| line_range(text, span)) {
        // Merge spans on one line.
        new.push_str(text.get(copied..span.start).unwrap_or_default());
        copied = copied.max(span.end);
    }
    let rest = text.get(copied..).unwrap_or_default();
    let is_blank = |line: Option<&str>| line.is_none_or(|line| line.trim().is_empty());
    if is_blank(rest.lines().next()) && is_blank(new.lines().last()) && new.ends_with('\n') {
        new.truncate(line_range(&new, &(new.len() - 1..new.len() - 1)).start);
    }
    new + rest
}

/// The spans of a view: its header and its fields.
fn spans(head: Range<usize>, existing: &DeValue<'_>) -> Vec<Range<usize>> {
    let fields = existing.as_table().into_iter().flatten();
    let fields = fields.map(|(key, value)| key.span().start..value.span().end);
    std::iter::once(head).chain(fields).collect()
}

/// The full lines of a span, with their newlines.
fn line_range(text: &str, span: &Range<usize>) -> Range<usize> {
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |index| index + 1);
    start..after.find('\n').map_or(text.len(), |index| span.end + index + 1)
}
