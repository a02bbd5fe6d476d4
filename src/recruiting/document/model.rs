//! The content of a document, independent of its format.

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Document {
    pub(crate) title: String,
    /// Paragraphs before the first section: date, coverage.
    pub(crate) preface: Vec<String>,
    pub(crate) parts: Vec<DocumentSection>,
    /// Paragraphs after the last section: what is left out.
    pub(crate) closing: Vec<String>,
    /// The size in words, shown instead of the number of rows and sections. Usually empty.
    pub(crate) size: String,
    /// The same as a calendar file. Usually empty.
    pub(crate) calendar: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct DocumentSection {
    pub(crate) heading: String,
    pub(crate) paragraphs: Vec<String>,
    pub(crate) columns: Vec<String>,
    /// Every row has a cell for each column.
    pub(crate) rows: Vec<Vec<String>>,
    /// Columns that repeat the heading: hidden in formats for readers, present in CSV and JSON.
    pub(crate) hidden_columns: Vec<String>,
    pub(crate) numbers: Vec<String>,
    pub(crate) is_subsection: bool,
    /// Whether the visible columns are a label and a value, as on an index card.
    pub(crate) is_card: bool,
    /// Texts of cells that lead to an address, for HTML. The addresses are safe.
    pub(crate) links: Vec<(String, String)>,
}

impl DocumentSection {
    /// The columns for readers.
    pub(crate) fn visible_columns(&self) -> Vec<&str> {
        self.visible_cells(&self.columns)
    }

    /// The rows for readers. On a card, a label that repeats the one above is left out.
    pub(crate) fn visible_rows(&self) -> Vec<Vec<&str>> {
        let mut before = "";
        let rows = self.rows.iter().map(|cells| self.visible_cells(cells));
        let mut rows: Vec<Vec<&str>> = rows.collect();
        for label in rows.iter_mut().filter(|_| self.is_card).filter_map(|row| row.first_mut()) {
            let current = *label;
            if current == before {
                *label = "";
            }
            before = current;
        }
        rows
    }

    /// The cells for readers.
    pub(crate) fn visible_cells<'a>(&self, cells: &'a [String]) -> Vec<&'a str> {
        let cells = cells.iter().zip(&self.columns);
        let visible = cells.filter(|(_, column)| !self.hidden_columns.contains(column));
        visible.map(|(cell, _)| cell.as_str()).collect()
    }
}
