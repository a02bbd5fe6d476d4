//! Where a database is.

use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A database as `--database` names it. One engine today; the prefix keeps the
/// word free for others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// A file of our own.
    Sqlite(PathBuf),
}

impl DatabaseUrl {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Sqlite(path) => path,
        }
    }
}

/// Why a text names no database.
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
    fn a_place_is_an_engine_and_a_file() {
        assert_eq!("sqlite:/tmp/a.db".parse(), Ok(DatabaseUrl::Sqlite(PathBuf::from("/tmp/a.db"))));
        for text in ["", "sqlite:", "/tmp/a.db", "postgres://host/db"] {
            assert_eq!(text.parse::<DatabaseUrl>(), Err(ParseDatabaseUrlError), "{text}");
        }
    }
}
