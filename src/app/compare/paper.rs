//! Those who are side by side, as a paper.

use super::{Cell, Compare, Fact};
use crate::app::paper::{Paper, Part};
use crate::app::sheet::format;
use crate::app::state::State;

impl State {
    /// Those who are side by side, as a table.
    #[must_use]
    pub fn compared_paper(&self, compare: &Compare) -> Paper {
        let names = self.compared_names(compare);
        let row = |fact: Fact| {
            let sign = if fact.differs() { "differs" } else { "" };
            let cells = fact.cells.iter().map(|cell| match cell {
                Cell::Known(lines) => lines.join("; "),
                Cell::Reading => "not read yet".to_owned(),
                Cell::Failed(why) => format!("not read: {why}"),
            });
            [fact.label.to_owned(), sign.to_owned()].into_iter().chain(cells).collect()
        };
        let columns = ["what".to_owned(), "same?".to_owned()].into_iter().chain(names.clone());
        let part = Part {
            columns: columns.collect(),
            rows: self.compared(compare).into_iter().map(row).collect(),
            ..Part::default()
        };
        let preface = vec![
            format::day(self.clock.date),
            "What is called local is the recruiter's own and not in the recruiting system."
                .to_owned(),
        ];
        Paper {
            title: format!("Side by side: {}", names.join(", ")),
            preface,
            parts: vec![part],
            ..Paper::default()
        }
    }
}
