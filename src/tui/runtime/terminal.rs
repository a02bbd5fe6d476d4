//! The screen: takes the terminal over and restores it.
//!
//! Nothing here waits for a response of the terminal, since a terminal that does not respond
//! would delay the first frame. The loop draws, suspends, resumes and closes; the panic hook
//! closes from any thread.

pub(crate) mod grapheme_backend;
pub(crate) mod probe;
#[cfg(test)]
mod tests;
pub(crate) mod tty;

pub(crate) use tty::Tty;

use std::io;
use std::io::IsTerminal;
use std::sync::{Arc, PoisonError};

use crossterm::Command as _;
use crossterm::clipboard::CopyToClipboard;
use ratatui::Frame;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect, Size};

use crate::platform::processes::{has_job_control, stop_group};
use crate::tui::app::view::hyperlinks::Hyperlink;
use grapheme_backend::{FrameLinks, GraphemeBackend};
use tty::FrameWriter;

/// The limit of terminals is 100,000 bytes after encoding.
const MAX_COPIED_BYTES: usize = 74_994;

/// Queries the background color.
const BACKGROUND_QUERY: &str = "\x1b]11;?\x1b\\";

#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// Keys cannot be read, or frames would go to a file or a pipe.
    #[error("{0} is not a terminal")]
    NoTerminal(&'static str),
    #[error("TERM=dumb: this terminal cannot position text")]
    Dumb,
    #[error("cannot set up the terminal: {0}")]
    Io(#[from] io::Error),
}

#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// Terminals cut or drop it.
    #[error("too large for the terminal's clipboard: {0} bytes, at most {MAX_COPIED_BYTES}")]
    TooLarge(usize),
    /// The terminal is gone.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The terminal while this program has it. Restored on drop.
#[derive(Debug)]
pub struct Terminal {
    inner: ratatui::Terminal<GraphemeBackend<CrosstermBackend<FrameWriter>>>,
    links: FrameLinks,
    tty: Arc<Tty>,
}

impl Terminal {
    /// With `mouse`, captures clicks and the wheel too.
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
        let links = backend.links();
        let inner = ratatui::Terminal::new(backend)?;
        tty.acquire()?;
        Ok(Self { inner, links, tty })
    }

    /// Draws a frame without links.
    pub fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.draw_with_links(|frame| {
            render(frame);
            Vec::new()
        })
    }

    /// Draws a frame in one write, with the links that `render` returns. Does nothing while the terminal is released. An error means
    /// that the terminal is gone.
    pub(crate) fn draw_with_links(
        &mut self,
        render: impl FnOnce(&mut Frame<'_>) -> Vec<Hyperlink>,
    ) -> io::Result<()> {
        if !self.tty.is_acquired() {
            return Ok(());
        }
        let Self { inner, links, .. } = self;
        inner.draw(|frame| {
            let found = render(frame);
            *links.lock().unwrap_or_else(PoisonError::into_inner) = found;
        })?;
        self.tty.flush_frame()
    }

    pub(crate) fn size(&self) -> io::Result<Size> {
        self.inner.size()
    }

    /// Makes the next frame repaint the whole screen.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        // ratatui's own `clear` queries the cursor position and waits.
        let area = Rect::from((Position::ORIGIN, self.inner.size()?));
        self.inner.resize(area)
    }

    /// Releases the terminal and stops the process group, as Ctrl-Z does.
    /// [`resume`](Self::resume) follows SIGCONT. Returns false, and does nothing, without job
    /// control.
    pub fn suspend(&mut self) -> io::Result<bool> {
        if !has_job_control()? {
            return Ok(false);
        }
        self.tty.release();
        stop_group()
    }

    /// Releases the terminal to another program; [`resume`](Self::resume) takes it back.
    pub fn release(&mut self) {
        self.tty.release();
    }

    /// Takes the terminal again and repaints the whole screen: another program may have changed
    /// everything. An error means that the terminal is gone.
    pub fn resume(&mut self) -> io::Result<()> {
        self.tty.acquire()?;
        self.clear()
    }

    /// Captures clicks and the wheel, or leaves them to the terminal.
    pub(crate) fn capture_mouse(&mut self, is_captured: bool) -> io::Result<()> {
        self.tty.set_mouse(is_captured)
    }

    /// Copies a text to the terminal's clipboard, also over SSH. A terminal that does not allow
    /// it does not respond.
    pub fn copy(&mut self, text: &str) -> Result<(), CopyError> {
        if text.len() > MAX_COPIED_BYTES {
            return Err(CopyError::TooLarge(text.len()));
        }
        let mut sequence = String::new();
        // Writing to a String does not fail.
        let _ = CopyToClipboard::to_clipboard_from(text).write_ansi(&mut sequence);
        Ok(self.tty.write_sequence(&sequence)?)
    }

    /// Queries the background color. The response, if any, arrives as input. Must not be sent
    /// before the first frame.
    pub fn query_background(&mut self) -> io::Result<()> {
        // The Linux console prints sequences that it does not know.
        if std::env::var_os("TERM").is_some_and(|term| term == "linux") {
            return Ok(());
        }
        self.tty.write_sequence(BACKGROUND_QUERY)
    }

    pub fn close(&mut self) {
        self.tty.close();
    }

    pub(crate) fn tty(&self) -> Arc<Tty> {
        Arc::clone(&self.tty)
    }

    /// Closes the terminal from another thread, which may be panicking. Returns whether it was open.
    pub fn closer(&self) -> impl Fn() -> bool + Send + Sync + 'static + use<> {
        let tty = self.tty();
        move || tty.close()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.close();
    }
}
