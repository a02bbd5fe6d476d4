//! Where a database is.

use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A database as `--database` names it. One engine today; the prefix keeps the
/// word free for others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A file of our own.
    Sqlite(PathBuf),
}

impl Place {
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
pub struct NotAPlace;

impl FromStr for Place {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        match text.strip_prefix("sqlite:") {
            Some(path) if !path.is_empty() => Ok(Self::Sqlite(PathBuf::from(path))),
            _ => Err(NotAPlace),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_an_engine_and_a_file() {
        assert_eq!("sqlite:/tmp/a.db".parse(), Ok(Place::Sqlite(PathBuf::from("/tmp/a.db"))));
        for text in ["", "sqlite:", "/tmp/a.db", "postgres://host/db"] {
            assert_eq!(text.parse::<Place>(), Err(NotAPlace), "{text}");
        }
    }
}
