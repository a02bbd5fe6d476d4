//! The address of a database, as `--database` takes it.

use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Only `SQLite` so far; the scheme leaves room for other engines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    Sqlite(PathBuf),
}

impl DatabaseUrl {
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Sqlite(path) => path,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("write it as sqlite:FILE, for example sqlite:agency.db")]
pub struct ParseDatabaseUrlError;

impl FromStr for DatabaseUrl {
    type Err = ParseDatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, ParseDatabaseUrlError> {
        match text.strip_prefix("sqlite:") {
            Some(path) if !path.is_empty() => Ok(Self::Sqlite(PathBuf::from(path))),
            _ => Err(ParseDatabaseUrlError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_url_has_a_known_scheme_and_a_path() {
        assert_eq!("sqlite:/tmp/a.db".parse(), Ok(DatabaseUrl::Sqlite(PathBuf::from("/tmp/a.db"))));
        for text in ["", "sqlite:", "/tmp/a.db", "postgres://host/db"] {
            assert_eq!(text.parse::<DatabaseUrl>(), Err(ParseDatabaseUrlError), "{text}");
        }
    }
}
