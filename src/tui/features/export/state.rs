//! The state of the export dialog.

use crate::recruiting::document::{Document, DocumentFormat};
use crate::tui::widgets::pick_list;
use crate::tui::widgets::text_input::{InputKind, TextInput};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The file exists.
    #[error("{0} exists already")]
    AlreadyExists(String),
    #[error("{0}")]
    Failed(String),
}

#[derive(Debug)]
pub(crate) struct ExportPrompt {
    pub(crate) document: Document,
    pub(crate) field: TextInput,
    /// An existing name the user was warned about: enter replaces the file.
    pub(crate) existing_name: Option<String>,
    /// A rejected name, and why.
    pub(crate) rejected: Option<(String, String)>,
    /// The name being written.
    pub(crate) writing: Option<String>,
}

impl ExportPrompt {
    pub(crate) fn new(document: Document, name: &str) -> Self {
        let field = TextInput::new(name, InputKind::Line);
        Self { document, field, existing_name: None, rejected: None, writing: None }
    }

    pub(crate) fn name(&self) -> &str {
        self.field.text().trim()
    }

    /// Whether the user was warned that this name exists.
    pub(crate) fn is_overwrite(&self) -> bool {
        self.existing_name.as_deref() == Some(self.name())
    }

    /// The format that the name asks for, if the document has it.
    pub(crate) fn format(&self) -> Option<DocumentFormat> {
        let format = DocumentFormat::from_file_name(self.name())?;
        self.document.formats().iter().any(|(_, has)| *has == format).then_some(format)
    }

    /// The extensions in a sentence: `.md, .csv, .json or .html`.
    pub(crate) fn extensions(&self) -> String {
        let extensions: Vec<&str> = self.document.formats().iter().map(|(it, _)| *it).collect();
        let (last, first) = extensions.split_last().unwrap_or((&"", &[]));
        format!("{} or {last}", first.join(", "))
    }

    /// The error of the current name.
    pub(crate) fn error(&self) -> Option<&str> {
        let (name, why) = self.rejected.as_ref()?;
        (name == self.name()).then_some(why)
    }

    /// Changes the extension to the next or previous format.
    pub(crate) fn cycle_format(&mut self, is_backward: bool) {
        let name = self.name().to_owned();
        let is_current = |(_, format): &(&str, DocumentFormat)| {
            DocumentFormat::from_file_name(&name) == Some(*format)
        };
        let formats = self.document.formats();
        let (stem, next) = match formats.iter().position(is_current) {
            Some(at) => {
                let stem = name.get(..name.len() - formats[at].0.len()).unwrap_or(&name);
                (stem, pick_list::cycle(Some(at), formats.len(), is_backward))
            }
            None => (name.as_str(), 0),
        };
        self.field.set(&format!("{stem}{}", formats[next].0));
    }
}

/// A default file name: ASCII letters and digits, and the date.
pub(crate) fn default_name(name: &str, day: chrono::NaiveDate, extension: &str) -> String {
    let plain = any_ascii::any_ascii(name).to_lowercase();
    let words: Vec<&str> = plain
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let stem: String = words.join("-").chars().take(48).collect();
    let stem = stem.trim_end_matches('-');
    let stem = if stem.is_empty() { "shortlist" } else { stem };
    format!("{stem}-{day}{extension}")
}
