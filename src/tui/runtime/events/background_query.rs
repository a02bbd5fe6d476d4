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

const LONGEST: usize = 32;

const HEAD: &str = "11;";

#[derive(Debug, Default)]
pub(crate) struct Listener {
    held: Vec<KeyEvent>,
}

impl Listener {
    pub(crate) fn hear(&mut self, key: KeyEvent) -> Vec<Input> {
        if is_start(key) {
            let before = self.let_go();
            self.held.push(key);
            return before;
        }
        if self.held.is_empty() {
            return vec![Input::Key(key)];
        }
        if self.goes_on(key) {
            self.held.push(key);
            return Vec::new();
        }
        if is_end(key)
            && let Some(colour) = self.answer()
        {
            self.held.clear();
            return vec![Input::Background(colour)];
        }
        let mut keys = self.let_go();
        keys.push(Input::Key(key));
        keys
    }

    fn let_go(&mut self) -> Vec<Input> {
        self.held.drain(..).map(Input::Key).collect()
    }

    /// Whether a response can continue with this key.
    fn goes_on(&self, key: KeyEvent) -> bool {
        let KeyCode::Char(letter) = key.code else {
            // A slow line may separate ESC from the backslash that ends the response.
            return key.code == KeyCode::Esc && self.answer().is_some();
        };
        let fits = match HEAD.chars().nth(self.held.len() - 1) {
            Some(expected) => letter == expected,
            None => letter.is_ascii_hexdigit() || "rgba:#/".contains(letter),
        };
        fits && key.modifiers.is_empty() && self.held.len() < LONGEST
    }

    fn answer(&self) -> Option<Rgb> {
        let letters = self.held.iter().skip(1).filter_map(|key| key.code.as_char());
        theme::colour(letters.collect::<String>().strip_prefix(HEAD)?)
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
