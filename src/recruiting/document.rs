//! A small document: what the user copies, exports or prints.
//!
//! A feature or command builds a [`Document`], and every format is rendered from it, so all formats
//! have the same content. Cells stay data: nothing in a name becomes a link, a tag or a formula.

pub(crate) mod csv;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod markdown;
pub(crate) mod model;
#[cfg(test)]
mod tests;

pub(crate) use model::{Document, DocumentSection};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DocumentFormat {
    Markdown,
    Csv,
    Json,
    Html,
}

impl DocumentFormat {
    pub(crate) const EXTENSIONS: [(&'static str, Self); 4] = [
        (".md", Self::Markdown),
        (".csv", Self::Csv),
        (".json", Self::Json),
        (".html", Self::Html),
    ];

    /// None for an unknown extension.
    pub(crate) fn from_file_name(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let has_extension =
            |extension: &str| file.len() > extension.len() && file.ends_with(extension);
        Self::EXTENSIONS
            .into_iter()
            .find_map(|(extension, format)| has_extension(extension).then_some(format))
    }
}

impl Document {
    pub(crate) fn render(&self, format: DocumentFormat) -> String {
        match format {
            DocumentFormat::Markdown => markdown::write(self),
            DocumentFormat::Csv => csv::write(self),
            DocumentFormat::Json => json::write(self),
            DocumentFormat::Html => html::write(self),
        }
    }
}
