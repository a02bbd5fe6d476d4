//! Reads keyboard, mouse and terminal responses on a thread of its own.
//!
//! crossterm blocks once an escape sequence has begun, and half a paste must not block the
//! loop. The thread polls stdin itself, so that it can release the keyboard to an external
//! editor, and so that a closed terminal is an end, not a busy loop.
//!
//! crossterm is built with `use-dev-tty`: its default reader, when a resize and a key arrive
//! together, returns the resize and holds the key back until the next key.

pub(crate) mod background_query;
pub(crate) mod input;
#[cfg(test)]
mod tests;

use std::io::{PipeReader, PipeWriter};
use std::time::Duration;
use std::{io, thread};

use crossterm::event;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use tokio::sync::mpsc;

pub use input::Input;

use background_query::Listener;

/// Owns the keyboard until it is dropped.
#[derive(Debug)]
pub struct Events {
    inputs: mpsc::UnboundedReceiver<Input>,
    /// Closed on drop; the thread polls the other end.
    stop_pipe: Option<PipeWriter>,
    /// Closed by the thread when it ends.
    ended: std::sync::mpsc::Receiver<()>,
}

/// How long to wait for the thread to end; in the middle of a paste it takes longer.
const END_TIMEOUT: Duration = Duration::from_millis(100);

impl Drop for Events {
    fn drop(&mut self) {
        self.stop_pipe = None;
        // Even after a timeout it reads at most the rest of a paste.
        let _ = self.ended.recv_timeout(END_TIMEOUT);
    }
}

impl Events {
    /// The terminal must be in raw mode.
    pub fn listen() -> io::Result<Self> {
        let (end, stop_pipe) = io::pipe()?;
        let (sender, inputs) = mpsc::unbounded_channel();
        let (ended_sender, ended) = std::sync::mpsc::channel();
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            read(&end, &sender);
            drop(ended_sender);
        })?;
        Ok(Self { inputs, stop_pipe: Some(stop_pipe), ended })
    }

    /// None when the terminal is gone.
    pub async fn next(&mut self) -> Option<Input> {
        self.inputs.recv().await
    }

    pub(crate) fn try_next(&mut self) -> Option<Input> {
        self.inputs.try_recv().ok()
    }
}

/// Timeout of a poll for an event that is buffered. With zero, crossterm does not look.
const POLL_TIMEOUT: Duration = Duration::from_millis(1);

fn read(end: &PipeReader, sender: &mpsc::UnboundedSender<Input>) {
    let mut listener = Listener::default();
    while has_input(end) {
        // Twice: on a busy machine the timeout may pass before crossterm looks.
        while (0..2).any(|_| event::poll(POLL_TIMEOUT).unwrap_or(false)) {
            let Ok(event) = event::read() else { return };
            let sent =
                inputs(event, &mut listener).into_iter().try_for_each(|input| sender.send(input));
            if sent.is_err() {
                return;
            }
        }
    }
}

/// Waits for a byte from the keyboard. False when `Events` was dropped or stdin is closed.
fn has_input(end: &PipeReader) -> bool {
    let stdin = io::stdin();
    loop {
        let mut sources = [PollFd::new(end, PollFlags::IN), PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut sources, None) {
            Err(Errno::INTR) => {}
            Err(_) => return false,
            Ok(_) => {
                let [end, keyboard] = sources.map(|source| source.revents());
                let closed = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
                return end.is_empty() && !keyboard.intersects(closed);
            }
        }
    }
}

/// Usually one input. None for an ignored event; several when held-back keys turn out not
/// to be a response of the terminal.
fn inputs(event: Event, listener: &mut Listener) -> Vec<Input> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
        Event::Key(key) => listener.feed(normalize(key)),
        Event::Paste(text) => vec![Input::Paste(text.replace("\r\n", "\n").replace('\r', "\n"))],
        Event::Mouse(mouse) => vec![Input::Mouse(mouse)],
        // The size comes with SIGWINCH; focus events are not enabled.
        Event::Resize(..) | Event::FocusGained | Event::FocusLost => Vec::new(),
    }
}

/// Normalizes a key: terminals send J with Shift, j with Shift, or only J.
fn normalize(mut key: KeyEvent) -> KeyEvent {
    match key.code {
        KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
            if key.modifiers.contains(KeyModifiers::SHIFT) {
                let mut upper = letter.to_uppercase();
                if let (Some(upper_letter), None) = (upper.next(), upper.next()) {
                    key.code = KeyCode::Char(upper_letter);
                }
            }
            key.modifiers.remove(KeyModifiers::SHIFT);
        }
        KeyCode::BackTab => key.modifiers.remove(KeyModifiers::SHIFT),
        _ => {}
    }
    key
}
