//! Cursor and scrolling of a list to pick from: how keys and clicks move, and which rows are
//! visible.
//!
//! A dialog keeps only the index of its selected row; the scroll position follows from it. The
//! updates of the dialogs move the cursor here and `pick_list_view` draws the rows. Dialogs that
//! are one long text use `step` for their scroll position.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use crate::keymap::action::{Action, TextEdit};
use crate::recruiting::table::fold;

/// Lines above the rows where the user types: the input and a rule.
pub(crate) const INPUT_HEIGHT: u16 = 2;

/// The visible rows; the selected one is about in the middle.
pub(crate) fn visible(selected: usize, rows: usize, height: usize) -> Range<usize> {
    let first = selected.saturating_sub(height / 2).min(rows.saturating_sub(height));
    first..rows.min(first + height)
}

/// The row at a position of the screen.
pub(crate) fn row_at(
    list: Rect,
    selected: usize,
    rows: usize,
    position: Position,
) -> Option<usize> {
    let line = list.contains(position).then(|| usize::from(position.y - list.y))?;
    visible(selected, rows, usize::from(list.height)).nth(line)
}

/// The lines of a list with headings: the number of a row, or `None` for a heading.
pub(crate) fn lines_with_headings(groups: impl IntoIterator<Item = usize>) -> Vec<Option<usize>> {
    let mut rows = 0..;
    let mut lines = Vec::new();
    for count in groups {
        lines.push(None);
        lines.extend(rows.by_ref().take(count).map(Some));
    }
    lines
}

/// The row at a position of a list with headings, given the number of rows below each.
pub(crate) fn row_below_heading(
    list: Rect,
    selected: usize,
    groups: impl IntoIterator<Item = usize>,
    position: Position,
) -> Option<usize> {
    let lines = lines_with_headings(groups);
    let selected = lines.iter().position(|line| *line == Some(selected)).unwrap_or(0);
    lines[row_at(list, selected, lines.len(), position)?]
}

/// Where a key moves the cursor; other keys leave it.
pub(crate) fn step(at: usize, last: usize, page: usize, action: Action) -> usize {
    match action {
        Action::Down => at.saturating_add(1),
        Action::Up => at.saturating_sub(1),
        Action::PageDown => at.saturating_add(page),
        Action::PageUp => at.saturating_sub(page),
        Action::HalfDown => at.saturating_add(page / 2 + 1),
        Action::HalfUp => at.saturating_sub(page / 2 + 1),
        Action::Top => 0,
        Action::Bottom => last,
        _ => at,
    }
    .min(last)
}

/// Moves the cursor below an input. Returns whether the key is for the list.
pub(crate) fn step_while_typing(at: &mut usize, rows: usize, edit: TextEdit) -> bool {
    let action = match edit {
        TextEdit::Next | TextEdit::Complete => Action::Down,
        TextEdit::Previous => Action::Up,
        _ => return false,
    };
    *at = step(*at, rows.saturating_sub(1), 1, action);
    true
}

/// The next or previous of some suggestions, around the end; `None` if nothing is selected yet.
pub(crate) fn cycle(at: Option<usize>, rows: usize, is_backward: bool) -> usize {
    let by = if is_backward { rows.saturating_sub(1) } else { 1 };
    let next = at.map_or(if is_backward { by } else { 0 }, |at| at + by);
    next.checked_rem(rows).unwrap_or(0)
}

/// Whether the text contains every word, ignoring accents and case.
pub(crate) fn contains_words(text: &str, words: &str) -> bool {
    let text = fold(text);
    words.split_whitespace().all(|word| {
        let word = fold(word);
        memchr::memmem::find(&text, &word).is_some()
    })
}

/// Whether each of the words starts a word of the text, ignoring accents and case.
pub(crate) fn starts_words(text: &str, words: &str) -> bool {
    let starts: Vec<_> = text.split(|letter: char| !letter.is_alphanumeric()).map(fold).collect();
    words.split_whitespace().all(|word| {
        let word = fold(word);
        starts.iter().any(|start| start.starts_with(&word))
    })
}

/// Lines above a list with details: two lines of text and a rule.
pub(crate) const DETAILS_HEAD: u16 = 3;
/// Lines below it, for the details of the selected row.
pub(crate) const MAX_DETAILS: u16 = 4;

/// The rows of a list with details: below the head, above the details of the selected row.
pub(crate) fn list_above_details(inner: Rect) -> Rect {
    let above = DETAILS_HEAD.min(inner.height);
    let free = inner.height - above;
    let below = match free {
        12.. => MAX_DETAILS,
        7.. => 3,
        free => free.saturating_sub(1).min(2),
    };
    Rect { y: inner.y + above, height: free - below, ..inner }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selected_row_is_visible_and_no_line_is_wasted() {
        for (selected, rows, height, expected) in [
            (0, 0, 5, 0..0),
            (0, 3, 5, 0..3),
            (2, 9, 4, 0..4),
            (5, 9, 4, 3..7),
            (8, 9, 4, 5..9),
            (8, 9, 0, 8..8),
        ] {
            assert_eq!(visible(selected, rows, height), expected, "{selected} {rows} {height}");
        }
        let list = Rect::new(3, 10, 20, 4);
        let at = |x, y| row_at(list, 5, 9, Position { x, y });
        assert_eq!([at(3, 10), at(22, 13), at(2, 10), at(3, 14)], [Some(3), Some(6), None, None]);
        assert_eq!(row_at(list, 0, 2, Position { x: 3, y: 12 }), None, "below the last row");
        // Of eight lines, those from the third to the sixth are visible.
        let at = |y| row_below_heading(list, 2, [2, 4], Position { x: 3, y });
        assert_eq!([at(10), at(11), at(12), at(13)], [Some(1), None, Some(2), Some(3)]);
    }

    #[test]
    fn the_cursor_stays_in_the_list() {
        for (at, action, expected) in [
            (0, Action::Up, 0),
            (8, Action::Down, 9),
            (9, Action::Down, 9),
            (3, Action::PageDown, 7),
            (3, Action::PageUp, 0),
            (3, Action::HalfDown, 6),
            (3, Action::HalfUp, 0),
            (3, Action::Top, 0),
            (3, Action::Bottom, 9),
            (3, Action::Open, 3),
            (30, Action::Open, 9),
        ] {
            assert_eq!(step(at, 9, 4, action), expected, "{at} {action:?}");
        }
        let mut at = 0;
        assert!(step_while_typing(&mut at, 2, TextEdit::Next));
        assert!(step_while_typing(&mut at, 2, TextEdit::Complete));
        assert!(!step_while_typing(&mut at, 2, TextEdit::Left));
        assert_eq!(at, 1);
        assert!(step_while_typing(&mut at, 2, TextEdit::Previous));
        assert_eq!(at, 0);
    }

    #[test]
    fn suggestions_go_round() {
        for (at, is_backward, expected) in [
            (None, false, 0),
            (None, true, 2),
            (Some(2), false, 0),
            (Some(0), true, 2),
            (Some(1), false, 2),
        ] {
            assert_eq!(cycle(at, 3, is_backward), expected, "{at:?} {is_backward}");
        }
        assert_eq!((cycle(None, 0, true), cycle(Some(4), 0, false)), (0, 0));
    }
}
