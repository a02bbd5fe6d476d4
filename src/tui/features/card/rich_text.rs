//! The card of one candidate, laid out for a given width and height.
//!
//! The rows at the top are always there, also before their data is loaded, so that nothing moves
//! when it arrives. Below them, the career stands beside the other sections where there is room for
//! two columns. In the inbox, sections that do not fit are shortened; scrolling shows them whole.
//! `selectors::card` builds it; the inbox and the candidate pane draw it.

pub(crate) mod blind;
pub(crate) mod fit;
pub(crate) mod head;
pub(crate) mod input;
pub(crate) mod sections;
#[cfg(test)]
mod tests;
pub(crate) mod triage_section;

use crate::tui::widgets::rich_text::{RichLine, Span};
use input::{CardInput, TWO_COLUMNS};

/// Cells between the two columns.
const COLUMN_GAP: usize = 2;

#[derive(Debug, Clone, Default)]
pub(crate) struct Card {
    head: Vec<RichLine>,
    columns: Vec<fit::CardColumn>,
    /// Offset of the second column.
    second_offset: usize,
    scroll_key: String,
}

pub(crate) fn card(input: &CardInput<'_>, width: usize) -> Card {
    let redactor = input.redactor();
    let head = head::head(input, &redactor, width);
    let scroll_key = input.scroll_key.to_owned();
    if width < TWO_COLUMNS {
        let sections = sections::build(input, &redactor, width);
        // Without triage, the rows at the top say so already.
        let triage = if input.candidate_triage().is_some() { sections.triage } else { Vec::new() };
        let [mut above, mut below] = [vec![triage], vec![sections.career, sections.jobs]];
        if input.contacts_first {
            above.push(sections.contacts);
            below.extend(sections.rest);
        } else {
            below.extend(sections.rest.into_iter().chain([sections.contacts]));
        }
        above.retain(|lines| !lines.is_empty());
        let main_section = above.len();
        let column = above.into_iter().chain(below).filter(|lines| !lines.is_empty()).collect();
        let columns = vec![fit::CardColumn { width, sections: column, main_section }];
        return Card { head, columns, second_offset: 0, scroll_key };
    }
    let left = width * 3 / 5 - COLUMN_GAP;
    let right = width - left - COLUMN_GAP;
    let (wide, narrow) =
        (sections::build(input, &redactor, left), sections::build(input, &redactor, right));
    let mut first = fit::CardColumn { width: left, sections: vec![wide.career], main_section: 0 };
    let sections = [narrow.triage, narrow.contacts, narrow.jobs].into_iter();
    let sections = sections.filter(|lines| !lines.is_empty());
    let mut second =
        fit::CardColumn { width: right, sections: sections.collect(), main_section: 0 };
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
    Card { head, columns: vec![first, second], second_offset: left + COLUMN_GAP, scroll_key }
}

impl Card {
    pub(crate) fn len(&self) -> usize {
        let tallest = self.columns.iter().map(fit::CardColumn::height).max().unwrap_or(0);
        self.head.len() + tallest + usize::from(tallest > 0)
    }

    /// All lines, for the candidate pane.
    pub(crate) fn all_lines(&self) -> Vec<RichLine> {
        self.join_columns(self.columns.iter().map(fit::CardColumn::stack).collect())
    }

    /// The visible lines. Unscrolled, every section is there and the longest are shortened;
    /// scrolled, nothing is shortened.
    pub(crate) fn lines(&self, scroll: usize, height: usize) -> Vec<RichLine> {
        if scroll == 0 && self.len() > height && self.head.len() + 3 < height {
            let available = height - self.head.len() - 1;
            let scroll_key = &self.scroll_key;
            let columns =
                self.columns.iter().map(|column| column.fit(available, scroll_key)).collect();
            return self.join_columns(columns);
        }
        self.all_lines().into_iter().skip(scroll).take(height).collect()
    }

    fn join_columns(&self, columns: Vec<Vec<RichLine>>) -> Vec<RichLine> {
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
            if let Some(RichLine(right)) = second.next().filter(|RichLine(right)| !right.is_empty())
            {
                spans.push(Span::Until(self.second_offset));
                spans.extend(right);
            }
            lines.push(RichLine(spans));
        }
        lines
    }
}
