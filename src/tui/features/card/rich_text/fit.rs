//! Shortens the sections of a column until they fit the height.

use crate::tui::widgets::rich_text::builder::{RichTextBuilder, said, space};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};

/// Minimum height of the main section.
const MOST: usize = 6;
/// Minimum height of the other sections.
const LEAST: usize = 3;

#[derive(Debug, Clone, Default)]
pub(crate) struct Column {
    pub(crate) width: usize,
    pub(crate) sections: Vec<Vec<RichLine>>,
    /// Index of the main section.
    pub(crate) first: usize,
}

impl Column {
    /// Including the empty lines between sections.
    pub(crate) fn height(&self) -> usize {
        let lines: usize = self.sections.iter().map(Vec::len).sum();
        lines + self.sections.len().saturating_sub(1)
    }

    pub(crate) fn stacked(&self) -> Vec<RichLine> {
        self.sections.join(&RichLine::default())
    }

    /// Fits the sections into the given height: shortens the longest first, down to the minimum, then
    /// drops the last ones. The bottom line says that there is more.
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

    /// The height of each section.
    fn kept(&self, room: usize) -> Vec<usize> {
        let mut kept: Vec<usize> = self.sections.iter().map(Vec::len).collect();
        let taken = |kept: &[usize]| kept.iter().sum::<usize>() + kept.len().saturating_sub(1);
        let floor = |at: usize| if at == self.first { MOST } else { LEAST };
        while taken(&kept) > room {
            let shrinks = kept.iter().enumerate().filter(|(at, lines)| **lines > floor(*at));
            // Of equals, the last: earlier sections matter more.
            match shrinks.max_by_key(|(_, lines)| **lines).map(|(at, _)| at) {
                Some(at) => kept[at] -= 1,
                None if kept.len() > 1 => _ = kept.pop(),
                None => kept = vec![room],
            }
        }
        // A dropped section may leave room for others.
        let mut free = room - taken(&kept);
        for (kept, lines) in kept.iter_mut().zip(&self.sections) {
            let more = free.min(lines.len().saturating_sub(*kept));
            *kept += more;
            free -= more;
        }
        kept
    }

    /// A symbol ends each shortened section.
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
