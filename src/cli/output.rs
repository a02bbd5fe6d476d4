//! Where a command writes: data to stdout, messages to stderr.
//!
//! Lines are sanitized here. Callers of [`Output::write_data`] pass bytes that are already safe.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::exit::Exit;
use super::pager;
use crate::text::{self, Align};

/// The two streams; clones share them with background threads.
#[derive(Clone)]
pub(crate) struct Output {
    data: Arc<Mutex<dyn Write + Send>>,
    messages: Arc<Mutex<dyn Write + Send>>,
    has_data: Arc<AtomicBool>,
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Out").finish_non_exhaustive()
    }
}

impl Output {
    pub(crate) fn standard() -> Self {
        Self {
            data: Arc::new(Mutex::new(BufWriter::new(io::stdout()))),
            messages: Arc::new(Mutex::new(io::stderr())),
            has_data: Arc::default(),
        }
    }

    /// Streams that a test can read: data, then messages.
    #[cfg(test)]
    pub(super) fn capture() -> (Self, [Arc<Mutex<Vec<u8>>>; 2]) {
        let (data, messages) = (Arc::<Mutex<Vec<u8>>>::default(), Arc::<Mutex<Vec<u8>>>::default());
        let (to_data, to_messages) = (data.clone(), messages.clone());
        (Self { data: to_data, messages: to_messages, has_data: Arc::default() }, [data, messages])
    }

    /// Whether data was written.
    pub(super) fn has_data(&self) -> bool {
        self.has_data.load(Ordering::Relaxed)
    }

    fn begin_data(&self) -> MutexGuard<'_, dyn Write + Send + 'static> {
        self.has_data.store(true, Ordering::Relaxed);
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a sanitized line of data.
    pub(crate) fn print_line(&self, line: &str) -> Result<(), Exit> {
        let mut data = self.begin_data();
        Ok(writeln!(data, "{}", text::sanitize(line))?)
    }

    /// Writes data that is already safe.
    pub(crate) fn write_data(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Exit> {
        let mut data = self.begin_data();
        Ok(write(&mut *data)?)
    }

    /// Writes text for people, which is already safe: through a pager if the user has one and the
    /// text is higher than the terminal on stdout.
    pub(crate) fn write_page(
        &self,
        allows_pager: bool,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Exit> {
        let height = terminal_height().filter(|_| allows_pager);
        let Some(height) = height else { return self.write_data(write) };
        let mut text = Vec::new();
        write(&mut text)?;
        let lines = memchr::memchr_iter(b'\n', &text).count();
        // The prompt of the shell takes a line.
        if lines + 1 > height && pager::page(&text)? {
            self.has_data.store(true, Ordering::Relaxed);
            return Ok(());
        }
        self.write_data(|to| to.write_all(&text))
    }

    pub(crate) fn flush(&self) -> Result<(), Exit> {
        Ok(self.data.lock().unwrap_or_else(PoisonError::into_inner).flush()?)
    }

    /// Writes a message to stderr; ignores a closed stderr.
    pub(crate) fn print_message(&self, line: &str) {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(messages, "{}", text::sanitize(line));
    }
}

/// The width of the terminal on stdout; `None` if stdout is not a terminal.
pub(super) fn terminal_width() -> Option<usize> {
    io::stdout().is_terminal().then(|| {
        terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).max(1))
    })
}

/// The height of the terminal on stdout; `None` if stdout is not a terminal of known size.
fn terminal_height() -> Option<usize> {
    let (_, height) = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal())?;
    Some(usize::from(height.0))
}

/// An amount of bytes for people.
pub(super) fn storage_size(bytes: u64) -> String {
    match bytes {
        0..0x10_0000 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        0x10_0000..0x4000_0000 => format!("{} MiB", bytes >> 20),
        _ => format!("{} GiB", bytes >> 30),
    }
}

/// Rows in columns that start at the same cell.
pub(super) fn aligned<R: AsRef<[String]>>(rows: &[R]) -> Vec<String> {
    let rows: Vec<&[String]> = rows.iter().map(AsRef::as_ref).collect();
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| text::width(cell)).max().unwrap_or(0)
        })
        .collect();
    let line = |row: &&[String]| {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> =
            cells.map(|(cell, width)| text::pad(cell, *width, Align::Left)).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
