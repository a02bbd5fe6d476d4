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
pub(crate) fn draw_text(
    context: &RenderContext<'_>,
    (text, cursor): (&str, usize),
    errors: &[Range<usize>],
    area: Rect,
    buf: &mut Buffer,
) -> u16 {
    let mut writer = LineWriter::new(context, area, buf);
    let start = first_visible(text, cursor, writer.remaining().saturating_sub(1));
    let visible = text.get(start..).unwrap_or_default();
    let errors: Vec<_> = errors
        .iter()
        .map(|range| range.start.saturating_sub(start)..range.end.saturating_sub(start))
        .collect();
    let x = writer.x().saturating_add(cells_before(visible, cursor - start));
    writer.write_marked(Role::Input, visible, (Role::Error, &errors));
    x.min(area.right().saturating_sub(1))
}

/// The text of a field as it was typed.
pub(crate) fn draw_field(
    field: &TextInput,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    draw_typed(context, (field.text(), field.cursor_byte()), &[], area, buf);
}

/// A sign for each of its characters: nobody reads over a shoulder.
pub(crate) fn draw_masked(
    field: &TextInput,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let mask = |letters: usize| context.symbols.mask.repeat(letters);
    let all = mask(field.text().chars().count());
    draw_typed(context, (&all, mask(field.cursor()).len()), &[], area, buf);
}

/// A text that is being typed. Where its cursor stands.
pub(crate) fn draw_typed(
    context: &RenderContext<'_>,
    value: (&str, usize),
    errors: &[Range<usize>],
    area: Rect,
    buf: &mut Buffer,
) -> (u16, u16) {
    let x = draw_text(context, value, errors, area, buf);
    let cell = Rect { x, width: 1, ..area }.intersection(buf.area);
    buf.set_style(cell, context.style(Role::Cursor));
    (x, area.y)
}

/// The first letter that is shown, so that the cursor still is.
fn first_visible(text: &str, cursor: usize, available: usize) -> usize {
    let (mut first, mut used) = (cursor, 0);
    for (at, letter) in text.get(..cursor).unwrap_or_default().char_indices().rev() {
        used += width(&sanitize(letter.encode_utf8(&mut [0; 4])));
        if used > available {
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
    fn text_near_the_cursor_is_visible() {
        let visible = |text: &'static str, available| {
            text.split_at(first_visible(text, text.len(), available)).1
        };
        assert_eq!(visible("stage:screen", 6), "screen");
        assert_eq!(visible("佐藤健", 5), "藤健");
        assert_eq!((visible("abc", 0), visible("abc", 9)), ("", "abc"));
    }
}
