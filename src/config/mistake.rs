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
    kind: MistakeKind,
    /// The path of the setting; the table in which a field is unknown.
    path: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MistakeKind {
    /// There is no file.
    Missing,
    /// No setting can be read.
    File,
    /// No setting has this name.
    Unknown,
    Setting,
}

/// The path of a field in a table, as messages show it.
pub(super) fn join(parent: &str, name: &str) -> String {
    let name = name.escape_debug();
    if parent.is_empty() { name.to_string() } else { format!("{parent}.{name}") }
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
    /// The message begins with the path of the setting.
    pub(super) fn in_setting(
        file: &Path,
        kind: MistakeKind,
        path: &str,
        position: SourcePosition,
        message: &str,
    ) -> Self {
        let prefix = if path.is_empty() { String::new() } else { format!("{path}: ") };
        let path = path.to_owned();
        Self { path, ..Self::new(file, kind, Some(position), format!("{prefix}{message}")) }
    }

    pub(super) fn syntax(file: &Path, position: SourcePosition, message: &str) -> Self {
        Self::new(file, MistakeKind::File, Some(position), message)
    }

    pub(super) fn in_file(file: &Path, message: impl Into<String>) -> Self {
        Self::new(file, MistakeKind::File, None, message)
    }

    pub(super) fn unreadable(file: &Path, error: &io::Error) -> Self {
        let kind = match error.kind() {
            io::ErrorKind::NotFound => MistakeKind::Missing,
            _ => MistakeKind::File,
        };
        Self::new(file, kind, None, format!("cannot be read: {error}"))
    }

    fn new(
        file: &Path,
        kind: MistakeKind,
        position: Option<SourcePosition>,
        message: impl Into<String>,
    ) -> Self {
        let (file, message) = (file.to_owned(), message.into());
        Self { file, position, message, kind, path: String::new() }
    }

    /// Whether the file is merely missing.
    pub(super) fn is_missing(&self) -> bool {
        self.kind == MistakeKind::Missing
    }

    /// Whether no setting could be read at all.
    pub(crate) const fn is_of_file(&self) -> bool {
        matches!(self.kind, MistakeKind::Missing | MistakeKind::File)
    }

    /// Whether a name is unknown, so that it is not clear what it was meant for.
    pub(crate) fn is_unknown_name(&self) -> bool {
        self.kind == MistakeKind::Unknown
    }

    /// Whether it leaves keys of the file without effect.
    pub(super) fn rejects(&self, path: &str) -> bool {
        self.is_in("keys") && self.path == path
    }

    /// Whether it is in this entry of a table at the top of the file.
    pub(crate) fn is_in_entry(&self, table: &str, name: &str) -> bool {
        let entry = join(table, name);
        self.path.strip_prefix(&entry).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// Whether it is in this setting at the top of the file.
    pub(crate) fn is_in(&self, setting: &str) -> bool {
        self.path.split('.').next() == Some(setting)
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
