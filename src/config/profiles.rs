//! Reads `[profiles.NAME]`: workspaces with a name.

use toml::de::{DeTable, DeValue};

use super::choices::CREATES;
use super::fields::{FILE, Kind};
use super::reader::{ConfigReader, set_choice, set_flag, texts};
use super::sections::{read_mirror, text};
use super::source::{Value, in_order};
use super::{KeySource, Profile};
use crate::recruiting::mirror_settings::MirrorSettings;

/// The variables that any table takes a key from, also in a profile with a mistake.
pub(super) fn key_variables(table: &DeTable<'_>) -> Vec<String> {
    let variables = table.iter().flat_map(|(name, value)| match value.get_ref() {
        DeValue::String(variable) if name.get_ref() == "env" => vec![variable.trim().to_owned()],
        DeValue::Table(table) => key_variables(table),
        _ => Vec::new(),
    });
    variables.collect()
}

impl ConfigReader<'_> {
    /// Profiles that start from the settings of the mirror at the top of the file, and those with
    /// mistakes: a partial profile could point at the wrong server.
    pub(super) fn profiles(
        &mut self,
        value: &Value<'_>,
        mirror: MirrorSettings,
    ) -> (Vec<Profile>, Vec<Profile>) {
        let (Some(Kind::Table(table)), Some(value)) =
            (FILE.kind_of("profiles"), value.get_ref().as_table())
        else {
            return (Vec::new(), Vec::new());
        };
        let valid = self.valid_fields("profiles", table, value);
        let profiles = in_order(value).into_iter().map(|(key, fields)| {
            let (name, position) = (key.get_ref().to_string(), self.position(key));
            let fields = fields.get_ref().as_table();
            let profile = fields.map(|fields| self.profile(fields, mirror)).unwrap_or_default();
            Profile { name, position, ..profile }
        });
        profiles.partition(|profile| valid.iter().any(|(name, _)| *name == profile.name))
    }

    fn profile(&self, fields: &DeTable<'_>, mirror: MirrorSettings) -> Profile {
        let optional = |name| Some(text(fields, name).trim()).filter(|text| !text.is_empty());
        let mut profile = Profile {
            url: optional("url").map(str::to_owned),
            ca_file: optional("ca_file").map(|file| self.relative(file)),
            web_url: optional("web_url").map(str::to_owned),
            key: fields.get("key").and_then(|key| self.key_source(key)),
            mirror,
            ..Profile::default()
        };
        for (name, value) in fields {
            match name.get_ref().as_ref() {
                "create" => set_choice(value, &CREATES, &mut profile.create),
                "read_only" => set_flag(value, &mut profile.read_only),
                name => read_mirror(name, value, &mut profile.mirror),
            }
        }
        profile
    }

    fn key_source(&self, value: &Value<'_>) -> Option<KeySource> {
        let (name, value) = value.get_ref().as_table()?.iter().next()?;
        let text = value.get_ref().as_str().unwrap_or_default().trim();
        Some(match name.get_ref().as_ref() {
            "env" => KeySource::Environment(text.to_owned()),
            "command" => KeySource::Command(texts(value)),
            "file" => KeySource::File(self.relative(text)),
            _ => KeySource::Keyring,
        })
    }

    /// A path relative to the config.
    fn relative(&self, file: &str) -> std::path::PathBuf {
        self.file.parent().unwrap_or(self.file).join(file)
    }
}
