//! Saves a view to the config file. The runtime calls this.

use std::path::Path;

use toml_edit::{DocumentMut, Item, Key, Value};

use super::SavedView;
use super::save::{SaveError, append, change_file, keep_line_endings, replace_value};
use super::sections::view_fields;

/// Adds a view to the file, or replaces the one of that name.
pub(crate) fn save_view(path: &Path, view: &SavedView) -> Result<(), SaveError> {
    let entry = format!("[views.{}]", Key::new(&view.name).display_repr());
    change_file(
        path,
        entry,
        |content| {
            content.views.insert(view.name.clone(), view.clone());
        },
        |text| edit(text, view),
    )
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
    Some(keep_line_endings(text, changed))
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
    append(
        text,
        "views",
        &view.name,
        fields.map(|(field, value)| (field, to_value(value))).collect(),
    )
}

/// Replaces values that differ and appends missing ones.
fn replace_view(existing: &mut Item, view: &SavedView) -> Option<()> {
    let has_header = existing.as_table().is_some_and(|table| !table.is_dotted());
    let fields = existing.as_table_like_mut()?;
    for (field, value) in values(view) {
        match fields.get_mut(field).map(Item::as_value_mut) {
            Some(old) => replace_text(old?, value),
            None if value.is_empty() => {}
            None if has_header => drop(fields.insert(field, to_value(value).into())),
            None => return None,
        }
    }
    Some(())
}

/// Keeps the notation of an equal value.
fn replace_text(old: &mut Value, value: &str) {
    if old.as_str() != Some(value) {
        replace_value(old, to_value(value));
    }
}

/// The text as a single-line string: otherwise converting the line endings of the file would change
/// those inside it.
fn to_value(text: &str) -> Value {
    // A quoted key is such a string.
    let one_line = text.contains('\n').then(|| Key::new(text).display_repr().parse().ok());
    one_line.flatten().unwrap_or_else(|| text.into())
}
