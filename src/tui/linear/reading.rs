//! What a view draws, as lines of words.
//!
//! A dialog draws into cells of its own, with `spoken_symbols` in place of the symbols of the theme.
//! The cells become text: columns are separated by commas, rules and bars are left out. So every
//! dialog can be read, also one that `describe` knows nothing about.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::spoken_symbols::{CURSOR_CHAR, SPOKEN, STEP_CHAR, word};
use crate::text::sanitize;
use crate::tui::app::state::State;
use crate::tui::runtime::controller::Controller;
use crate::tui::widgets::line_writer::cells_u16;
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text::RichLine;
use crate::tui::widgets::rich_text_view;

/// Narrower than a card with two columns, wide enough for the columns of a dialog with a list.
pub(super) const TEXT_WIDTH: u16 = 88;
const GRID_WIDTH: u16 = 160;
/// Rows of a dialog that are read at most. Longer texts are read as rich text.
const GRID_HEIGHT: u16 = 500;
/// Lines of a rich text that are drawn at a time.
const CHUNK: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) text: String,
    /// The cursor is on it.
    pub(crate) is_selected: bool,
    /// Whether it is where the user types; the prompt says it.
    pub(crate) is_input: bool,
}

impl Line {
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_selected: false, is_input: false }
    }
}

/// Draws a view into cells of its own and reads them, empty lines included.
pub(super) fn read_grid(
    controller: &Controller,
    draw: impl FnOnce(&State, &RenderContext<'_>, Rect, &mut Buffer),
) -> Vec<Line> {
    let area = Rect::new(0, 0, GRID_WIDTH, GRID_HEIGHT);
    let mut buf = Buffer::empty(area);
    controller.with_context(SPOKEN, |state, context| draw(state, context, area, &mut buf));
    let mut lines = read_cells(&buf);
    lines.truncate(lines.iter().rposition(|line| !line.text.is_empty()).map_or(0, |at| at + 1));
    lines
}

pub(super) fn read_rich_text(controller: &Controller, lines: &[RichLine]) -> Vec<Line> {
    let width = lines.iter().map(RichLine::width).max().unwrap_or(0).max(1);
    let read = |chunk: &[RichLine]| {
        let area = Rect::new(0, 0, cells_u16(width), cells_u16(chunk.len()));
        let mut buf = Buffer::empty(area);
        controller.with_context(SPOKEN, |_, context| {
            rich_text_view::draw_lines(context, chunk, 0, area, &mut buf);
        });
        read_cells(&buf)
    };
    lines.chunks(CHUNK).flat_map(read).filter(|line| !line.text.is_empty()).collect()
}

fn read_cells(buf: &Buffer) -> Vec<Line> {
    let rows = buf.content.chunks(usize::from(buf.area.width).max(1));
    let text = |row: &[ratatui::buffer::Cell]| {
        let mut raw = String::new();
        let mut covered: usize = 0;
        for cell in row {
            // A wide character covers the next cell.
            if covered > 0 {
                covered -= 1;
                continue;
            }
            covered = crate::text::width(cell.symbol()).saturating_sub(1);
            raw.push_str(cell.symbol());
        }
        raw
    };
    rows.enumerate().map(|(at, row)| read_line(&text(row), at == 0)).collect()
}

/// `is_first`: the text input of a dialog is on its first line.
fn read_line(raw: &str, is_first: bool) -> Line {
    let is_selected = raw.starts_with(CURSOR_CHAR);
    let raw = raw.strip_prefix(CURSOR_CHAR).unwrap_or(raw).trim();
    let is_input = is_first && raw.starts_with(STEP_CHAR);
    let raw = raw.strip_prefix(STEP_CHAR).unwrap_or(raw);
    Line { text: sanitize(&to_words(raw)).into_owned(), is_selected, is_input }
}

/// Replaces symbols by words, and the gap between two columns by a comma.
fn to_words(raw: &str) -> String {
    let mut text = String::new();
    for column in raw.split("  ").filter(|column| !column.trim().is_empty()) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        for letter in column.trim().chars() {
            match word(letter) {
                Some("") => {}
                Some(word) => {
                    text.push(' ');
                    text.push_str(word);
                    text.push(' ');
                }
                None => text.push(letter),
            }
        }
    }
    tidy(&text)
}

/// One space between words, and none or one comma.
fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    for part in text.split_whitespace() {
        if part.chars().all(|letter| letter == ',') {
            if !tidied.is_empty() && !tidied.ends_with([',', ':']) {
                tidied.push(',');
            }
            continue;
        }
        if !tidied.is_empty() {
            tidied.push(' ');
        }
        tidied.push_str(part);
    }
    tidied.trim_end_matches(',').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &str) -> String {
        read_line(raw, false).text
    }

    #[test]
    fn symbols_become_words_and_columns_are_separated_by_commas() {
        for (raw, expected) in [
            ("", ""),
            (" Ada Lovelace   Engineer      Kestrel", "Ada Lovelace, Engineer, Kestrel"),
            ("Northwind \u{fddb} Open \u{fddb} since May", "Northwind, Open, since May"),
            ("\u{fddb} You cannot undo it", "You cannot undo it"),
            ("Applied \u{fdd0}\u{fdd0}3d\u{fdd0}\u{fdd0}\u{fdd2} now", "Applied 3d to now"),
            ("\u{fde1}41d", "Warning: 41d"),
            ("\u{fde3}12d in stage", "at most 12d in stage"),
            ("\u{fdd0}\u{fdd0}\u{fdd0}", ""),
            ("1 Applied  \u{fdd0}\u{fdd0}\u{fdd0}  402", "1 Applied, 402"),
            ("Screen \u{fdd7}  4 days", "Screen (interview), 4 days"),
        ] {
            assert_eq!(read(raw), expected, "{raw:?}");
        }
    }

    #[test]
    fn the_selected_line_and_the_input_are_known_by_their_symbols() {
        let line = read_line("\u{fdd1}Rust Engineer", false);
        assert!(line.is_selected && !line.is_input && line.text == "Rust Engineer");
        let line = read_line("\u{fdd2} typed", true);
        assert!(line.is_input && line.text == "typed");
        assert!(!read_line("\u{fdd2} typed", false).is_input);
    }

    #[test]
    fn hostile_text_is_escaped() {
        assert_eq!(read("a\u{1b}[2Jb\u{202e}c"), "a\\u{1b}[2Jb\\u{202e}c");
    }
}
