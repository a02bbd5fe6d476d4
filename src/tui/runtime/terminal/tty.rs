//! The modes of the terminal, and all writes to it.
//!
//! Shared by the screen and the panic hook. A lock around each write keeps frames whole, and no
//! frame follows the end.
//!
//! A program that was killed leaves the terminal raw, with the alternate screen and the mouse on.
//! Such a terminal is reset before it is acquired, so that the end restores a usable one.

#[cfg(test)]
mod tests;

use std::fs::File;
use std::io;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::queue;
use crossterm::style::ResetColor;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::platform::terminal::{reset_raw_modes, unbuffered_stdout};

/// Holds a frame of a large screen without growing.
const FRAME_CAPACITY: usize = 64 * 1024;

/// Presses and the wheel, with coordinates of any size. No movements: each would wake the loop
/// for nothing.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1000l";

/// A terminal that supports these shows everything between them at once.
const BEGIN_SYNC: &[u8] = b"\x1b[?2026h";
const END_SYNC: &[u8] = b"\x1b[?2026l";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TtyState {
    /// As found; can be acquired again.
    Released,
    Acquired,
    /// As found, for good.
    Closed,
}

#[derive(Debug)]
pub(crate) struct Tty {
    /// Not `io::stdout`, whose line buffer would cut frames.
    out: File,
    mouse: AtomicBool,
    state: Mutex<TtyState>,
    frame: Mutex<Vec<u8>>,
}

impl Tty {
    pub(crate) fn new(mouse: bool) -> io::Result<Self> {
        Ok(Self::with_file(unbuffered_stdout()?, mouse))
    }

    pub(crate) fn with_file(out: File, mouse: bool) -> Self {
        let frame = Mutex::new(Vec::with_capacity(FRAME_CAPACITY));
        Self { out, mouse: mouse.into(), state: Mutex::new(TtyState::Released), frame }
    }

    /// Sets the modes, even if they seem to be set.
    pub(crate) fn acquire(&self) -> io::Result<()> {
        let mut state = lock(&self.state);
        if *state == TtyState::Closed {
            return Ok(());
        }
        // A shell that stopped the process has set its own modes.
        disable_raw_mode()?;
        if reset_raw_modes()? {
            (&self.out).write_all(&leave_sequence()?)?;
        }
        enable_raw_mode()?;
        self.enter(&mut state).inspect_err(|_| {
            let _ = disable_raw_mode();
        })
    }

    fn enter(&self, state: &mut TtyState) -> io::Result<()> {
        let mut modes = Vec::new();
        // A terminal without an alternate screen keeps its old content.
        queue!(
            modes,
            EnterAlternateScreen,
            Clear(ClearType::All),
            MoveTo(0, 0),
            Hide,
            EnableBracketedPaste
        )?;
        modes.extend_from_slice(self.mouse_sequence());
        (&self.out).write_all(&modes)?;
        *state = TtyState::Acquired;
        Ok(())
    }

    /// Restores the modes, once.
    pub(crate) fn release(&self) {
        self.leave(&mut lock(&self.state));
    }

    /// Restores the modes for good. Returns whether this call did it.
    pub(crate) fn close(&self) -> bool {
        let mut state = lock(&self.state);
        self.leave(&mut state);
        std::mem::replace(&mut *state, TtyState::Closed) != TtyState::Closed
    }

    /// A second restore would move the cursor back and overwrite what was printed since.
    fn leave(&self, state: &mut TtyState) {
        if *state != TtyState::Acquired {
            return;
        }
        *state = TtyState::Released;
        // The terminal may be gone: then there is nothing to restore.
        let _ = leave_sequence().and_then(|modes| (&self.out).write_all(&modes));
        let _ = disable_raw_mode();
    }

    /// A killed program may have left the mouse on.
    fn mouse_sequence(&self) -> &'static [u8] {
        if self.mouse.load(Ordering::Relaxed) { MOUSE_ON } else { MOUSE_OFF }
    }

    pub(crate) fn set_mouse(&self, is_captured: bool) -> io::Result<()> {
        self.mouse.store(is_captured, Ordering::Relaxed);
        self.send(self.mouse_sequence())
    }

    pub(crate) fn is_acquired(&self) -> bool {
        *lock(&self.state) == TtyState::Acquired
    }

    /// Writes what was drawn since the last flush.
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

fn leave_sequence() -> io::Result<Vec<u8>> {
    // A process that was killed in a frame left the terminal waiting for its end.
    let mut modes = [END_SYNC, MOUSE_OFF].concat();
    queue!(modes, DisableBracketedPaste, ResetColor, Show, LeaveAlternateScreen)?;
    Ok(modes)
}

/// The writer of ratatui, which flushes several times a frame; the frame is written once.
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
