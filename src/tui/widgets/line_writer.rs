//! Writes text into the cells of one line: sanitized, and cut at the end of its area.
//!
//! Every view writes through a `LineWriter`, so no text from a server reaches the screen
//! unsanitized and none moves what is to its right.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::render_context::RenderContext;
use crate::text;
use crate::text::Align;
use crate::theme::Role;

/// Writes from left to right.
pub(crate) struct LineWriter<'a> {
    context: &'a RenderContext<'a>,
    buf: &'a mut Buffer,
    x: u16,
    y: u16,
    end: u16,
}

impl<'a> LineWriter<'a> {
    /// Writes to the first line of an area.
    pub(crate) fn new(context: &'a RenderContext<'a>, area: Rect, buf: &'a mut Buffer) -> Self {
        let area = area.intersection(buf.area);
        let end = if area.height == 0 { area.x } else { area.right() };
        Self { context, buf, x: area.x, y: area.y, end }
    }

    /// The number of cells left.
    pub(crate) const fn remaining(&self) -> usize {
        self.end.saturating_sub(self.x) as usize
    }

    pub(crate) const fn x(&self) -> u16 {
        self.x
    }

    pub(crate) fn skip(&mut self, cells: usize) -> &mut Self {
        self.x = self.x.saturating_add(cells_u16(cells)).min(self.end.max(self.x));
        self
    }

    pub(crate) fn write(&mut self, role: Role, text: &str) -> &mut Self {
        let remaining = self.remaining();
        let text = text::sanitize(text::clip_to_cells(text, remaining));
        if remaining > 0 {
            let clipped = self.context.cut(&text, remaining);
            let style = self.context.style(role);
            let flattened = text::flatten_emoji(&clipped);
            let (x, _) = self.buf.set_stringn(self.x, self.y, flattened, remaining, style);
            self.x = x.min(self.end);
        }
        self
    }

    /// Writes a text that leads somewhere.
    pub(crate) fn write_link(&mut self, role: Role, text: &str, is_selected: bool) -> &mut Self {
        let start = self.x;
        self.write(role, text);
        let area = Rect::new(start, self.y, self.x - start, 1);
        if is_selected {
            self.buf.set_style(area, self.context.style(Role::Selected));
        }
        self
    }

    /// Draws a horizontal line to the end of the area.
    pub(crate) fn rule(&mut self) {
        let rule = self.context.symbols.rule.repeat(self.remaining());
        self.write(Role::Border, &rule);
    }

    /// Writes a text in exactly this many cells, and skips the gap to the next column.
    pub(crate) fn cell(&mut self, role: Role, text: &str, cells: usize, align: Align) -> &mut Self {
        let cells = cells.min(self.remaining());
        let text = text::sanitize(text::clip_to_cells(text, cells));
        let text = self.context.cut(&text, cells);
        let space = cells - text::width(&text);
        match align {
            Align::Left => self.write(role, &text).skip(space),
            Align::Right => self.skip(space).write(role, &text),
        };
        self.skip(self.context.symbols.column_gap)
    }

    /// Writes a text, then restyles the cells of the marked bytes, so that no grapheme is split.
    pub(crate) fn write_marked(
        &mut self,
        role: Role,
        text: &str,
        (mark_role, marks): (Role, &[Range<usize>]),
    ) -> &mut Self {
        let start = self.x;
        self.write(role, text);
        let cell = |at: usize| start.saturating_add(cells_before(text, at)).min(self.x);
        let style = self.context.style(mark_role);
        for mark in marks {
            let (from, to) = (cell(mark.start), cell(mark.end));
            self.buf.set_style(Rect::new(from, self.y, to.saturating_sub(from), 1), style);
        }
        self
    }
}

/// The width of a text before a byte.
fn cells_before(text: &str, at: usize) -> u16 {
    let cells = text.get(..at).map_or(0, |before| text::width(&text::sanitize(before)));
    cells_u16(cells)
}

/// A number of cells or lines as ratatui counts them.
pub(crate) fn cells_u16(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// One line of an area; empty if the area is lower.
pub(crate) fn line(area: Rect, at: usize) -> Rect {
    let at = cells_u16(at).min(area.height);
    Rect { y: area.y + at, height: u16::from(at < area.height), ..area }
}

/// The area from a line on.
pub(crate) fn below(area: Rect, at: u16) -> Rect {
    let at = at.min(area.height);
    Rect { y: area.y + at, height: area.height - at, ..area }
}

/// The area from a column on.
pub(crate) const fn from(area: Rect, cells: u16) -> Rect {
    let cells = if cells < area.width { cells } else { area.width };
    Rect { x: area.x + cells, width: area.width - cells, ..area }
}

/// The last cells of an area.
pub(crate) fn right(area: Rect, cells: usize) -> Rect {
    let cells = cells_u16(cells).min(area.width);
    Rect { x: area.right() - cells, width: cells, ..area }
}
