//! The lines that the user types, or that come from a pipe.
//!
//! A thread reads one line whenever `session` waits for one. Between two lines nothing reads, so that
//! the user's own editor can have the terminal.

use std::io::{BufRead, IsTerminal, Read, stdin};
use std::sync::mpsc;

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::platform::terminal::{HiddenEcho, hide_echo};

/// Longer than any text that a user types.
const MAX_LINE: u64 = 1 << 20;

pub(crate) struct LineReader {
    requests: mpsc::Sender<()>,
    /// `None` at the end of the input.
    lines: UnboundedReceiver<Option<String>>,
    /// Whether a line was requested that has not come yet.
    is_reading: bool,
    pub(crate) is_terminal: bool,
    /// While what the user types is not shown.
    hidden: Option<HiddenEcho>,
}

impl LineReader {
    pub(crate) fn start() -> Self {
        let (requests, requested) = mpsc::channel();
        let (sender, lines) = unbounded_channel();
        std::thread::spawn(move || {
            for () in requested {
                if sender.send(read_line()).is_err() {
                    break;
                }
            }
        });
        let is_terminal = stdin().is_terminal();
        Self { requests, lines, is_reading: false, is_terminal, hidden: None }
    }

    /// The next line without its end; `None` at the end of the input. May be dropped and called
    /// again: no line is lost.
    pub(crate) async fn next(&mut self) -> Option<String> {
        if !self.is_reading {
            // The thread ends only with this reader.
            self.is_reading = self.requests.send(()).is_ok();
        }
        let line = self.lines.recv().await.flatten();
        self.is_reading = false;
        line
    }

    /// Turns the echo of the terminal off or on again.
    pub(crate) fn hide(&mut self, is_hidden: bool) {
        if !self.is_terminal || is_hidden == self.hidden.is_some() {
            return;
        }
        // A terminal that is gone shows nothing anyway.
        self.hidden = if is_hidden { hide_echo().ok() } else { None };
    }

    pub(crate) const fn is_hidden(&self) -> bool {
        self.hidden.is_some()
    }
}

/// A line that is too long ends the input: what follows is not what the user meant.
fn read_line() -> Option<String> {
    let mut line = Vec::new();
    let read = stdin().lock().take(MAX_LINE).read_until(b'\n', &mut line);
    if read.is_err() || line.is_empty() || line.len() as u64 == MAX_LINE {
        return None;
    }
    let text = String::from_utf8_lossy(&line);
    Some(text.trim_end_matches(['\n', '\r']).to_owned())
}
