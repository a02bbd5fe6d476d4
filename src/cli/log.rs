//! The service's log: JSON lines on stderr.
//!
//! People read a log on a terminal, and callers control much of it: paths, key names, rejected
//! values. Every unsafe character becomes a JSON escape.

use std::io::{self, Write};

use tracing_subscriber::filter::LevelFilter;

use super::exit::Exit;
use super::json;

const LEVEL: &str = "SHORTLIST_LOG";

/// Starts the log at the level of the environment; default `info`.
pub(super) fn start() -> Result<(), Exit> {
    let wanted = std::env::var(LEVEL).unwrap_or_else(|_unset| "info".to_owned());
    let level = match wanted.as_str() {
        "off" => LevelFilter::OFF,
        "error" => LevelFilter::ERROR,
        "warn" => LevelFilter::WARN,
        "info" => LevelFilter::INFO,
        "debug" => LevelFilter::DEBUG,
        _ => {
            return Err(Exit::usage(format!(
                "{LEVEL} must be off, error, warn, info or debug, not {wanted:?}"
            )));
        }
    };
    // A test may have installed its own subscriber.
    let _ = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_max_level(level)
        .with_writer(|| EscapingWriter::new(io::stderr()))
        .log_internal_errors(false)
        .try_init();
    Ok(())
}

/// Writes lines of JSON with every unsafe character escaped.
pub(super) struct EscapingWriter<W: Write> {
    to: W,
    /// An incomplete character at the end of the last write.
    tail: Vec<u8>,
}

impl<W: Write> EscapingWriter<W> {
    pub(super) const fn new(to: W) -> Self {
        Self { to, tail: Vec::new() }
    }

    /// One write per line: lines of several threads must not mix.
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut line = Vec::with_capacity(bytes.len() + 16);
        json::escape(&String::from_utf8_lossy(bytes), |letter| letter == '\n', &mut line)?;
        self.to.write_all(&line)
    }
}

impl<W: Write> Write for EscapingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut whole = std::mem::take(&mut self.tail);
        whole.extend_from_slice(bytes);
        self.tail = whole.split_off(whole.len() - unfinished(&whole));
        self.pass(&whole)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl<W: Write> Drop for EscapingWriter<W> {
    fn drop(&mut self) {
        let tail = std::mem::take(&mut self.tail);
        // A log that cannot be written has nowhere to report it.
        let _ = self.pass(&tail);
    }
}

/// The number of bytes at the end that form an incomplete character.
fn unfinished(bytes: &[u8]) -> usize {
    let last = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    match std::str::from_utf8(last) {
        Err(error) if error.error_len().is_none() => last.len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: &[&[u8]]) -> String {
        let mut log = Vec::new();
        let mut guarded = EscapingWriter::new(&mut log);
        for piece in pieces {
            guarded.write_all(piece).unwrap();
        }
        drop(guarded);
        String::from_utf8(log).unwrap()
    }

    #[test]
    fn a_line_keeps_its_end_and_nothing_else_that_steers() {
        let line = "{\"path\":\"/\u{9b}2J\u{202e}é\u{7f}\"}\n";
        assert_eq!(written(&[line.as_bytes()]), "{\"path\":\"/\\u009b2J\\u202eé\\u007f\"}\n");
    }

    #[test]
    fn a_character_cut_in_two_is_put_together() {
        let bytes = "é\u{9b}佐".as_bytes();
        for at in 0..=bytes.len() {
            let (one, two) = bytes.split_at(at);
            assert_eq!(written(&[one, two]), "é\\u009b佐");
        }
    }

    #[test]
    fn what_is_no_text_is_passed_on_as_a_sign_for_it() {
        assert_eq!(written(&[b"a\xffb", b"c\xe4\xbd"]), "a\u{fffd}bc\u{fffd}");
    }
}
