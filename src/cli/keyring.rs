//! The system keyring: Secret Service on Linux and the BSDs, the Keychain on macOS. Only in a
//! build with the feature `keyring`; without it every call says so.
//!
//! The calls block: the keyring may ask the user to unlock it.

use std::fmt;

use crate::client::SecretString;

#[cfg(feature = "keyring")]
pub(super) use available::{delete, find, store};
#[cfg(not(feature = "keyring"))]
pub(super) use missing::{delete, find, store};

/// Under which the keyring lists the keys; the name of the profile is the account.
#[cfg(feature = "keyring")]
const SERVICE: &str = "shortlist";

#[derive(Debug, thiserror::Error)]
pub(crate) enum KeyringError {
    #[cfg(not(feature = "keyring"))]
    #[error("this shortlist was built without the feature `keyring`")]
    NotBuilt,
    #[cfg(feature = "keyring")]
    #[error("the keyring has no key for this profile")]
    NoEntry,
    #[error("the keyring cannot be used: {0}")]
    Other(String),
}

impl KeyringError {
    /// Whether the keyring works and has no key.
    pub(super) const fn is_no_entry(&self) -> bool {
        #[cfg(feature = "keyring")]
        return matches!(self, Self::NoEntry);
        #[cfg(not(feature = "keyring"))]
        false
    }

    pub(super) fn other(error: &impl fmt::Display) -> Self {
        Self::Other(error.to_string())
    }
}

#[cfg(feature = "keyring")]
mod available {
    use keyring::{Entry, Error};
    use secrecy::ExposeSecret;
    use tokio::task::block_in_place;

    use super::{KeyringError, SERVICE, SecretString};

    pub(crate) fn store(profile: &str, key: &SecretString) -> Result<(), KeyringError> {
        block_in_place(|| Ok(entry(profile)?.set_password(key.expose_secret())?))
    }

    pub(crate) fn find(profile: &str) -> Result<SecretString, KeyringError> {
        block_in_place(|| Ok(entry(profile)?.get_password()?.into()))
    }

    /// Returns whether there was a key.
    pub(crate) fn delete(profile: &str) -> Result<bool, KeyringError> {
        block_in_place(|| match entry(profile)?.delete_credential() {
            Err(Error::NoEntry) => Ok(false),
            deleted => Ok(deleted.map(|()| true)?),
        })
    }

    fn entry(profile: &str) -> Result<Entry, KeyringError> {
        if let Err(error) = Entry::store_status() {
            return Err(KeyringError::other(error));
        }
        Ok(Entry::new(SERVICE, profile)?)
    }

    impl From<Error> for KeyringError {
        fn from(error: Error) -> Self {
            match error {
                Error::NoEntry => Self::NoEntry,
                error => Self::other(&error),
            }
        }
    }
}

#[cfg(not(feature = "keyring"))]
mod missing {
    use super::{KeyringError, SecretString};

    pub(crate) const fn store(_: &str, _: &SecretString) -> Result<(), KeyringError> {
        Err(KeyringError::NotBuilt)
    }

    pub(crate) const fn find(_: &str) -> Result<SecretString, KeyringError> {
        Err(KeyringError::NotBuilt)
    }

    pub(crate) const fn delete(_: &str) -> Result<bool, KeyringError> {
        Err(KeyringError::NotBuilt)
    }
}
