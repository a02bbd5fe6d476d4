//! The screen: taken over when it is opened, given back as it was found.
//!
//! Nothing here asks the terminal a question and waits: a terminal that does
//! not answer would hold up the first frame. The loop draws, suspends, resumes
//! and closes; the panic hook ends it from whatever thread it runs on.

pub(crate) mod grapheme_backend;
#[cfg(test)]
mod tests;
pub(crate) mod tty;

pub(crate) use tty::Tty;

use std::io;
use std::io::IsTerminal;
use std::sync::Arc;

use crossterm::Command as _;
use crossterm::clipboard::CopyToClipboard;
use ratatui::Frame;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect, Size};
use rustix::process;
use rustix::process::Signal;

use grapheme_backend::GraphemeBackend;
use tty::FrameWriter;

/// As many bytes as fit, encoded, into the hundred thousand that terminals take.
const MOST_COPIED: usize = 74_994;

/// What colour is behind the text?
const BACKGROUND_QUERY: &str = "\x1b]11;?\x1b\\";

/// Why there is no screen to draw on.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// Keys cannot be read, or frames would go into a file or a pipe.
    #[error("{0} is not a terminal")]
    NoTerminal(&'static str),
    /// It says of itself that it cannot place text.
    #[error("TERM is dumb: this terminal cannot place text on a screen")]
    Dumb,
    /// It refused.
    #[error("the terminal cannot be set up: {0}")]
    Io(#[from] io::Error),
}

/// Why nothing was copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// Terminals cut or drop it.
    #[error("{0} bytes are too many for the terminal's clipboard, which takes {MOST_COPIED}")]
    TooLarge(usize),
    /// The terminal is gone.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The screen, while it is ours. Dropped, it is given back.
#[derive(Debug)]
pub struct Terminal {
    inner: ratatui::Terminal<GraphemeBackend<CrosstermBackend<FrameWriter>>>,
    tty: Arc<Tty>,
}

impl Terminal {
    /// Takes the screen over; with `mouse`, clicks and the wheel too.
    pub fn open(mouse: bool) -> Result<Self, TerminalError> {
        if !io::stdin().is_terminal() {
            return Err(TerminalError::NoTerminal("stdin"));
        }
        if !io::stdout().is_terminal() {
            return Err(TerminalError::NoTerminal("stdout"));
        }
        if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            return Err(TerminalError::Dumb);
        }
        let tty = Arc::new(Tty::new(mouse)?);
        let backend =
            GraphemeBackend::new(CrosstermBackend::new(FrameWriter::new(Arc::clone(&tty))));
        let inner = ratatui::Terminal::new(backend)?;
        tty.acquire()?;
        Ok(Self { inner, tty })
    }

    /// Draws a frame, in one write. Does nothing while the screen is not ours.
    /// An error means that the terminal is gone.
    pub fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        if !self.tty.is_acquired() {
            return Ok(());
        }
        self.inner.draw(render)?;
        self.tty.flush_frame()
    }

    /// How many cells there are.
    pub(crate) fn size(&self) -> io::Result<Size> {
        self.inner.size()
    }

    /// The next frame is painted whole, whatever is on the screen now.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        // Its own `clear` asks the terminal where the cursor is, and waits.
        let area = Rect::from((Position::ORIGIN, self.inner.size()?));
        self.inner.resize(area)
    }

    /// Gives the screen back and stops, with everybody who was started along
    /// with us, as Ctrl-Z does. What follows is [`resume`](Self::resume), when
    /// the signal comes that we go on. False where no shell would ever let us
    /// go on: then nothing was done.
    pub fn suspend(&mut self) -> io::Result<bool> {
        if !has_job_control()? {
            return Ok(false);
        }
        self.tty.release();
        stop()
    }

    /// Gives the screen to another program; [`resume`](Self::resume) takes it again.
    pub fn release(&mut self) {
        self.tty.release();
    }

    /// Takes the screen over once more: whoever had it meanwhile may have
    /// changed everything. The next frame is painted whole. An error means that
    /// the terminal is gone.
    pub fn resume(&mut self) -> io::Result<()> {
        self.tty.acquire()?;
        self.clear()
    }

    /// Takes clicks and the wheel, or leaves them to the terminal.
    pub(crate) fn capture_mouse(&mut self, is_captured: bool) -> io::Result<()> {
        self.tty.set_mouse(is_captured)
    }

    /// Puts a text into the clipboard of the terminal, also from afar. There is
    /// no answer: a terminal that does not allow it stays silent.
    pub fn copy(&mut self, text: &str) -> Result<(), CopyError> {
        if text.len() > MOST_COPIED {
            return Err(CopyError::TooLarge(text.len()));
        }
        let mut sequence = String::new();
        // Writing to a String does not fail.
        let _ = CopyToClipboard::to_clipboard_from(text).write_ansi(&mut sequence);
        Ok(self.tty.write_sequence(&sequence)?)
    }

    /// Asks for the colour behind the text. The answer, if there is one, comes
    /// among the input. Not to be asked before the first frame is shown.
    pub fn query_background(&mut self) -> io::Result<()> {
        // The console of Linux prints what it does not know.
        if std::env::var_os("TERM").is_some_and(|term| term == "linux") {
            return Ok(());
        }
        self.tty.write_sequence(BACKGROUND_QUERY)
    }

    /// Gives the screen back for good.
    pub fn close(&mut self) {
        self.tty.close();
    }

    pub(crate) fn tty(&self) -> Arc<Tty> {
        Arc::clone(&self.tty)
    }
}

/// Stops us and everybody who was started along with us. False where no shell
/// would ever let us go on: then nothing was done.
pub(crate) fn stop() -> io::Result<bool> {
    if !has_job_control()? {
        return Ok(false);
    }
    // TSTP is caught, so that it can be sent to us from outside.
    process::kill_current_process_group(Signal::STOP)?;
    Ok(true)
}

/// The first group of a session has nobody above it that watches jobs.
fn has_job_control() -> io::Result<bool> {
    Ok(process::getpgrp() != process::getsid(None)?)
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.close();
    }
}
