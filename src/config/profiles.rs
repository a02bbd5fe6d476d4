//! Reads `[profiles.NAME]`: workspaces with a name.

use toml::de::DeValue;

use super::read::{ConfigKey, ConfigReader, Value, in_order};
use super::{CreateVersion, KeySource, Profile};
use crate::recruiting::mirror_settings::MirrorSettings;

/// The fields of a profile. An empty text counts as missing.
pub(super) const FIELDS: [&str; 9] =
    ["url", "key", "read_only", "create", "ca_file", "web_url", "cache", "cache_days", "sync"];

/// Of which a key has exactly one.
pub(super) const KEY_FIELDS: [&str; 4] = ["env", "command", "keyring", "file"];

const CREATES: [(&str, CreateVersion); 2] = [("v0", CreateVersion::V0), ("v1", CreateVersion::V1)];

impl ConfigReader<'_> {
    /// Profiles that start from the settings of the mirror at the top of the file.
    pub(super) fn profiles(&mut self, value: &Value<'_>, mirror: MirrorSettings) -> Vec<Profile> {
        let Some(table) = value.get_ref().as_table() else {
            self.add_type_mistake("profiles", "a table of profiles", value);
            return Vec::new();
        };
        let mut profiles = Vec::new();
        for (key, value) in in_order(table) {
            let mistakes = self.mistakes.len();
            let profile = self.profile(key, value, mirror);
            // A partial profile could point at the wrong server.
            if self.mistakes.len() == mistakes {
                profiles.push(profile);
            }
        }
        profiles
    }

    fn profile(
        &mut self,
        key: &ConfigKey<'_>,
        value: &Value<'_>,
        mirror: MirrorSettings,
    ) -> Profile {
        let (name, position) = (key.get_ref().to_string(), self.position(key));
        let field = format!("profiles.{}", name.escape_debug());
        let mut profile = Profile { name, mirror, position, ..Profile::default() };
        let Some(table) = value.get_ref().as_table() else {
            self.add_type_mistake(&field, "a table", value);
            return profile;
        };
        for (key, value) in in_order(table) {
            let name = key.get_ref().as_ref();
            let path = format!("{field}.{}", name.escape_debug());
            match (name, value.get_ref().as_str().map(str::trim)) {
                ("key", _) => profile.key = self.key_source(&path, value),
                ("read_only", _) => self.flag(&path, value, &mut profile.read_only),
                ("create", _) => self.read_choice(&path, value, &CREATES, &mut profile.create),
                ("cache" | "cache_days" | "sync", _) => {
                    self.read_mirror(name, &path, value, &mut profile.mirror);
                }
                ("url" | "ca_file" | "web_url", Some("")) => {}
                ("url", Some(url)) => profile.url = Some(url.to_owned()),
                ("ca_file", Some(file)) => {
                    let folder = self.file.parent().unwrap_or(self.file);
                    profile.ca_file = Some(folder.join(file));
                }
                ("web_url", Some(url)) => profile.web_url = self.web_url(&path, value, url),
                ("url" | "ca_file" | "web_url", None) => {
                    self.add_type_mistake(&path, "a string", value);
                }
                _ => self.add_unknown_field(&format!("{field}: "), key, &FIELDS),
            }
        }
        profile
    }

    fn key_source(&mut self, field: &str, value: &Value<'_>) -> Option<KeySource> {
        let Some(table) = value.get_ref().as_table() else {
            let wanted = "one of { env = … }, { command = […] }, { keyring = true } and \
                          { file = … }, never the key itself";
            self.add_type_mistake(field, wanted, value);
            return None;
        };
        let entries = in_order(table);
        let is_unknown = |(key, _): &&(&ConfigKey<'_>, _)| !KEY_FIELDS.contains(&&**key.get_ref());
        if let Some((key, _)) = entries.iter().find(is_unknown) {
            self.add_unknown_field(&format!("{field}: "), key, &KEY_FIELDS);
            return None;
        }
        let [(key, value)] = entries.as_slice() else {
            let count = if entries.is_empty() { "none" } else { "several" };
            let names = KEY_FIELDS.join(", ");
            self.add_mistake(value, format!("{field}: expected one of {names}, found {count}"));
            return None;
        };
        let name = key.get_ref().as_ref();
        let source = match (name, value.get_ref()) {
            ("env", DeValue::String(name)) => text(name).map(KeySource::Environment),
            ("command", DeValue::Array(words)) => {
                let word = |word: &Value<'_>| word.get_ref().as_str().map(str::to_owned);
                let words: Option<Vec<String>> = words.iter().map(word).collect();
                words
                    .filter(|words| words.first().and_then(|word| text(word)).is_some())
                    .map(KeySource::Command)
            }
            ("keyring", DeValue::Boolean(true)) => Some(KeySource::Keyring),
            ("file", DeValue::String(file)) => {
                let folder = self.file.parent().unwrap_or(self.file);
                text(file).map(|file| KeySource::File(folder.join(file)))
            }
            _ => None,
        };
        if source.is_none() {
            let wanted = match name {
                "env" => "the name of a variable",
                "command" => "a program and its arguments, as a list of strings",
                "keyring" => "true",
                _ => "the path of a file",
            };
            self.add_mistake(value, format!("{field}.{name}: expected {wanted}"));
        }
        source
    }
}

/// A text that is not blank.
fn text(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
