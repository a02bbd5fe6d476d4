//! Picks the terminal's response to the background color query out of the keys.
//!
//! crossterm does not parse it: `ESC ] 11;rgb:1e1e/1e1e/2e2e ESC \` arrives as Alt-], the
//! letters, and Alt-\ (or Ctrl-G). Waiting for it at the start would delay terminals that
//! never answer and swallow keys, and a late response would still act as keys. So the
//! stream is watched all the time: Alt-] and what may follow is held back until it is the
//! response or cannot become it; then it is passed on as typed.

#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::input::Input;
use crate::theme;
use crate::theme::Rgb;

const MAX_LENGTH: usize = 32;

const PREFIX: &str = "11;";

#[derive(Debug, Default)]
pub(crate) struct Listener {
    buffer: Vec<KeyEvent>,
}

impl Listener {
    pub(crate) fn feed(&mut self, key: KeyEvent) -> Vec<Input> {
        if is_start(key) {
            let before = self.flush();
            self.buffer.push(key);
            return before;
        }
        if self.buffer.is_empty() {
            return vec![Input::Key(key)];
        }
        if self.is_continuation(key) {
            self.buffer.push(key);
            return Vec::new();
        }
        if is_end(key)
            && let Some(colour) = self.parse_color()
        {
            self.buffer.clear();
            return vec![Input::Background(colour)];
        }
        let mut keys = self.flush();
        keys.push(Input::Key(key));
        keys
    }

    fn flush(&mut self) -> Vec<Input> {
        self.buffer.drain(..).map(Input::Key).collect()
    }

    /// Whether a response can continue with this key.
    fn is_continuation(&self, key: KeyEvent) -> bool {
        let KeyCode::Char(letter) = key.code else {
            // A slow line may separate ESC from the backslash that ends the response.
            return key.code == KeyCode::Esc && self.parse_color().is_some();
        };
        let fits = match PREFIX.chars().nth(self.buffer.len() - 1) {
            Some(expected) => letter == expected,
            None => letter.is_ascii_hexdigit() || "rgba:#/".contains(letter),
        };
        fits && key.modifiers.is_empty() && self.buffer.len() < MAX_LENGTH
    }

    fn parse_color(&self) -> Option<Rgb> {
        let letters = self.buffer.iter().skip(1).filter_map(|key| key.code.as_char());
        theme::parse_colour(letters.collect::<String>().strip_prefix(PREFIX)?)
    }
}

fn is_start(key: KeyEvent) -> bool {
    key.code == KeyCode::Char(']') && key.modifiers == KeyModifiers::ALT
}

fn is_end(key: KeyEvent) -> bool {
    let KeyCode::Char(letter) = key.code else { return false };
    match letter {
        'g' => key.modifiers == KeyModifiers::CONTROL,
        '\\' => (KeyModifiers::ALT | KeyModifiers::NONE).contains(key.modifiers),
        _ => false,
    }
}
