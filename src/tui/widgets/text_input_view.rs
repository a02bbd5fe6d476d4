//! Draws a `TextInput` with its selection, and says where the cursor of the terminal belongs. The filters, the dialogs and the editor use
//! it.
//!
//! Hidden characters are written as escapes. Prose wraps over the lines of its area; everything
//! else stays on one line and scrolls with the cursor.

#[cfg(test)]
mod tests;

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::line_writer::cells_u16;
use super::render_context::RenderContext;
use super::text_input::{InputKind, TextInput};
use crate::text::{GraphemeKind, VisibleGrapheme, flatten_emoji, reveal, width, window};
use crate::theme::Role;

/// Narrower fields have no room for the marks of hidden text.
const MIN_MARKED_WIDTH: usize = 6;

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct InputStyle<'a> {
    /// Without a cursor, and scrolled to the start.
    pub(crate) is_idle: bool,
    /// Every grapheme is replaced by the same symbol.
    pub(crate) is_masked: bool,
    /// Bytes that are marked as wrong.
    pub(crate) errors: &'a [Range<usize>],
}

pub(crate) fn draw(
    context: &RenderContext<'_>,
    input: &TextInput,
    style: InputStyle<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let area = area.intersection(buf.area);
    if area.is_empty() {
        return;
    }
    let cursor = if style.is_idle { 0 } else { input.cursor() };
    let letters = visible_letters(context, input.text(), cursor, style.is_masked);
    let cursor_index = letters.partition_point(|letter| letter.range.end <= cursor);
    let selection = input.selection();
    let mut painter = TextPainter {
        context,
        letters: &letters,
        selection: selection.as_slice(),
        errors: style.errors,
        cursor_index,
        buf,
    };
    let cursor = if input.is_prose() && area.height > 1 {
        painter.draw_lines(area)
    } else {
        let has_left_mark = input.kind() != InputKind::Line;
        painter.draw_line(has_left_mark, Rect { height: 1, ..area })
    };
    if !style.is_idle {
        context.cursor.set(Some(cursor.into()));
    }
}

/// The graphemes around the cursor; of a text of ordinary length, all of them.
fn visible_letters<'t>(
    context: &RenderContext<'_>,
    text: &'t str,
    cursor: usize,
    is_masked: bool,
) -> Vec<VisibleGrapheme<'t>> {
    let window = window(text, cursor);
    let letters = reveal(text.get(window.clone()).unwrap_or_default()).into_iter();
    let letter = |letter: VisibleGrapheme<'t>| {
        let range = letter.range.start + window.start..letter.range.end + window.start;
        with_symbol(context, VisibleGrapheme { range, ..letter }, is_masked)
    };
    letters.map(letter).collect()
}

/// Replaces the text of a grapheme by a symbol of the theme, if there is one for it.
fn with_symbol<'t>(
    context: &RenderContext<'_>,
    letter: VisibleGrapheme<'t>,
    is_masked: bool,
) -> VisibleGrapheme<'t> {
    let (sign, kind) = match letter.kind {
        _ if is_masked => (context.symbols.mask, GraphemeKind::Plain),
        GraphemeKind::LineEnd => (context.symbols.line_end, letter.kind),
        GraphemeKind::Tab => (context.symbols.tab, letter.kind),
        GraphemeKind::Plain | GraphemeKind::Hidden => return letter,
    };
    VisibleGrapheme { text: sign.into(), cells: width(sign), kind, ..letter }
}

struct TextPainter<'a> {
    context: &'a RenderContext<'a>,
    letters: &'a [VisibleGrapheme<'a>],
    selection: &'a [Range<usize>],
    errors: &'a [Range<usize>],
    /// The number of graphemes before the cursor.
    cursor_index: usize,
    buf: &'a mut Buffer,
}

impl TextPainter<'_> {
    /// Draws one line, scrolled to the cursor, with marks where it goes on.
    fn draw_line(&mut self, has_left_mark: bool, area: Rect) -> (u16, u16) {
        let available = usize::from(area.width);
        let sign = usize::from(available >= MIN_MARKED_WIDTH);
        let left_sign = sign * usize::from(has_left_mark);
        let first = self.first_visible(available, left_sign, sign);
        let mut inner = area;
        if first > 0 && left_sign > 0 {
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

    /// The first visible grapheme of a line that shows the one under the cursor.
    fn first_visible(&self, available: usize, left_sign: usize, right_sign: usize) -> usize {
        let behind = usize::from(self.cursor_index == self.letters.len());
        if self.cells(0..self.letters.len()) + behind <= available {
            return 0;
        }
        let cursor_cells =
            self.letters.get(self.cursor_index).map_or(1, |letter| letter.cells.max(1));
        let is_more = self.cursor_index + 1 < self.letters.len();
        let signs = left_sign + right_sign * usize::from(is_more);
        let available = available.saturating_sub(signs + cursor_cells);
        let mut used = 0;
        let preceding = self.letters.iter().take(self.cursor_index).rev().take_while(|letter| {
            used += letter.cells;
            used <= available
        });
        self.cursor_index - preceding.count()
    }

    /// Draws wrapped lines, scrolled to the one with the cursor.
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

    /// The graphemes of each line. Behind the last one there is room for the cursor.
    fn wrap(&self, available: usize) -> Vec<Range<usize>> {
        let (mut lines, mut start, mut used) = (Vec::new(), 0, 0);
        for (at, letter) in self.letters.iter().enumerate() {
            let is_end = letter.kind == GraphemeKind::LineEnd;
            // The symbol of a line end is cut off rather than put on a line of its own.
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
            let layers = [(self.errors, Role::Error), (self.selection, Role::Selected)];
            for (ranges, role) in layers {
                if ranges.iter().any(|range| range.contains(&letter.range.start)) {
                    let cells = Rect::new(x, area.y, end - x, 1);
                    self.buf.set_style(cells, self.context.style(role));
                }
            }
            x = x.saturating_add(cells_u16(letter.cells));
        }
    }

    fn draw_more(&mut self, x: u16, y: u16) {
        self.buf.set_stringn(x, y, self.context.symbols.ellipsis, 1, self.context.style(Role::Dim));
    }
}
