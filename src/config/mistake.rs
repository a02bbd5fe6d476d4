//! A mistake in the config file, and its position.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A position in a file, as editors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct SourcePosition {
    /// From 1.
    pub(crate) line: usize,
    /// In characters, from 1.
    pub(crate) column: usize,
}

/// A setting that cannot be used. The program shows it and ignores the setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) file: PathBuf,
    /// `None` if it concerns the whole file.
    pub(crate) position: Option<SourcePosition>,
    pub(crate) message: String,
    is_missing: bool,
}

impl SourcePosition {
    /// The position of a byte offset.
    pub(super) fn from_offset(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Self {
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: line.chars().count() + 1,
        }
    }
}

impl Mistake {
    /// For the modules that validate settings which the config stores as text.
    pub(crate) fn at(file: &Path, position: SourcePosition, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            position: Some(position),
            message: message.into(),
            is_missing: false,
        }
    }

    pub(super) fn in_file(file: &Path, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), position: None, message: message.into(), is_missing: false }
    }

    pub(super) fn unreadable(file: &Path, error: &io::Error) -> Self {
        let is_missing = error.kind() == io::ErrorKind::NotFound;
        Self { is_missing, ..Self::in_file(file, format!("cannot be read: {error}")) }
    }

    /// Whether the file is merely missing.
    pub(super) const fn is_missing(&self) -> bool {
        self.is_missing
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(SourcePosition { line, column }) = self.position {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.message)
    }
}
