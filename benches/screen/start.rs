//! The built program in a terminal: the time to the first frame, and what it does while idle.

use std::fs;
use std::io::Read;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use ratatui::widgets::Block;

use crate::{Measurement, median};

const STARTS: usize = 41;
const PRODUCT: &str = env!("CARGO_BIN_EXE_shortlist");
/// Makes this binary run the minimal program instead of the benchmark.
pub(crate) const MINIMAL_FLAG: &str = "--smallest";
/// Occurs in the first frame of both programs.
const FRAME_MARKER: &[u8] = b"shortlist";
/// By then, notices have disappeared, startup connections are closed, and idle threads have ended.
const SETTLE_TIME: Duration = Duration::from_secs(40);
const IDLE: Duration = Duration::from_secs(10);

/// The minimal ratatui program: draws one frame and waits for input.
pub(crate) fn run_minimal() {
    let mut terminal = ratatui::init();
    terminal
        .draw(|frame| frame.render_widget(Block::bordered().title("shortlist"), frame.area()))
        .expect("a frame");
    let _ = std::io::stdin().read(&mut [0]);
    ratatui::restore();
}

/// The time to the first frame, compared with the minimal program.
pub(crate) fn first_frame() -> Measurement {
    let home = Home::new();
    let bench = std::env::current_exe().expect("a program");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        ours.push(Program::start(&home, PRODUCT, &[]).wait_for(FRAME_MARKER).as_secs_f64());
        let path = bench.to_str().expect("a path");
        theirs.push(
            Program::start(&home, path, &[MINIMAL_FLAG]).wait_for(FRAME_MARKER).as_secs_f64(),
        );
    }
    let (ours, theirs) = (median(&mut ours), median(&mut theirs));
    Measurement {
        name: "the first frame, against the smallest program of ratatui".to_owned(),
        value: ours / theirs,
        max: Some(2.0),
        details: format!("{:.2} ms against {:.2} ms", ours * 1e3, theirs * 1e3),
    }
}

/// Output and wake-ups during ten idle seconds.
pub(crate) fn idle() -> [Measurement; 2] {
    let home = Home::new();
    let program = Program::start(&home, PRODUCT, &[]);
    program.count_output(SETTLE_TIME);
    let before = program.context_switches();
    let bytes = program.count_output(IDLE);
    let context_switches = program.context_switches() - before;
    [
        Measurement {
            name: "bytes written in 10 s of doing nothing".to_owned(),
            #[expect(clippy::cast_precision_loss, reason = "a few bytes")]
            value: bytes as f64,
            max: Some(0.0),
            details: "frames would be bytes".to_owned(),
        },
        Measurement {
            name: "wake-ups in 10 s of doing nothing, all threads".to_owned(),
            value: context_switches,
            max: Some(0.0),
            details: "the embedded service included".to_owned(),
        },
    ]
}

/// A home directory with the demo workspace.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().expect("a directory"));
        let jobs =
            Command::new(PRODUCT).arg("jobs").env_clear().env("HOME", home.0.path()).output();
        assert!(jobs.expect("the program").status.success());
        home
    }
}

/// A program in its own terminal; killed when dropped.
struct Program {
    started: Instant,
    child: Box<dyn Child + Send + Sync>,
    chunks: Receiver<Vec<u8>>,
    /// Kept open, because the program ends when its terminal closes.
    _master: Box<dyn MasterPty + Send>,
}

impl Program {
    fn start(home: &Home, path: &str, arguments: &[&str]) -> Self {
        let size = PtySize { rows: 40, cols: 120, ..PtySize::default() };
        let pty = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(path);
        command.args(arguments);
        command.env_clear();
        command.env("HOME", home.0.path());
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        let mut reader = pty.master.try_clone_reader().expect("a reader");
        let (sender, chunks) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        let started = Instant::now();
        let child = pty.slave.spawn_command(command).expect("a program");
        Self { started, child, chunks, _master: pty.master }
    }

    /// Waits until the program writes the marker. Returns the time since its start.
    fn wait_for(&self, marker: &[u8]) -> Duration {
        let mut output = Vec::new();
        while !output.windows(marker.len()).any(|part| part == marker) {
            output.extend(self.chunks.recv_timeout(IDLE).expect("a frame"));
        }
        self.started.elapsed()
    }

    /// The number of bytes written in this time.
    fn count_output(&self, time: Duration) -> usize {
        let deadline = Instant::now() + time;
        let remaining = || deadline.saturating_duration_since(Instant::now());
        let mut bytes = 0;
        while let Ok(chunk) = self.chunks.recv_timeout(remaining()) {
            bytes += chunk.len();
        }
        assert!(remaining().is_zero(), "the program ended early");
        bytes
    }

    /// The number of context switches of all threads.
    fn context_switches(&self) -> f64 {
        let process = self.child.process_id().expect("a process");
        let threads = fs::read_dir(format!("/proc/{process}/task")).expect("/proc is available");
        let count = |status: &str| {
            let lines = status.lines().filter(|line| line.contains("voluntary_ctxt_switches"));
            lines
                .filter_map(|line| line.split_whitespace().last()?.parse::<f64>().ok())
                .sum::<f64>()
        };
        threads
            .filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("status")).ok())
            .map(|status| count(&status))
            .sum()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The program may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
