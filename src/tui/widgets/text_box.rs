//! A text that is edited in a form, with its cursor and selection.
//!
//! It holds the raw text, whatever is hidden in it; the view shows that. Undo is
//! the form's, not the field's: `editor` keeps what was there before. The cursor
//! and the ends of the selection stand between letters, never inside one.

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::keymap::action::TextEdit;
use crate::text::{
    grapheme_end, grapheme_start, next_grapheme, next_word, prev_grapheme, prev_word,
};

/// The characters that may be typed or pasted into one text.
pub(crate) const MAX_CHARS: usize = 100_000;

/// A text that is edited.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TextBox {
    text: String,
    cursor: usize,
    anchor: Option<usize>,
    is_prose: bool,
}

impl TextBox {
    /// A text with the cursor behind it; prose may have several lines.
    pub(crate) fn new(text: &str, is_prose: bool) -> Self {
        Self { text: text.to_owned(), cursor: text.len(), anchor: None, is_prose }
    }

    /// What it holds.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The bytes before the cursor.
    pub(crate) const fn cursor(&self) -> usize {
        self.cursor
    }

    /// The bytes that are selected, if any are.
    pub(crate) fn selection(&self) -> Option<Range<usize>> {
        let anchor = self.anchor?;
        let (from, to) = (anchor.min(self.cursor), anchor.max(self.cursor));
        (from < to).then_some(from..to)
    }

    /// Puts the cursor before this byte, or before the letter it is in.
    pub(crate) fn set_cursor(&mut self, cursor: usize) {
        (self.cursor, self.anchor) = (grapheme_start(&self.text, cursor), None);
    }

    /// Puts a character in; what is selected goes. A control character is never
    /// meant, except a new line in prose. Whether there was room.
    pub(crate) fn insert(&mut self, letter: char) -> bool {
        let is_allowed = !letter.is_control() || (self.is_prose && letter == '\n');
        !is_allowed || self.replace_selection(letter.encode_utf8(&mut [0; 4]))
    }

    /// Puts a text in; what is selected goes. What could steer a terminal is left
    /// out, and a single line stays one. Whether there was room: where there is
    /// not, nothing of it is put in.
    pub(crate) fn paste(&mut self, text: &str) -> bool {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = if self.is_prose { text } else { join_lines(&text) };
        let allowed: String = text
            .chars()
            .filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t'))
            .collect();
        self.replace_selection(&allowed)
    }

    /// Takes what is selected out.
    pub(crate) fn cut(&mut self) -> Option<String> {
        let cut = self.selected()?.to_owned();
        self.replace(self.selection()?, "");
        Some(cut)
    }

    /// What is selected.
    pub(crate) fn selected(&self) -> Option<&str> {
        self.text.get(self.selection()?)
    }

    /// Selects all of it.
    pub(crate) const fn select_all(&mut self) {
        (self.anchor, self.cursor) = (Some(0), self.text.len());
    }

    /// Moves the cursor and selects what lies between.
    pub(crate) fn select(&mut self, edit: TextEdit) {
        let Some(cursor) = self.cursor_after(edit) else { return self.edit(edit) };
        self.anchor = self.anchor.or(Some(self.cursor));
        self.cursor = cursor;
    }

    /// Moves the cursor, or takes something away: what is selected, if something
    /// is. In prose, the beginning and the end are those of the line.
    pub(crate) fn edit(&mut self, edit: TextEdit) {
        let selection = self.selection();
        let target = match (edit, &selection) {
            (TextEdit::Left, Some(selection)) => Some(selection.start),
            (TextEdit::Right, Some(selection)) => Some(selection.end),
            _ => self.cursor_after(edit),
        };
        if let Some(cursor) = target {
            (self.cursor, self.anchor) = (cursor, None);
            return;
        }
        let cursor = self.cursor;
        let range = match edit {
            TextEdit::Erase => prev_grapheme(&self.text, cursor)..cursor,
            TextEdit::Delete => cursor..next_grapheme(&self.text, cursor),
            TextEdit::EraseWord => prev_word(&self.text, cursor)..cursor,
            TextEdit::EraseAll => self.line_start()..cursor,
            _ => return,
        };
        self.replace(selection.unwrap_or(range), "");
    }

    /// Whether it may have several lines.
    pub(crate) const fn is_prose(&self) -> bool {
        self.is_prose
    }

    /// Where the cursor goes, if it is moved.
    fn cursor_after(&self, edit: TextEdit) -> Option<usize> {
        let (text, cursor) = (&*self.text, self.cursor);
        match edit {
            TextEdit::Left => Some(prev_grapheme(text, cursor)),
            TextEdit::Right => Some(next_grapheme(text, cursor)),
            TextEdit::WordLeft => Some(prev_word(text, cursor)),
            TextEdit::WordRight => Some(next_word(text, cursor)),
            TextEdit::Home => Some(self.line_start()),
            TextEdit::End => Some(self.line_end()),
            _ => None,
        }
    }

    fn line_start(&self) -> usize {
        let before = self.text.get(..self.cursor).filter(|_| self.is_prose);
        before.and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1)
    }

    fn line_end(&self) -> usize {
        let after = self.text.get(self.cursor..).filter(|_| self.is_prose);
        let end = after.and_then(|after| after.find('\n'));
        // A line that came with both signs ends before both.
        end.map_or(self.text.len(), |at| grapheme_start(&self.text, self.cursor + at))
    }

    /// Puts a text in the place of what is selected, all of it or nothing.
    fn replace_selection(&mut self, text: &str) -> bool {
        let count = |text: &str| text.chars().count();
        let before = count(&self.text);
        let after = before - self.selected().map_or(0, count) + count(text);
        // What came longer may stay, but not grow.
        let fits = after <= MAX_CHARS.max(before);
        if fits && !text.is_empty() {
            self.replace(self.selection().unwrap_or(self.cursor..self.cursor), text);
        }
        fits
    }

    /// Puts a text in the place of another, and the cursor behind it.
    fn replace(&mut self, range: Range<usize>, with: &str) {
        let end = range.start + with.len();
        self.text.replace_range(range, with);
        // A mark that stood alone belongs to the letter before it now.
        (self.cursor, self.anchor) = (grapheme_end(&self.text, end), None);
    }
}

/// The text on one line: the end of the last is dropped, those between are spaces.
fn join_lines(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut is_gap = false;
    for letter in text.trim_end_matches('\n').chars() {
        let was_gap = std::mem::replace(&mut is_gap, matches!(letter, '\n' | '\t'));
        match is_gap {
            true if was_gap => {}
            true => line.push(' '),
            false => line.push(letter),
        }
    }
    line
}
