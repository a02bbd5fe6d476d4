//! Reads `[profiles.NAME]`: workspaces with a name.

use super::read::{ConfigKey, ConfigReader, Value, in_order};
use super::{CreateVersion, Profile};
use crate::recruiting::mirror_settings::MirrorSettings;

/// The fields of a profile. An empty text counts as missing.
const FIELDS: [&str; 7] = ["url", "create", "ca_file", "web_url", "cache", "cache_days", "sync"];

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
}
