//! Writes onto one line of the screen, from left to right, never beyond it.
//!
//! For everything that lies over the panes; what does not fit is cut with the
//! sign that the symbols have for it.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::text::{self, Align};
use crate::theme::Role;
use crate::view::Look;

/// The text in at most so many cells.
pub(in crate::view) fn cut<'a>(words: &'a str, cells: usize, look: &Look<'_>) -> Cow<'a, str> {
    match text::cut(words, cells) {
        Cow::Owned(mut short) => {
            short.pop();
            Cow::Owned(short + look.symbols.ellipsis)
        }
        same @ Cow::Borrowed(_) => same,
    }
}

/// The line of an area, counted from its top; nothing where it has none.
pub(in crate::view) fn line_of(area: Rect, at: usize) -> Rect {
    let at = u16::try_from(at).unwrap_or(u16::MAX);
    if at < area.height {
        Rect { y: area.y + at, height: 1, ..area }
    } else {
        Rect { height: 0, ..area }
    }
}

/// Where the next word goes.
pub(in crate::view) struct Pen<'a> {
    look: &'a Look<'a>,
    buf: &'a mut Buffer,
    left: Rect,
}

impl<'a> Pen<'a> {
    /// At the beginning of a line.
    pub(in crate::view) fn new(look: &'a Look<'a>, line: Rect, buf: &'a mut Buffer) -> Self {
        let left = line.intersection(buf.area);
        Self { look, buf, left }
    }

    /// The cells that are left.
    pub(in crate::view) fn room(&self) -> usize {
        if self.left.height == 0 { 0 } else { usize::from(self.left.width) }
    }

    /// Words in the style of a role.
    pub(in crate::view) fn put(&mut self, role: Role, words: &str) -> &mut Self {
        self.styled(self.look.style(role), words)
    }

    fn styled(&mut self, style: Style, words: &str) -> &mut Self {
        let room = self.room();
        if room > 0 {
            let words = cut(words, room, self.look);
            let (x, _) = self.buf.set_stringn(self.left.x, self.left.y, words, room, style);
            self.skip(usize::from(x - self.left.x));
        }
        self
    }

    /// Words in exactly so many cells, and a cell between them and the next.
    pub(in crate::view) fn cell(
        &mut self,
        role: Role,
        words: &str,
        cells: usize,
        align: Align,
    ) -> &mut Self {
        let cells = cells.min(self.room());
        let words = cut(words, cells, self.look);
        let space = cells.saturating_sub(text::width(&words));
        match align {
            Align::Left => self.put(role, &words).skip(space),
            Align::Right => self.skip(space).put(role, &words),
        };
        self.skip(1)
    }

    /// Leaves cells as they are.
    pub(in crate::view) fn skip(&mut self, cells: usize) -> &mut Self {
        let cells = u16::try_from(cells).unwrap_or(u16::MAX).min(self.left.width);
        self.left.x += cells;
        self.left.width -= cells;
        self
    }
}
