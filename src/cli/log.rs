//! The service's log: JSON lines on stderr.
//!
//! A log is read on a terminal, too, and callers choose much of what stands in
//! it: paths, names of keys, values refused. Every unsafe character leaves as
//! a JSON escape.

use std::io::{self, Write};

use tracing_subscriber::filter::LevelFilter;

use super::exit::Exit;
use super::json;

/// Names how much is logged.
const LEVEL: &str = "SHORTLIST_LOG";

/// Starts the log at the level the environment asks for; `info` without one.
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
    // Someone else's subscriber (a test's) is as good as ours.
    let _ = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_max_level(level)
        .with_writer(|| Guarded::new(io::stderr()))
        .log_internal_errors(false)
        .try_init();
    Ok(())
}

/// Writes lines of JSON with every unsafe character escaped.
pub(super) struct Guarded<W: Write> {
    to: W,
    /// The beginning of a character whose end has not come yet.
    tail: Vec<u8>,
}

impl<W: Write> Guarded<W> {
    pub(super) const fn new(to: W) -> Self {
        Self { to, tail: Vec::new() }
    }

    /// Everything at once: lines of several threads must not mix.
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut line = Vec::with_capacity(bytes.len() + 16);
        json::escape(&String::from_utf8_lossy(bytes), |letter| letter == '\n', &mut line)?;
        self.to.write_all(&line)
    }
}

impl<W: Write> Write for Guarded<W> {
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

impl<W: Write> Drop for Guarded<W> {
    fn drop(&mut self) {
        let tail = std::mem::take(&mut self.tail);
        // Where the log cannot be written, there is nowhere to say so.
        let _ = self.pass(&tail);
    }
}

/// How many bytes at the end begin a character without ending it.
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
        let mut guarded = Guarded::new(&mut log);
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
