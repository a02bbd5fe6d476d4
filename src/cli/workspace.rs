//! Where the records are: a server, or the workspace on this machine.
//!
//! One piece of code for every command that reads or changes records, and for
//! the terminal. A server is named by `--url`, by a profile of the config or by
//! the environment; without one, the service is started inside this program over
//! the user's own database, which is filled with the demo when it is first used.
//!
//! [`WorkspaceArgs::aim`] says which it is and touches nothing. A command opens
//! it with words, a bar and a prompt ([`WorkspaceArgs::open`]); the terminal draws
//! these itself and is only told ([`WorkspaceArgs::open_quietly`]).

mod args;
mod here;
mod key;
mod memory;
mod target;
#[cfg(test)]
mod tests;
mod watch;

pub(super) use args::{ENVIRONMENT, WorkspaceArgs};
pub(super) use target::{Aim, Target};
pub(super) use watch::Opening;

use std::path::PathBuf;

use super::exit::Exit;
use super::interrupt::end_when_asked;
use super::out::Out;
use crate::client::{Address, Client, Options, SecretString};
use crate::config;
use crate::config::Profile;
use crate::service::EmbeddedServer;
use crate::service::store::{IfMissing, Store};
use crate::tui::runtime::storage_thread::local_store::LocalStore;
use memory::Memory;
use target::{CA_FILE, variable};
use watch::Watch;

/// An open workspace. The service on this machine runs as long as it lives.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) client: Client,
    service: Option<EmbeddedServer>,
    store: Option<Store>,
    title: String,
    is_demo: bool,
    memory: Memory,
    caches: bool,
}

impl Open {
    /// Whether it is the one on this machine.
    pub(super) const fn is_here(&self) -> bool {
        self.service.is_some()
    }

    /// What to call it, in one line.
    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// Where this machine remembers it. Its place is made, but no file opened.
    pub(super) fn memories(&self) -> LocalStore {
        self.memory.memories(self.caches)
    }

    /// Its database, if that is on this machine.
    pub(super) const fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// Whether its people are invented.
    #[cfg(test)]
    pub(super) const fn is_demo(&self) -> bool {
        self.is_demo
    }
}

impl WorkspaceArgs {
    /// Opens it for a command. Nothing is asked of a server yet.
    pub(super) async fn open(&self, out: &Out) -> Result<Open, Exit> {
        let open = self.open_with_care(out).await;
        // Not before: the prompt and the fill have something to put right.
        end_when_asked()?;
        open
    }

    /// Opens it for somebody who draws what is told, and who has the key of a
    /// server already. When it is dropped, a fill is undone.
    pub(super) async fn open_quietly(
        &self,
        aim: Aim,
        tell: impl Fn(Opening) + Send + Sync + 'static,
    ) -> Result<Open, Exit> {
        self.open_for(aim, &Watch::screen(tell)).await
    }

    /// The same for a command that ends with care when it is asked to.
    pub(super) async fn open_with_care(&self, out: &Out) -> Result<Open, Exit> {
        let loaded = config::load();
        let mut aim = self.aim(&loaded)?;
        // Of what it says, only this matters to a command.
        for mistake in loaded.mistakes.iter().filter(|mistake| target::is_of_profiles(mistake)) {
            out.say(&mistake.to_string());
        }
        if let Target::Server { address, key: key @ None } = &mut aim.target {
            *key = Some(key::ask(address)?);
        }
        self.open_for(aim, &Watch::Command(out)).await
    }

    /// Where this machine remembers it. Neither is opened.
    pub(super) fn memories(&self) -> Result<LocalStore, Exit> {
        let Aim { target, profile } = self.aim(&config::load())?;
        let memory = match &target {
            Target::Server { address, .. } => Memory::of_server(address, profile.as_ref()),
            Target::Database(_) | Target::Here { .. } => {
                Memory::of_database(&self.database.path()?, profile.as_ref())
            }
        };
        Ok(memory.memories(!self.no_cache))
    }

    async fn open_for(&self, aim: Aim, watch: &Watch<'_>) -> Result<Open, Exit> {
        let Aim { target, profile } = aim;
        let title = target.title();
        let profile = profile.as_ref();
        match target {
            Target::Server { address, key } => {
                let key = key.ok_or_else(|| key::missing(&address))?;
                let client = Client::new(&address, &self.options(key, profile))?;
                let memory = Memory::of_server(&address, profile);
                let (service, store, caches) = (None, None, !self.no_cache);
                Ok(Open { client, service, store, title, is_demo: false, memory, caches })
            }
            Target::Database(_) => {
                let store = self.database.open(IfMissing::Fail)?;
                self.serve(store, title, profile).await
            }
            Target::Here { idle_key } => {
                if idle_key {
                    watch.note(target::IDLE_KEY);
                }
                let store = here::open(&self.database, watch).await?;
                let mut open = self.serve(store, title, profile).await?;
                if open.is_demo {
                    "Demo workspace".clone_into(&mut open.title);
                }
                Ok(open)
            }
        }
    }

    async fn serve(
        &self,
        store: Store,
        title: String,
        profile: Option<&Profile>,
    ) -> Result<Open, Exit> {
        let is_demo = here::is_demo(&store).await;
        let service = EmbeddedServer::start(store.clone()).await?;
        let options = self.options(SecretString::from(service.key()), None);
        let client = Client::new(&Address::parse(&service.url())?, &options)?;
        let memory = Memory::of_database(&self.database.path()?, profile);
        let (service, store, caches) = (Some(service), Some(store), !self.no_cache);
        Ok(Open { client, service, store, title, is_demo, memory, caches })
    }

    fn options(&self, key: SecretString, profile: Option<&Profile>) -> Options {
        let ca_file = self.ca_file.clone().or_else(|| variable(CA_FILE).map(PathBuf::from));
        Options {
            ca_file: ca_file.or_else(|| profile?.ca_file.clone()),
            max_rps: self.max_rps,
            deadline: self.deadline,
            // What hangs is asked again once, in the time that is left.
            read_timeout: self.deadline * 3 / 4,
            ..Options::new(key)
        }
    }
}
