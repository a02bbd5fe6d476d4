//! Which workspace is meant: what was typed, over what the environment says;
//! and what the config calls it.
//!
//! Nothing is opened, asked or written here.

use std::path::PathBuf;

use super::args::WorkspaceArgs;
use crate::cli::exit::Exit;
use crate::client::{Address, SecretString};
use crate::config::{Create, Loaded, Mistake, Profile};
use crate::recruiting::query::edit_distance::nearest;
use crate::text;

const URL: &str = "SHORTLIST_URL";
const PROFILE: &str = "SHORTLIST_PROFILE";
pub(super) const KEY: &str = "SHORTLIST_KEY";
pub(super) const CA_FILE: &str = "SHORTLIST_CA_FILE";

/// What there is to say about a key that opens nothing.
pub(super) const IDLE_KEY: &str = "SHORTLIST_KEY is set, but no server: this is the workspace on this machine; name one with --url or SHORTLIST_URL";

/// Where the records are, and the profile that is in force there.
#[derive(Debug, Clone)]
pub(crate) struct Aim {
    /// Where.
    pub(crate) target: Target,
    /// What the config says of it.
    pub(super) profile: Option<Profile>,
}

impl Aim {
    /// Whether people are created the old way there.
    pub(crate) fn creates_v0(&self) -> bool {
        self.profile.as_ref().is_some_and(|profile| profile.create == Create::V0)
    }
}

/// Where the records are.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    /// On a server.
    Server {
        /// Which one.
        address: Address,
        /// Its key; without one, the user has to be asked.
        key: Option<SecretString>,
    },
    /// In a database that was named.
    Database(PathBuf),
    /// In the user's own database, made with the demo in it if it is not there.
    Here {
        /// Whether there is a key that has no server.
        idle_key: bool,
    },
}

impl Target {
    /// What to call it before it is open, in one line.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::Server { address, .. } => text::sanitize(&address.host()).into_owned(),
            Self::Database(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                text::sanitize(&name.to_string_lossy()).into_owned()
            }
            Self::Here { .. } => "Workspace on this machine".to_owned(),
        }
    }
}

impl WorkspaceArgs {
    /// Which one it is. Nothing is touched yet.
    pub(crate) fn aim(&self, config: &Loaded) -> Result<Aim, Exit> {
        self.aim_in(config, variable)
    }

    pub(super) fn aim_in(
        &self,
        config: &Loaded,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Aim, Exit> {
        if let Some(place) = self.database.named() {
            return Ok(Aim { target: Target::Database(place.path().to_owned()), profile: None });
        }
        let key = || variable(KEY).map(|key| SecretString::from(key.trim()));
        let at = |address: Option<Address>| match address {
            Some(address) => Target::Server { address, key: key() },
            None => Target::Here { idle_key: key().is_some() },
        };
        // A server that is named counts before a profile that is only set.
        let url = self.url.clone().or_else(|| variable(URL));
        let named = match &url {
            None => self.profile.clone().or_else(|| variable(PROFILE)),
            Some(_) => self.profile.clone(),
        };
        if let Some(name) = named {
            let profile = called(name.trim(), config)?;
            let target = at(address(&profile, config)?);
            return Ok(Aim { target, profile: Some(profile) });
        }
        let address = url.map(|url| Address::parse(&url)).transpose()?;
        let profile = of(address.as_ref(), config).cloned();
        Ok(Aim { target: at(address), profile })
    }
}

/// Whether a mistake in the config costs a profile.
pub(super) fn is_of_profiles(mistake: &Mistake) -> bool {
    mistake.what.starts_with("profiles")
}

/// The profile of that name.
fn called(name: &str, config: &Loaded) -> Result<Profile, Exit> {
    let profiles = &config.settings.profiles;
    if let Some(profile) = profiles.iter().find(|profile| profile.name == name) {
        return Ok(profile.clone());
    }
    let names = || profiles.iter().map(|profile| profile.name.as_str());
    let place =
        config.file.as_ref().map_or_else(String::new, |file| format!(" in {}", file.display()));
    let guess = match (nearest(name, names()), profiles.is_empty()) {
        (Some(meant), _) => format!(", did you mean `{meant}`?"),
        (None, true) => "; write [profiles.NAME] with its url there".to_owned(),
        (None, false) => format!("; there are {}", names().collect::<Vec<_>>().join(", ")),
    };
    let told = format!("no profile `{name}`{place}{guess}");
    // It may be there, with a mistake in it.
    Err(config.mistakes.iter().fold(Exit::usage(told), |exit, wrong| exit.and(&wrong.to_string())))
}

/// The address that a profile names.
fn address(profile: &Profile, config: &Loaded) -> Result<Option<Address>, Exit> {
    let address = profile.url.as_deref().map(Address::parse).transpose();
    address.map_err(|error| {
        let what = format!("profiles.{}.url: {error}", profile.name);
        let file = config.file.clone().unwrap_or_default();
        Exit::usage(Mistake::at(&file, profile.place, what).to_string())
    })
}

/// The first profile that is about a server, or about this machine.
fn of<'a>(address: Option<&Address>, config: &'a Loaded) -> Option<&'a Profile> {
    config.settings.profiles.iter().find(|profile| match (&profile.url, address) {
        (None, None) => true,
        (Some(url), Some(address)) => {
            Address::parse(url).is_ok_and(|other| other.to_string() == address.to_string())
        }
        _ => false,
    })
}

/// A variable of the environment that says something.
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}
