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
    /// iCalendar, of a document with reminders.
    Calendar,
}

impl DocumentFormat {
    /// The last one is only for a document with reminders.
    const EXTENSIONS: [(&'static str, Self); 5] = [
        (".md", Self::Markdown),
        (".csv", Self::Csv),
        (".json", Self::Json),
        (".html", Self::Html),
        (".ics", Self::Calendar),
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
    /// The formats that the document has, with their extensions.
    pub(crate) const fn formats(&self) -> &'static [(&'static str, DocumentFormat)] {
        let [readable @ .., _calendar] = &DocumentFormat::EXTENSIONS;
        if self.calendar.is_empty() { readable } else { &DocumentFormat::EXTENSIONS }
    }

    pub(crate) fn render(&self, format: DocumentFormat) -> String {
        match format {
            DocumentFormat::Markdown => markdown::write(self),
            DocumentFormat::Csv => csv::write(self),
            DocumentFormat::Json => json::write(self),
            DocumentFormat::Html => html::write(self),
            DocumentFormat::Calendar => self.calendar.clone(),
        }
    }
}
