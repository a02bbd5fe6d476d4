//! Sections below each other, cut until they fit.

use crate::tui::widgets::rich_text::builder::{RichTextBuilder, said, space};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};

/// The lines that the career keeps while there are others.
const MOST: usize = 6;
/// The lines that each of the others keeps.
const LEAST: usize = 3;

/// Sections below each other, each with a heading.
#[derive(Debug, Clone, Default)]
pub(crate) struct Column {
    pub(crate) width: usize,
    pub(crate) sections: Vec<Vec<RichLine>>,
    /// The section that matters most.
    pub(crate) first: usize,
}

impl Column {
    /// The lines of its sections, with one between them.
    pub(crate) fn height(&self) -> usize {
        let lines: usize = self.sections.iter().map(Vec::len).sum();
        lines + self.sections.len().saturating_sub(1)
    }

    /// All of them.
    pub(crate) fn stacked(&self) -> Vec<RichLine> {
        self.sections.join(&RichLine::default())
    }

    /// The same in so many lines: the longest gives way first, down to what is
    /// worth a heading. The last ones go where even that is too much. The lowest
    /// line says that there is more.
    pub(crate) fn fitted(&self, room: usize, scrolls: &str) -> Vec<RichLine> {
        if self.height() <= room {
            return self.stacked();
        }
        let room = room.saturating_sub(1);
        let mut lines = self.shortened(&self.kept(room));
        lines.resize(room, RichLine::default());
        let told = said(TextRole::Dim, &format!(" more: {scrolls} scrolls"));
        let mut page = RichTextBuilder::new(self.width);
        page.row(vec![Span::Mark(TextRole::Dim, Mark::More), told]);
        lines.extend(page.into_lines());
        lines
    }

    /// How many lines each section keeps.
    fn kept(&self, room: usize) -> Vec<usize> {
        let mut kept: Vec<usize> = self.sections.iter().map(Vec::len).collect();
        let taken = |kept: &[usize]| kept.iter().sum::<usize>() + kept.len().saturating_sub(1);
        let floor = |at: usize| if at == self.first { MOST } else { LEAST };
        while taken(&kept) > room {
            let shrinks = kept.iter().enumerate().filter(|(at, lines)| **lines > floor(*at));
            // Of equals the last: what comes first is of more use.
            match shrinks.max_by_key(|(_, lines)| **lines).map(|(at, _)| at) {
                Some(at) => kept[at] -= 1,
                None if kept.len() > 1 => _ = kept.pop(),
                None => kept = vec![room],
            }
        }
        // What went may have left room.
        let mut free = room - taken(&kept);
        for (kept, lines) in kept.iter_mut().zip(&self.sections) {
            let more = free.min(lines.len().saturating_sub(*kept));
            *kept += more;
            free -= more;
        }
        kept
    }

    /// So many lines of each; a sign ends what goes on.
    fn shortened(&self, kept: &[usize]) -> Vec<RichLine> {
        let section = |(lines, kept): (&Vec<RichLine>, &usize)| {
            let mut shown = lines.get(..*kept).unwrap_or(lines).to_vec();
            let is_cut = shown.len() < lines.len();
            if let Some(last) =
                shown.last_mut().filter(|last| is_cut && last.width() + 2 <= self.width)
            {
                last.0.extend([space(1), Span::Mark(TextRole::Dim, Mark::More)]);
            }
            shown
        };
        let sections: Vec<Vec<RichLine>> = self.sections.iter().zip(kept).map(section).collect();
        sections.join(&RichLine::default())
    }
}
