//! A small document: what the user copies, exports or prints.
//!
//! A feature or command builds a [`Document`], and every format is rendered from it, so all formats
//! have the same content. Cells stay data: nothing in a name becomes a link, a tag or a formula.

pub mod csv;
pub mod html;
pub mod json;
pub mod markdown;
pub mod model;
#[cfg(test)]
mod tests;

pub use model::{Document, DocumentSection};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentFormat {
    Markdown,
    Csv,
    Json,
    Html,
}

impl DocumentFormat {
    pub const ENDINGS: [(&'static str, Self); 4] = [
        (".md", Self::Markdown),
        (".csv", Self::Csv),
        (".json", Self::Json),
        (".html", Self::Html),
    ];

    /// None for an unknown extension.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let is_its = |ending: &str| file.len() > ending.len() && file.ends_with(ending);
        Self::ENDINGS.into_iter().find_map(|(ending, format)| is_its(ending).then_some(format))
    }
}

impl Document {
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
