//! Resolves the workspace from the arguments, the environment and the profiles of the config.
//! Opens and requests nothing.

use super::args::{WorkspaceArgs, variable};
use super::key::{self, Interaction, KEY, ServerKey};
use super::profiles;
use crate::child_process;
use crate::cli::exit::Exit;
use crate::client::{Address, SecretString};
use crate::config::{CreateVersion, LoadedConfig, Mistake, Profile};
use crate::recruiting::mirror_settings::{CacheMode, MirrorSettings};
use crate::service::store::DatabaseUrl;
use crate::text;
use crate::tui::app::connection::status::ReadOnlyReason;

const URL: &str = "SHORTLIST_URL";
pub(crate) const PROFILE: &str = "SHORTLIST_PROFILE";
pub(crate) const CA_FILE: &str = "SHORTLIST_CA_FILE";

pub(super) const IDLE_KEY: &str = "SHORTLIST_KEY is set without a server, so this is the workspace on this machine; choose a server with --url or SHORTLIST_URL";

/// The target and its profile.
#[derive(Debug, Clone)]
pub(crate) struct ResolvedWorkspace {
    pub(crate) target: WorkspaceTarget,
    pub(crate) profile: Option<Profile>,
    /// Whether no earlier profile is about the same target.
    pub(super) is_first: bool,
    /// A mistake in the config that may hide that the workspace is read-only.
    pub(super) hiding: Option<Mistake>,
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
    /// Refuses writes to a server whose profile is read-only, or may be.
    pub(crate) fn check(&self, access: Access) -> Result<(), Exit> {
        let profile = self.profile.as_ref().filter(|profile| profile.read_only);
        match (access, profile, &self.hiding) {
            (Access::Read, ..) | (_, None, None) => Ok(()),
            (_, Some(profile), _) => Err(Exit::usage(format!(
                "profile `{}` is read-only, so nothing was sent; remove `read_only` from it in the config to allow changes",
                profile.name
            ))),
            (_, None, Some(mistake)) => Err(Exit::usage(format!(
                "nothing was sent: a profile with a mistake may make this workspace read-only; correct it first: {mistake}"
            ))),
        }
    }

    /// Why nothing may be changed on the server.
    pub(crate) fn read_only(&self) -> Option<ReadOnlyReason> {
        let is_read_only = self.profile.as_ref().is_some_and(|profile| profile.read_only);
        let reason = is_read_only.then_some(ReadOnlyReason::Profile);
        reason.or_else(|| self.hiding.as_ref().map(|_| ReadOnlyReason::ConfigMistake))
    }

    /// The title before the workspace is open.
    pub(crate) fn title(&self) -> String {
        self.titled(&self.target.title())
    }

    /// The title with the name of the profile: two may be about one server.
    pub(super) fn titled(&self, title: &str) -> String {
        match self.profile_name() {
            Some(name) => format!("{} ({title})", text::sanitize(name)),
            None => title.to_owned(),
        }
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
        let hiding = match &target {
            _ if profile.is_some() => None,
            WorkspaceTarget::Server { address, .. } => profiles::hiding(Some(address), config),
            WorkspaceTarget::Default { .. } => profiles::hiding(None, config),
            // No profile is about another database.
            WorkspaceTarget::Database(_) => None,
        };
        let is_first = profile.as_ref().is_none_or(|profile| profiles::is_first(profile, config));
        Ok(ResolvedWorkspace { target, profile, is_first, hiding, mirror })
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
        // A key that was set with the address of a server is for no other one.
        let keyed = variable(URL).and_then(|url| Address::parse(&url).ok());
        let is_key_for =
            |address: &Address| keyed.as_ref().is_none_or(|keyed| keyed.is_same_server(address));
        let target_for = |address: Option<Address>, profile: Option<&Profile>| match address {
            Some(address) => {
                let key = key.clone().filter(|_| is_key_for(&address));
                WorkspaceTarget::Server { key: self.server_key(key, profile), address }
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
            let profile = profiles::named(name.trim(), config)?;
            let target = target_for(profiles::address(&profile, config)?, Some(&profile));
            return Ok((target, Some(profile)));
        }
        let address = url.map(|url| Address::parse(&url)).transpose()?;
        let profile = profiles::of_address(address.as_ref(), config).cloned();
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

/// No child process inherits the keys that are in the environment.
pub(crate) fn hide_key_variables(config: &LoadedConfig) {
    for name in &config.key_variables {
        child_process::hide_variable(name);
    }
}
