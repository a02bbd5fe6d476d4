//! Opens the workspace: a server, or a database on this machine.
//!
//! Used by every command with records and by the terminal. `--url`, a profile or the environment
//! names a server; otherwise the service runs inside this program over the user's own database,
//! which is filled with the demo on first use. A command opens it with messages, a progress bar and
//! a prompt ([`WorkspaceArgs::open`]); the terminal draws these itself
//! ([`WorkspaceArgs::open_observed`]).

mod args;
mod default_database;
mod key;
mod observer;
pub(super) mod profiles;
mod store_location;
mod target;
#[cfg(test)]
mod tests;

pub(super) use args::{ENVIRONMENT, WorkspaceArgs, parse_duration, variable};
pub(super) use key::{Interaction, ServerKey, describe_source, prompt as prompt_for_key};
pub(super) use observer::OpenProgress;
pub(super) use store_location::profile_slug;
pub(super) use target::{
    Access, CA_FILE, PROFILE, ResolvedWorkspace, WorkspaceTarget, hide_key_variables,
};

use std::path::PathBuf;

use super::database::Database;
use super::exit::Exit;
use super::interrupt::exit_on_signal;
use super::output::Output;
use crate::client::{Address, Client, Options, Rate, SecretString};
use crate::config;
use crate::config::Profile;
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::service::EmbeddedServer;
use crate::service::store::{IfMissing, Store};
use crate::storage::LocalStore;
use observer::OpenObserver;
use store_location::StoreLocation;

/// The address of a client that sends nothing.
const NO_SERVER: &str = "http://localhost";

/// An open workspace. An embedded service stops on drop.
#[derive(Debug)]
pub(super) struct OpenWorkspace {
    pub(super) client: Client,
    service: Option<EmbeddedServer>,
    store: Option<Store>,
    title: String,
    is_demo: bool,
    store_location: StoreLocation,
    mirror: MirrorSettings,
    is_offline: bool,
}

impl OpenWorkspace {
    /// Whether --offline is set.
    pub(super) const fn is_offline(&self) -> bool {
        self.is_offline
    }

    pub(super) const fn is_embedded(&self) -> bool {
        self.service.is_some()
    }

    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// The local storage of the workspace, not opened yet.
    pub(super) fn local_store(&self) -> LocalStore {
        self.store_location.local_store(self.mirror)
    }

    /// The database of an embedded service.
    pub(super) const fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    #[cfg(test)]
    pub(super) const fn is_demo(&self) -> bool {
        self.is_demo
    }
}

impl WorkspaceArgs {
    /// Whether --offline is set.
    pub(super) const fn is_offline(&self) -> bool {
        self.offline
    }

    pub(super) const fn database(&self) -> &Database {
        &self.database
    }

    /// Opens the workspace for a command. Makes no request yet.
    pub(super) async fn open(&self, out: &Output) -> Result<OpenWorkspace, Exit> {
        let open = self.open_interruptible(out, Access::Read).await;
        // Not before: the prompt and the demo fill clean up after themselves.
        exit_on_signal()?;
        open
    }

    /// Opens the workspace for the terminal, which shows the progress and has the key already.
    /// Dropping the future rolls a demo fill back.
    pub(super) async fn open_observed(
        &self,
        resolved: ResolvedWorkspace,
        key: Option<SecretString>,
        on_progress: impl Fn(OpenProgress) + Send + Sync + 'static,
    ) -> Result<OpenWorkspace, Exit> {
        self.open_for(resolved, key, &OpenObserver::screen(on_progress)).await
    }

    /// Like `open`, for a command that handles signals itself.
    pub(super) async fn open_interruptible(
        &self,
        out: &Output,
        access: Access,
    ) -> Result<OpenWorkspace, Exit> {
        let loaded = config::load();
        let resolved = self.resolve(&loaded)?;
        resolved.check(access)?;
        let key = resolved.target.find_or_ask_key().await?;
        self.open_for(resolved, key, &OpenObserver::Command(out)).await
    }

    /// A client of the server, without opening anything.
    pub(super) fn client(
        &self,
        address: &Address,
        key: Option<SecretString>,
        resolved: &ResolvedWorkspace,
    ) -> Result<Client, Exit> {
        let key = key.ok_or_else(|| key::missing_key(address))?;
        Ok(Client::new(address, &self.options(key, resolved.profile.as_ref()))?)
    }

    /// The local storage of the workspace; opens neither.
    pub(super) fn local_store(&self) -> Result<LocalStore, Exit> {
        self.local_store_of(&self.resolve(&config::load())?)
    }

    /// Additional trusted certificates.
    pub(super) fn ca_file(&self, profile: Option<&Profile>) -> Option<PathBuf> {
        let given = self.ca_file.clone().or_else(|| self.variable(CA_FILE).map(PathBuf::from));
        given.or_else(|| profile?.ca_file.clone())
    }

    pub(super) fn local_store_of(&self, resolved: &ResolvedWorkspace) -> Result<LocalStore, Exit> {
        Ok(self.store_location(resolved)?.local_store(resolved.mirror))
    }

    fn store_location(&self, resolved: &ResolvedWorkspace) -> Result<StoreLocation, Exit> {
        let profile = resolved.profile.as_ref();
        let location = match &resolved.target {
            WorkspaceTarget::Server { address, .. } => StoreLocation::for_server(address, profile),
            WorkspaceTarget::Database(_) | WorkspaceTarget::Default { .. } => {
                StoreLocation::for_database(&self.database.url()?, profile)
            }
        };
        Ok(location.taking_over(resolved.is_first))
    }

    async fn open_for(
        &self,
        resolved: ResolvedWorkspace,
        key: Option<SecretString>,
        observer: &OpenObserver<'_>,
    ) -> Result<OpenWorkspace, Exit> {
        let title = resolved.title();
        match &resolved.target {
            WorkspaceTarget::Server { address, .. } => {
                let key = key.ok_or_else(|| key::missing_key(address))?;
                let mut options = self.options(key, resolved.profile.as_ref());
                if observer.is_screen() {
                    options.rate = options.rate.or(Some(Rate::interactive()));
                }
                self.without_service(Client::new(address, &options)?, &resolved)
            }
            WorkspaceTarget::Database(_) | WorkspaceTarget::Default { .. } if self.offline => {
                // The address is never asked.
                let options = self.options(SecretString::from("offline"), None);
                let client = Client::new(&Address::parse(NO_SERVER)?, &options)?;
                self.without_service(client, &resolved)
            }
            WorkspaceTarget::Database(_) => {
                let note = |note: &str| observer.note(note);
                let store = self.database.open_with_notes(IfMissing::Fail, note).await?;
                self.serve(store, title, &resolved).await
            }
            WorkspaceTarget::Default { idle_key } => {
                if *idle_key {
                    observer.note(target::IDLE_KEY);
                }
                let store = default_database::open(&self.database, observer).await?;
                let mut open = self.serve(store, title, &resolved).await?;
                if open.is_demo {
                    open.title = resolved.titled("Demo workspace");
                }
                Ok(open)
            }
        }
    }

    fn without_service(
        &self,
        client: Client,
        resolved: &ResolvedWorkspace,
    ) -> Result<OpenWorkspace, Exit> {
        Ok(OpenWorkspace {
            client,
            service: None,
            store: None,
            title: resolved.title(),
            is_demo: false,
            store_location: self.store_location(resolved)?,
            mirror: resolved.mirror,
            is_offline: self.offline,
        })
    }

    async fn serve(
        &self,
        store: Store,
        title: String,
        resolved: &ResolvedWorkspace,
    ) -> Result<OpenWorkspace, Exit> {
        let is_demo = default_database::is_demo(&store).await;
        let service = EmbeddedServer::start(store.clone()).await?;
        let options = self.options(SecretString::from(service.key()), None);
        let client = Client::new(&Address::parse(&service.url())?, &options)?;
        Ok(OpenWorkspace {
            client,
            service: Some(service),
            store: Some(store),
            title,
            is_demo,
            store_location: self.store_location(resolved)?,
            mirror: resolved.mirror,
            is_offline: self.offline,
        })
    }

    fn options(&self, key: SecretString, profile: Option<&Profile>) -> Options {
        Options {
            ca_file: self.ca_file(profile),
            rate: self.max_rps.map(Rate::strict),
            deadline: self.deadline,
            visibility_wait: self.verify_for,
            is_offline: self.offline,
            // Leaves time for one retry of a request that hangs.
            read_timeout: self.deadline * 3 / 4,
            ..Options::new(key)
        }
    }
}
