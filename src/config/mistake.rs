//! What is wrong with the user's file, and where.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A place in a file, as editors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// Something in the file that could not be used. Shown, and gone on without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The file.
    pub file: PathBuf,
    /// Where in it; none where it is about all of it.
    pub place: Option<Place>,
    /// What is wrong, and what would do.
    pub what: String,
    absence: bool,
}

impl Place {
    /// The place of a byte of a text.
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
    /// A mistake at a place: for whoever checks what is carried as text.
    #[must_use]
    pub fn at(file: &Path, place: Place, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), place: Some(place), what: what.into(), absence: false }
    }

    /// A mistake of the whole file.
    pub(super) fn whole(file: &Path, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), place: None, what: what.into(), absence: false }
    }

    /// A file that cannot be read.
    pub(super) fn unread(file: &Path, error: &io::Error) -> Self {
        let absence = error.kind() == io::ErrorKind::NotFound;
        Self { absence, ..Self::whole(file, format!("cannot be read: {error}")) }
    }

    /// Whether it is only that there is no file.
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
