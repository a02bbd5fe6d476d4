//! Lays facts out as lines across all columns.

use std::ops::Range;

use super::facts::{Fact, FactCell};
use super::state::LABEL_WIDTH;
use crate::text::{clip, wrap};

/// Minimum column width.
const MIN_COLUMN_WIDTH: usize = 24;
/// In characters; an entry has a few texts, and escapes are longer than what they stand for.
const MAX_ENTRY: usize = 1_500;
/// Below this width there is one column, with labels above the facts.
const MIN_SPLIT_WIDTH: usize = 60;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct CompareLine {
    /// On the first line of a fact.
    pub(crate) label: Option<&'static str>,
    pub(crate) differs: bool,
    pub(crate) cells: Vec<String>,
    /// Which cells have no known value.
    pub(crate) unknown: Vec<bool>,
}

/// Number and width of the visible columns.
pub(crate) fn columns(candidates: usize, width: usize) -> (usize, usize) {
    if width < MIN_SPLIT_WIDTH {
        return (1, width);
    }
    let available = width.saturating_sub(LABEL_WIDTH);
    let count = (available / MIN_COLUMN_WIDTH)
        .clamp(2, super::state::MAX_CANDIDATES)
        .min(candidates.max(1));
    (count, available / count)
}

/// The lines of the visible candidates.
pub(crate) fn lay_out(facts: &[Fact], visible: Range<usize>, width: usize) -> Vec<CompareLine> {
    let (_, column) = columns(visible.len(), width);
    // One cell separates two columns.
    let available = column.saturating_sub(1).max(1);
    let is_single_column = width < MIN_SPLIT_WIDTH;
    let mut lines = Vec::new();
    for fact in facts {
        let cells: Vec<(bool, Vec<String>)> = fact
            .cells
            .get(visible.clone())
            .unwrap_or_default()
            .iter()
            .map(|cell| wrap_cell(cell, available))
            .collect();
        let differs = fact.differs();
        let unknown: Vec<bool> = cells.iter().map(|(unknown, _)| *unknown).collect();
        if is_single_column {
            let label = Some(fact.label);
            lines.push(CompareLine { label, differs, ..CompareLine::default() });
        }
        let height = cells.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0).max(1);
        for at in 0..height {
            let cell =
                |(_, lines): &(bool, Vec<String>)| lines.get(at).cloned().unwrap_or_default();
            lines.push(CompareLine {
                label: (at == 0 && !is_single_column).then_some(fact.label),
                differs,
                cells: cells.iter().map(cell).collect(),
                unknown: unknown.clone(),
            });
        }
    }
    lines
}

/// The lines of a cell, and whether its value is unknown.
fn wrap_cell(cell: &FactCell, width: usize) -> (bool, Vec<String>) {
    let lines = match cell {
        FactCell::Reading => return (true, vec!["Loading".to_owned()]),
        FactCell::Failed(error) => return (true, vec![format!("Not loaded: {error}")]),
        FactCell::Known(lines) if lines.is_empty() => return (true, vec!["-".to_owned()]),
        FactCell::Known(lines) => lines,
    };
    let wrap_line = |line: &String| -> Vec<String> {
        // Continuation lines are indented, so that entries stay distinct.
        let (line, is_cut) = clip(line, MAX_ENTRY);
        let parts = wrap(line, width.saturating_sub(1).max(1));
        let indent = |at: usize| if at == 0 || lines.len() == 1 { "" } else { " " };
        let parts = parts.iter().enumerate().map(|(at, part)| format!("{}{part}", indent(at)));
        parts.chain(is_cut.then(|| "...".to_owned())).collect()
    };
    (false, lines.iter().flat_map(wrap_line).collect())
}
