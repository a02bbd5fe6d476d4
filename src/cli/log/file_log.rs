//! Lines on their way to the file. A thread writes them, so that a slow disk never holds up a key; lines
//! that find the queue full are counted and dropped.

use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::rotating_file::RotatingFile;
use crate::wire::Timestamp;

/// In bytes: seconds of a busy program.
const CAPACITY: usize = 4 << 20;

#[derive(Debug)]
pub(super) struct FileLog {
    path: PathBuf,
    queue: Arc<Queue>,
}

#[derive(Debug, Default)]
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    lines: Vec<Vec<u8>>,
    /// Of all lines.
    bytes: usize,
    /// Lines that found no room.
    dropped: u64,
    /// Whether the thread has taken lines that are not in the file yet.
    is_writing: bool,
}

impl FileLog {
    pub(super) fn start(path: PathBuf, mut file: RotatingFile) -> io::Result<Self> {
        let queue = Arc::<Queue>::default();
        let of_thread = Arc::clone(&queue);
        thread::Builder::new().name("log".to_owned()).spawn(move || {
            loop {
                for line in of_thread.take() {
                    // A log that cannot be written has nowhere to report it.
                    let _ = file.write_line(&line);
                }
                of_thread.finish();
            }
        })?;
        Ok(Self { path, queue })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn line(&self) -> QueuedLine<'_> {
        QueuedLine(&self.queue)
    }

    /// Waits until everything is in the file, up to a limit.
    pub(super) fn flush(&self, limit: Duration) {
        let is_behind = |state: &mut QueueState| !state.lines.is_empty() || state.is_writing;
        let _ = self.queue.changed.wait_timeout_while(self.queue.lock(), limit, is_behind);
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, line: &[u8]) {
        let mut state = self.lock();
        if state.bytes + line.len() > CAPACITY {
            state.dropped += 1;
            return;
        }
        state.bytes += line.len();
        state.lines.push(line.to_vec());
        self.changed.notify_all();
    }

    /// Waits for lines and takes them all.
    fn take(&self) -> Vec<Vec<u8>> {
        let is_empty = |state: &mut QueueState| state.lines.is_empty();
        let waited = self.changed.wait_while(self.lock(), is_empty);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        (state.bytes, state.is_writing) = (0, true);
        let mut lines = mem::take(&mut state.lines);
        if let dropped @ 1.. = mem::take(&mut state.dropped) {
            lines.push(dropped_line(dropped));
        }
        lines
    }

    fn finish(&self) {
        self.lock().is_writing = false;
        self.changed.notify_all();
    }
}

fn dropped_line(count: u64) -> Vec<u8> {
    let line = serde_json::json!({
        "timestamp": Timestamp::now().to_utc().to_rfc3339(), "level": "WARN", "target": "command",
        "message": "lines were dropped", "count": count,
    });
    format!("{line}\n").into_bytes()
}

/// Takes the bytes of whole lines.
pub(super) struct QueuedLine<'a>(&'a Queue);

impl Write for QueuedLine<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.push(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_written_before_a_flush_is_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.log");
        let log = FileLog::start(path.clone(), RotatingFile::open(&path).unwrap()).unwrap();
        for number in 0..1_000 {
            writeln!(log.line(), "{number}").unwrap();
        }
        log.flush(Duration::from_mins(2));
        let text = std::fs::read_to_string(path).unwrap();
        let expected: Vec<String> = (0..1_000).map(|number: i32| number.to_string()).collect();
        assert!(text.lines().eq(expected), "{text}");
    }

    #[test]
    fn a_full_queue_drops_lines_and_says_how_many() {
        let queue = Queue::default();
        let line = vec![b'x'; CAPACITY / 4];
        for _ in 0..7 {
            queue.push(&line);
        }
        let mut lines = queue.take();
        let note = String::from_utf8(lines.pop().unwrap()).unwrap();
        assert_eq!(lines, vec![line.clone(); 4]);
        assert!(note.contains("\"count\":3") && note.ends_with("}\n"), "{note}");
        queue.push(&line);
        assert_eq!(queue.take(), [line], "the note is written once");
    }
}
