//! The address of a database, as `--database` takes it.

use std::path::PathBuf;
use std::str::FromStr;

use secrecy::SecretString;

use super::postgres::{AddressError, PostgresAddress};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    Sqlite(PathBuf),
    Postgres(Box<PostgresLogin>),
}

/// A database on a server, and the password of its role.
#[derive(Debug, Clone)]
pub struct PostgresLogin {
    pub(crate) address: PostgresAddress,
    pub(crate) password: Option<SecretString>,
}

/// A password does not make it another database.
impl PartialEq for PostgresLogin {
    fn eq(&self, other: &Self) -> bool {
        self.address == other.address
    }
}

impl Eq for PostgresLogin {}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseDatabaseUrlError {
    #[error(
        "write it as sqlite:FILE, for example sqlite:agency.db, or as postgres://USER@HOST/DATABASE"
    )]
    UnknownScheme,
    #[error(transparent)]
    Postgres(#[from] AddressError),
}

impl FromStr for DatabaseUrl {
    type Err = ParseDatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, ParseDatabaseUrlError> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            let login = PostgresLogin { address: text.parse()?, password: None };
            return Ok(Self::Postgres(Box::new(login)));
        }
        match text.strip_prefix("sqlite:") {
            Some(path) if !path.is_empty() => Ok(Self::Sqlite(PathBuf::from(path))),
            _ => Err(ParseDatabaseUrlError::UnknownScheme),
        }
    }
}

impl DatabaseUrl {
    /// As a message names it: a file by its path.
    pub(crate) fn short(&self) -> String {
        match self {
            Self::Sqlite(path) => path.display().to_string(),
            Self::Postgres(login) => login.address.to_string(),
        }
    }
}

/// As an argument of a command, without the password.
impl std::fmt::Display for DatabaseUrl {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(path) => write!(formatter, "sqlite:{}", path.display()),
            Self::Postgres(login) => login.address.fmt(formatter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_url_has_a_known_scheme_and_a_path() {
        assert_eq!("sqlite:/tmp/a.db".parse(), Ok(DatabaseUrl::Sqlite(PathBuf::from("/tmp/a.db"))));
        for text in ["", "sqlite:", "/tmp/a.db", "mysql://host/db"] {
            let error = Err(ParseDatabaseUrlError::UnknownScheme);
            assert_eq!(text.parse::<DatabaseUrl>(), error, "{text}");
        }
        for text in ["postgres://me@host/db", "postgresql://me@host/db"] {
            assert!(matches!(text.parse(), Ok(DatabaseUrl::Postgres(_))), "{text}");
        }
    }
}
