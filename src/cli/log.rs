//! The service's log: JSON lines on stderr.
//!
//! People read a log on a terminal, and callers control much of it: paths, key names, rejected
//! values. Every unsafe character becomes a JSON escape.

use std::io::{self, Write};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::exit::Exit;
use super::json;

const LEVEL: &str = "SHORTLIST_LOG";

/// Starts the log at the level of the environment; default `info`.
pub(super) fn start() -> Result<(), Exit> {
    let value = std::env::var(LEVEL).unwrap_or_default();
    let level = match value.as_str() {
        "off" => LevelFilter::OFF,
        "error" => LevelFilter::ERROR,
        "warn" => LevelFilter::WARN,
        "" | "info" => LevelFilter::INFO,
        "debug" => LevelFilter::DEBUG,
        _ => {
            return Err(Exit::usage(format!(
                "{LEVEL} must be off, error, warn, info or debug, not {value:?}"
            )));
        }
    };
    // The pool reports every connection of a server that is down; the store reports it once a minute.
    let targets = Targets::new().with_default(level).with_target("deadpool", LevelFilter::OFF);
    // A test may have installed its own subscriber.
    let _ = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_max_level(level)
        .with_writer(|| EscapingWriter::new(io::stderr()))
        .log_internal_errors(false)
        .finish()
        .with(targets)
        .try_init();
    Ok(())
}

/// Writes lines of JSON with every unsafe character escaped.
pub(super) struct EscapingWriter<W: Write> {
    inner: W,
    /// An incomplete character at the end of the last write.
    tail: Vec<u8>,
}

impl<W: Write> EscapingWriter<W> {
    pub(super) const fn new(inner: W) -> Self {
        Self { inner, tail: Vec::new() }
    }

    /// One write per line: lines of several threads must not mix.
    fn write_escaped(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut line = Vec::with_capacity(bytes.len() + 16);
        json::escape(&String::from_utf8_lossy(bytes), |letter| letter == '\n', &mut line)?;
        self.inner.write_all(&line)
    }
}

impl<W: Write> Write for EscapingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut buffer = std::mem::take(&mut self.tail);
        buffer.extend_from_slice(bytes);
        self.tail = buffer.split_off(buffer.len() - incomplete_utf8_len(&buffer));
        self.write_escaped(&buffer)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: Write> Drop for EscapingWriter<W> {
    fn drop(&mut self) {
        let tail = std::mem::take(&mut self.tail);
        // A log that cannot be written has nowhere to report it.
        let _ = self.write_escaped(&tail);
    }
}

/// The number of bytes at the end that form an incomplete character.
fn incomplete_utf8_len(bytes: &[u8]) -> usize {
    let last = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    match std::str::from_utf8(last) {
        Err(error) if error.error_len().is_none() => last.len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escape_all(chunks: &[&[u8]]) -> String {
        let mut log = Vec::new();
        let mut writer = EscapingWriter::new(&mut log);
        for chunk in chunks {
            writer.write_all(chunk).unwrap();
        }
        drop(writer);
        String::from_utf8(log).unwrap()
    }

    #[test]
    fn a_log_line_keeps_its_newline_and_no_control_characters() {
        let line = "{\"path\":\"/\u{9b}2J\u{202e}é\u{7f}\"}\n";
        assert_eq!(escape_all(&[line.as_bytes()]), "{\"path\":\"/\\u009b2J\\u202eé\\u007f\"}\n");
    }

    #[test]
    fn a_character_split_across_writes_is_joined() {
        let bytes = "é\u{9b}佐".as_bytes();
        for index in 0..=bytes.len() {
            let (head, tail) = bytes.split_at(index);
            assert_eq!(escape_all(&[head, tail]), "é\\u009b佐");
        }
    }

    #[test]
    fn invalid_utf8_becomes_the_replacement_character() {
        assert_eq!(escape_all(&[b"a\xffb", b"c\xe4\xbd"]), "a\u{fffd}bc\u{fffd}");
    }
}
