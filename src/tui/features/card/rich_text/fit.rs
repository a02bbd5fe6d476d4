//! Shortens the sections of a column until they fit the height.

use crate::tui::widgets::rich_text::builder::{RichTextBuilder, space, text_span};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};

/// Minimum height of the main section.
const MIN_MAIN_HEIGHT: usize = 6;
/// Minimum height of the other sections.
const MIN_HEIGHT: usize = 3;

#[derive(Debug, Clone, Default)]
pub(crate) struct CardColumn {
    pub(crate) width: usize,
    pub(crate) sections: Vec<Vec<RichLine>>,
    /// Index of the main section.
    pub(crate) main_section: usize,
}

impl CardColumn {
    /// Including the empty lines between sections.
    pub(crate) fn height(&self) -> usize {
        let lines: usize = self.sections.iter().map(Vec::len).sum();
        lines + self.sections.len().saturating_sub(1)
    }

    pub(crate) fn stack(&self) -> Vec<RichLine> {
        self.sections.join(&RichLine::default())
    }

    /// Fits the sections into the given height: shortens the longest first, down to the minimum,
    /// then drops the last ones. The bottom line says that there is more.
    pub(crate) fn fit(&self, height: usize, scroll_key: &str) -> Vec<RichLine> {
        if self.height() <= height {
            return self.stack();
        }
        let height = height.saturating_sub(1);
        let mut lines = self.shorten(&self.section_heights(height));
        lines.resize(height, RichLine::default());
        let hint = text_span(TextRole::Dim, &format!(" more: {scroll_key} scrolls"));
        let mut page = RichTextBuilder::new(self.width);
        page.row(vec![Span::Mark(TextRole::Dim, Mark::More), hint]);
        lines.extend(page.into_lines());
        lines
    }

    /// The height of each section.
    fn section_heights(&self, height: usize) -> Vec<usize> {
        let mut heights: Vec<usize> = self.sections.iter().map(Vec::len).collect();
        let total_height =
            |heights: &[usize]| heights.iter().sum::<usize>() + heights.len().saturating_sub(1);
        let minimum =
            |at: usize| if at == self.main_section { MIN_MAIN_HEIGHT } else { MIN_HEIGHT };
        while total_height(&heights) > height {
            let shrinkable =
                heights.iter().enumerate().filter(|(at, lines)| **lines > minimum(*at));
            // Of equals, the last: earlier sections matter more.
            match shrinkable.max_by_key(|(_, lines)| **lines).map(|(at, _)| at) {
                Some(at) => heights[at] -= 1,
                None if heights.len() > 1 => _ = heights.pop(),
                None => heights = vec![height],
            }
        }
        // A dropped section may leave room for others.
        let mut free = height - total_height(&heights);
        for (height, lines) in heights.iter_mut().zip(&self.sections) {
            let more = free.min(lines.len().saturating_sub(*height));
            *height += more;
            free -= more;
        }
        heights
    }

    /// A symbol ends each shortened section.
    fn shorten(&self, heights: &[usize]) -> Vec<RichLine> {
        let section = |(lines, height): (&Vec<RichLine>, &usize)| {
            let mut visible = lines.get(..*height).unwrap_or(lines).to_vec();
            let is_cut = visible.len() < lines.len();
            if let Some(last) =
                visible.last_mut().filter(|last| is_cut && last.width() + 2 <= self.width)
            {
                last.0.extend([space(1), Span::Mark(TextRole::Dim, Mark::More)]);
            }
            visible
        };
        let sections: Vec<Vec<RichLine>> = self.sections.iter().zip(heights).map(section).collect();
        sections.join(&RichLine::default())
    }
}
