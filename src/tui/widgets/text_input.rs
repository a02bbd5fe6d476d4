//! A line of text that is being typed, with its cursor.

use tui_input::{Input, InputRequest};

use crate::keymap::action::TextEdit;

/// Nobody types more into a line; a paste may try.
const MAX_LEN: usize = 4000;

/// A line of text that is being typed.
#[derive(Debug, Clone, Default)]
pub(crate) struct TextInput(Input);

impl TextInput {
    /// A field that holds a text already, with the cursor behind it.
    pub(crate) fn new(text: &str) -> Self {
        Self(Input::new(text.to_owned()))
    }

    /// What it holds.
    pub(crate) fn text(&self) -> &str {
        self.0.value()
    }

    /// How many characters stand before the cursor.
    pub(crate) fn cursor(&self) -> usize {
        self.0.cursor()
    }

    /// The bytes before the cursor.
    pub(crate) fn cursor_byte(&self) -> usize {
        let text = self.text();
        text.char_indices().nth(self.cursor()).map_or(text.len(), |(at, _)| at)
    }

    /// Puts a character in.
    pub(crate) fn insert(&mut self, letter: char) {
        if !letter.is_control() && self.text().len() < MAX_LEN {
            self.0.handle(InputRequest::InsertChar(letter));
        }
    }

    /// Puts a text in, on one line.
    pub(crate) fn paste(&mut self, text: &str) {
        for letter in text.trim_end_matches('\n').chars() {
            self.insert(if letter.is_control() { ' ' } else { letter });
        }
    }

    /// Replaces all of it.
    pub(crate) fn set(&mut self, text: &str) {
        *self = Self::new(text);
    }

    /// Replaces a part, and puts the cursor behind it.
    pub(crate) fn replace(&mut self, range: std::ops::Range<usize>, with: &str) {
        let text = self.text();
        let (Some(head), Some(tail)) = (text.get(..range.start), text.get(range.end..)) else {
            return;
        };
        let cursor = head.chars().count() + with.chars().count();
        let whole = format!("{head}{with}{tail}");
        self.0 = Input::new(whole).with_cursor(cursor);
    }

    /// Does something to it; what is not about its text is not its business.
    pub(crate) fn edit(&mut self, edit: TextEdit) {
        let request = match edit {
            TextEdit::Left => InputRequest::GoToPrevChar,
            TextEdit::Right => InputRequest::GoToNextChar,
            TextEdit::WordLeft => InputRequest::GoToPrevWord,
            TextEdit::WordRight => InputRequest::GoToNextWord,
            TextEdit::Home => InputRequest::GoToStart,
            TextEdit::End => InputRequest::GoToEnd,
            TextEdit::Erase => InputRequest::DeletePrevChar,
            TextEdit::Delete => InputRequest::DeleteNextChar,
            TextEdit::EraseWord => InputRequest::DeletePrevWord,
            TextEdit::EraseAll => {
                let rest = self.text().get(self.cursor_byte()..).unwrap_or_default().to_owned();
                self.0 = Input::new(rest).with_cursor(0);
                return;
            }
            TextEdit::Accept
            | TextEdit::Cancel
            | TextEdit::Complete
            | TextEdit::Next
            | TextEdit::Previous => return,
        };
        self.0.handle(request);
    }
}
