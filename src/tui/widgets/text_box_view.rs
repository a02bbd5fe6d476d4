//! The raw text of a form while it is edited: what is hidden in it is seen, and
//! so is what is selected.
//!
//! Prose takes all lines of its area, broken where they are full; everything
//! else stays on the first and is scrolled. `editor` draws its fields with it.

#[cfg(test)]
mod tests;

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::render_context::RenderContext;
use super::text_box::TextBox;
use crate::text::{GraphemeKind, VisibleGrapheme, flatten_emoji, reveal, width};
use crate::theme::Role;

/// In fewer cells there is no room for signs that there is more.
const MIN_MARKED_WIDTH: usize = 6;

/// A text that is edited, scrolled so that its cursor is seen. Where that is.
pub(crate) fn draw_text_box(
    context: &RenderContext<'_>,
    textbox: &TextBox,
    area: Rect,
    buf: &mut Buffer,
) -> (u16, u16) {
    let area = area.intersection(buf.area);
    if area.is_empty() {
        return (area.x, area.y);
    }
    let letters: Vec<VisibleGrapheme<'_>> =
        reveal(textbox.text()).into_iter().map(|letter| with_symbol(context, letter)).collect();
    let cursor_index = letters.partition_point(|letter| letter.range.end <= textbox.cursor());
    let mut painter = TextPainter {
        context,
        letters: &letters,
        selection: textbox.selection(),
        cursor_index,
        buf,
    };
    let cursor = if textbox.is_prose() && area.height > 1 {
        painter.draw_lines(area)
    } else {
        painter.draw_line(Rect { height: 1, ..area })
    };
    let cell = Rect::new(cursor.0, cursor.1, 1, 1).intersection(buf.area);
    buf.set_style(cell, context.style(Role::Cursor));
    cursor
}

/// A letter with the view's own sign for it.
fn with_symbol<'t>(
    context: &RenderContext<'_>,
    letter: VisibleGrapheme<'t>,
) -> VisibleGrapheme<'t> {
    let sign = match letter.kind {
        GraphemeKind::LineEnd => context.symbols.line_end,
        GraphemeKind::Tab => context.symbols.tab,
        GraphemeKind::Plain | GraphemeKind::Hidden => return letter,
    };
    VisibleGrapheme { text: sign.into(), cells: width(sign), ..letter }
}

struct TextPainter<'a> {
    context: &'a RenderContext<'a>,
    letters: &'a [VisibleGrapheme<'a>],
    selection: Option<Range<usize>>,
    /// How many letters stand before the cursor.
    cursor_index: usize,
    buf: &'a mut Buffer,
}

impl TextPainter<'_> {
    /// All of it on one line, as far as there is room.
    fn draw_line(&mut self, area: Rect) -> (u16, u16) {
        let available = usize::from(area.width);
        let sign = usize::from(available >= MIN_MARKED_WIDTH);
        let first = self.first_visible(available, sign);
        let mut inner = area;
        if first > 0 && sign > 0 {
            self.draw_more(area.x, area.y);
            inner = Rect { x: area.x + 1, width: area.width - 1, ..area };
        }
        let left = self.cells(first..self.letters.len());
        if left > usize::from(inner.width) && sign > 0 {
            inner.width -= 1;
            self.draw_more(inner.right(), area.y);
        }
        self.write(first..self.letters.len(), inner);
        let x = inner.x.saturating_add(cells_u16(self.cells(first..self.cursor_index)));
        (x.min(area.right() - 1), area.y)
    }

    /// The first letter on the line, so that the one under the cursor is seen.
    fn first_visible(&self, available: usize, sign: usize) -> usize {
        let behind = usize::from(self.cursor_index == self.letters.len());
        if self.cells(0..self.letters.len()) + behind <= available {
            return 0;
        }
        let cursor_cells =
            self.letters.get(self.cursor_index).map_or(1, |letter| letter.cells.max(1));
        let is_more = self.cursor_index + 1 < self.letters.len();
        let available = available.saturating_sub(sign + sign * usize::from(is_more) + cursor_cells);
        let mut used = 0;
        let preceding = self.letters.iter().take(self.cursor_index).rev().take_while(|letter| {
            used += letter.cells;
            used <= available
        });
        self.cursor_index - preceding.count()
    }

    /// All of it on several lines.
    fn draw_lines(&mut self, area: Rect) -> (u16, u16) {
        let lines = self.wrap(usize::from(area.width));
        let at = lines.partition_point(|line| line.start <= self.cursor_index).saturating_sub(1);
        let height = usize::from(area.height);
        let top = (at + 1).saturating_sub(height);
        for (y, line) in (area.y..).zip(lines.iter().skip(top).take(height)) {
            self.write(line.clone(), Rect { y, height: 1, ..area });
        }
        let start = lines.get(at).map_or(0, |line| line.start);
        let x = area.x.saturating_add(cells_u16(self.cells(start..self.cursor_index)));
        (x.min(area.right() - 1), area.y + cells_u16(at - top))
    }

    /// The letters of each line. Behind the last letter there is room for the
    /// cursor.
    fn wrap(&self, available: usize) -> Vec<Range<usize>> {
        let (mut lines, mut start, mut used) = (Vec::new(), 0, 0);
        for (at, letter) in self.letters.iter().enumerate() {
            let is_end = letter.kind == GraphemeKind::LineEnd;
            // The sign of a line's end gives way rather than stand on a line of its own.
            if at > start && used + letter.cells > available && !is_end {
                lines.push(start..at);
                (start, used) = (at, 0);
            }
            used += letter.cells;
            if is_end {
                lines.push(start..at + 1);
                (start, used) = (at + 1, 0);
            }
        }
        lines.push(start..self.letters.len());
        if used >= available {
            lines.push(self.letters.len()..self.letters.len());
        }
        lines
    }

    fn cells(&self, letters: Range<usize>) -> usize {
        self.letters.get(letters).unwrap_or_default().iter().map(|letter| letter.cells).sum()
    }

    /// Writes letters on a line, and what is selected over them.
    fn write(&mut self, letters: Range<usize>, area: Rect) {
        let mut x = area.x;
        for letter in self.letters.get(letters).unwrap_or_default() {
            let available = area.right().saturating_sub(x);
            if available == 0 {
                return;
            }
            let role = match letter.kind {
                GraphemeKind::Plain => Role::Input,
                GraphemeKind::LineEnd | GraphemeKind::Tab | GraphemeKind::Hidden => Role::Warning,
            };
            let style = self.context.style(role);
            let (end, _) = self.buf.set_stringn(
                x,
                area.y,
                flatten_emoji(&letter.text),
                available.into(),
                style,
            );
            let is_selected =
                self.selection.as_ref().is_some_and(|range| range.contains(&letter.range.start));
            if is_selected {
                let cells = Rect::new(x, area.y, end - x, 1);
                self.buf.set_style(cells, self.context.style(Role::Selected));
            }
            x = x.saturating_add(cells_u16(letter.cells));
        }
    }

    /// A sign that there is more.
    fn draw_more(&mut self, x: u16, y: u16) {
        self.buf.set_stringn(x, y, self.context.symbols.ellipsis, 1, self.context.style(Role::Dim));
    }
}

fn cells_u16(cells: usize) -> u16 {
    u16::try_from(cells).unwrap_or(u16::MAX)
}
