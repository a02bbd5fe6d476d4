//! A small document: what is copied, exported and printed.
//!
//! Whoever has something to hand out (what is to do, a funnel, a shortlist)
//! makes a [`Document`]; the formats are made from it, so that all of them say the
//! same. Whatever stands in a cell stays data: nothing that a stranger typed
//! into a name becomes a link, a tag or a formula.

pub mod csv;
pub mod html;
pub mod json;
pub mod markdown;
pub mod model;
#[cfg(test)]
mod tests;

pub use model::{Document, DocumentSection};

/// How it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentFormat {
    /// For mails and wikis.
    Markdown,
    /// For spreadsheets.
    Csv,
    /// For programs.
    Json,
    /// For printing.
    Html,
}

impl DocumentFormat {
    /// The endings of names that say how a file is written.
    pub const ENDINGS: [(&'static str, Self); 4] = [
        (".md", Self::Markdown),
        (".csv", Self::Csv),
        (".json", Self::Json),
        (".html", Self::Html),
    ];

    /// How a file of this name is written; none when its ending does not say.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let is_its = |ending: &str| file.len() > ending.len() && file.ends_with(ending);
        Self::ENDINGS.into_iter().find_map(|(ending, format)| is_its(ending).then_some(format))
    }
}

impl Document {
    /// It, written in a format.
    #[must_use]
    pub fn render(&self, format: DocumentFormat) -> String {
        match format {
            DocumentFormat::Markdown => markdown::write(self),
            DocumentFormat::Csv => csv::write(self),
            DocumentFormat::Json => json::write(self),
            DocumentFormat::Html => html::write(self),
        }
    }
}
