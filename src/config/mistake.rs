//! A mistake in the config file, and its position.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A position in a file, as editors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

/// A setting that cannot be used. The program shows it and ignores the setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub file: PathBuf,
    /// `None` if it concerns the whole file.
    pub place: Option<Place>,
    pub what: String,
    absence: bool,
}

impl Place {
    /// The position of a byte offset.
    pub(super) fn of(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Self {
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: line.chars().count() + 1,
        }
    }
}

impl Mistake {
    /// For the modules that check what the config carries as text.
    #[must_use]
    pub fn at(file: &Path, place: Place, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), place: Some(place), what: what.into(), absence: false }
    }

    pub(super) fn whole(file: &Path, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), place: None, what: what.into(), absence: false }
    }

    pub(super) fn unread(file: &Path, error: &io::Error) -> Self {
        let absence = error.kind() == io::ErrorKind::NotFound;
        Self { absence, ..Self::whole(file, format!("cannot be read: {error}")) }
    }

    /// Whether the file is just missing.
    pub(super) const fn is_absence(&self) -> bool {
        self.absence
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(Place { line, column }) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.what)
    }
}
