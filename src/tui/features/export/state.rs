//! Where a paper is written to: a name is typed, and its ending says how.
//!
//! `update/export` takes the keys; `view/over/export` draws it.

use crate::recruiting::document::{Document, DocumentFormat};
use crate::tui::widgets::text_input::TextInput;

/// Why a file was not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// There is a file of that name.
    #[error("{0} is there already")]
    Taken(String),
    /// Something else.
    #[error("{0}")]
    Failed(String),
}

/// Asks for the name of a file.
#[derive(Debug)]
pub struct Export {
    /// What is written.
    pub paper: Document,
    /// The name that is typed.
    pub field: TextInput,
    /// A name that is taken, once that was told: again, it replaces that file.
    pub taken: Option<String>,
    /// A name that does not do, and why.
    pub wrong: Option<(String, String)>,
    /// The name that is being written to.
    pub sent: Option<String>,
}

impl Export {
    /// Asks where this shall be written, and proposes a name.
    #[must_use]
    pub fn new(paper: Document, name: &str) -> Self {
        let field = TextInput::of(name);
        Self { paper, field, taken: None, wrong: None, sent: None }
    }

    /// The name as it stands.
    #[must_use]
    pub fn name(&self) -> &str {
        self.field.text().trim()
    }

    /// Whether this name is taken, and that was told.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        self.taken.as_deref() == Some(self.name())
    }

    /// What is wrong with the name as it stands.
    #[must_use]
    pub fn why_not(&self) -> Option<&str> {
        let (name, why) = self.wrong.as_ref()?;
        (name == self.name()).then_some(why)
    }

    /// The same name with the ending of the next format, or of the one before.
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

/// A name for a file: plain letters and numbers with a day behind.
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
