//! The built program in a terminal: the time to the first frame, and what it does while idle.

use std::fs;
use std::io::Read;
use std::process::Command;
use std::time::{Duration, Instant};

use ratatui::widgets::Block;

use crate::program::{FRAME_MARKER, PRODUCT, Program};
use crate::{Measurement, median};

const STARTS: usize = 41;
/// Makes this binary run the minimal program instead of the benchmark.
pub(crate) const MINIMAL_FLAG: &str = "--smallest";
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
    let home = demo_home();
    let bench = std::env::current_exe().expect("a program");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        ours.push(
            Program::start(home.path(), PRODUCT, &[], &[]).wait_for(FRAME_MARKER).as_secs_f64(),
        );
        let path = bench.to_str().expect("a path");
        let minimal = Program::start(home.path(), path, &[MINIMAL_FLAG], &[]);
        theirs.push(minimal.wait_for(FRAME_MARKER).as_secs_f64());
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
    let home = demo_home();
    let program = Program::start(home.path(), PRODUCT, &[], &[]);
    count_output(&program, SETTLE_TIME);
    let before = context_switches(&program);
    let bytes = count_output(&program, IDLE);
    let context_switches = context_switches(&program) - before;
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
fn demo_home() -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a directory");
    let jobs = Command::new(PRODUCT).arg("jobs").env_clear().env("HOME", home.path()).output();
    assert!(jobs.expect("the program").status.success());
    home
}

/// The number of bytes written in this time.
fn count_output(program: &Program, time: Duration) -> usize {
    let deadline = Instant::now() + time;
    let remaining = || deadline.saturating_duration_since(Instant::now());
    let mut bytes = 0;
    while let Ok(chunk) = program.chunks.recv_timeout(remaining()) {
        bytes += chunk.len();
    }
    assert!(remaining().is_zero(), "the program ended early");
    bytes
}

/// The number of context switches of all threads.
fn context_switches(program: &Program) -> f64 {
    let process = program.child.process_id().expect("a process");
    let threads = fs::read_dir(format!("/proc/{process}/task")).expect("/proc is available");
    let count = |status: &str| {
        let lines = status.lines().filter(|line| line.contains("voluntary_ctxt_switches"));
        lines.filter_map(|line| line.split_whitespace().last()?.parse::<f64>().ok()).sum::<f64>()
    };
    threads
        .filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("status")).ok())
        .map(|status| count(&status))
        .sum()
}
