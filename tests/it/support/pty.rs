//! A program in a pseudo-terminal, and the screen that its output draws.
//!
//! Tests see only whole frames: output between the two marks of a frame becomes visible when the
//! frame is complete.

pub(crate) mod keys;
pub(crate) mod sequences;

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::unix::fs::PermissionsExt;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::support::TIMEOUT;
use crate::support::harness::{Program, signal};
use crate::support::http::KEY;
use sequences::{Modes, unexpected_sequences};

/// A program in its own terminal; killed when dropped.
pub(crate) struct Screen {
    /// `None` after a hang-up.
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    capture: Arc<Capture>,
    /// The terminal modes before the program started.
    modes_before: String,
}

/// The output so far, filled by a reader thread.
#[derive(Default)]
struct Capture {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    parser: vt100::Parser,
    raw: Vec<u8>,
    /// How much of `raw` is on the screen.
    drawn: usize,
    /// Whether the reader closes the terminal after its next read.
    closes_next: bool,
    is_closed: bool,
}

/// The program with arguments, in the environment of a common terminal.
pub(crate) fn shortlist(program: &Program, arguments: &[&str]) -> CommandBuilder {
    let mut command = base_command(program, env!("CARGO_BIN_EXE_shortlist"));
    command.args(arguments);
    command
}

/// Rows and columns with room for all four panes.
pub(crate) const WIDE: (u16, u16) = (40, 140);

/// The program on a server.
pub(crate) fn shortlist_on(program: &Program, url: &str, arguments: &[&str]) -> CommandBuilder {
    let mut command = shortlist(program, &[&["--url", url], arguments].concat());
    command.env("SHORTLIST_KEY", KEY);
    command
}

/// A script for a shell with job control; the command is its `"$@"`.
pub(crate) fn in_shell(
    program: &Program,
    script: &str,
    command: &CommandBuilder,
) -> CommandBuilder {
    let mut shell = base_command(program, "sh");
    shell.args(["-c", &format!("set -m\n{script}"), "sh"]);
    shell.args(command.get_argv());
    for (name, value) in command.iter_extra_env_as_str() {
        shell.env(name, value);
    }
    shell
}

/// This test binary, started again to run one test: a program that only tests need. The test does
/// nothing unless an environment variable tells it to.
pub(crate) fn this_test_binary(program: &Program, test: &str) -> CommandBuilder {
    let mut command = base_command(program, &std::env::current_exe().unwrap().to_string_lossy());
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]);
    command
}

/// Checks what a panic leaves behind: a restored terminal, and a report with this
/// message in a private file and in the shell, where the file is named last.
pub(crate) fn assert_crash_report(program: &Program, screen: &Screen, message: &str) {
    screen.assert_clean();
    let output = String::from_utf8(screen.raw()).unwrap();
    assert_report_ends(program, output.rsplit_once("\x1b[?1049l").unwrap().1, message);
}

/// The same for a program that took no screen.
pub(crate) fn assert_report_ends(program: &Program, output: &str, message: &str) {
    let mut files: Vec<_> = std::fs::read_dir(program.home.path()).unwrap().flatten().collect();
    files.retain(|file| file.file_name().to_string_lossy().starts_with("crash-"));
    let [file] = files.as_slice() else { panic!("{message}: {files:?}") };
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{message}");
    let report = std::fs::read_to_string(file.path()).unwrap();
    assert!(report.contains(message), "{report}");
    assert!(!report.contains(KEY), "{report}");
    let in_shell = output.replace("\r\n", "\n");
    assert!(in_shell.contains(&report), "{in_shell}");
    assert!(in_shell.trim_end().ends_with(&file.path().display().to_string()), "{in_shell}");
}

pub(crate) fn base_command(program: &Program, name: &str) -> CommandBuilder {
    let mut command = CommandBuilder::new(name);
    command.env_clear();
    command.cwd(program.home.path());
    command.env("HOME", program.home.path());
    command.env("PATH", "/usr/local/bin:/usr/bin:/bin");
    command.env("TERM", "xterm-256color");
    command.env("LANG", "C.UTF-8");
    command
}

impl Screen {
    pub(crate) fn start(rows: u16, columns: u16, command: CommandBuilder) -> Self {
        let pty = native_pty_system().openpty(size(rows, columns)).unwrap();
        let modes_before = modes(&*pty.master);
        let child = pty.slave.spawn_command(command).unwrap();
        // Otherwise the output would not end with the program.
        drop(pty.slave);
        let capture = Arc::new(Capture::default());
        capture.lock().parser.screen_mut().set_size(cells(rows), cells(columns));
        let (reader, shared) = (pty.master.try_clone_reader().unwrap(), Arc::clone(&capture));
        thread::spawn(move || shared.read(reader));
        let writer = Some(pty.master.take_writer().unwrap());
        Self { master: Some(pty.master), writer, child, capture, modes_before }
    }

    /// Starts it with room for all four panes.
    pub(crate) fn wide(command: CommandBuilder) -> Self {
        Self::start(WIDE.0, WIDE.1, command)
    }

    /// Waits until the screen meets a condition; `what` names it.
    pub(crate) fn wait_for(&self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        self.wait(what, |state| holds(state.parser.screen()));
    }

    pub(crate) fn wait_until_gone(&self, text: &str) {
        self.wait_for(&format!("not {text}"), |screen| !screen.contents().contains(text));
    }

    pub(crate) fn wait_for_text(&self, text: &str) {
        self.wait_for(text, |screen| screen.contents().contains(text));
    }

    /// Waits until the screen shows all of these texts at once.
    pub(crate) fn wait_for_texts(&self, texts: &[&str]) {
        self.wait_for(&format!("{texts:?}"), |screen| {
            let contents = screen.contents();
            texts.iter().all(|text| contents.contains(text))
        });
    }

    fn wait(&self, what: &str, holds: impl Fn(&State) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        let mut state = self.capture.lock();
        while !holds(&state) {
            let left = deadline.saturating_duration_since(Instant::now());
            let screen = state.parser.screen().contents();
            assert!(!state.is_closed, "the program ended while waiting for: {what}\n{screen}");
            assert!(!left.is_zero(), "timed out waiting for: {what}\n{screen}");
            let waited = self.capture.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Reads the last whole frame, also after the program ended.
    pub(crate) fn with_last_frame<T>(&self, read: impl FnOnce(&vt100::Screen) -> T) -> T {
        read(self.capture.lock().parser.screen())
    }

    /// Whether the screen shows a text now.
    pub(crate) fn shows(&self, text: &str) -> bool {
        self.with_last_frame(|screen| screen.contents().contains(text))
    }

    /// Types keys in the notation of [`keys::bytes`].
    pub(crate) fn type_keys(&mut self, keys: &str) {
        self.send(&keys::bytes(keys));
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        let writer = self.writer.as_mut().unwrap();
        writer.write_all(bytes).and_then(|()| writer.flush()).unwrap();
    }

    pub(crate) fn resize(&self, rows: u16, columns: u16) {
        // Under the lock, so that no frame of the new size is drawn into the old one.
        let mut state = self.capture.lock();
        state.parser.screen_mut().set_size(cells(rows), cells(columns));
        self.master.as_ref().unwrap().resize(size(rows, columns)).unwrap();
    }

    pub(crate) fn signal(&self, name: &str) {
        signal(name, self.process());
    }

    /// The process in the foreground: the program, if a shell started it.
    pub(crate) fn foreground(&self) -> u32 {
        let group = self.master.as_ref().unwrap().process_group_leader().unwrap();
        u32::try_from(group).unwrap()
    }

    /// Waits until the program ends. Returns its exit code.
    pub(crate) fn exit(&mut self) -> u32 {
        self.wait_until_closed("the program did not end");
        self.child.wait().unwrap().exit_code()
    }

    /// Quits with Ctrl-C, whatever is open, and checks the exit code.
    pub(crate) fn quit(mut self) {
        self.type_keys("<c-c>");
        assert_eq!(self.exit(), 0);
        self.assert_clean();
    }

    /// Kills the program, as a power failure would.
    pub(crate) fn kill(&mut self) {
        self.signal("KILL");
        self.exit();
    }

    /// Closes the terminal and waits until the program ends. Returns its exit code. The program
    /// must draw when the size changes.
    pub(crate) fn hang_up(&mut self) -> u32 {
        let (rows, columns) = {
            let mut state = self.capture.lock();
            state.closes_next = true;
            state.parser.screen().size()
        };
        // The reader keeps the terminal open until it has read something.
        self.resize(rows.get() + 1, columns.get());
        self.wait_until_closed("nothing was drawn for the new size");
        self.writer = None;
        self.master = None;
        self.child.wait().unwrap().exit_code()
    }

    fn wait_until_closed(&self, failure: &str) {
        let is_open = |state: &mut State| !state.is_closed;
        let waited = self.capture.changed.wait_timeout_while(self.capture.lock(), TIMEOUT, is_open);
        let (state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(!waited.timed_out(), "{failure}\n{}", state.parser.screen().contents());
    }

    /// Waits for more output, at most this long. Returns whether any came.
    pub(crate) fn wait_output(&self, limit: Duration) -> bool {
        let state = self.capture.lock();
        let before = state.raw.len();
        let is_silent = |state: &mut State| state.raw.len() == before && !state.is_closed;
        let waited = self.capture.changed.wait_timeout_while(state, limit, is_silent);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// The id of the process that was started.
    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// All output so far.
    pub(crate) fn raw(&self) -> Vec<u8> {
        self.capture.lock().raw.clone()
    }

    /// The rows of the screen without trailing blanks.
    pub(crate) fn lines(&self) -> Vec<String> {
        let state = self.capture.lock();
        let screen = state.parser.screen();
        screen.rows(0, screen.size().1.get()).map(|row| row.trim_end().to_owned()).collect()
    }

    /// What the program changed about the terminal and did not restore.
    pub(crate) fn leftover_changes(&self) -> Vec<String> {
        let state = self.capture.lock();
        let mut changes = Modes::after(&state.raw).leftover_changes();
        let modes = modes(&**self.master.as_ref().unwrap());
        if modes != self.modes_before {
            changes.push(format!("terminal modes: {modes}, before: {}", self.modes_before));
        }
        if !state.parser.screen().attributes_formatted().trim_start_matches("\x1b[m").is_empty() {
            changes.push("colours".to_owned());
        }
        changes
    }

    /// Checks that the program restored the terminal and sent only the sequences it is meant to
    /// send.
    pub(crate) fn assert_clean(&self) {
        assert_eq!(self.leftover_changes(), [""; 0]);
        assert_eq!(unexpected_sequences(&self.raw(), false), [""; 0]);
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Capture {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, mut reader: Box<dyn Read + Send>) {
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = reader.read(&mut buffer) {
            let mut state = self.lock();
            state.raw.extend_from_slice(&buffer[..length]);
            state.draw();
            self.changed.notify_all();
            if state.closes_next {
                break;
            }
        }
        // Closed before the flag is set.
        drop(reader);
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

impl State {
    fn draw(&mut self) {
        let pending = &self.raw[self.drawn..];
        let ready = sequences::whole_frames(pending);
        self.parser.process(&pending[..ready]);
        self.drawn += ready;
    }
}

fn modes(master: &dyn MasterPty) -> String {
    let modes = master.get_termios().unwrap();
    format!("{:?}", (modes.input_flags, modes.output_flags, modes.control_flags, modes.local_flags))
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, ..PtySize::default() }
}

const fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}
