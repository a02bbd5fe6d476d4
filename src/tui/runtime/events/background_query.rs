//! The answer to the question for the background, picked out of the keys.
//!
//! crossterm does not know it: `ESC ] 11;rgb:1e1e/1e1e/2e2e ESC \` comes as
//! Alt-], the letters, and Alt-\ (or Ctrl-G). Waiting for it before listening
//! to keys would cost a silent terminal its whole wait, would swallow what is
//! typed meanwhile, and would still be too short for a slow line, from where a
//! late answer would press keys. So it is looked for in the stream, at any
//! time: Alt-] and what fits after it is held back until it is the answer or
//! cannot become it, and then it is handed on as typed.

#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::input::Input;
use crate::theme;
use crate::theme::Rgb;

/// No answer is longer.
const LONGEST: usize = 32;

/// What every answer begins with.
const HEAD: &str = "11;";

/// Listens for the answer among the keys.
#[derive(Debug, Default)]
pub(crate) struct Listener {
    held: Vec<KeyEvent>,
}

impl Listener {
    /// A key came; what comes of it.
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

    /// Whether an answer can go on with this key where we are.
    fn goes_on(&self, key: KeyEvent) -> bool {
        let KeyCode::Char(letter) = key.code else {
            // A slow line may tear ESC from the backslash that ends the answer.
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
