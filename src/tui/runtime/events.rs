//! What comes from the keyboard, the mouse and the terminal, as plain data.
//!
//! A thread of its own reads: crossterm reads without a way out once a sequence
//! has begun, and a paste that is cut in half must not hold up the loop. It
//! waits for the keyboard itself, so that it can be told to let go of it (for
//! an editor), and so that a terminal that is gone is an end, not a busy loop.
//!
//! crossterm is built with `use-dev-tty`. Its usual way of reading is told of a
//! change of size and of a key in one go, hands out the size and forgets the
//! key until another one comes.

pub mod background_query;
pub mod input;
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

/// The input, from the moment it is listened to. Dropped, the keyboard is
/// another program's.
#[derive(Debug)]
pub struct Events {
    inputs: mpsc::UnboundedReceiver<Input>,
    /// Closed when dropped, and that is what the thread looks for.
    leash: Option<PipeWriter>,
    /// Closed by the thread when it has let go.
    let_go: std::sync::mpsc::Receiver<()>,
}

/// So long a thread may take to let go; one in the middle of a paste does not.
const LINGER: Duration = Duration::from_millis(100);

impl Drop for Events {
    fn drop(&mut self) {
        self.leash = None;
        // Either way it reads nothing that is typed from now on, but for the rest of a paste.
        let _ = self.let_go.recv_timeout(LINGER);
    }
}

impl Events {
    /// Listens from now on. The terminal must be open.
    pub fn listen() -> io::Result<Self> {
        let (end, leash) = io::pipe()?;
        let (sender, inputs) = mpsc::unbounded_channel();
        let (letting_go, let_go) = std::sync::mpsc::channel();
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            read(&end, &sender);
            drop(letting_go);
        })?;
        Ok(Self { inputs, leash: Some(leash), let_go })
    }

    /// Waits for the next; nothing when the terminal is gone.
    pub async fn next(&mut self) -> Option<Input> {
        self.inputs.recv().await
    }

    /// The next, if it is there already.
    pub fn ready(&mut self) -> Option<Input> {
        self.inputs.try_recv().ok()
    }
}

/// How long to look for an event that was read already. With no time at all
/// crossterm does not look.
const GLANCE: Duration = Duration::from_millis(1);

fn read(end: &PipeReader, sender: &mpsc::UnboundedSender<Input>) {
    let mut listener = Listener::default();
    while has_input(end) {
        // Twice: on a busy machine the time may be over before it has looked.
        while (0..2).any(|_| event::poll(GLANCE).unwrap_or(false)) {
            let Ok(event) = event::read() else { return };
            let sent =
                inputs(event, &mut listener).into_iter().try_for_each(|one| sender.send(one));
            if sent.is_err() {
                return;
            }
        }
    }
}

/// Waits for a byte from the keyboard. False when nobody wants it any more, or
/// when there will be none.
fn has_input(end: &PipeReader) -> bool {
    let stdin = io::stdin();
    loop {
        let mut sources = [PollFd::new(end, PollFlags::IN), PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut sources, None) {
            Err(Errno::INTR) => {}
            Err(_) => return false,
            Ok(_) => {
                let [end, keyboard] = sources.map(|source| source.revents());
                let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
                return end.is_empty() && !keyboard.intersects(gone);
            }
        }
    }
}

/// What an event is to us: mostly one thing, sometimes nothing, and several
/// when keys were held back that might have been an answer.
fn inputs(event: Event, listener: &mut Listener) -> Vec<Input> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
        Event::Key(key) => listener.hear(plain(key)),
        Event::Paste(text) => vec![Input::Paste(text.replace("\r\n", "\n").replace('\r', "\n"))],
        Event::Mouse(mouse) => vec![Input::Mouse(mouse)],
        // The size comes as a signal; nobody asked for the focus.
        Event::Resize(..) | Event::FocusGained | Event::FocusLost => Vec::new(),
    }
}

/// The same key from every terminal: some send J with Shift, some j with Shift,
/// some only J.
fn plain(mut key: KeyEvent) -> KeyEvent {
    match key.code {
        KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
            if key.modifiers.contains(KeyModifiers::SHIFT) {
                let mut upper = letter.to_uppercase();
                if let (Some(one), None) = (upper.next(), upper.next()) {
                    key.code = KeyCode::Char(one);
                }
            }
            key.modifiers.remove(KeyModifiers::SHIFT);
        }
        KeyCode::BackTab => key.modifiers.remove(KeyModifiers::SHIFT),
        _ => {}
    }
    key
}
