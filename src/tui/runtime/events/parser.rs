//! Splits the bytes from the terminal into sequences, and has each decoded.
//!
//! A terminal or a slow line may leave a sequence unfinished. The thread of `events` therefore calls
//! [`Parser::flush`] after a short silence, and no unfinished sequence takes a later key with it: a
//! byte that cannot continue a sequence ends it and is read on its own, Ctrl-C above all.

#[cfg(test)]
mod tests;

use memchr::memmem;

use super::decode;
use super::input::Input;

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const CTRL_C: u8 = 0x03;
const PASTE_BEGIN: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";
/// Bytes kept of a sequence. Longer ones have no meaning here; the rest of them is skipped.
const MAX_LENGTH: usize = 128;
/// A read of this length was not typed.
const BURST: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Ground,
    /// A character of several bytes, perhaps with Alt.
    Character,
    Escape,
    /// `ESC [` with parameters, or `ESC O`.
    Control,
    /// `ESC [ M`: three bytes follow.
    OldMouse,
    /// `ESC ]`, `ESC P` or `ESC _`: a response of the terminal, until BEL or `ESC \`.
    Response,
    Paste,
}

/// What the bytes so far may be the beginning of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Awaited {
    /// The key Esc, or any sequence.
    Escape,
    /// A sequence whose rest must come.
    Rest,
}

#[derive(Debug, Default)]
pub(super) struct Parser {
    state: State,
    /// The bytes of the unfinished sequence; in a paste, its text.
    bytes: Vec<u8>,
    /// Whether the terminal fell silent in a response or a paste.
    is_stalled: bool,
    inputs: Vec<Input>,
}

impl Parser {
    /// Takes what one read returned.
    pub(super) fn feed(&mut self, mut bytes: &[u8]) -> Vec<Input> {
        if std::mem::take(&mut self.is_stalled) && !self.is_continued_by(bytes) {
            self.abandon();
        }
        while let [byte, rest @ ..] = bytes {
            if self.state == State::Paste {
                bytes = self.take_paste(bytes);
            } else {
                self.take_byte(*byte);
                bytes = rest;
            }
        }
        std::mem::take(&mut self.inputs)
    }

    /// What a silence decides about the last bytes, if anything.
    pub(super) const fn awaits(&self) -> Option<Awaited> {
        match self.state {
            State::Ground => None,
            _ if self.is_stalled => None,
            State::Escape => Some(Awaited::Escape),
            _ => Some(Awaited::Rest),
        }
    }

    /// The terminal fell silent: what is unfinished stays so.
    pub(super) fn flush(&mut self) -> Vec<Input> {
        match (self.state, self.bytes.as_slice()) {
            (State::Escape, _) => self.finish(),
            // The key that looks like the beginning of a sequence.
            (State::Control | State::Response, [ESC, letter]) => {
                self.inputs.push(decode::alt(*letter));
                self.abandon();
            }
            // The rest would be read as keys: wait for it until a key is certain.
            (State::Response | State::Paste, _) => self.is_stalled = true,
            _ => self.abandon(),
        }
        std::mem::take(&mut self.inputs)
    }

    /// Whether a read after a silence is the rest of the response or paste, and not typed.
    fn is_continued_by(&self, bytes: &[u8]) -> bool {
        if self.state == State::Paste {
            let tail = self.bytes.len().saturating_sub(PASTE_END.len() - 1);
            let text = [self.bytes.get(tail..).unwrap_or_default(), bytes].concat();
            let is_text = bytes.len() >= BURST && !bytes.contains(&ESC);
            return is_text || memmem::find(&text, PASTE_END).is_some();
        }
        bytes.contains(&BEL)
            || memmem::find(bytes, b"\x1b\\").is_some()
            || self.bytes.ends_with(&[ESC]) && bytes.starts_with(b"\\")
    }

    fn take_byte(&mut self, byte: u8) {
        match self.state {
            State::Ground => self.begin_sequence(byte),
            State::Character => self.continue_character(byte),
            State::Escape => self.continue_escape(byte),
            State::Control => self.continue_control(byte),
            State::OldMouse => self.continue_mouse(byte),
            State::Response => self.continue_response(byte),
            // `feed` takes it as a whole.
            State::Paste => {}
        }
    }

    fn begin_sequence(&mut self, byte: u8) {
        match byte {
            ESC => self.begin(State::Escape, byte),
            0xc2..=0xf4 => self.begin(State::Character, byte),
            _ => self.finish_with(byte),
        }
    }

    fn continue_character(&mut self, byte: u8) {
        if !(0x80..=0xbf).contains(&byte) {
            return self.restart_with(byte);
        }
        self.push(byte);
        if is_whole_character(&self.bytes) {
            self.finish();
        }
    }

    fn continue_escape(&mut self, byte: u8) {
        match byte {
            b'[' | b'O' => self.begin(State::Control, byte),
            b']' | b'P' | b'_' => self.begin(State::Response, byte),
            0xc2..=0xf4 => self.begin(State::Character, byte),
            // Esc was pressed before it.
            ESC | CTRL_C => {
                self.finish();
                self.take_byte(byte);
            }
            _ => self.finish_with(byte),
        }
    }

    fn continue_control(&mut self, byte: u8) {
        // Function keys of the Linux console: `ESC [ [ A`.
        let is_console_key = byte == b'[' && self.bytes == b"\x1b[";
        match byte {
            0x20..=0x3f => self.push(byte),
            b'[' if is_console_key => self.push(byte),
            0x40..=0x7e => self.end_control(byte),
            _ => self.restart_with(byte),
        }
    }

    fn continue_mouse(&mut self, byte: u8) {
        match byte {
            ..0x20 => self.restart_with(byte),
            _ if self.bytes.len() == 5 => self.finish_with(byte),
            _ => self.push(byte),
        }
    }

    fn continue_response(&mut self, byte: u8) {
        let is_after_esc = self.bytes.ends_with(&[ESC]);
        match byte {
            BEL => self.end_response(),
            b'\\' if is_after_esc => self.end_response(),
            _ if is_after_esc => {
                self.restart_with(ESC);
                self.take_byte(byte);
            }
            ESC | 0x20.. => self.push(byte),
            _ => self.restart_with(byte),
        }
    }

    fn begin(&mut self, state: State, byte: u8) {
        self.state = state;
        self.push(byte);
    }

    fn push(&mut self, byte: u8) {
        if self.bytes.len() < MAX_LENGTH || byte == ESC {
            self.bytes.push(byte);
        }
    }

    fn end_control(&mut self, last: u8) {
        self.push(last);
        match self.bytes.as_slice() {
            b"\x1b[M" => self.state = State::OldMouse,
            PASTE_BEGIN => {
                self.state = State::Paste;
                self.bytes.clear();
            }
            _ => self.finish(),
        }
    }

    fn end_response(&mut self) {
        let bytes = self.bytes.strip_suffix(&[ESC]).unwrap_or(&self.bytes);
        self.inputs.extend(bytes.strip_prefix(b"\x1b]").and_then(decode::response));
        self.abandon();
    }

    /// Takes the text up to the end of the paste. Returns the bytes behind it.
    fn take_paste<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let before = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        let from = before.saturating_sub(PASTE_END.len() - 1);
        if let Some(at) = memmem::find(self.bytes.get(from..).unwrap_or_default(), PASTE_END) {
            let rest = from + at + PASTE_END.len() - before;
            self.bytes.truncate(from + at);
            self.abandon();
            return bytes.get(rest..).unwrap_or_default();
        }
        // A terminal sends what is typed behind a paste, never inside it.
        if self.bytes.pop_if(|last| *last == CTRL_C).is_some() {
            self.inputs.extend(decode::sequence(&[CTRL_C]));
        }
        &[]
    }

    /// Drops the sequence, which this byte cannot continue, and reads the byte on its own.
    fn restart_with(&mut self, byte: u8) {
        self.abandon();
        self.take_byte(byte);
    }

    fn finish_with(&mut self, last: u8) {
        self.push(last);
        self.finish();
    }

    /// Decodes the sequence, which is complete.
    fn finish(&mut self) {
        self.inputs.extend(decode::sequence(&self.bytes));
        self.state = State::Ground;
        self.bytes.clear();
    }

    /// Drops the sequence; the text of a paste is passed on.
    fn abandon(&mut self) {
        if std::mem::take(&mut self.state) == State::Paste && !self.bytes.is_empty() {
            self.inputs.push(decode::paste(&self.bytes));
        }
        self.bytes.clear();
    }
}

fn is_whole_character(bytes: &[u8]) -> bool {
    let character = bytes.strip_prefix(&[ESC]).unwrap_or(bytes);
    let length = match character.first() {
        Some(0xf0..) => 4,
        Some(0xe0..) => 3,
        _ => 2,
    };
    character.len() >= length
}
