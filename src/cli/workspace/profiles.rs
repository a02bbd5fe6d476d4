//! The profiles of the config: by name and by address, and those that their mistakes hide. `target`
//! calls this.

use crate::cli::exit::Exit;
use crate::client::Address;
use crate::config::{LoadedConfig, Mistake, Profile};
use crate::recruiting::query::edit_distance::nearest;

pub(crate) fn named(name: &str, config: &LoadedConfig) -> Result<Profile, Exit> {
    let has_name = |profile: &&Profile| profile.name == name;
    if let Some(profile) = config.settings.profiles.iter().find(has_name) {
        return Ok(profile.clone());
    }
    let mistake = config.mistakes.iter().find(|mistake| mistake.is_in_entry("profiles", name));
    Err(match mistake {
        Some(mistake) => Exit::usage(format!(
            "profile `{name}` cannot be used until its mistakes are corrected: {mistake}"
        )),
        None => unknown(name, config),
    })
}

fn unknown(name: &str, config: &LoadedConfig) -> Exit {
    let profiles = &config.settings.profiles;
    let names = || profiles.iter().map(|profile| profile.name.as_str());
    let location =
        config.file.as_ref().map_or_else(String::new, |file| format!(" in {}", file.display()));
    let guess = match (nearest(name, names()), profiles.is_empty()) {
        (Some(suggestion), _) => format!(", did you mean `{suggestion}`?"),
        (None, true) => "; add [profiles.NAME] with a url to it".to_owned(),
        (None, false) => format!("; known profiles: {}", names().collect::<Vec<_>>().join(", ")),
    };
    let exit = Exit::usage(format!("no profile `{name}`{location}{guess}"));
    match config.mistake_hiding_profiles() {
        Some(mistake) => exit.with_advice(&mistake.to_string()),
        None => exit,
    }
}

pub(super) fn address(profile: &Profile, config: &LoadedConfig) -> Result<Option<Address>, Exit> {
    let address = profile.url.as_deref().map(Address::parse).transpose();
    address.map_err(|error| {
        Exit::usage(config.mistake_in(profile, "url", &error.to_string()).to_string())
    })
}

/// The first profile of this server, or of this machine.
pub(super) fn of_address<'a>(
    address: Option<&Address>,
    config: &'a LoadedConfig,
) -> Option<&'a Profile> {
    config.settings.profiles.iter().find(|profile| match (&profile.url, address) {
        (None, None) => true,
        (Some(url), Some(address)) => is_address(url, address).unwrap_or(false),
        _ => false,
    })
}

/// Whether no profile before it has the same address.
pub(super) fn is_first(profile: &Profile, config: &LoadedConfig) -> bool {
    let Ok(address) = address(profile, config) else { return false };
    of_address(address.as_ref(), config).is_some_and(|first| first.name == profile.name)
}

/// The mistake that may hide a read-only profile of this server, or of this machine: a profile that
/// cannot be used protects its server as if it were read-only.
pub(super) fn hiding(address: Option<&Address>, config: &LoadedConfig) -> Option<Mistake> {
    let is_hidden = |profile: &Profile| match (&profile.url, address) {
        (Some(url), Some(address)) => is_address(url, address).unwrap_or(true),
        (url, _) => url.is_none(),
    };
    let invalid =
        |profile: &&Profile| profile.url.as_deref().is_some_and(|url| Address::parse(url).is_err());
    let rejected = &config.rejected;
    let mut profiles =
        rejected.profiles.iter().chain(config.settings.profiles.iter().filter(invalid));
    let is_file_unreadable = config.mistakes.iter().any(Mistake::is_of_file);
    // The user's own database is only protected by a profile that is about it.
    let is_unknown = address.is_some() && (is_file_unreadable || rejected.has_unknown_tables);
    if !is_unknown && !profiles.clone().any(is_hidden) {
        return None;
    }
    let invalid_address = profiles
        .find_map(|profile| Some((profile, Address::parse(profile.url.as_deref()?).err()?)));
    config.mistake_hiding_profiles().cloned().or_else(|| {
        let (profile, error) = invalid_address?;
        Some(config.mistake_in(profile, "url", &error.to_string()))
    })
}

/// `None` if the text is no address.
fn is_address(text: &str, address: &Address) -> Option<bool> {
    let other = Address::parse(text).ok()?;
    Some(other.is_same_server(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> LoadedConfig {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        std::fs::write(&file, text).unwrap();
        crate::config::load_from(file, true)
    }

    fn hidden(text: &str, address: Option<&str>) -> Option<String> {
        let address = address.map(|address| Address::parse(address).unwrap());
        hiding(address.as_ref(), &load(text)).map(|mistake| mistake.message)
    }

    #[test]
    fn a_profile_with_a_mistake_protects_its_server() {
        const SERVER: Option<&str> = Some("https://a.example");
        for (text, address, expected) in [
            ("[profiles.a]\nurl='https://a.example'\nread_only=1", SERVER, "profiles.a.read_only"),
            ("[profiles.a]\nurl='https://a.example/'\nmisspelled=1", SERVER, "profiles.a: unknown"),
            (
                "[profiles.a]\nulr='https://a.example'\nread_only=true",
                SERVER,
                "profiles.a: unknown",
            ),
            ("[profiles.a]\nurl=3\nread_only=true", SERVER, "profiles.a.url"),
            ("[profiles.a]\nurl='a.example'\nread_only=true", SERVER, "profiles.a.url: not an"),
            ("[profiles]\na=3", SERVER, "profiles.a"),
            ("[profile.a]\nurl='https://a.example'\nread_only=true", SERVER, "unknown field"),
            ("[profiles.a]\nurl=https://a.example", SERVER, "string values must be quoted"),
            ("[profiles.a]\nread_only='yes'", None, "profiles.a.read_only"),
            (
                "[profiles.a]\nurl='http://localhost:7171'\nread_only='yes'",
                Some("http://127.0.0.1:7171"),
                "profiles.a.read_only",
            ),
        ] {
            let message = hidden(text, address).unwrap_or_default();
            assert!(message.starts_with(expected), "{text}: {message:?}");
        }
    }

    #[test]
    fn other_mistakes_protect_nothing() {
        const SERVER: Option<&str> = Some("https://a.example");
        for (text, address) in [
            ("[profiles.b]\nurl='https://b.example'\nread_only=1", SERVER),
            ("[profiles.b]\nurl='https://b.example'\nread_only=1", None),
            ("theem='dark'\ncache_days=0\n[views.x]\nsort='y'", SERVER),
            ("theme=dark", None),
            ("[profiles.a]\nurl='https://b.example'", SERVER),
        ] {
            assert_eq!(hidden(text, address), None, "{text}");
        }
    }

    #[test]
    fn a_profile_with_a_mistake_is_not_called_unknown() {
        let config = load("[profiles.a]\nurl='https://a.example'\nread_olny=true\n");
        let message = |name| named(name, &config).unwrap_err().message().to_owned();
        assert!(message("a").starts_with("profile `a` cannot be used"), "{}", message("a"));
        assert!(message("a").contains("did you mean `read_only`"), "{}", message("a"));
        assert!(message("b").starts_with("no profile `b`"), "{}", message("b"));
    }
}
