//! A form as a text for the person's own editor, and back.
//!
//! The text is TOML with the names of the interface. What is not in it is not
//! touched: so a line may be taken out, and a field that a server never shows
//! is only set by who asks for it. What is wrong is told by line; nothing is
//! guessed. Starting the editor is not done here.

pub mod read;
#[cfg(test)]
mod tests;
pub mod write;

pub use read::from_toml;
pub use write::to_toml;

use super::form::Form;

/// Something in the text that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TomlError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong, and what would do; safe to show.
    pub told: String,
}

impl std::fmt::Display for TomlError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.told)
    }
}

/// The first of some mistakes, in words.
#[must_use]
pub fn first_mistake(mistakes: &[TomlError]) -> String {
    mistakes.first().map_or_else(String::new, ToString::to_string)
}

/// What is wrong with a text that could not be read.
#[must_use]
pub fn mistake_in(text: &str, form: &Form) -> String {
    match from_toml(text, form) {
        Ok(_) => "it was not read yet".to_owned(),
        Err(mistakes) => first_mistake(&mistakes),
    }
}
