//! A form as TOML for an external editor, and back.
//!
//! The keys are the API's names. A missing key leaves its field alone, so the user can delete
//! lines; a write-only field is set only if the user adds it. Each error has its position, and the
//! parser guesses nothing. The caller starts the editor.

pub(crate) mod read;
#[cfg(test)]
mod tests;
pub(crate) mod write;

pub(crate) use read::from_toml;
pub(crate) use write::to_toml;

use super::form::Form;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TomlError {
    /// From 1.
    pub(crate) line: usize,
    /// In characters, from 1.
    pub(crate) column: usize,
    /// Safe to show.
    pub(crate) message: String,
}

impl std::fmt::Display for TomlError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// A TOML type with its article, for messages.
pub(crate) fn with_article(kind: &str) -> String {
    match kind {
        "integer" | "array" => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}

/// The first error as one sentence.
pub(crate) fn first_mistake(mistakes: &[TomlError]) -> String {
    mistakes.first().map_or_else(String::new, ToString::to_string)
}

pub(crate) fn mistake_in(text: &str, form: &Form) -> String {
    match from_toml(text, form) {
        Ok(_) => "not read yet".to_owned(),
        Err(mistakes) => first_mistake(&mistakes),
    }
}
