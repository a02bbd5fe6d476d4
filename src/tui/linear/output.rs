//! Appends lines to stdout. Every line is sanitized here; nothing else is written.

use std::io;
use std::io::Write;

use crate::text::sanitize;

pub(crate) struct Output<W> {
    out: W,
    /// Why nothing more can be written: the reader is gone.
    error: Option<io::Error>,
}

impl<W: Write> Output<W> {
    pub(super) const fn new(out: W) -> Self {
        Self { out, error: None }
    }

    pub(super) fn line(&mut self, text: &str) {
        let text = sanitize(text).replace(" · ", "; ");
        self.write(&format!("{}\n", text.trim_end()));
    }

    pub(super) fn lines<T: AsRef<str>>(&mut self, lines: impl IntoIterator<Item = T>) {
        for line in lines {
            self.line(line.as_ref());
        }
    }

    /// Writes the prompt, after which the user types on the same line.
    pub(super) fn prompt(&mut self, text: &str) {
        let text = sanitize(text).into_owned();
        self.write(&text);
        self.flush();
    }

    /// Ends the line that the user did not end.
    pub(super) fn end_line(&mut self) {
        self.write("\n");
    }

    pub(super) fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
    }

    pub(super) const fn is_closed(&self) -> bool {
        self.error.is_some()
    }

    fn write(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = self.out.write_all(text.as_bytes()).err();
        }
    }
}
