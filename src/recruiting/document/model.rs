//! The content of a document, independent of its format.

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    pub title: String,
    /// Paragraphs before the first section: date, coverage.
    pub preface: Vec<String>,
    pub parts: Vec<DocumentSection>,
    /// The size in two words, if the number of rows and sections says little.
    pub holds: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DocumentSection {
    pub heading: String,
    pub words: Vec<String>,
    pub columns: Vec<String>,
    /// Every row has a cell for each column.
    pub rows: Vec<Vec<String>>,
    /// Columns that repeat the heading: hidden in formats for readers, present in CSV and JSON.
    pub said: Vec<String>,
    pub numbers: Vec<String>,
    /// Whether it is a subsection.
    pub is_under: bool,
}

impl DocumentSection {
    /// The columns for readers.
    pub(crate) fn shown(&self) -> Vec<&str> {
        self.unsaid(&self.columns)
    }

    /// The cells for readers.
    pub(crate) fn unsaid<'a>(&self, cells: &'a [String]) -> Vec<&'a str> {
        let cells = cells.iter().zip(&self.columns);
        let shown = cells.filter(|(_, column)| !self.said.contains(column));
        shown.map(|(cell, _)| cell.as_str()).collect()
    }
}
