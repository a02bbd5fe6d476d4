//! Drives the program: random acts, with checks between them.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::acts::{Step, act, typed};
use crate::disk::Disk;
use crate::faults::FAULTS;
use crate::phases::Phases;
use crate::program::Program;
use crate::random::Random;
use crate::server::Server;
use crate::upstream::KEY;

/// Texts by which the driver knows where it is.
const FIRST_SCREEN: &str = "1 Jobs";
const KEY_PROMPT: &str = "Enter the API key";

const PROBE_INTERVAL: Duration = Duration::from_secs(5);
const START_TIME: Duration = Duration::from_secs(20);
const END_TIME: Duration = Duration::from_secs(20);

/// Printed with a violation.
const KEPT_KEYS: usize = 100;

pub(crate) struct Session {
    path: PathBuf,
    home: PathBuf,
    pub(crate) server: Server,
    pub(crate) program: Program,
    pub(crate) disk: Disk,
    pub(crate) random: Random,
    pub(crate) next_token: usize,
    verbose: bool,
    started: Instant,
    /// The last keys, for a violation.
    sent: VecDeque<Vec<u8>>,
    pub(crate) findings: Findings,
}

#[derive(Default)]
pub(crate) struct Findings {
    /// What must not happen.
    pub(crate) violations: Vec<String>,
    pub(crate) panics: usize,
    /// The program did not restore the terminal, or wrote what it must not write.
    pub(crate) terminal: usize,
    /// What was on the screen, but not on disk.
    pub(crate) lost: usize,
    /// Keys without an effect on the screen.
    pub(crate) unanswered: usize,
    /// From a key to its frame, in milliseconds.
    pub(crate) latencies: Vec<f64>,
    /// Verdicts, notes and drafts that were found on disk.
    pub(crate) found_on_disk: usize,
    pub(crate) kills: usize,
    /// A random key quit the program.
    pub(crate) quits: usize,
    pub(crate) acts: usize,
}

impl Session {
    pub(crate) fn start(
        path: &Path,
        home: &Path,
        server: Server,
        random: Random,
        verbose: bool,
        started: Instant,
    ) -> Self {
        let program = Program::start(path, home, &server.url());
        let mut session = Self {
            path: path.to_owned(),
            home: home.to_owned(),
            disk: Disk::new(home),
            server,
            program,
            random,
            next_token: 0,
            verbose,
            started,
            sent: VecDeque::new(),
            findings: Findings::default(),
        };
        session.wait_for_first_screen();
        session
    }

    /// Notes something that must not happen.
    pub(crate) fn violation(&mut self, text: &str) {
        let phase = FAULTS[self.server.phase().fault].name;
        let line = format!("{:5.0} s, {phase}: {text}", self.started.elapsed().as_secs_f64());
        if self.verbose {
            let sent: Vec<_> =
                self.sent.iter().map(|bytes| String::from_utf8_lossy(bytes)).collect();
            println!("VIOLATION {line}\nkeys: {sent:?}\n{}", self.program.contents());
        }
        self.findings.violations.push(line);
    }

    pub(crate) fn restart(&mut self) {
        self.program = Program::start(&self.path, &self.home, &self.server.url());
        self.wait_for_first_screen();
    }

    fn wait_for_first_screen(&mut self) {
        let is_there = |text: &str| text.contains(FIRST_SCREEN) || text.contains(KEY_PROMPT);
        if self.program.wait_for(START_TIME, is_there).is_none() {
            self.violation("no first screen");
        }
    }

    /// Random acts for this long, in one process.
    pub(crate) fn run(&mut self, time: Duration, phases: &Phases) {
        let end = Instant::now() + time;
        let mut next_probe = Instant::now() + PROBE_INTERVAL;
        while Instant::now() < end {
            if self.program.has_ended() {
                phases.unwatch();
                self.handle_end();
                self.restart();
                phases.watch(self.program.process());
            }
            self.act();
            if Instant::now() >= next_probe {
                self.probe();
                next_probe = Instant::now() + PROBE_INTERVAL;
            }
        }
    }

    /// One random act.
    pub(crate) fn act(&mut self) {
        self.findings.acts += 1;
        if self.program.shows(KEY_PROMPT) {
            let keys = if self.random.is_in(80) {
                format!("<c-u>{KEY}<enter>")
            } else {
                "<esc>R".to_owned()
            };
            self.perform(typed(&keys));
            self.program.pause(Duration::from_millis(300));
        }
        let steps = act(&mut self.random, &mut self.next_token);
        self.perform(steps);
        let pause = 10 + self.random.below(120);
        self.program.pause(Duration::from_millis(u64::try_from(pause).unwrap_or(0)));
    }

    pub(crate) fn type_keys(&mut self, keys: &str) {
        self.perform(typed(keys));
    }

    fn perform(&mut self, steps: Vec<Step>) {
        for step in steps {
            match step {
                Step::Bytes(bytes) => {
                    self.program.send(&bytes);
                    self.sent.push_back(bytes);
                    if self.sent.len() > KEPT_KEYS {
                        self.sent.pop_front();
                    }
                }
                Step::Pause(millis) => self.program.pause(Duration::from_millis(millis)),
                Step::Resize(rows, columns) => self.program.resize((rows, columns)),
                Step::Signal(signal) => self.program.signal(signal),
            }
        }
    }

    /// The program ended without being asked to.
    fn handle_end(&mut self) {
        match self.program.exit(END_TIME) {
            Some(0) => {
                self.findings.quits += 1;
                self.check_terminal();
            }
            code => {
                let text = self.program.last_text();
                self.violation(&format!("ended with {code:?}: {}", first_lines(&text)));
                self.findings.panics += 1;
            }
        }
    }

    /// Ends the program in order, and checks what it leaves behind.
    pub(crate) fn quit(&mut self, by: Option<Signal>) {
        let expected = match by {
            None => {
                self.program.send(b"\x03");
                0
            }
            Some(signal) => {
                self.program.signal(signal);
                if signal == Signal::TERM { 143 } else { 129 }
            }
        };
        match self.program.exit(END_TIME) {
            Some(code) if code == expected => self.check_terminal(),
            None => {
                self.findings.unanswered += 1;
                self.violation("did not end when asked to");
            }
            code => {
                let text = self.program.last_text();
                self.violation(&format!("ended with {code:?}: {}", first_lines(&text)));
                self.findings.panics += 1;
            }
        }
    }

    fn check_terminal(&mut self) {
        let changes = self.program.leftover_changes();
        if !changes.is_empty() {
            self.findings.terminal += 1;
            self.violation(&format!("the terminal is not restored: {changes:?}"));
        }
        let unexpected = self.program.unexpected();
        if !unexpected.is_empty() {
            self.findings.terminal += 1;
            self.violation(&format!("sequences that no frame may contain: {unexpected:?}"));
        }
    }

    /// Kills the program in rounds, each with something that was just saved.
    pub(crate) fn run_kills(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while Instant::now() < end {
            let round = Instant::now() + Duration::from_secs(6);
            while Instant::now() < round && !self.program.has_ended() {
                self.act();
            }
            if self.program.has_ended() {
                self.handle_end();
            } else {
                let saved = self.save_something();
                match self.random.below(6) {
                    0 => self.quit(None),
                    1 => self.quit(Some(Signal::TERM)),
                    2 => self.quit(Some(Signal::HUP)),
                    _ => {
                        self.program.signal(Signal::KILL);
                        self.program.exit(END_TIME);
                        self.findings.kills += 1;
                    }
                }
                self.check_saved(saved);
            }
            self.restart();
        }
        self.quit(None);
    }

    /// Checks that nothing is missing that was on disk before, and that no report of a panic is there.
    pub(crate) fn check_disk(&mut self) {
        match self.disk.read() {
            Ok((_, missing)) if missing.is_empty() => {}
            Ok((_, missing)) => {
                self.findings.lost += missing.len();
                self.violation(&format!("{} entries are gone: {missing:?}", missing.len()));
            }
            Err(error) => self.violation(&format!("the database: {error}")),
        }
        let reports = self.disk.crash_reports();
        if reports.len() > self.findings.panics {
            self.findings.panics = reports.len();
            self.violation(&format!("reports of panics: {reports:?}"));
        }
    }
}

/// The start of what a panic prints.
fn first_lines(text: &str) -> String {
    text.lines().take(12).collect::<Vec<_>>().join(" / ")
}
