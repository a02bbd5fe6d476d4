//! The content of a document, independent of its format.

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    pub title: String,
    /// Paragraphs before the first section: date, coverage.
    pub preface: Vec<String>,
    pub parts: Vec<DocumentSection>,
    /// The size in two words, if the number of rows and sections says little.
    pub size: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DocumentSection {
    pub heading: String,
    pub paragraphs: Vec<String>,
    pub columns: Vec<String>,
    /// Every row has a cell for each column.
    pub rows: Vec<Vec<String>>,
    /// Columns that repeat the heading: hidden in formats for readers, present in CSV and JSON.
    pub hidden_columns: Vec<String>,
    pub numbers: Vec<String>,
    /// Whether it is a subsection.
    pub is_subsection: bool,
}

impl DocumentSection {
    /// The columns for readers.
    pub(crate) fn visible_columns(&self) -> Vec<&str> {
        self.visible_cells(&self.columns)
    }

    /// The cells for readers.
    pub(crate) fn visible_cells<'a>(&self, cells: &'a [String]) -> Vec<&'a str> {
        let cells = cells.iter().zip(&self.columns);
        let visible = cells.filter(|(_, column)| !self.hidden_columns.contains(column));
        visible.map(|(cell, _)| cell.as_str()).collect()
    }
}
