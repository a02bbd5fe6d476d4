//! A line that is typed into, with its cursor always on the screen.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::line_writer::{LineWriter, cells_before};
use super::render_context::RenderContext;
use super::text_input::TextInput;
use crate::text::{sanitize, width};
use crate::theme::Role;

/// A text, scrolled so that what stands at its cursor is seen, with parts of it
/// told to be wrong. Where the cursor is.
pub(crate) fn text(
    look: &RenderContext<'_>,
    (text, cursor): (&str, usize),
    wrong: &[Range<usize>],
    area: Rect,
    buf: &mut Buffer,
) -> u16 {
    let mut pen = LineWriter::new(look, area, buf);
    let start = first(text, cursor, pen.room().saturating_sub(1));
    let shown = text.get(start..).unwrap_or_default();
    let wrong: Vec<_> = wrong
        .iter()
        .map(|range| range.start.saturating_sub(start)..range.end.saturating_sub(start))
        .collect();
    let x = pen.x().saturating_add(cells_before(shown, cursor - start));
    pen.marked(Role::Input, shown, (Role::Error, &wrong));
    x.min(area.right().saturating_sub(1))
}

/// The text of a field as it was typed.
pub(crate) fn field(field: &TextInput, look: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    typed(look, (field.text(), field.before()), &[], area, buf);
}

/// A sign for each of its characters: nobody reads over a shoulder.
pub(crate) fn masked(field: &TextInput, look: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    let mask = |letters: usize| look.symbols.mask.repeat(letters);
    let all = mask(field.text().chars().count());
    typed(look, (&all, mask(field.cursor()).len()), &[], area, buf);
}

/// A text that is being typed. Where its cursor stands.
pub(crate) fn typed(
    look: &RenderContext<'_>,
    shown: (&str, usize),
    wrong: &[Range<usize>],
    area: Rect,
    buf: &mut Buffer,
) -> (u16, u16) {
    let x = text(look, shown, wrong, area, buf);
    let cell = Rect { x, width: 1, ..area }.intersection(buf.area);
    buf.set_style(cell, look.style(Role::Cursor));
    (x, area.y)
}

/// The first letter that is shown, so that the cursor still is.
fn first(text: &str, before: usize, room: usize) -> usize {
    let (mut first, mut used) = (before, 0);
    for (at, letter) in text.get(..before).unwrap_or_default().char_indices().rev() {
        used += width(&sanitize(letter.encode_utf8(&mut [0; 4])));
        if used > room {
            break;
        }
        first = at;
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_the_cursor_is_shown() {
        let seen = |text: &'static str, room| text.split_at(first(text, text.len(), room)).1;
        assert_eq!(seen("stage:screen", 6), "screen");
        assert_eq!(seen("佐藤健", 5), "藤健");
        assert_eq!((seen("abc", 0), seen("abc", 9)), ("", "abc"));
    }
}
