//! The escape sequences in the output of a program: which modes they leave
//! set, where a frame is complete, and which sequences are unexpected.

use std::collections::BTreeMap;

const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// The modes that the program sets, and whether each is on by default.
const MODES: &[(u16, bool)] =
    &[(25, true), (1000, false), (1006, false), (1049, false), (2004, false), (2026, false)];

#[derive(Debug, PartialEq, Eq)]
enum Token<'a> {
    Text(char),
    Control(u8),
    /// Parameters and final byte.
    Csi(&'a [u8], u8),
    /// Without its terminator.
    Osc(&'a [u8]),
    /// Anything else that starts with ESC.
    Other(&'a [u8]),
}

/// The length of the output that can be drawn: without an incomplete frame or
/// sequence at its end.
pub(crate) fn whole_frames(bytes: &[u8]) -> usize {
    let last = |mark: &[u8]| bytes.windows(mark.len()).rposition(|part| part == mark);
    let open = last(BEGIN).filter(|begin| last(END).is_none_or(|end| end < *begin));
    let tail = bytes.len().saturating_sub(BEGIN.len() - 1);
    let cut = bytes[tail..].iter().rposition(|byte| *byte == b'\x1b').map(|at| tail + at);
    let cut = cut.filter(|at| tokens(&bytes[*at..]).is_none());
    open.or(cut).unwrap_or(bytes.len())
}

/// All sequences except those that the program is meant to send.
pub(crate) fn unexpected_sequences(raw: &[u8], clipboard: bool) -> Vec<String> {
    let Some(tokens) = tokens(raw) else { return vec!["an incomplete sequence".to_owned()] };
    let mut is_fullscreen = false;
    let mut unexpected = Vec::new();
    for token in tokens {
        let is_expected = match &token {
            Token::Text(letter) => !letter.is_control() && *letter != char::REPLACEMENT_CHARACTER,
            Token::Control(byte) => !is_fullscreen && b"\r\n".contains(byte),
            Token::Csi(parameters, b'h' | b'l') => {
                let mode = mode(parameters);
                is_fullscreen = if mode == Some(1049) { token.is_set() } else { is_fullscreen };
                MODES.iter().any(|(known, _)| Some(*known) == mode)
            }
            Token::Csi(parameters, b'm' | b'H' | b'J') => {
                parameters.iter().all(|byte| b"0123456789;:".contains(byte))
            }
            Token::Osc(b"11;?") => true,
            Token::Osc(text) if text.starts_with(b"8;;") => is_hyperlink(&text[3..]),
            Token::Osc(text) => clipboard && text.starts_with(b"52;c;"),
            Token::Csi(..) | Token::Other(_) => false,
        };
        if !is_expected {
            unexpected.push(format!("{token:?}"));
        }
    }
    unexpected
}

/// The end of a link, or its start with an address of plain characters.
fn is_hyperlink(url: &[u8]) -> bool {
    let schemes: [&[u8]; 4] = [b"https://", b"http://", b"mailto:", b"tel:"];
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}[]".contains(byte);
    url.is_empty()
        || schemes.iter().any(|scheme| url.starts_with(scheme)) && url.iter().all(is_plain)
}

/// The modes that the output sets and unsets, in their final state.
pub(crate) struct Modes(BTreeMap<u16, bool>);

impl Modes {
    pub(crate) fn after(raw: &[u8]) -> Self {
        let all = tokens(raw).unwrap_or_default();
        let modes = all.iter().filter_map(|token| match token {
            Token::Csi(parameters, b'h' | b'l') => Some((mode(parameters)?, token.is_set())),
            _ => None,
        });
        Self(modes.collect())
    }

    pub(crate) fn is_on(&self, mode: u16) -> bool {
        self.0.get(&mode).copied().unwrap_or_else(|| is_on_by_default(mode))
    }

    pub(crate) fn leftover_changes(&self) -> Vec<String> {
        let changed = self.0.iter().filter(|(mode, on)| is_on_by_default(**mode) != **on);
        changed
            .map(|(mode, on)| format!("mode {mode} is {}", if *on { "on" } else { "off" }))
            .collect()
    }
}

fn is_on_by_default(mode: u16) -> bool {
    MODES.iter().any(|(known, on)| *known == mode && *on)
}

impl Token<'_> {
    const fn is_set(&self) -> bool {
        matches!(self, Self::Csi(_, b'h'))
    }
}

fn mode(parameters: &[u8]) -> Option<u16> {
    std::str::from_utf8(parameters).ok()?.strip_prefix('?')?.parse().ok()
}

/// `None` if the last token is incomplete.
fn tokens(mut raw: &[u8]) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    while let Some(first) = raw.first() {
        let (token, length) = match first {
            b'\x1b' => escape(raw)?,
            0..=0x1f | 0x7f => (Token::Control(*first), 1),
            _ => letter(raw),
        };
        tokens.push(token);
        raw = &raw[length..];
    }
    Some(tokens)
}

fn escape(raw: &[u8]) -> Option<(Token<'_>, usize)> {
    match raw.get(1)? {
        b'[' => {
            let last = 2 + raw[2..].iter().position(|byte| (0x40..=0x7e).contains(byte))?;
            Some((Token::Csi(&raw[2..last], raw[last]), last + 1))
        }
        b']' => {
            let end = 2 + raw[2..].iter().position(|byte| [0x07, 0x1b].contains(byte))?;
            let length = if raw[end] == 0x07 { 1 } else { 2 };
            raw.get(end + length - 1)?;
            Some((Token::Osc(&raw[2..end]), end + length))
        }
        _ => Some((Token::Other(&raw[..2]), 2)),
    }
}

fn letter(raw: &[u8]) -> (Token<'_>, usize) {
    let whole = (1..=raw.len().min(4)).find_map(|length| std::str::from_utf8(&raw[..length]).ok());
    match whole.and_then(|text| text.chars().next()) {
        Some(letter) => (Token::Text(letter), letter.len_utf8()),
        None => (Token::Text(char::REPLACEMENT_CHARACTER), 1),
    }
}

#[test]
fn unexpected_sequences_are_reported() {
    let table: &[(&str, usize)] = &[
        ("\x1b[?1049h\x1b[2J\x1b[1;1H\x1b[38;2;1;2;3mé佐\x1b[0m\x1b]11;?\x1b\\\x1b[?1049l", 0),
        ("bye\r\n", 0),
        ("\x1b[?1049h\r\n\x1b[?1049l", 2),
        ("\x1b]52;c;eA==\x1b\\", 1),
        ("\x1b]0;title\x07", 1),
        ("\x1b]11;#fff\x07", 1),
        ("\x1b]8;;https://a.example/x%20y\x1b\\a\x1b]8;;\x1b\\", 0),
        ("\x1b]8;;file:///etc\x1b\\\x1b]8;id=1;https://a.example\x1b\\", 2),
        ("\x1bP1$r\x1b\\", 2),
        ("\x1b[6n\x1b[c", 2),
        ("\x1b[?1003h", 1),
        ("\u{9b}2J", 1),
        ("\x07\x08", 2),
        ("\x1b[1", 1),
    ];
    for (text, expected) in table {
        let unexpected = unexpected_sequences(text.as_bytes(), false);
        assert_eq!(unexpected.len(), *expected, "{text:?}: {unexpected:?}");
    }
    assert_eq!(unexpected_sequences(b"\x1b]52;c;eA==\x1b\\", true), [""; 0]);
    assert_eq!(unexpected_sequences(b"\xff", false).len(), 1);
}

#[test]
fn modes_that_stay_changed_are_reported() {
    let left = |text: &str| Modes::after(text.as_bytes()).leftover_changes();
    assert_eq!(left("\x1b[?1049h\x1b[?25l\x1b[?25h\x1b[?1049l"), [""; 0]);
    assert_eq!(left("\x1b[?25l\x1b[?1000h"), ["mode 25 is off", "mode 1000 is on"]);
}

#[test]
fn only_complete_frames_are_drawn() {
    let table = [
        ("abc", 3),
        ("abc\x1b[?2026hde", 3),
        ("abc\x1b[?2026hde\x1b[?2026l", 21),
        ("abc\x1b[?2026hde\x1b[?2026lf\x1b[?2026h", 22),
        ("abc\x1b[?20", 3),
        ("abc\x1b[0m", 7),
    ];
    for (text, expected) in table {
        assert_eq!(whole_frames(text.as_bytes()), expected, "{text:?}");
    }
}
