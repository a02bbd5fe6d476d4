//! The modes of the terminal, and the one way to write to it.
//!
//! Shared by the screen and the panic hook. Whoever writes holds the lock, so a
//! frame is on the screen whole or not at all, and none comes after the end.

#[cfg(test)]
mod tests;

use std::fs::File;
use std::io;
use std::io::Write;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::queue;
use crossterm::style::ResetColor;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// A frame of a large screen, without growing on the way.
const FRAME_CAPACITY: usize = 64 * 1024;

/// Presses and the wheel, with coordinates of any size. Not the movements:
/// each would wake us, and nothing looks at them.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1000l";

/// A terminal that knows these shows what is between them at once.
const BEGIN_SYNC: &[u8] = b"\x1b[?2026h";
const END_SYNC: &[u8] = b"\x1b[?2026l";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TtyState {
    /// As it was found; may be taken.
    Released,
    /// Ours.
    Acquired,
    /// As it was found, and so it stays.
    Closed,
}

/// The terminal that stdout is.
#[derive(Debug)]
pub(crate) struct Tty {
    /// Not stdout itself: it would keep lines back, and cut frames in pieces.
    out: File,
    mouse: AtomicBool,
    state: Mutex<TtyState>,
    frame: Mutex<Vec<u8>>,
}

impl Tty {
    pub(crate) fn new(mouse: bool) -> io::Result<Self> {
        Ok(Self::with_file(io::stdout().as_fd().try_clone_to_owned()?.into(), mouse))
    }

    pub(crate) fn with_file(out: File, mouse: bool) -> Self {
        let frame = Mutex::new(Vec::with_capacity(FRAME_CAPACITY));
        Self { out, mouse: mouse.into(), state: Mutex::new(TtyState::Released), frame }
    }

    /// Sets the modes; again, if they are thought to be set.
    pub(crate) fn acquire(&self) -> io::Result<()> {
        let mut state = lock(&self.state);
        if *state == TtyState::Closed {
            return Ok(());
        }
        // A shell that stopped us has set its own; what is thought to be set is not.
        disable_raw_mode()?;
        enable_raw_mode()?;
        self.enter(&mut state).inspect_err(|_| {
            let _ = disable_raw_mode();
        })
    }

    fn enter(&self, state: &mut TtyState) -> io::Result<()> {
        let mut modes = Vec::new();
        // A terminal without a second screen has something on its first.
        queue!(
            modes,
            EnterAlternateScreen,
            Clear(ClearType::All),
            MoveTo(0, 0),
            Hide,
            EnableBracketedPaste
        )?;
        if self.mouse.load(Ordering::Relaxed) {
            modes.extend_from_slice(MOUSE_ON);
        }
        (&self.out).write_all(&modes)?;
        *state = TtyState::Acquired;
        Ok(())
    }

    /// Undoes what [`take`](Self::take) did; once.
    pub(crate) fn release(&self) {
        self.leave(&mut lock(&self.state));
    }

    /// The same, and nobody takes it again. Whether it was this call that ended it.
    pub(crate) fn close(&self) -> bool {
        let mut state = lock(&self.state);
        self.leave(&mut state);
        std::mem::replace(&mut *state, TtyState::Closed) != TtyState::Closed
    }

    /// Twice would put the cursor back to where it was at first, and what was
    /// printed since would be overwritten.
    fn leave(&self, state: &mut TtyState) {
        if *state != TtyState::Acquired {
            return;
        }
        *state = TtyState::Released;
        let mut modes = Vec::new();
        if self.mouse.load(Ordering::Relaxed) {
            modes.extend_from_slice(MOUSE_OFF);
        }
        // The terminal may be gone, and then there is nothing to give back.
        let _ = queue!(modes, DisableBracketedPaste, ResetColor, Show, LeaveAlternateScreen);
        let _ = (&self.out).write_all(&modes);
        let _ = disable_raw_mode();
    }

    /// Takes the mouse, or leaves it to the terminal.
    pub(crate) fn set_mouse(&self, is_captured: bool) -> io::Result<()> {
        self.mouse.store(is_captured, Ordering::Relaxed);
        self.send(if is_captured { MOUSE_ON } else { MOUSE_OFF })
    }

    pub(crate) fn is_acquired(&self) -> bool {
        *lock(&self.state) == TtyState::Acquired
    }

    /// Shows what was drawn since.
    pub(crate) fn flush_frame(&self) -> io::Result<()> {
        let mut frame = lock(&self.frame);
        if frame.is_empty() {
            return Ok(());
        }
        frame.extend_from_slice(END_SYNC);
        let result = self.send(&frame);
        frame.clear();
        result
    }

    /// Writes a sequence that draws nothing.
    pub(crate) fn write_sequence(&self, sequence: &str) -> io::Result<()> {
        self.send(sequence.as_bytes())
    }

    fn send(&self, bytes: &[u8]) -> io::Result<()> {
        let state = lock(&self.state);
        match *state {
            TtyState::Acquired => (&self.out).write_all(bytes),
            TtyState::Released | TtyState::Closed => Ok(()),
        }
    }
}

/// What ratatui draws with. It flushes several times a frame; we show once.
#[derive(Debug)]
pub(crate) struct FrameWriter(Arc<Tty>);

impl FrameWriter {
    pub(crate) const fn new(tty: Arc<Tty>) -> Self {
        Self(tty)
    }
}

impl Write for FrameWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut frame = lock(&self.0.frame);
        if frame.is_empty() {
            frame.extend_from_slice(BEGIN_SYNC);
        }
        frame.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
