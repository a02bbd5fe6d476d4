//! The card of one candidate, laid out for a given width and height.
//!
//! The rows at the top are always there, also before their data is loaded, so that nothing moves when it
//! arrives. Below them, the career stands beside the other sections where there is room for two columns.
//! Sections that do not fit are shortened; scrolling shows them whole. [`State::card`] builds it, the
//! inbox draws it.
//!
//! [`State::card`]: crate::tui::app::state::State::card

pub mod blind;
pub mod fit;
pub mod head;
pub mod input;
pub mod own_notes;
pub mod sections;
#[cfg(test)]
mod tests;

use crate::tui::widgets::rich_text::{RichLine, Span};
use input::{CardInput, TWO_COLUMNS};

/// Cells between the two columns.
const BETWEEN: usize = 2;

#[derive(Debug, Clone, Default)]
pub struct Card {
    head: Vec<RichLine>,
    columns: Vec<fit::Column>,
    /// Offset of the second column.
    second: usize,
    scrolls: String,
}

#[must_use]
pub fn card(of: &CardInput<'_>, width: usize) -> Card {
    let hidden = of.hidden();
    let head = head::head(of, &hidden, width);
    let scrolls = of.scrolls.to_owned();
    if width < TWO_COLUMNS {
        let sections = sections::all(of, &hidden, width);
        // Without triage, the rows at the top say so already.
        let yours = if of.own().is_some() { sections.yours } else { Vec::new() };
        let column = [yours, sections.career, sections.jobs].into_iter();
        let column = column.chain(sections.rest).filter(|lines| !lines.is_empty()).collect();
        let first = usize::from(of.own().is_some());
        let columns = vec![fit::Column { width, sections: column, first }];
        return Card { head, columns, second: 0, scrolls };
    }
    let left = width * 3 / 5 - BETWEEN;
    let right = width - left - BETWEEN;
    let (wide, narrow) = (sections::all(of, &hidden, left), sections::all(of, &hidden, right));
    let mut first = fit::Column { width: left, sections: vec![wide.career], first: 0 };
    let sections = [narrow.yours, narrow.jobs].into_iter().filter(|lines| !lines.is_empty());
    let mut second = fit::Column { width: right, sections: sections.collect(), first: 0 };
    for (wide, narrow) in wide.rest.into_iter().zip(narrow.rest) {
        if narrow.is_empty() {
            continue;
        }
        // Into the column that stays shorter.
        if first.height() + wide.len() <= second.height() + narrow.len() {
            first.sections.push(wide);
        } else {
            second.sections.push(narrow);
        }
    }
    Card { head, columns: vec![first, second], second: left + BETWEEN, scrolls }
}

impl Card {
    #[must_use]
    pub fn len(&self) -> usize {
        let tallest = self.columns.iter().map(fit::Column::height).max().unwrap_or(0);
        self.head.len() + tallest + usize::from(tallest > 0)
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The visible lines. Unscrolled, every section is there and the longest are shortened; scrolled,
    /// nothing is shortened.
    #[must_use]
    pub fn lines(&self, scroll: usize, height: usize) -> Vec<RichLine> {
        if scroll == 0 && self.len() > height && self.head.len() + 3 < height {
            let room = height - self.head.len() - 1;
            let scrolls = &self.scrolls;
            let columns = self.columns.iter().map(|column| column.fitted(room, scrolls)).collect();
            return self.joined(columns);
        }
        let columns = self.columns.iter().map(fit::Column::stacked).collect();
        let all = self.joined(columns);
        all.into_iter().skip(scroll).take(height).collect()
    }

    fn joined(&self, columns: Vec<Vec<RichLine>>) -> Vec<RichLine> {
        let mut lines = self.head.clone();
        let tallest = columns.iter().map(Vec::len).max().unwrap_or(0);
        if tallest > 0 {
            lines.push(RichLine::default());
        }
        let mut columns = columns.into_iter().map(Vec::into_iter);
        let (mut first, mut second) =
            (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
        for _ in 0..tallest {
            let RichLine(mut spans) = first.next().unwrap_or_default();
            if let Some(RichLine(beside)) =
                second.next().filter(|RichLine(beside)| !beside.is_empty())
            {
                spans.push(Span::Until(self.second));
                spans.extend(beside);
            }
            lines.push(RichLine(spans));
        }
        lines
    }
}
