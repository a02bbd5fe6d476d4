//! Reads the config file into settings.
//!
//! Text that is not TOML yields only its syntax errors. Otherwise each setting is checked on its
//! own: a mistake does not affect the others, but for a view, a template or a profile, which are
//! used as a whole or not at all.

use std::path::Path;

use toml::de::DeTable;

use super::choices::{DATES, SYMBOLS, THEMES};
use super::fields::FILE;
use super::profiles::key_variables;
use super::reader::{ConfigReader, set_choice, set_flag};
use super::sections::{read_mirror, reasons};
use super::source::{ConfigSource, Value};
use super::{Mistake, Rejected, Settings, SourcePosition};

/// What the file says.
#[derive(Debug, Default)]
pub(super) struct ReadConfig {
    pub(super) settings: Settings,
    /// In the order of the file.
    pub(super) mistakes: Vec<Mistake>,
    pub(super) rejected: Rejected,
    pub(super) source: ConfigSource,
    /// See [`LoadedConfig`](super::LoadedConfig).
    pub(super) key_variables: Vec<String>,
}

/// What a text that is not TOML says all the same: of its settings only where keys come from.
pub(super) fn read_broken(text: &str, mistakes: Vec<Mistake>) -> ReadConfig {
    let (root, _errors) = DeTable::parse_recoverable(text);
    let key_variables = key_variables(root.get_ref());
    ReadConfig { mistakes, key_variables, ..ReadConfig::default() }
}

/// An error if the text is not TOML: what is wrong, in the order of the file.
pub(super) fn read(text: &str, file: &Path) -> Result<ReadConfig, Vec<Mistake>> {
    let (root, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        return Err(errors.iter().map(|error| syntax_mistake(error, text, file)).collect());
    }
    let mut source = ConfigSource::new(text, root.get_ref());
    let mut reader = ConfigReader::new(text, file);
    let mut settings = Settings::default();
    let mut rejected = Rejected {
        has_unknown_tables: root.get_ref().iter().any(|(name, value)| {
            value.get_ref().is_table() && FILE.kind_of(name.get_ref()).is_none()
        }),
        ..Rejected::default()
    };
    let mut profiles = None;
    for (name, value) in reader.valid_fields("", &FILE, root.get_ref()) {
        match name.as_str() {
            // Read last, because they build on the others.
            "profiles" => profiles = Some(value),
            "views" => (settings.views, rejected.views) = reader.views(value),
            name => read_setting(&mut reader, name, value, &mut settings),
        }
    }
    if let Some(value) = profiles {
        (settings.profiles, rejected.profiles) = reader.profiles(value, settings.mirror);
    }
    let (mistakes, given) = reader.finish();
    source.settings = given;
    let key_variables = key_variables(root.get_ref());
    Ok(ReadConfig { settings, mistakes, rejected, source, key_variables })
}

fn read_setting(
    reader: &mut ConfigReader<'_>,
    name: &str,
    value: &Value<'_>,
    settings: &mut Settings,
) {
    match name {
        "theme" => set_choice(value, &THEMES, &mut settings.theme),
        "symbols" => set_choice(value, &SYMBOLS, &mut settings.symbols),
        "mouse" => set_flag(value, &mut settings.mouse),
        "hyperlinks" => set_flag(value, &mut settings.hyperlinks),
        "dates" => set_choice(value, &DATES, &mut settings.dates),
        "history_prefetch" => set_flag(value, &mut settings.history_prefetch),
        "limits" => settings.limits = reader.limits(value),
        "reasons" => settings.reasons = reasons(value),
        "lists" => settings.lists = reader.lists(value),
        "colors" => settings.colors = reader.colors(value),
        "mail" => settings.mail = reader.mail(value),
        "keys" => settings.keys = reader.keys(value),
        name => read_mirror(name, value, &mut settings.mirror),
    }
}

fn syntax_mistake(error: &toml::de::Error, text: &str, file: &Path) -> Mistake {
    let byte = error.span().map_or(text.len(), |span| span.start);
    // What the parser of the format would have liked instead says nothing to a user.
    let message = error.message().trim_end_matches(", expected literal string");
    Mistake::syntax(file, SourcePosition::from_offset(text, byte), message)
}
