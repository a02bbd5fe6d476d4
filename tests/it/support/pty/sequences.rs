//! The bytes of a program, taken apart: which modes they leave set, where a
//! frame is whole, and whether there is a sequence among them that is not ours.

use std::collections::BTreeMap;

const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// The modes that we set, and whether they are on in a terminal as it is found.
const OURS: &[(u16, bool)] =
    &[(25, true), (1000, false), (1006, false), (1049, false), (2004, false), (2026, false)];

/// A piece of output.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(char),
    Control(u8),
    /// Parameters and the final letter.
    Csi(&'a [u8], u8),
    /// Up to its end.
    Osc(&'a [u8]),
    /// Anything else that begins with ESC.
    Other(&'a [u8]),
}

/// How much may be shown: all but a frame that is not whole, and a sequence
/// that may be cut.
pub(crate) fn whole_frames(bytes: &[u8]) -> usize {
    let last = |mark: &[u8]| bytes.windows(mark.len()).rposition(|part| part == mark);
    let open = last(BEGIN).filter(|begin| last(END).is_none_or(|end| end < *begin));
    let tail = bytes.len().saturating_sub(BEGIN.len() - 1);
    let cut = bytes[tail..].iter().rposition(|byte| *byte == b'\x1b').map(|at| tail + at);
    let cut = cut.filter(|at| pieces(&bytes[*at..]).is_none());
    open.or(cut).unwrap_or(bytes.len())
}

/// Everything that is none of the sequences that the program means to send.
pub(crate) fn foreign(raw: &[u8], clipboard: bool) -> Vec<String> {
    let Some(pieces) = pieces(raw) else { return vec!["it is cut".to_owned()] };
    let mut taken = false;
    let mut found = Vec::new();
    for piece in pieces {
        let ours = match &piece {
            Piece::Text(letter) => !letter.is_control() && *letter != char::REPLACEMENT_CHARACTER,
            Piece::Control(byte) => !taken && b"\r\n".contains(byte),
            Piece::Csi(parameters, b'h' | b'l') => {
                let mode = mode(parameters);
                taken = if mode == Some(1049) { piece.is_set() } else { taken };
                OURS.iter().any(|(known, _)| Some(*known) == mode)
            }
            Piece::Csi(parameters, b'm' | b'H' | b'J') => {
                parameters.iter().all(|byte| b"0123456789;:".contains(byte))
            }
            Piece::Osc(b"11;?") => true,
            Piece::Osc(text) => clipboard && text.starts_with(b"52;c;"),
            Piece::Csi(..) | Piece::Other(_) => false,
        };
        if !ours {
            found.push(format!("{piece:?}"));
        }
    }
    found
}

/// The modes that are set or unset when all was written.
pub(crate) struct Modes(BTreeMap<u16, bool>);

impl Modes {
    pub(crate) fn after(raw: &[u8]) -> Self {
        let all = pieces(raw).unwrap_or_default();
        let modes = all.iter().filter_map(|piece| match piece {
            Piece::Csi(parameters, b'h' | b'l') => Some((mode(parameters)?, piece.is_set())),
            _ => None,
        });
        Self(modes.collect())
    }

    pub(crate) fn is_on(&self, mode: u16) -> bool {
        let found = OURS.iter().any(|(known, on)| *known == mode && *on);
        self.0.get(&mode).copied().unwrap_or(found)
    }

    pub(crate) fn left_changed(&self) -> Vec<String> {
        let as_found = |mode: u16| OURS.iter().any(|(known, on)| *known == mode && *on);
        let changed = self.0.iter().filter(|(mode, on)| as_found(**mode) != **on);
        changed
            .map(|(mode, on)| format!("mode {mode} is {}", if *on { "on" } else { "off" }))
            .collect()
    }
}

impl Piece<'_> {
    const fn is_set(&self) -> bool {
        matches!(self, Self::Csi(_, b'h'))
    }
}

fn mode(parameters: &[u8]) -> Option<u16> {
    std::str::from_utf8(parameters).ok()?.strip_prefix('?')?.parse().ok()
}

/// Nothing, when the last piece is cut.
fn pieces(mut raw: &[u8]) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    while let Some(first) = raw.first() {
        let (piece, length) = match first {
            b'\x1b' => escape(raw)?,
            0..=0x1f | 0x7f => (Piece::Control(*first), 1),
            _ => letter(raw),
        };
        pieces.push(piece);
        raw = &raw[length..];
    }
    Some(pieces)
}

fn escape(raw: &[u8]) -> Option<(Piece<'_>, usize)> {
    match raw.get(1)? {
        b'[' => {
            let last = 2 + raw[2..].iter().position(|byte| (0x40..=0x7e).contains(byte))?;
            Some((Piece::Csi(&raw[2..last], raw[last]), last + 1))
        }
        b']' => {
            let end = 2 + raw[2..].iter().position(|byte| [0x07, 0x1b].contains(byte))?;
            let length = if raw[end] == 0x07 { 1 } else { 2 };
            raw.get(end + length - 1)?;
            Some((Piece::Osc(&raw[2..end]), end + length))
        }
        _ => Some((Piece::Other(&raw[..2]), 2)),
    }
}

fn letter(raw: &[u8]) -> (Piece<'_>, usize) {
    let whole = (1..=raw.len().min(4)).find_map(|length| std::str::from_utf8(&raw[..length]).ok());
    match whole.and_then(|text| text.chars().next()) {
        Some(letter) => (Piece::Text(letter), letter.len_utf8()),
        None => (Piece::Text(char::REPLACEMENT_CHARACTER), 1),
    }
}

#[test]
fn a_sequence_that_is_not_ours_is_found() {
    let table: &[(&str, usize)] = &[
        ("\x1b[?1049h\x1b[2J\x1b[1;1H\x1b[38;2;1;2;3mé佐\x1b[0m\x1b]11;?\x1b\\\x1b[?1049l", 0),
        ("bye\r\n", 0),
        ("\x1b[?1049h\r\n\x1b[?1049l", 2),
        ("\x1b]52;c;eA==\x1b\\", 1),
        ("\x1b]0;title\x07", 1),
        ("\x1b]11;#fff\x07", 1),
        ("\x1bP1$r\x1b\\", 2),
        ("\x1b[6n\x1b[c", 2),
        ("\x1b[?1003h", 1),
        ("\u{9b}2J", 1),
        ("\x07\x08", 2),
        ("\x1b[1", 1),
    ];
    for (text, expected) in table {
        let found = foreign(text.as_bytes(), false);
        assert_eq!(found.len(), *expected, "{text:?}: {found:?}");
    }
    assert_eq!(foreign(b"\x1b]52;c;eA==\x1b\\", true), [""; 0]);
    assert_eq!(foreign(b"\xff", false).len(), 1);
}

#[test]
fn a_mode_that_stays_is_found() {
    let left = |text: &str| Modes::after(text.as_bytes()).left_changed();
    assert_eq!(left("\x1b[?1049h\x1b[?25l\x1b[?25h\x1b[?1049l"), [""; 0]);
    assert_eq!(left("\x1b[?25l\x1b[?1000h"), ["mode 25 is off", "mode 1000 is on"]);
}

#[test]
fn a_frame_is_looked_at_when_it_is_whole() {
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
