//! The terminal's key events as our keys.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::app::key::{Code, Key, Named};

/// The key that an event tells; none for one that is let go, and for those
/// that we have no name for.
#[must_use]
pub fn key(event: &KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let shift = event.modifiers.contains(KeyModifiers::SHIFT);
    let (code, shift) = match event.code {
        // Some terminals tell shift beside the letter, some instead of it.
        KeyCode::Char(letter) => (letter_of(letter, shift), false),
        KeyCode::BackTab => (Code::Named(Named::Tab), true),
        KeyCode::F(number) => (Code::F(number), shift),
        other => (Code::Named(named(other)?), shift),
    };
    let shift = shift && code != Code::Named(Named::Space);
    Some(Key {
        code,
        ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
        alt: event.modifiers.contains(KeyModifiers::ALT),
        shift,
    })
}

fn letter_of(letter: char, shift: bool) -> Code {
    match letter {
        ' ' => Code::Named(Named::Space),
        letter if shift => Code::Char(letter.to_uppercase().next().unwrap_or(letter)),
        letter => Code::Char(letter),
    }
}

const fn named(code: KeyCode) -> Option<Named> {
    Some(match code {
        KeyCode::Enter => Named::Enter,
        KeyCode::Esc => Named::Esc,
        KeyCode::Tab => Named::Tab,
        KeyCode::Backspace => Named::Backspace,
        KeyCode::Delete => Named::Delete,
        KeyCode::Up => Named::Up,
        KeyCode::Down => Named::Down,
        KeyCode::Left => Named::Left,
        KeyCode::Right => Named::Right,
        KeyCode::Home => Named::Home,
        KeyCode::End => Named::End,
        KeyCode::PageUp => Named::PageUp,
        KeyCode::PageDown => Named::PageDown,
        _ => return None,
    })
}
