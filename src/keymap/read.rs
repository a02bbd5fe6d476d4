//! Converts the terminal's key events to keys.

use terminput::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::key::{Key, KeySymbol, NamedKey};

/// `None` for a released key and for keys without a name.
pub(crate) fn key_from_event(event: &KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let shift = event.modifiers.contains(KeyModifiers::SHIFT);
    let (code, shift) = match event.code {
        // Some terminals send shift with a lower-case letter, some an upper-case letter.
        KeyCode::Char(letter) => (letter_symbol(letter, shift), false),
        KeyCode::F(number) => (KeySymbol::F(number), shift),
        other => (KeySymbol::Named(named_key(other)?), shift),
    };
    let shift = shift && code != KeySymbol::Named(NamedKey::Space);
    Some(Key {
        code,
        ctrl: event.modifiers.contains(KeyModifiers::CTRL),
        alt: event.modifiers.contains(KeyModifiers::ALT),
        shift,
    })
}

fn letter_symbol(letter: char, shift: bool) -> KeySymbol {
    match letter {
        ' ' => KeySymbol::Named(NamedKey::Space),
        letter if shift => KeySymbol::Char(letter.to_uppercase().next().unwrap_or(letter)),
        letter => KeySymbol::Char(letter),
    }
}

const fn named_key(code: KeyCode) -> Option<NamedKey> {
    Some(match code {
        KeyCode::Enter => NamedKey::Enter,
        KeyCode::Esc => NamedKey::Esc,
        KeyCode::Tab => NamedKey::Tab,
        KeyCode::Backspace => NamedKey::Backspace,
        KeyCode::Delete => NamedKey::Delete,
        KeyCode::Up => NamedKey::Up,
        KeyCode::Down => NamedKey::Down,
        KeyCode::Left => NamedKey::Left,
        KeyCode::Right => NamedKey::Right,
        KeyCode::Home => NamedKey::Home,
        KeyCode::End => NamedKey::End,
        KeyCode::PageUp => NamedKey::PageUp,
        KeyCode::PageDown => NamedKey::PageDown,
        _ => return None,
    })
}
