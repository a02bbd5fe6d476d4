//! Resolves the workspace from the arguments, the environment and the profiles of the config.
//! Opens and requests nothing.

use super::args::WorkspaceArgs;
use super::key::{self, Interaction, KEY, ServerKey};
use crate::child_process;
use crate::cli::exit::Exit;
use crate::client::{Address, SecretString};
use crate::config::{CreateVersion, KeySource, LoadedConfig, Profile};
use crate::recruiting::mirror_settings::{CacheMode, MirrorSettings};
use crate::recruiting::query::edit_distance::nearest;
use crate::service::store::DatabaseUrl;
use crate::text;

const URL: &str = "SHORTLIST_URL";
const PROFILE: &str = "SHORTLIST_PROFILE";
pub(super) const CA_FILE: &str = "SHORTLIST_CA_FILE";

pub(super) const IDLE_KEY: &str = "SHORTLIST_KEY is set without a server, so this is the workspace on this machine; choose a server with --url or SHORTLIST_URL";

/// The target and its profile.
#[derive(Debug, Clone)]
pub(crate) struct ResolvedWorkspace {
    pub(crate) target: WorkspaceTarget,
    pub(crate) profile: Option<Profile>,
    pub(super) mirror: MirrorSettings,
}

/// What a command does on the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

impl Access {
    /// Of a command that writes unless `--dry-run` is set.
    pub(crate) const fn unless_dry_run(is_dry_run: bool) -> Self {
        if is_dry_run { Self::Read } else { Self::Write }
    }
}

impl ResolvedWorkspace {
    /// Refuses writes to a server whose profile is read-only.
    pub(crate) fn check(&self, access: Access) -> Result<(), Exit> {
        match self.profile.as_ref().filter(|profile| profile.read_only) {
            Some(profile) if access == Access::Write => Err(Exit::usage(format!(
                "profile `{}` is read-only, so nothing was sent; remove `read_only` from it in the config to allow changes",
                profile.name
            ))),
            _ => Ok(()),
        }
    }

    /// Whether the profile forbids changes on the server.
    pub(crate) fn is_read_only(&self) -> bool {
        self.profile.as_ref().is_some_and(|profile| profile.read_only)
    }

    pub(crate) fn profile_name(&self) -> Option<&str> {
        self.profile.as_ref().map(|profile| profile.name.as_str())
    }

    /// Whether people are created with version 0 of the request.
    pub(crate) fn creates_v0(&self) -> bool {
        self.profile.as_ref().is_some_and(|profile| profile.create == CreateVersion::V0)
    }
}

#[derive(Debug, Clone)]
pub(crate) enum WorkspaceTarget {
    Server {
        address: Address,
        key: ServerKey,
    },
    Database(DatabaseUrl),
    /// The user's own database, created with the demo on first use.
    Default {
        /// Whether the environment has a key but no server.
        idle_key: bool,
    },
}

impl WorkspaceTarget {
    /// The key of a server, from its source or the user; `None` if there is no server.
    pub(crate) async fn find_or_ask_key(&self) -> Result<Option<SecretString>, Exit> {
        let Self::Server { address, key } = self else { return Ok(None) };
        match key.find(Interaction::Allowed).await? {
            None => key::prompt(address).map(Some),
            found => Ok(found),
        }
    }

    /// The title before the workspace is open.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::Server { address, .. } => text::sanitize(&address.host()).into_owned(),
            Self::Database(DatabaseUrl::Postgres(login)) => {
                text::sanitize(login.address.database()).into_owned()
            }
            Self::Database(DatabaseUrl::Sqlite(path)) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                text::sanitize(&name.to_string_lossy()).into_owned()
            }
            Self::Default { .. } => "Workspace on this machine".to_owned(),
        }
    }
}

impl WorkspaceArgs {
    pub(crate) fn resolve(&self, config: &LoadedConfig) -> Result<ResolvedWorkspace, Exit> {
        self.resolve_in(config, |name| self.variable(name))
    }

    pub(super) fn resolve_in(
        &self,
        config: &LoadedConfig,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<ResolvedWorkspace, Exit> {
        hide_key_variables(config);
        let (target, profile) = self.target(config, variable)?;
        let mut mirror = profile.as_ref().map_or(config.settings.mirror, |profile| profile.mirror);
        if self.no_cache {
            mirror.cache = CacheMode::Off;
        }
        Ok(ResolvedWorkspace { target, profile, mirror })
    }

    fn target(
        &self,
        config: &LoadedConfig,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<(WorkspaceTarget, Option<Profile>), Exit> {
        if let Some(url) = self.database.explicit_url()? {
            return Ok((WorkspaceTarget::Database(url), None));
        }
        let key = variable(KEY).map(|key| SecretString::from(key.trim()));
        let target_for = |address: Option<Address>, profile: Option<&Profile>| match address {
            Some(address) => {
                WorkspaceTarget::Server { address, key: self.server_key(key.clone(), profile) }
            }
            None => WorkspaceTarget::Default { idle_key: key.is_some() && !self.offline },
        };
        // A server argument wins over a profile from the environment.
        let url = self.url.clone().or_else(|| variable(URL));
        let profile_name = match &url {
            None => self.profile.clone().or_else(|| variable(PROFILE)),
            Some(_) => self.profile.clone(),
        };
        if let Some(name) = profile_name {
            let profile = profile_named(name.trim(), config)?;
            let target = target_for(address(&profile, config)?, Some(&profile));
            return Ok((target, Some(profile)));
        }
        let address = url.map(|url| Address::parse(&url)).transpose()?;
        let profile = profile_for(address.as_ref(), config).cloned();
        Ok((target_for(address, profile.as_ref()), profile))
    }

    fn server_key(
        &self,
        environment: Option<SecretString>,
        profile: Option<&Profile>,
    ) -> ServerKey {
        let source = profile.and_then(|profile| Some((&profile.name, profile.key.as_ref()?)));
        match (environment, source) {
            _ if self.offline => ServerKey::Unneeded,
            (Some(key), _) => ServerKey::Environment(key),
            (None, Some((name, source))) => ServerKey::Profile(name.clone(), source.clone()),
            (None, None) => ServerKey::Unknown,
        }
    }

    /// An environment variable that is not blank.
    pub(super) fn variable(&self, name: &str) -> Option<String> {
        if self.ignores_environment { None } else { variable(name) }
    }
}

/// An environment variable that is not blank.
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

/// No child process inherits the keys that are in the environment.
fn hide_key_variables(config: &LoadedConfig) {
    for profile in &config.settings.profiles {
        if let Some(KeySource::Environment(name)) = &profile.key {
            child_process::hide_variable(name);
        }
    }
}

pub(crate) fn profile_named(name: &str, config: &LoadedConfig) -> Result<Profile, Exit> {
    let profiles = &config.settings.profiles;
    if let Some(profile) = profiles.iter().find(|profile| profile.name == name) {
        return Ok(profile.clone());
    }
    let names = || profiles.iter().map(|profile| profile.name.as_str());
    let location =
        config.file.as_ref().map_or_else(String::new, |file| format!(" in {}", file.display()));
    let guess = match (nearest(name, names()), profiles.is_empty()) {
        (Some(suggestion), _) => format!(", did you mean `{suggestion}`?"),
        (None, true) => "; add [profiles.NAME] with a url to it".to_owned(),
        (None, false) => format!("; known profiles: {}", names().collect::<Vec<_>>().join(", ")),
    };
    let message = format!("no profile `{name}`{location}{guess}");
    // The profile may exist, with a mistake.
    Err(config
        .mistakes
        .iter()
        .fold(Exit::usage(message), |exit, mistake| exit.with_advice(&mistake.to_string())))
}

fn address(profile: &Profile, config: &LoadedConfig) -> Result<Option<Address>, Exit> {
    let address = profile.url.as_deref().map(Address::parse).transpose();
    address.map_err(|error| {
        Exit::usage(config.mistake_in(profile, "url", &error.to_string()).to_string())
    })
}

/// The first profile of this server, or of this machine.
fn profile_for<'a>(address: Option<&Address>, config: &'a LoadedConfig) -> Option<&'a Profile> {
    config.settings.profiles.iter().find(|profile| match (&profile.url, address) {
        (None, None) => true,
        (Some(url), Some(address)) => {
            Address::parse(url).is_ok_and(|other| other.to_string() == address.to_string())
        }
        _ => false,
    })
}
