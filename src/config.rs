//! The config file and the directories of the program. `tui` and `cli` call this.
//!
//! Everything in the file is optional. A mistake is reported with its position and the nearest
//! known name. It affects only its own setting. `fields` is the table of all settings; `read` and
//! `sections` read the file by it, `crosscheck` validates what several modules define together, and
//! `schema` writes the table as a JSON schema.

mod choices;
mod crosscheck;
pub(crate) mod fields;
mod login;
mod mistake;
mod paths;
mod profiles;
mod read;
mod reader;
mod rules;
mod save;
pub(crate) mod schema;
mod sections;
mod settings;
mod source;
#[cfg(test)]
mod tests;
mod views;

pub(crate) use login::{Login, check_login, save_login};
use mistake::MistakeKind;
pub(crate) use mistake::{Mistake, SourcePosition};
pub(crate) use paths::{ConfigError, config_file, data_directory, explicit_file};
pub(crate) use save::SaveError;
pub(crate) use settings::{
    CreateVersion, KeySource, ListLayout, ListSettings, Profile, Rejected, SavedView, Settings,
    ViewPane,
};
pub(crate) use source::{ConfigSource, GivenSetting};
pub(crate) use views::save_view;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// In bytes. The limit ends the read of an endless device.
const MAX_FILE_SIZE: u64 = 1 << 20;

/// The file with every setting, each commented out.
pub(crate) const DOCUMENTED: &str = include_str!("../assets/config.toml");

/// The valid settings, and the mistakes in the others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoadedConfig {
    /// Set even if the file does not exist; `None` without a home directory.
    pub(crate) file: Option<PathBuf>,
    pub(crate) settings: Settings,
    /// In the order of the file.
    pub(crate) mistakes: Vec<Mistake>,
    pub(crate) rejected: Rejected,
    pub(crate) source: ConfigSource,
    /// The environment variables that profiles take keys from, as far as the file can be read: also
    /// those of profiles that are not used.
    pub(crate) key_variables: Vec<String>,
}

/// Reads the config file. A missing file is a mistake only if the environment names it.
pub(crate) fn load() -> LoadedConfig {
    let Ok(file) = config_file() else { return LoadedConfig::default() };
    load_from(file, explicit_file().is_some())
}

/// Reads a file and finds every mistake in it.
pub(crate) fn load_from(file: PathBuf, is_explicit: bool) -> LoadedConfig {
    let mut loaded = load_settings(file, is_explicit);
    let LoadedConfig { file, settings, mistakes, rejected, source, .. } = &mut loaded;
    let file = file.as_deref().unwrap_or(Path::new(""));
    let found = crosscheck::mistakes(settings, rejected, source, file);
    source.settings.retain(|given| !found.iter().any(|mistake| mistake.rejects(&given.path)));
    mistakes.extend(found);
    mistakes.sort_by_key(|mistake| mistake.position);
    loaded
}

/// Without the mistakes that `crosscheck` finds.
fn load_settings(file: PathBuf, is_explicit: bool) -> LoadedConfig {
    let read = match read_text(&file) {
        Ok(text) => {
            read::read(&text, &file).unwrap_or_else(|mistakes| read::read_broken(&text, mistakes))
        }
        Err(mistake) if is_explicit || !mistake.is_missing() => {
            read::ReadConfig { mistakes: vec![mistake], ..read::ReadConfig::default() }
        }
        Err(_absent) => read::ReadConfig::default(),
    };
    let read::ReadConfig { settings, mistakes, rejected, source, key_variables } = read;
    LoadedConfig { file: Some(file), settings, mistakes, rejected, source, key_variables }
}

impl LoadedConfig {
    /// The first mistake that may hide what a profile says: in the whole file, in a profile, or in
    /// the name of a setting.
    pub(crate) fn mistake_hiding_profiles(&self) -> Option<&Mistake> {
        self.mistakes.iter().find(|mistake| {
            mistake.is_of_file() || mistake.is_in("profiles") || mistake.is_unknown_name()
        })
    }

    /// A mistake that another module found in a setting of a profile.
    pub(crate) fn mistake_in(&self, profile: &Profile, field: &str, message: &str) -> Mistake {
        let (file, path) = (self.file.clone().unwrap_or_default(), profile.path_of(field));
        let position = self.source.position_in(&path, 0).unwrap_or(profile.position);
        Mistake::in_setting(&file, MistakeKind::Setting, &path, position, message)
    }
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
        let position = SourcePosition::from_offset(&text, valid_len);
        Mistake::syntax(file, position, "is not UTF-8 from here on")
    })
}
