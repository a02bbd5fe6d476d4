//! Where a command writes: data to stdout, narration to stderr.
//!
//! Text from outside is made safe before it reaches a terminal; who writes
//! data whole has made it safe already.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::exit::Exit;
use crate::text;

/// The two streams, shared with whoever writes in the background.
#[derive(Clone)]
pub struct Out {
    data: Arc<Mutex<dyn Write + Send>>,
    narration: Arc<Mutex<dyn Write + Send>>,
}

impl fmt::Debug for Out {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Out").finish_non_exhaustive()
    }
}

impl Out {
    /// The process's own streams.
    #[must_use]
    pub fn standard() -> Self {
        Self {
            data: Arc::new(Mutex::new(BufWriter::new(io::stdout()))),
            narration: Arc::new(Mutex::new(io::stderr())),
        }
    }

    /// Streams that a test can look into: data, then narration.
    #[cfg(test)]
    pub(super) fn recorded() -> (Self, [Arc<Mutex<Vec<u8>>>; 2]) {
        let (data, narration) =
            (Arc::<Mutex<Vec<u8>>>::default(), Arc::<Mutex<Vec<u8>>>::default());
        (Self { data: data.clone(), narration: narration.clone() }, [data, narration])
    }

    /// A line of data for people: cleaned.
    pub fn line(&self, line: &str) -> Result<(), Exit> {
        let mut data = self.data.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(writeln!(data, "{}", text::sanitize(line))?)
    }

    /// Data that a function writes, already safe.
    pub fn data(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Exit> {
        let mut data = self.data.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(write(&mut *data)?)
    }

    /// Hands everything on to whoever reads.
    pub fn flush(&self) -> Result<(), Exit> {
        Ok(self.data.lock().unwrap_or_else(PoisonError::into_inner).flush()?)
    }

    /// A remark for people. Where nobody listens any more, it is not missed.
    pub fn say(&self, line: &str) {
        let mut narration = self.narration.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(narration, "{}", text::sanitize(line));
    }
}

/// The width of the terminal on stdout; `None` if stdout is not a terminal.
pub(super) fn terminal_width() -> Option<usize> {
    io::stdout().is_terminal().then(|| {
        terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).max(1))
    })
}
