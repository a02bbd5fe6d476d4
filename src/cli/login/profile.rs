//! The profile that a login is saved to: the named one, that of the server, or a new one.

use std::path::PathBuf;

use crate::cli::exit::Exit;
use crate::client::Address;
use crate::config::{KeySource, Profile};

#[derive(Debug, PartialEq, Eq)]
pub(super) struct ChosenProfile {
    pub(super) name: String,
    /// The key of the existing profile.
    pub(super) key: Option<KeySource>,
    pub(super) ca_file: Option<PathBuf>,
}

impl ChosenProfile {
    pub(super) fn choose(
        name: Option<&str>,
        address: &Address,
        profiles: &[Profile],
    ) -> Result<Self, Exit> {
        let is_here = |profile: &&Profile| {
            let url = profile.url.as_deref().and_then(|url| Address::parse(url).ok());
            url.is_some_and(|url| url.to_string() == address.to_string())
        };
        let existing = match name {
            Some("") => return Err(Exit::usage("--profile: a profile needs a name")),
            Some(name) => profiles.iter().find(|profile| profile.name == name),
            None => {
                let derived = derive_name(&address.host());
                let of_that_name = || profiles.iter().find(|profile| profile.name == derived);
                profiles.iter().find(is_here).or_else(of_that_name)
            }
        };
        if let Some(other) = existing.filter(|profile| !is_here(profile)) {
            let place = other.url.as_deref().unwrap_or("the workspace on this machine");
            return Err(Exit::usage(format!(
                "profile `{}` already belongs to {place}; choose another name with --profile, or change its url in the config",
                other.name
            )));
        }
        let new_name = || name.map_or_else(|| derive_name(&address.host()), str::to_owned);
        Ok(Self {
            name: existing.map_or_else(new_name, |profile| profile.name.clone()),
            key: existing.and_then(|profile| profile.key.clone()),
            ca_file: existing.and_then(|profile| profile.ca_file.clone()),
        })
    }

    /// For a command line that the user copies.
    pub(super) fn shell_name(&self) -> String {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if self.name.chars().all(is_plain) {
            self.name.clone()
        } else {
            format!("'{}'", self.name.replace('\'', "'\\''"))
        }
    }
}

/// A name that TOML and a shell take as it is.
fn derive_name(host: &str) -> String {
    let words = host.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(name: Option<&str>, url: &str) -> Result<String, String> {
        let profile = |name: &str, url: Option<&str>| Profile {
            name: name.to_owned(),
            url: url.map(str::to_owned),
            ..Profile::default()
        };
        let profiles = [
            profile("mine", None),
            profile("work", Some("https://a.example/api/")),
            profile("c-example", Some("https://c.example/old")),
        ];
        let chosen = ChosenProfile::choose(name, &Address::parse(url).unwrap(), &profiles);
        chosen.map(|chosen| chosen.name).map_err(|exit| exit.message().to_owned())
    }

    #[test]
    fn a_login_goes_to_the_profile_of_its_server() {
        for (name, url, expected) in [
            (None, "https://a.example/api", "work"),
            (Some("work"), "https://a.example/api", "work"),
            (Some("second"), "https://a.example/api", "second"),
            (None, "https://Recruiting.B.example:8443/api", "recruiting-b-example-8443"),
            (None, "http://[::1]:7171", "1-7171"),
        ] {
            assert_eq!(choose(name, url).as_deref(), Ok(expected), "{url}");
        }
    }

    #[test]
    fn a_profile_of_another_server_is_not_overwritten() {
        for (name, url, place) in [
            (
                Some("work"),
                "https://b.example",
                "`work` already belongs to https://a.example/api/;",
            ),
            (
                Some("mine"),
                "https://b.example",
                "`mine` already belongs to the workspace on this machine;",
            ),
            (
                None,
                "https://c.example/new",
                "`c-example` already belongs to https://c.example/old;",
            ),
        ] {
            let error = choose(name, url).unwrap_err();
            assert!(error.contains(place), "{error}");
        }
        assert!(choose(Some(""), "https://b.example").is_err());
    }
}
