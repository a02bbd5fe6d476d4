//! Keys and chords, and their notation in the table and in the config.
//!
//! Plain data: `keymap/read` makes a [`Key`] from an event of the terminal, and `keymap` finds the
//! action.

use std::fmt;
use std::str::FromStr;

/// A key with its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    pub(crate) code: KeySymbol,
    pub(crate) ctrl: bool,
    pub(crate) alt: bool,
    /// Never set for letters, which are upper case instead.
    pub(crate) shift: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum KeySymbol {
    /// A character with shift applied.
    Char(char),
    Named(NamedKey),
    F(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum NamedKey {
    Enter,
    Esc,
    Tab,
    Backspace,
    Delete,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    Space,
}

/// The notation of named keys. The first name of a key is displayed.
const NAMES: &[(&str, NamedKey)] = &[
    ("enter", NamedKey::Enter),
    ("return", NamedKey::Enter),
    ("esc", NamedKey::Esc),
    ("escape", NamedKey::Esc),
    ("tab", NamedKey::Tab),
    ("backspace", NamedKey::Backspace),
    ("delete", NamedKey::Delete),
    ("del", NamedKey::Delete),
    ("up", NamedKey::Up),
    ("down", NamedKey::Down),
    ("left", NamedKey::Left),
    ("right", NamedKey::Right),
    ("home", NamedKey::Home),
    ("end", NamedKey::End),
    ("pageup", NamedKey::PageUp),
    ("pgup", NamedKey::PageUp),
    ("pagedown", NamedKey::PageDown),
    ("pgdn", NamedKey::PageDown),
    ("space", NamedKey::Space),
];

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a key: use a character or a name such as enter, pgdn or f5, optionally after ctrl-, alt- or shift-"
)]
pub struct KeyParseError(pub String);

impl Key {
    pub(crate) const fn plain(code: KeySymbol) -> Self {
        Self { code, ctrl: false, alt: false, shift: false }
    }

    /// A character without modifiers; a space is the named key.
    #[must_use]
    pub const fn char(letter: char) -> Self {
        match letter {
            ' ' => Self::plain(KeySymbol::Named(NamedKey::Space)),
            letter => Self::plain(KeySymbol::Char(letter)),
        }
    }

    /// The character that the key types into a field.
    pub(crate) const fn to_char(self) -> Option<char> {
        match self.code {
            KeySymbol::Char(letter) if !self.ctrl && !self.alt => Some(letter),
            KeySymbol::Named(NamedKey::Space) if !self.ctrl && !self.alt => Some(' '),
            _ => None,
        }
    }
}

impl FromStr for Key {
    type Err = KeyParseError;

    fn from_str(text: &str) -> Result<Self, KeyParseError> {
        let mut key = Self::plain(KeySymbol::F(0));
        let mut rest = text;
        loop {
            let (modifier, after) = match rest.split_once('-') {
                Some((modifier, after)) if !modifier.is_empty() && !after.is_empty() => {
                    (modifier, after)
                }
                _ => break,
            };
            match modifier {
                "ctrl" => key.ctrl = true,
                "alt" => key.alt = true,
                "shift" => key.shift = true,
                _ => return Err(KeyParseError(text.to_owned())),
            }
            rest = after;
        }
        let mut letters = rest.chars();
        key.code = match (letters.next(), letters.next()) {
            (Some(' '), None) => KeySymbol::Named(NamedKey::Space),
            (Some(letter), None) if !letter.is_control() => KeySymbol::Char(letter),
            _ => parse_named(rest).ok_or_else(|| KeyParseError(text.to_owned()))?,
        };
        if let (KeySymbol::Char(letter), true) = (key.code, key.shift) {
            key.code = KeySymbol::Char(letter.to_uppercase().next().unwrap_or(letter));
            key.shift = false;
        }
        Ok(key)
    }
}

fn parse_named(text: &str) -> Option<KeySymbol> {
    let lower = text.to_lowercase();
    if let Some(number) = lower.strip_prefix('f').and_then(|number| number.parse().ok()) {
        return (1..=24).contains(&number).then_some(KeySymbol::F(number));
    }
    NAMES.iter().find(|(name, _)| *name == lower).map(|(_, key)| KeySymbol::Named(*key))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (is_held, name) in [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")] {
            if is_held {
                f.write_str(name)?;
            }
        }
        match self.code {
            KeySymbol::Char(letter) => write!(f, "{letter}"),
            KeySymbol::F(number) => write!(f, "f{number}"),
            KeySymbol::Named(named) => {
                let name = NAMES.iter().find(|(_, other)| *other == named);
                f.write_str(name.map_or("", |(name, _)| name))
            }
        }
    }
}

/// Keys pressed in sequence: `g g`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Chord(pub(crate) Vec<Key>);

impl FromStr for Chord {
    type Err = KeyParseError;

    fn from_str(text: &str) -> Result<Self, KeyParseError> {
        let keys: Result<Vec<Key>, KeyParseError> =
            text.split_whitespace().map(str::parse).collect();
        keys.and_then(|keys| {
            if keys.is_empty() { Err(KeyParseError(text.to_owned())) } else { Ok(Self(keys)) }
        })
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, key) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            key.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_survive_a_round_trip() {
        for text in [
            "j",
            "G",
            "ctrl-d",
            "alt-x",
            "enter",
            "shift-tab",
            "f5",
            "-",
            "ctrl--",
            "é",
            "/",
            "space",
            "pageup",
        ] {
            let key: Key = text.parse().unwrap();
            assert_eq!(key.to_string(), text);
        }
        for (text, expected) in
            [("shift-j", "J"), ("Return", "enter"), ("PgDn", "pagedown"), ("F12", "f12")]
        {
            assert_eq!(text.parse::<Key>().unwrap().to_string(), expected);
        }
        for invalid in ["", "gg", "hyper-x", "f25", "f0", "ctrl-", "\u{1b}"] {
            assert!(invalid.parse::<Key>().is_err(), "{invalid:?}");
        }
        assert_eq!("g g".parse::<Chord>().unwrap().to_string(), "g g");
        assert!(" ".parse::<Chord>().is_err());
    }
}
