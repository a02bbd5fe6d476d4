//! Decodes one complete sequence of bytes from the terminal. The parser calls this.

use terminput::Event;

use super::input::Input;
use crate::keymap;
use crate::keymap::key::Key;
use crate::theme;

/// The response to the background color query, without `ESC ]` and the end.
const BACKGROUND: &str = "11;";

/// A key or a mouse event. `None` for a sequence that is neither: a released key, a response that
/// this program does not ask for, or bytes without a meaning.
pub(super) fn sequence(bytes: &[u8]) -> Option<Input> {
    if bytes.strip_prefix(b"\x1b[").is_some_and(is_misread) {
        return None;
    }
    match Event::parse_from(bytes).ok()?? {
        Event::Key(key) => keymap::key_from_event(&key).map(Input::Key),
        Event::Mouse(mouse) => Some(Input::Mouse(mouse)),
        // The size comes with SIGWINCH, pastes from the parser; focus events are not enabled.
        Event::Resize { .. } | Event::Paste(_) | Event::FocusGained | Event::FocusLost => None,
    }
}

/// Sequences that terminput takes for something else: a report of the cursor position would be F3,
/// and it subtracts 1 from the coordinates of the mouse, which start at 1.
fn is_misread(parameters: &[u8]) -> bool {
    match parameters {
        [] | [b'M', ..] => false,
        [numbers @ .., b'R'] => !numbers.is_empty(),
        [numbers @ .., b'M' | b'm'] => {
            let is_zero = |number: &[u8]| number.iter().all(|digit| b"+0".contains(digit));
            numbers.split(|byte| *byte == b';').skip(1).take(2).any(is_zero)
        }
        _ => false,
    }
}

/// A letter that was typed with Alt.
pub(super) fn alt(letter: u8) -> Input {
    Input::Key(Key { alt: true, ..Key::char(letter.into()) })
}

/// The payload of an operating system command. `None` unless it is the background color.
pub(super) fn response(payload: &[u8]) -> Option<Input> {
    let color = std::str::from_utf8(payload).ok()?.strip_prefix(BACKGROUND)?;
    theme::parse_colour(color).map(Input::Background)
}

pub(super) fn paste(text: &[u8]) -> Input {
    Input::Paste(String::from_utf8_lossy(text).replace("\r\n", "\n").replace('\r', "\n"))
}
