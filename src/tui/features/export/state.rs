//! The state of the export dialog.

use crate::recruiting::document::{Document, DocumentFormat};
use crate::tui::widgets::text_input::TextInput;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The file exists.
    #[error("{0} is there already")]
    Taken(String),
    #[error("{0}")]
    Failed(String),
}

#[derive(Debug)]
pub struct Export {
    pub paper: Document,
    pub field: TextInput,
    /// An existing name the user was warned about: enter replaces the file.
    pub taken: Option<String>,
    /// A rejected name, and why.
    pub wrong: Option<(String, String)>,
    /// The name being written.
    pub sent: Option<String>,
}

impl Export {
    #[must_use]
    pub fn new(paper: Document, name: &str) -> Self {
        let field = TextInput::of(name);
        Self { paper, field, taken: None, wrong: None, sent: None }
    }

    #[must_use]
    pub fn name(&self) -> &str {
        self.field.text().trim()
    }

    /// Whether the user was warned that this name exists.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        self.taken.as_deref() == Some(self.name())
    }

    /// The error of the current name.
    #[must_use]
    pub fn why_not(&self) -> Option<&str> {
        let (name, why) = self.wrong.as_ref()?;
        (name == self.name()).then_some(why)
    }

    /// Changes the extension to the next or previous format.
    pub fn turn(&mut self, back: bool) {
        let name = self.name().to_owned();
        let last = DocumentFormat::ENDINGS.len() - 1;
        let is_its =
            |(_, format): &(&str, DocumentFormat)| DocumentFormat::of(&name) == Some(*format);
        let (stem, next) = match DocumentFormat::ENDINGS.iter().position(is_its) {
            Some(at) => {
                let (ending, _) = DocumentFormat::ENDINGS[at];
                let stem = name.get(..name.len() - ending.len()).unwrap_or(&name);
                let next = if back { at.checked_sub(1).unwrap_or(last) } else { at + 1 };
                (stem, next % (last + 1))
            }
            None => (name.as_str(), 0),
        };
        self.field.set(&format!("{stem}{}", DocumentFormat::ENDINGS[next].0));
    }
}

/// A default file name: ASCII letters and digits, and the date.
#[must_use]
pub fn proposed(name: &str, day: chrono::NaiveDate) -> String {
    let plain = any_ascii::any_ascii(name).to_lowercase();
    let words: Vec<&str> = plain
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let stem: String = words.join("-").chars().take(48).collect();
    let stem = stem.trim_end_matches('-');
    let stem = if stem.is_empty() { "shortlist" } else { stem };
    format!("{stem}-{day}.md")
}
