//! What a document holds, whatever its format.

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
    pub(crate) fn shown(&self) -> Vec<&str> {
        self.unsaid(&self.columns)
    }

    /// The cells of a row in those columns.
    pub(crate) fn unsaid<'a>(&self, cells: &'a [String]) -> Vec<&'a str> {
        let cells = cells.iter().zip(&self.columns);
        let shown = cells.filter(|(_, column)| !self.said.contains(column));
        shown.map(|(cell, _)| cell.as_str()).collect()
    }
}
