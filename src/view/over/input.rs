//! A line that is typed into, with its cursor always on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::Pen;
use crate::app::field::Field;
use crate::text;
use crate::theme::Role;
use crate::view::Look;

/// The text of a field as it was typed.
pub(super) fn input(field: &Field, look: &Look<'_>, line: Rect, buf: &mut Buffer) {
    let (head, rest) = field.text().split_at(field.before());
    typed(&text::one_line(head), &text::one_line(rest), look, line, buf);
}

/// A sign for each of its characters: nobody reads over a shoulder.
pub(super) fn masked(field: &Field, look: &Look<'_>, line: Rect, buf: &mut Buffer) {
    let before = field.cursor();
    let after = field.text().chars().count().saturating_sub(before);
    let mask = |count: usize| look.symbols.mask.repeat(count);
    typed(&mask(before), &mask(after), look, line, buf);
}

fn typed(head: &str, rest: &str, look: &Look<'_>, line: Rect, buf: &mut Buffer) {
    let mut pen = Pen::new(look, line, buf);
    let mut letters = rest.chars();
    let under = letters.next().map_or_else(|| " ".to_owned(), String::from);
    let room = pen.room().saturating_sub(text::width(&under).max(1));
    pen.put(Role::Input, end(head, room)).put(Role::Cursor, &under);
    pen.put(Role::Input, letters.as_str());
}

/// The end of a text in at most so many cells.
fn end(words: &str, cells: usize) -> &str {
    let mut kept = "";
    for (at, _) in words.char_indices().rev() {
        let tail = words.get(at..).unwrap_or_default();
        if text::width(tail) > cells {
            break;
        }
        kept = tail;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_text_is_what_is_near_the_cursor() {
        assert_eq!(end("stage:screen", 6), "screen");
        assert_eq!(end("佐藤健", 5), "藤健");
        assert_eq!((end("abc", 0), end("abc", 9)), ("", "abc"));
    }
}
