//! People read a log on a terminal, and callers control much of it: paths, key names, rejected
//! values. Every unsafe character becomes a JSON escape.

use std::io::{self, Write};

use crate::cli::json;

/// Writes lines of JSON with every unsafe character escaped.
pub(crate) struct EscapingWriter<W: Write> {
    inner: W,
    /// An incomplete character at the end of the last write.
    tail: Vec<u8>,
}

impl<W: Write> EscapingWriter<W> {
    pub(crate) const fn new(inner: W) -> Self {
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
