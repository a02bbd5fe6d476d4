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
#[cfg(test)]
mod tests;

/// A document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    /// What it is called.
    pub title: String,
    /// What there is to know first: how much it covers, from when it is.
    pub preface: Vec<String>,
    /// Its parts.
    pub parts: Vec<DocumentSection>,
    /// How much it holds, in two words, where the numbers of rows and parts say little.
    pub holds: String,
}

/// A part with a heading, words and a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DocumentSection {
    /// What it is about.
    pub heading: String,
    /// What is said of it.
    pub words: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows; each has a cell for each column.
    pub rows: Vec<Vec<String>>,
    /// Columns that the heading says already: whoever reads it sees no such column,
    /// a spreadsheet and a program do.
    pub said: Vec<String>,
    /// Columns of whole numbers.
    pub numbers: Vec<String>,
    /// Whether it belongs to the part before.
    pub is_under: bool,
}

impl DocumentSection {
    /// The columns that are not said in the heading.
    fn shown(&self) -> Vec<&str> {
        self.unsaid(&self.columns)
    }

    /// The cells of a row in those columns.
    fn unsaid<'a>(&self, cells: &'a [String]) -> Vec<&'a str> {
        let cells = cells.iter().zip(&self.columns);
        let shown = cells.filter(|(_, column)| !self.said.contains(column));
        shown.map(|(cell, _)| cell.as_str()).collect()
    }
}

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
