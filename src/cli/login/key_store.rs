//! Where `login` stores keys: the system keyring, or a private file in the data directory.

use std::io;
use std::path::{Path, PathBuf};

use secrecy::ExposeSecret;

use crate::cli::exit::Exit;
use crate::cli::keyring::{self, KeyringError};
use crate::cli::workspace::profile_slug;
use crate::client::SecretString;
use crate::config::{KeySource, data_directory};
use crate::files::{IfExists, write_atomic};
use crate::platform::files::create_private_dir;

#[derive(Debug)]
pub(super) struct StoredKey {
    pub(super) source: KeySource,
    /// Why it is not in the keyring.
    why_file: Option<KeyringError>,
    previous: Previous,
}

/// What was there before.
#[derive(Debug)]
enum Previous {
    Nothing,
    Key(SecretString),
    /// A keyring that does not show it.
    Unknown,
}

/// Stores the key in the keyring, or in a file if there is no keyring.
pub(super) fn store(profile: &str, key: &SecretString) -> Result<StoredKey, Exit> {
    let previous = match keyring::find(profile) {
        Ok(key) => Previous::Key(key),
        Err(error) if error.is_no_entry() => Previous::Nothing,
        Err(_unreadable) => Previous::Unknown,
    };
    let why_file = match keyring::store(profile, key) {
        Ok(()) => return Ok(StoredKey { source: KeySource::Keyring, why_file: None, previous }),
        Err(error) => Some(error),
    };
    let path = file(profile)?;
    // Whoever can read it: `login` makes it private again.
    let previous = match std::fs::read_to_string(&path) {
        Ok(text) => Previous::Key(text.trim_end().into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Previous::Nothing,
        Err(error) => {
            return Err(Exit::failure(format!("{} cannot be read: {error}", path.display())));
        }
    };
    write(&path, key).map_err(|error| {
        Exit::failure(format!("the key cannot be stored in {}: {error}", path.display()))
    })?;
    Ok(StoredKey { source: KeySource::File(path), why_file, previous })
}

impl StoredKey {
    /// Restores what was there before.
    pub(super) fn undo(&self, profile: &str) -> Result<(), Exit> {
        match (&self.previous, &self.source) {
            (Previous::Key(key), KeySource::File(path)) => Ok(write(path, key)?),
            (Previous::Key(key), _) => keyring::store(profile, key).map_err(|error| exit(&error)),
            (Previous::Nothing, source) => delete(profile, source).map(drop),
            (Previous::Unknown, _) => Ok(()),
        }
    }

    pub(super) fn describe(&self) -> String {
        let KeySource::File(path) = &self.source else {
            return "the key is in the system keyring".to_owned();
        };
        let why = self.why_file.as_ref().map_or_else(String::new, |error| format!(" ({error})"));
        format!(
            "the key is in a file that only you can read, not encrypted: {}{why}",
            path.display()
        )
    }
}

/// Deletes a key that `login` stored. Returns whether there was one.
pub(crate) fn delete(profile: &str, source: &KeySource) -> Result<bool, Exit> {
    match source {
        KeySource::Keyring => keyring::delete(profile).map_err(|error| exit(&error)),
        KeySource::File(path) if is_ours(profile, path) => match std::fs::remove_file(path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(Exit::failure(format!(
                "the key in {} cannot be deleted: {error}",
                path.display()
            ))),
        },
        KeySource::File(_) | KeySource::Environment(_) | KeySource::Command(_) => Ok(false),
    }
}

/// Deletes the old key when the new one is somewhere else. The new one is stored, so this may fail.
pub(super) fn delete_replaced(profile: &str, old: &KeySource) {
    let _ = delete(profile, old);
}

/// Whether `login` stored it, so that `logout` may delete it.
pub(crate) fn is_stored_by_login(profile: &str, source: &KeySource) -> bool {
    match source {
        KeySource::Keyring => true,
        KeySource::File(path) => is_ours(profile, path),
        KeySource::Environment(_) | KeySource::Command(_) => false,
    }
}

fn is_ours(profile: &str, path: &Path) -> bool {
    file(profile).is_ok_and(|ours| ours == path)
}

fn file(profile: &str) -> Result<PathBuf, Exit> {
    Ok(data_directory()?.join("keys").join(format!("{}.key", profile_slug(profile))))
}

fn write(path: &Path, key: &SecretString) -> io::Result<()> {
    create_private_dir(path.parent().unwrap_or(path))?;
    write_atomic(path, IfExists::Replace, |file| writeln!(file, "{}", key.expose_secret()))
}

fn exit(error: &KeyringError) -> Exit {
    Exit::failure(error.to_string())
}
