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
            FactCell::Reading => "not loaded".to_owned(),
            FactCell::Failed(error) => format!("not loaded: {error}"),
        });
        [fact.label.to_owned(), sign.to_owned()].into_iter().chain(cells).collect()
    };
    let columns = ["Fact".to_owned(), "Same?".to_owned()].into_iter().chain(names.clone());
    let section = DocumentSection {
        columns: columns.collect(),
        rows: facts(state, compare).into_iter().map(row).collect(),
        ..DocumentSection::default()
    };
    let preface = vec![
        format::day(state.clock.date),
        "Your verdict, star, tags and notes are stored on your machine, not in the ATS.".to_owned(),
    ];
    Document {
        title: format!("Compare: {}", names.join(", ")),
        preface,
        parts: vec![section],
        ..Document::default()
    }
}
