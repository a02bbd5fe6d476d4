//! The program in a terminal of its own, watched from outside.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};

use crate::sequences::{Modes, unexpected_sequences, whole_frames};
use crate::upstream::KEY;

/// Rows and columns with room for all panes.
pub(crate) const WIDE: (u16, u16) = (40, 140);

/// What `unexpected_sequences` says of output that breaks off.
const INCOMPLETE: &str = "an incomplete sequence";

/// Killed when dropped.
pub(crate) struct Program {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    capture: Arc<Capture>,
    /// The terminal modes before the program started.
    modes_before: String,
}

#[derive(Default)]
struct Capture {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    parser: vt100::Parser,
    /// Output that is no whole frame yet.
    pending: Vec<u8>,
    /// The last switch of each private mode: `h` or `l`.
    modes: BTreeMap<String, char>,
    /// Drawn output whose sequences are not checked yet: the last one is not whole.
    unchecked: Vec<u8>,
    /// Sequences that the program never means to send.
    unexpected: Vec<String>,
    /// The output behind the last frame: what was printed when the program ended.
    last_text: String,
    is_closed: bool,
}

impl Program {
    pub(crate) fn start(path: &Path, home: &Path, url: &str) -> Self {
        let pty = native_pty_system().openpty(size(WIDE)).expect("a terminal");
        let modes_before = modes(&*pty.master);
        let mut command = CommandBuilder::new(path);
        command.args(["--url", url]);
        command.env_clear();
        command.cwd(home);
        command.env("HOME", home);
        command.env("PATH", "/usr/local/bin:/usr/bin:/bin");
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env("EDITOR", "true");
        command.env("SHORTLIST_KEY", KEY);
        let child = pty.slave.spawn_command(command).expect("the program");
        // Otherwise the output would not end with the program.
        drop(pty.slave);
        let capture = Arc::new(Capture::default());
        capture.lock().resize(WIDE);
        let (reader, shared) =
            (pty.master.try_clone_reader().expect("a reader"), Arc::clone(&capture));
        thread::spawn(move || shared.read(reader));
        let writer = pty.master.take_writer().expect("a writer");
        Self { master: pty.master, writer, child, capture, modes_before }
    }

    /// Sends bytes as the keyboard would. An ended program takes none.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        let _ = self.writer.write_all(bytes).and_then(|()| self.writer.flush());
    }

    pub(crate) fn resize(&self, to: (u16, u16)) {
        // Under the lock, so that no frame of the new size is drawn into the old one.
        let mut state = self.capture.lock();
        state.resize(to);
        let _ = self.master.resize(size(to));
    }

    pub(crate) fn signal(&self, signal: Signal) {
        if let Some(process) = Pid::from_raw(i32::try_from(self.process()).unwrap_or(0)) {
            let _ = kill_process(process, signal);
        }
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().unwrap_or(0)
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.capture.lock().is_closed
    }

    /// The text of the last whole frame.
    pub(crate) fn contents(&self) -> String {
        self.capture.lock().parser.screen().contents()
    }

    pub(crate) fn shows(&self, text: &str) -> bool {
        self.contents().contains(text)
    }

    /// Waits until a frame meets the condition. Returns how long that took; `None` when the time is
    /// over or the program ended.
    pub(crate) fn wait_for(
        &self,
        limit: Duration,
        holds: impl Fn(&str) -> bool,
    ) -> Option<Duration> {
        let started = Instant::now();
        let mut state = self.capture.lock();
        while !holds(&state.parser.screen().contents()) {
            let left = limit.saturating_sub(started.elapsed());
            if state.is_closed || left.is_zero() {
                return None;
            }
            let waited = self.capture.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Some(started.elapsed())
    }

    /// Lets the program work for a while; ends early with it.
    pub(crate) fn pause(&self, time: Duration) {
        let is_open = |state: &mut State| !state.is_closed;
        let waited = self.capture.changed.wait_timeout_while(self.capture.lock(), time, is_open);
        drop(waited);
    }

    /// Waits until the program ends. Returns its exit code, if it ends in time.
    pub(crate) fn exit(&mut self, limit: Duration) -> Option<u32> {
        self.pause(limit);
        if !self.has_ended() {
            return None;
        }
        self.child.wait().ok().map(|status| status.exit_code())
    }

    /// What the program printed after its last frame.
    pub(crate) fn last_text(&self) -> String {
        self.capture.lock().last_text.clone()
    }

    /// What the program changed about the terminal and did not restore.
    pub(crate) fn leftover_changes(&self) -> Vec<String> {
        let state = self.capture.lock();
        let switches: Vec<_> =
            state.modes.iter().map(|(mode, to)| format!("\x1b[?{mode}{to}")).collect();
        let mut changes = Modes::after(switches.concat().as_bytes()).leftover_changes();
        let modes = modes(&*self.master);
        if modes != self.modes_before {
            changes.push(format!("terminal modes: {modes}, before: {}", self.modes_before));
        }
        changes
    }

    /// Sequences that no frame may contain.
    pub(crate) fn unexpected(&self) -> Vec<String> {
        self.capture.lock().unexpected.clone()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The memory that the process holds, in MiB.
pub(crate) fn resident(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kib| kib / 1024.0)
}

impl Capture {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, mut reader: Box<dyn Read + Send>) {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = reader.read(&mut buffer) {
            let mut state = self.lock();
            state.pending.extend_from_slice(&buffer[..length]);
            state.draw();
            self.changed.notify_all();
        }
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

impl State {
    fn draw(&mut self) {
        let ready = whole_frames(&self.pending);
        let frames: Vec<u8> = self.pending.drain(..ready).collect();
        self.parser.process(&frames);
        if self.unchecked.is_empty() && self.is_fullscreen() {
            self.unchecked.extend(b"\x1b[?1049h");
        }
        self.unchecked.extend(&frames);
        let found = unexpected_sequences(&self.unchecked, true);
        if found != [INCOMPLETE] {
            self.unchecked.clear();
            self.unexpected.extend(found.into_iter().take(3));
            self.unexpected.truncate(20);
        }
        let text = String::from_utf8_lossy(&frames);
        for part in text.split("\x1b[?").skip(1) {
            let mode: String = part.chars().take_while(char::is_ascii_digit).collect();
            if let Some(to @ ('h' | 'l')) = part.chars().nth(mode.len()) {
                self.modes.insert(mode, to);
            }
        }
        self.last_text = match text.rsplit_once("\x1b[?1049l") {
            Some((_, after)) => after.to_owned(),
            None if !self.is_fullscreen() => format!("{}{text}", self.last_text),
            None => String::new(),
        };
    }

    fn is_fullscreen(&self) -> bool {
        self.modes.get("1049") == Some(&'h')
    }

    fn resize(&mut self, (rows, columns): (u16, u16)) {
        let cells = |count| NonZeroU16::new(count).expect("a size");
        self.parser.screen_mut().set_size(cells(rows), cells(columns));
    }
}

fn modes(master: &dyn MasterPty) -> String {
    let modes = master.get_termios().expect("the modes of the terminal");
    format!("{:?}", (modes.input_flags, modes.output_flags, modes.control_flags, modes.local_flags))
}

fn size((rows, cols): (u16, u16)) -> PtySize {
    PtySize { rows, cols, ..PtySize::default() }
}
