//! Lays facts out as lines across all columns.

use std::ops::Range;

use super::facts::{Fact, FactCell};
use super::state::LABEL;
use crate::text::wrap;

/// Minimum column width.
const NARROW: usize = 24;
/// Below this width there is one column, with labels above the facts.
const ONE: usize = 60;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CompareLine {
    /// On the first line of a fact.
    pub label: Option<&'static str>,
    pub differs: bool,
    pub cells: Vec<String>,
    /// Which cells have no known value.
    pub unknown: Vec<bool>,
}

/// Number and width of the visible columns.
#[must_use]
pub fn columns(whom: usize, width: usize) -> (usize, usize) {
    if width < ONE {
        return (1, width);
    }
    let room = width.saturating_sub(LABEL);
    let count = (room / NARROW).clamp(2, super::state::MOST).min(whom.max(1));
    (count, room / count)
}

/// The lines of the visible candidates.
#[must_use]
pub fn laid(facts: &[Fact], shown: Range<usize>, width: usize) -> Vec<CompareLine> {
    let (_, column) = columns(shown.len(), width);
    // One cell separates two columns.
    let room = column.saturating_sub(1).max(1);
    let alone = width < ONE;
    let mut lines = Vec::new();
    for fact in facts {
        let cells: Vec<(bool, Vec<String>)> = fact
            .cells
            .get(shown.clone())
            .unwrap_or_default()
            .iter()
            .map(|cell| wrapped(cell, room))
            .collect();
        let differs = fact.differs();
        let unknown: Vec<bool> = cells.iter().map(|(unknown, _)| *unknown).collect();
        if alone {
            let label = Some(fact.label);
            lines.push(CompareLine { label, differs, ..CompareLine::default() });
        }
        let height = cells.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0).max(1);
        for at in 0..height {
            let cell =
                |(_, lines): &(bool, Vec<String>)| lines.get(at).cloned().unwrap_or_default();
            lines.push(CompareLine {
                label: (at == 0 && !alone).then_some(fact.label),
                differs,
                cells: cells.iter().map(cell).collect(),
                unknown: unknown.clone(),
            });
        }
    }
    lines
}

/// The lines of a cell, and whether its value is unknown.
fn wrapped(cell: &FactCell, room: usize) -> (bool, Vec<String>) {
    let lines = match cell {
        FactCell::Reading => return (true, vec!["reading".to_owned()]),
        FactCell::Failed(why) => return (true, vec![format!("not read: {why}")]),
        FactCell::Known(lines) if lines.is_empty() => return (true, vec!["-".to_owned()]),
        FactCell::Known(lines) => lines,
    };
    let broken = |line: &String| -> Vec<String> {
        // Continuation lines are indented, so that entries stay distinct.
        let parts = wrap(line, room.saturating_sub(1).max(1));
        let first = |at: usize| if at == 0 || lines.len() == 1 { "" } else { " " };
        parts.iter().enumerate().map(|(at, part)| format!("{}{part}", first(at))).collect()
    };
    (false, lines.iter().flat_map(broken).collect())
}
