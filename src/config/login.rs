//! Saves what `shortlist login` found out to a profile of the config file.

use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, InlineTable, Item, Key, Table, Value};

use super::save::{
    ConfigContent, SaveError, append, change_file, check_change, keep_line_endings, replace_value,
};
use super::{KeySource, Profile};

/// A profile that works: the key opens the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Login {
    pub(crate) profile: String,
    pub(crate) url: String,
    pub(crate) key: KeySource,
    /// `None` keeps that of the profile.
    pub(crate) ca_file: Option<PathBuf>,
}

/// Adds the profile to the file, or changes these settings of the one of that name.
pub(crate) fn save_login(path: &Path, login: &Login) -> Result<(), SaveError> {
    change_file(path, entry(login), |content| change(content, login), |text| edit(text, login))
}

/// Fails as `save_login` would, apart from the disk. Writes nothing.
pub(crate) fn check_login(path: &Path, login: &Login) -> Result<(), SaveError> {
    let change = |content: &mut ConfigContent| change(content, login);
    check_change(path, entry(login), change, |text| edit(text, login)).map(drop)
}

fn entry(login: &Login) -> String {
    format!("[profiles.{}]", Key::new(&login.profile).display_repr())
}

fn change(content: &mut ConfigContent, login: &Login) {
    let mirror = content.rest.mirror;
    let profiles = &mut content.rest.profiles;
    let at = profiles.iter().position(|profile| profile.name == login.profile);
    let at = at.unwrap_or_else(|| {
        let name = login.profile.clone();
        profiles.push(Profile { name, mirror, ..Profile::default() });
        profiles.len() - 1
    });
    let profile = &mut profiles[at];
    (profile.url, profile.key) = (Some(login.url.clone()), Some(login.key.clone()));
    if login.ca_file.is_some() {
        profile.ca_file.clone_from(&login.ca_file);
    }
}

fn edit(text: &str, login: &Login) -> Option<String> {
    let mut document: DocumentMut = text.parse().ok()?;
    let fields = fields(login)?;
    let profiles = document.get_mut("profiles").and_then(Item::as_table_like_mut);
    let changed = match profiles.and_then(|profiles| profiles.get_mut(&login.profile)) {
        Some(existing) => {
            replace(existing, fields)?;
            document.to_string()
        }
        None => append(text, "profiles", &login.profile, Table::from_iter(fields)),
    };
    Some(keep_line_endings(text, changed))
}

/// `None` if a path is not text.
fn fields(login: &Login) -> Option<Vec<(&'static str, Value)>> {
    let mut fields = vec![("url", login.url.as_str().into()), ("key", key_value(&login.key)?)];
    if let Some(file) = &login.ca_file {
        fields.push(("ca_file", file.to_str()?.into()));
    }
    Some(fields)
}

fn key_value(key: &KeySource) -> Option<Value> {
    let (name, value): (&str, Value) = match key {
        KeySource::Environment(name) => ("env", name.into()),
        KeySource::Command(words) => ("command", words.iter().collect()),
        KeySource::Keyring => ("keyring", true.into()),
        KeySource::File(path) => ("file", path.to_str()?.into()),
    };
    Some(InlineTable::from_iter([(name, value)]).into())
}

/// Replaces values that differ and appends missing ones; `None` if the profile has no header.
fn replace(existing: &mut Item, new: Vec<(&'static str, Value)>) -> Option<()> {
    let has_header = existing.as_table().is_some_and(|table| !table.is_dotted());
    let fields = existing.as_table_like_mut()?;
    for (name, value) in new {
        match fields.get_mut(name).map(Item::as_value_mut) {
            // An equal address keeps its notation.
            Some(Some(old)) if old.as_str().is_some_and(|old| Some(old) == value.as_str()) => {}
            Some(old) => replace_value(old?, value),
            None if has_header => drop(fields.insert(name, value.into())),
            None => return None,
        }
    }
    Some(())
}
