//! An editable text with its cursor and selection: the state behind every place where the user
//! types.
//!
//! The filters and the dialogs hold a line, the editor holds the field under its cursor. The text
//! is raw; `text_input_view` makes it safe to print. Cursor and selection always stand between
//! graphemes. There is no undo here: the editor undoes whole forms.

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::keymap::action::TextEdit;
use crate::text::{
    grapheme_end, grapheme_start, next_grapheme, next_word, prev_grapheme, prev_word,
};

/// The longest text that can be typed or pasted into a line.
const MAX_LINE_CHARS: usize = 4000;
/// The longest text that can be typed or pasted into a field of a form.
pub(crate) const MAX_FIELD_CHARS: usize = 100_000;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum InputKind {
    /// A filter or the input of a dialog. A paste that is too long is cut.
    #[default]
    Line,
    /// A field of a form. A paste that is too long is refused as a whole, since half a value is
    /// wrong.
    Field,
    /// A field with several lines.
    Prose,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TextInput {
    text: String,
    /// In bytes.
    cursor: usize,
    /// The other end of the selection.
    anchor: Option<usize>,
    kind: InputKind,
}

impl TextInput {
    /// The cursor is at the end of the text.
    pub(crate) fn new(text: &str, kind: InputKind) -> Self {
        Self { text: text.to_owned(), cursor: text.len(), anchor: None, kind }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The number of bytes before the cursor.
    pub(crate) const fn cursor(&self) -> usize {
        self.cursor
    }

    pub(crate) const fn kind(&self) -> InputKind {
        self.kind
    }

    pub(crate) fn is_prose(&self) -> bool {
        self.kind == InputKind::Prose
    }

    /// The selected bytes; `None` if there are none.
    pub(crate) fn selection(&self) -> Option<Range<usize>> {
        let anchor = self.anchor?;
        let (from, to) = (anchor.min(self.cursor), anchor.max(self.cursor));
        (from < to).then_some(from..to)
    }

    pub(crate) fn selected(&self) -> Option<&str> {
        self.text.get(self.selection()?)
    }

    /// Moves the cursor before the grapheme that contains this byte.
    pub(crate) fn set_cursor(&mut self, cursor: usize) {
        (self.cursor, self.anchor) = (grapheme_start(&self.text, cursor), None);
    }

    /// Replaces the whole text.
    pub(crate) fn set(&mut self, text: &str) {
        *self = Self::new(text, self.kind);
    }

    /// Replaces the selection by a character. Control characters are ignored, except a new line in
    /// prose. Returns whether there was room.
    pub(crate) fn insert(&mut self, letter: char) -> bool {
        let is_allowed = !letter.is_control() || (self.is_prose() && letter == '\n');
        !is_allowed || self.replace_selection(letter.encode_utf8(&mut [0; 4]))
    }

    /// Replaces the selection by a text without its control characters. Returns whether there was
    /// room.
    pub(crate) fn paste(&mut self, text: &str) -> bool {
        if self.kind == InputKind::Line {
            let blank = |letter: char| if letter.is_control() { ' ' } else { letter };
            let text: String = text.trim_end_matches('\n').chars().map(blank).collect();
            return self.replace_selection(&text);
        }
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = if self.is_prose() { text } else { join_lines(&text) };
        let allowed: String = text
            .chars()
            .filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t'))
            .collect();
        self.replace_selection(&allowed)
    }

    /// Removes the selection and returns it.
    pub(crate) fn cut(&mut self) -> Option<String> {
        let cut = self.selected()?.to_owned();
        self.replace(self.selection()?, "");
        Some(cut)
    }

    pub(crate) const fn select_all(&mut self) {
        (self.anchor, self.cursor) = (Some(0), self.text.len());
    }

    /// Moves the cursor and extends the selection to it.
    pub(crate) fn select(&mut self, edit: TextEdit) {
        let Some(cursor) = self.cursor_after(edit) else { return self.edit(edit) };
        self.anchor = self.anchor.or(Some(self.cursor));
        self.cursor = cursor;
    }

    /// Moves the cursor or deletes text; a selection is deleted instead. In prose, home and end are
    /// those of the line. Keys that do not edit are ignored.
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

    /// Replaces a range and moves the cursor behind the new text. A range that splits a character
    /// is ignored.
    pub(crate) fn replace(&mut self, range: Range<usize>, with: &str) {
        if self.text.get(range.clone()).is_none() {
            return;
        }
        let end = range.start + with.len();
        self.text.replace_range(range, with);
        // A combining mark behind the cursor now belongs to the grapheme before it.
        (self.cursor, self.anchor) = (grapheme_end(&self.text, end), None);
    }

    /// Where a movement leads; `None` if the edit is no movement.
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
        let before = self.text.get(..self.cursor).filter(|_| self.is_prose());
        before.and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1)
    }

    fn line_end(&self) -> usize {
        let after = self.text.get(self.cursor..).filter(|_| self.is_prose());
        let end = after.and_then(|after| after.find('\n'));
        // A line that ends in `\r\n` ends before both.
        end.map_or(self.text.len(), |at| grapheme_start(&self.text, self.cursor + at))
    }

    fn replace_selection(&mut self, text: &str) -> bool {
        let count = |text: &str| text.chars().count();
        let before = count(&self.text);
        let kept = before - self.selected().map_or(0, count);
        let max = if self.kind == InputKind::Line { MAX_LINE_CHARS } else { MAX_FIELD_CHARS };
        // A value that was longer when it was loaded may stay, but not grow.
        let room = max.max(before) - kept;
        let fits = count(text) <= room;
        let end = text.char_indices().nth(room).map_or(text.len(), |(at, _)| at);
        let text = text.get(..end).filter(|_| fits || self.kind == InputKind::Line);
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.replace(self.selection().unwrap_or(self.cursor..self.cursor), text);
        }
        fits
    }
}

/// Drops line ends at the end of the text and replaces each run of others, and of tabs, by a space.
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
