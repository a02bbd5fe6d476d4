//! The tests' terminal: a program in a real pty, and the screen that its bytes
//! make. What a test sees are whole frames: nothing between the two marks of a
//! frame is looked at before it is complete.

pub(crate) mod keys;
pub(crate) mod sequences;

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::support::harness::{KEY, Program};
use sequences::Modes;

/// Nothing takes as long, unless it never comes.
const LIMIT: Duration = Duration::from_secs(30);

/// A program in a terminal of its own; killed when dropped.
pub(crate) struct Screen {
    /// None once it was taken away.
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    seen: Arc<Seen>,
    /// The modes of the line, as found.
    before: String,
}

#[derive(Default)]
struct Seen {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    parser: vt100::Parser,
    raw: Vec<u8>,
    /// Where the part of `raw` ends that is on the screen.
    shown: usize,
    let_go: bool,
    ended: bool,
}

/// The built program with arguments, in the environment of a common terminal.
pub(crate) fn shortlist(program: &Program, arguments: &[&str]) -> CommandBuilder {
    let mut command = at_home(program, env!("CARGO_BIN_EXE_shortlist"));
    command.args(arguments);
    command
}

/// Room for all four panes.
pub(crate) const WIDE: (u16, u16) = (40, 140);

/// The program on a server, with its key.
pub(crate) fn on_server(program: &Program, url: &str, more: &[&str]) -> CommandBuilder {
    let mut command = shortlist(program, &[&["--url", url], more].concat());
    command.env("SHORTLIST_KEY", KEY);
    command
}

/// Lines for a shell with job control, which finds the command as `"$@"`.
pub(crate) fn in_a_shell(
    program: &Program,
    lines: &str,
    command: &CommandBuilder,
) -> CommandBuilder {
    let mut shell = at_home(program, "sh");
    shell.args(["-c", &format!("set -m\n{lines}"), "sh"]);
    shell.args(command.get_argv());
    for (name, value) in command.iter_extra_env_as_str() {
        shell.env(name, value);
    }
    shell
}

pub(crate) fn at_home(program: &Program, name: &str) -> CommandBuilder {
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
        let before = line(&*pty.master);
        let child = pty.slave.spawn_command(command).unwrap();
        // Or the end of the program would not be the end of its output.
        drop(pty.slave);
        let seen = Arc::new(Seen::default());
        seen.lock().parser.screen_mut().set_size(cells(rows), cells(columns));
        let (reader, ours) = (pty.master.try_clone_reader().unwrap(), Arc::clone(&seen));
        thread::spawn(move || ours.read(reader));
        let writer = Some(pty.master.take_writer().unwrap());
        Self { master: Some(pty.master), writer, child, seen, before }
    }

    /// Waits until the screen shows what is looked for.
    pub(crate) fn wait_for(&self, what: &str, here: impl Fn(&vt100::Screen) -> bool) {
        self.wait(what, |state| here(state.parser.screen()));
    }

    pub(crate) fn wait_gone(&self, text: &str) {
        self.wait_for(&format!("not {text}"), |screen| !screen.contents().contains(text));
    }

    pub(crate) fn wait_text(&self, text: &str) {
        self.wait_for(text, |screen| screen.contents().contains(text));
    }

    fn wait(&self, what: &str, here: impl Fn(&State) -> bool) {
        let until = Instant::now() + LIMIT;
        let mut state = self.seen.lock();
        while !here(&state) {
            let left = until.saturating_duration_since(Instant::now());
            let screen = state.parser.screen().contents();
            assert!(!state.ended, "it ended before this came: {what}\n{screen}");
            assert!(!left.is_zero(), "this did not come: {what}\n{screen}");
            let waited = self.seen.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Looks at the last whole frame, also when the program has ended.
    pub(crate) fn last<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.seen.lock().parser.screen())
    }

    /// Types keys as [`keys::bytes`] reads them.
    pub(crate) fn type_keys(&mut self, keys: &str) {
        self.send(&keys::bytes(keys));
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        let writer = self.writer.as_mut().unwrap();
        writer.write_all(bytes).and_then(|()| writer.flush()).unwrap();
    }

    pub(crate) fn resize(&self, rows: u16, columns: u16) {
        // One lock: no frame for the new size is read into the old one.
        let mut state = self.seen.lock();
        state.parser.screen_mut().set_size(cells(rows), cells(columns));
        self.master.as_ref().unwrap().resize(size(rows, columns)).unwrap();
    }

    pub(crate) fn signal(&self, name: &str) {
        signal(name, self.process());
    }

    /// The process in the foreground: the program, when a shell started it.
    pub(crate) fn foreground(&self) -> u32 {
        let group = self.master.as_ref().unwrap().process_group_leader().unwrap();
        u32::try_from(group).unwrap()
    }

    /// Waits for the end; the exit code.
    pub(crate) fn exit(&mut self) -> u32 {
        self.wait_for_silence("it did not end");
        self.child.wait().unwrap().exit_code()
    }

    /// Takes the terminal away and waits for the end; the exit code. The
    /// program must draw when the size changes.
    pub(crate) fn hang_up(&mut self) -> u32 {
        let (rows, columns) = {
            let mut state = self.seen.lock();
            state.let_go = true;
            state.parser.screen().size()
        };
        // The reader holds on until there is something to read.
        self.resize(rows.get() + 1, columns.get());
        self.wait_for_silence("it drew nothing for its new size");
        self.writer = None;
        self.master = None;
        self.child.wait().unwrap().exit_code()
    }

    fn wait_for_silence(&self, otherwise: &str) {
        let goes_on = |state: &mut State| !state.ended;
        let waited = self.seen.changed.wait_timeout_while(self.seen.lock(), LIMIT, goes_on);
        let (state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(!waited.timed_out(), "{otherwise}\n{}", state.parser.screen().contents());
    }

    /// Waits for more output, at most this long. Whether any came.
    pub(crate) fn wait_output(&self, limit: Duration) -> bool {
        let state = self.seen.lock();
        let before = state.raw.len();
        let is_silent = |state: &mut State| state.raw.len() == before && !state.ended;
        let waited = self.seen.changed.wait_timeout_while(state, limit, is_silent);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// The number of the process that was started.
    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// All that was written.
    pub(crate) fn raw(&self) -> Vec<u8> {
        self.seen.lock().raw.clone()
    }

    /// The rows of the screen, without the blanks at their ends.
    pub(crate) fn lines(&self) -> Vec<String> {
        let state = self.seen.lock();
        let screen = state.parser.screen();
        screen.rows(0, screen.size().1.get()).map(|row| row.trim_end().to_owned()).collect()
    }

    /// What the program left otherwise than it found it; nothing, if all is well.
    pub(crate) fn left_changed(&self) -> Vec<String> {
        let state = self.seen.lock();
        let mut left = Modes::after(&state.raw).left_changed();
        let now = line(&**self.master.as_ref().unwrap());
        if now != self.before {
            left.push(format!("the line: {now}, once {}", self.before));
        }
        if !state.parser.screen().attributes_formatted().trim_start_matches("\x1b[m").is_empty() {
            left.push("colours".to_owned());
        }
        left
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Seen {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, mut reader: Box<dyn Read + Send>) {
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = reader.read(&mut buffer) {
            let mut state = self.lock();
            state.raw.extend_from_slice(&buffer[..length]);
            state.show();
            self.changed.notify_all();
            if state.let_go {
                break;
            }
        }
        // Closed first: whoever hears of the end may rely on it.
        drop(reader);
        self.lock().ended = true;
        self.changed.notify_all();
    }
}

impl State {
    fn show(&mut self) {
        let waiting = &self.raw[self.shown..];
        let ready = sequences::whole_frames(waiting);
        self.parser.process(&waiting[..ready]);
        self.shown += ready;
    }
}

pub(crate) fn signal(name: &str, process: u32) {
    let line = format!("kill -{name} {process}");
    assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success());
}

fn line(master: &dyn MasterPty) -> String {
    let modes = master.get_termios().unwrap();
    format!("{:?}", (modes.input_flags, modes.output_flags, modes.control_flags, modes.local_flags))
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, ..PtySize::default() }
}

const fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}
