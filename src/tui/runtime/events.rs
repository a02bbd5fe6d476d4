//! Reads keyboard, mouse and terminal responses on a thread of its own.
//!
//! The thread reads the bytes itself, since crossterm's reader keeps an unfinished sequence for good
//! and everything that is typed after it. It polls stdin, so that it can release the keyboard to an
//! external editor at any time, and so that a closed terminal is an end, not a busy loop.

mod decode;
pub(crate) mod input;
mod parser;

use std::io::{PipeReader, PipeWriter};
use std::time::Duration;
use std::{io, thread};

use tokio::sync::mpsc;

use crate::platform::terminal::{Ready, read_input, wait_for_input};

pub use input::Input;

use parser::{Awaited, Parser};

/// Owns the keyboard until it is dropped.
#[derive(Debug)]
pub struct Events {
    inputs: mpsc::UnboundedReceiver<Input>,
    /// Closed on drop; the thread polls the other end.
    stop_pipe: Option<PipeWriter>,
    /// Closed by the thread when it ends.
    ended: std::sync::mpsc::Receiver<()>,
}

/// How long to wait for the thread to end.
const END_TIMEOUT: Duration = Duration::from_millis(100);

impl Drop for Events {
    fn drop(&mut self) {
        self.stop_pipe = None;
        // It takes longer only if another process reads the keyboard at the same moment.
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

/// After this silence an unfinished sequence is not waited for. A slow line delivers the parts of a
/// sequence faster.
const SILENCE: Duration = Duration::from_millis(50);
/// After this silence Esc is a key: within a frame, so that it does not seem to lag.
const ESC_SILENCE: Duration = Duration::from_millis(10);

/// More than the kernel returns in one read of a terminal.
const READ_SIZE: usize = 8 * 1024;

fn read(end: &PipeReader, sender: &mpsc::UnboundedSender<Input>) {
    let (mut parser, mut buffer) = (Parser::default(), [0; READ_SIZE]);
    loop {
        let inputs = match wait_for_input(end, parser.awaits().map(silence)) {
            Ready::Silence => parser.flush(),
            Ready::Bytes => match read_input(&mut buffer) {
                Ok(length @ 1..) => parser.feed(buffer.get(..length).unwrap_or_default()),
                Err(error) if is_temporary(&error) => continue,
                Ok(0) | Err(_) => return,
            },
            Ready::End => return,
        };
        if inputs.into_iter().try_for_each(|input| sender.send(input)).is_err() {
            return;
        }
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
}

const fn silence(awaited: Awaited) -> Duration {
    match awaited {
        Awaited::Escape => ESC_SILENCE,
        Awaited::Rest => SILENCE,
    }
}
