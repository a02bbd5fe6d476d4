//! The config file and the directories of the program. `tui` and `cli` call this.
//!
//! Everything in the file is optional. A mistake is reported with its line and the nearest known
//! name. It affects only its own setting and never stops the program. Keys, filters and addresses
//! are stored as text; the modules that define them validate them.

mod login;
mod mail;
mod mirror;
mod mistake;
mod paths;
mod profiles;
mod read;
mod save;
mod settings;
#[cfg(test)]
mod tests;
mod triage;
mod views;

pub(crate) use login::{Login, save_login};
pub(crate) use mistake::{Mistake, SourcePosition};
pub(crate) use paths::{ConfigError, config_file, data_directory};
pub(crate) use save::SaveError;
pub(crate) use settings::{CreateVersion, KeySource, Profile, SavedView, Settings, ViewPane};
pub(crate) use views::save_view;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// In bytes. The limit ends the read of an endless device.
const MAX_FILE_SIZE: u64 = 1 << 20;

/// The valid settings, and the mistakes in the others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoadedConfig {
    /// Set even if the file does not exist; `None` without a home directory.
    pub(crate) file: Option<PathBuf>,
    pub(crate) settings: Settings,
    /// In the order of the file.
    pub(crate) mistakes: Vec<Mistake>,
}

/// Reads the config file. A missing file is a mistake only if the environment names it.
pub(crate) fn load() -> LoadedConfig {
    let Ok(file) = config_file() else { return LoadedConfig::default() };
    load_from(file, paths::explicit_file().is_some())
}

fn load_from(file: PathBuf, is_explicit: bool) -> LoadedConfig {
    let result = match read_text(&file) {
        Ok(text) => read::read(&text, &file),
        Err(mistake) if is_explicit || !mistake.is_missing() => Err(mistake),
        Err(_absent) => Ok((Settings::default(), Vec::new())),
    };
    let (settings, mistakes) =
        result.unwrap_or_else(|mistake| (Settings::default(), vec![mistake]));
    LoadedConfig { file: Some(file), settings, mistakes }
}

fn read_text(file: &Path) -> Result<String, Mistake> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|reader| reader.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes))
        .map_err(|error| Mistake::unreadable(file, &error))?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(Mistake::in_file(file, "is larger than 1 MiB"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid_len = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        Mistake::at(
            file,
            SourcePosition::from_offset(&text, valid_len),
            "is not UTF-8 from here on",
        )
    })
}
