//! Resolves the workspace from the arguments, the environment and the profiles of the config.
//! Opens and requests nothing.

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

pub(super) const IDLE_KEY: &str = "SHORTLIST_KEY is set, but no server: this is the workspace on this machine; name one with --url or SHORTLIST_URL";

/// The target and its profile.
#[derive(Debug, Clone)]
pub(crate) struct ResolvedWorkspace {
    pub(crate) target: Target,
    pub(super) profile: Option<Profile>,
}

impl ResolvedWorkspace {
    /// Whether people are created with version 0 of the request.
    pub(crate) fn creates_v0(&self) -> bool {
        self.profile.as_ref().is_some_and(|profile| profile.create == Create::V0)
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Target {
    Server {
        address: Address,
        /// Without a key, the user is prompted.
        key: Option<SecretString>,
    },
    Database(PathBuf),
    /// The user's own database, created with the demo on first use.
    Default {
        /// Whether the environment has a key but no server.
        idle_key: bool,
    },
}

impl Target {
    /// The title before the workspace is open.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::Server { address, .. } => text::sanitize(&address.host()).into_owned(),
            Self::Database(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                text::sanitize(&name.to_string_lossy()).into_owned()
            }
            Self::Default { .. } => "Workspace on this machine".to_owned(),
        }
    }
}

impl WorkspaceArgs {
    pub(crate) fn resolve(&self, config: &Loaded) -> Result<ResolvedWorkspace, Exit> {
        self.resolve_in(config, variable)
    }

    pub(super) fn resolve_in(
        &self,
        config: &Loaded,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<ResolvedWorkspace, Exit> {
        if let Some(place) = self.database.explicit_url() {
            return Ok(ResolvedWorkspace {
                target: Target::Database(place.path().to_owned()),
                profile: None,
            });
        }
        let key = || variable(KEY).map(|key| SecretString::from(key.trim()));
        let at = |address: Option<Address>| match address {
            Some(address) => Target::Server { address, key: key() },
            None => Target::Default { idle_key: key().is_some() },
        };
        // A server argument wins over a profile from the environment.
        let url = self.url.clone().or_else(|| variable(URL));
        let named = match &url {
            None => self.profile.clone().or_else(|| variable(PROFILE)),
            Some(_) => self.profile.clone(),
        };
        if let Some(name) = named {
            let profile = profile_named(name.trim(), config)?;
            let target = at(address(&profile, config)?);
            return Ok(ResolvedWorkspace { target, profile: Some(profile) });
        }
        let address = url.map(|url| Address::parse(&url)).transpose()?;
        let profile = of(address.as_ref(), config).cloned();
        Ok(ResolvedWorkspace { target: at(address), profile })
    }
}

/// Whether the mistake is in a profile.
pub(super) fn is_of_profiles(mistake: &Mistake) -> bool {
    mistake.what.starts_with("profiles")
}

fn profile_named(name: &str, config: &Loaded) -> Result<Profile, Exit> {
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
    let message = format!("no profile `{name}`{place}{guess}");
    // The profile may exist, with a mistake.
    Err(config
        .mistakes
        .iter()
        .fold(Exit::usage(message), |exit, wrong| exit.and(&wrong.to_string())))
}

fn address(profile: &Profile, config: &Loaded) -> Result<Option<Address>, Exit> {
    let address = profile.url.as_deref().map(Address::parse).transpose();
    address.map_err(|error| {
        let what = format!("profiles.{}.url: {error}", profile.name);
        let file = config.file.clone().unwrap_or_default();
        Exit::usage(Mistake::at(&file, profile.place, what).to_string())
    })
}

/// The first profile of this server, or of this machine.
fn of<'a>(address: Option<&Address>, config: &'a Loaded) -> Option<&'a Profile> {
    config.settings.profiles.iter().find(|profile| match (&profile.url, address) {
        (None, None) => true,
        (Some(url), Some(address)) => {
            Address::parse(url).is_ok_and(|other| other.to_string() == address.to_string())
        }
        _ => false,
    })
}

/// An environment variable that is not blank.
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}
