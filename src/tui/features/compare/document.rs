//! The comparison as a document, for the clipboard and for export.

use super::facts::{Fact, FactCell, facts, names};
use super::state::Comparison;
use crate::recruiting::document::{Document, DocumentSection};
use crate::tui::app::state::State;
use crate::tui::widgets::format;

pub(crate) fn document(state: &State, compare: &Comparison) -> Document {
    let names = names(state, compare);
    let row = |fact: Fact| {
        let sign = if fact.differs() { "differs" } else { "" };
        let cells = fact.cells.iter().map(|cell| match cell {
            FactCell::Known(lines) => lines.join("; "),
            FactCell::Reading => "not read yet".to_owned(),
            FactCell::Failed(error) => format!("not read: {error}"),
        });
        [fact.label.to_owned(), sign.to_owned()].into_iter().chain(cells).collect()
    };
    let columns = ["what".to_owned(), "same?".to_owned()].into_iter().chain(names.clone());
    let section = DocumentSection {
        columns: columns.collect(),
        rows: facts(state, compare).into_iter().map(row).collect(),
        ..DocumentSection::default()
    };
    let preface = vec![
        format::day(state.clock.date),
        "What is called local is the recruiter's own and not in the recruiting system.".to_owned(),
    ];
    Document {
        title: format!("Side by side: {}", names.join(", ")),
        preface,
        parts: vec![section],
        ..Document::default()
    }
}
