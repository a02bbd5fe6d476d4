//! Which workspace is meant: what was typed, over what the environment says.
//!
//! Nothing is opened, asked or written here.

use std::path::PathBuf;

use super::Workspace;
use crate::cli::exit::Exit;
use crate::client::{Address, SecretString};
use crate::text;

const URL: &str = "SHORTLIST_URL";
pub(super) const KEY: &str = "SHORTLIST_KEY";
pub(super) const CA_FILE: &str = "SHORTLIST_CA_FILE";

/// What there is to say about a key that opens nothing.
pub(super) const IDLE_KEY: &str = "SHORTLIST_KEY is set, but no server: this is the workspace on this machine; name one with --url or SHORTLIST_URL";

/// Where the records are.
#[derive(Debug, Clone)]
pub(in crate::cli) enum Target {
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
    pub(in crate::cli) fn title(&self) -> String {
        match self {
            Self::Server { address, .. } => text::one_line(&address.host()).into_owned(),
            Self::Database(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                text::one_line(&name.to_string_lossy()).into_owned()
            }
            Self::Here { .. } => "Workspace on this machine".to_owned(),
        }
    }
}

impl Workspace {
    /// Which one it is. Nothing is touched yet.
    pub(in crate::cli) fn target(&self) -> Result<Target, Exit> {
        self.target_in(variable)
    }

    pub(super) fn target_in(
        &self,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Target, Exit> {
        if let Some(place) = self.database.named() {
            return Ok(Target::Database(place.path().to_owned()));
        }
        match self.url.clone().or_else(|| variable(URL)) {
            Some(url) => {
                let address = Address::parse(&url)?;
                Ok(Target::Server {
                    address,
                    key: variable(KEY).map(|key| SecretString::from(key.trim())),
                })
            }
            None => Ok(Target::Here { idle_key: variable(KEY).is_some() }),
        }
    }
}

/// A variable of the environment that says something.
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}
