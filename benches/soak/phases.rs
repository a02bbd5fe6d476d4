//! Changes the fault of the server every five seconds, in a seeded order, and samples the memory of
//! the program meanwhile.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::faults::{FAULTS, HEALTHY};
use crate::program::resident;
use crate::random::Random;
use crate::server::{Phase, Server};

const PHASE: Duration = Duration::from_secs(5);
const SAMPLE: Duration = Duration::from_millis(250);

/// Stops when dropped.
pub(crate) struct Phases {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
    memory: Arc<Memory>,
}

#[derive(Default)]
struct Memory {
    process: AtomicU32,
    samples: Mutex<Samples>,
}

#[derive(Default, Clone)]
pub(crate) struct Samples {
    /// At the first screen of the first process, in MiB.
    pub(crate) start: f64,
    /// The last sample of the process.
    last: f64,
    /// At the end of a process: the most of all processes.
    pub(crate) end: f64,
    /// The most above the start, at any time, and the fault of that time.
    pub(crate) peak: (f64, usize),
    /// The most that the memory grew in a phase, by fault.
    pub(crate) growth: Vec<f64>,
    /// How many phases each fault had.
    pub(crate) phases: Vec<usize>,
}

impl Phases {
    /// Cycles through these faults, or through all.
    pub(crate) fn start(
        server: Server,
        faults: &[usize],
        mut random: Random,
        verbose: bool,
    ) -> Self {
        let memory = Arc::new(Memory::default());
        {
            let mut samples = memory.samples();
            samples.growth = vec![0.0; FAULTS.len()];
            samples.phases = vec![0; FAULTS.len()];
        }
        let faults = faults.to_vec();
        let (stop, stopped) = channel();
        let shared = Arc::clone(&memory);
        let thread = std::thread::spawn(move || {
            let started = Instant::now();
            let mut deck = Vec::new();
            loop {
                let phase = next(&mut deck, &faults, &mut random);
                if verbose {
                    let (at, name) = (started.elapsed().as_secs(), FAULTS[phase.fault].name);
                    let share = if phase.is_partial { ", every second request" } else { "" };
                    let (memory, requests) = (shared.resident(), server.log().traffic.len());
                    println!("{at:5} s  {memory:4.0} MiB  {requests:6} requests  {name}{share}");
                }
                server.set_phase(phase);
                if !shared.sample(phase.fault, |time| stopped.recv_timeout(time)) {
                    return;
                }
            }
        });
        Self { stop: Some(stop), thread: Some(thread), memory }
    }

    /// Samples this process from now on; the memory of the first one at present is the start.
    pub(crate) fn watch(&self, process: u32) {
        self.memory.process.store(process, Ordering::Relaxed);
        let now = self.memory.resident();
        let mut samples = self.memory.samples();
        samples.last = now;
        if samples.start == 0.0 {
            samples.start = now;
        }
    }

    /// Samples no process. One that has ended is as large as it was last.
    pub(crate) fn unwatch(&self) {
        let now = self.memory.resident();
        self.memory.process.store(0, Ordering::Relaxed);
        let mut samples = self.memory.samples();
        samples.end = samples.end.max(if now > 0.0 { now } else { samples.last });
    }

    pub(crate) fn samples(&self) -> Samples {
        self.memory.samples().clone()
    }
}

impl Drop for Phases {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// After two faults, the server is healthy for a while: without records there is nothing to do.
fn next(deck: &mut Vec<Phase>, faults: &[usize], random: &mut Random) -> Phase {
    if deck.is_empty() {
        let mut all: Vec<usize> =
            if faults.is_empty() { (1..FAULTS.len()).collect() } else { faults.to_vec() };
        random.shuffle(&mut all);
        for (index, fault) in all.into_iter().enumerate() {
            deck.push(Phase { fault, is_partial: faults.is_empty() && random.is_in(30) });
            if index % 2 == 1 || !faults.is_empty() {
                deck.push(Phase { fault: HEALTHY, is_partial: false });
            }
            if !faults.is_empty() {
                deck.extend([Phase { fault, is_partial: false }; 2]);
            }
        }
    }
    deck.pop().expect("a fault")
}

impl Memory {
    fn samples(&self) -> MutexGuard<'_, Samples> {
        self.samples.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn resident(&self) -> f64 {
        resident(self.process.load(Ordering::Relaxed)).unwrap_or(0.0)
    }

    /// Samples for one phase. Returns false when the run is over.
    fn sample(
        &self,
        fault: usize,
        wait: impl Fn(Duration) -> Result<(), RecvTimeoutError>,
    ) -> bool {
        let (process, at_begin) = (self.process.load(Ordering::Relaxed), self.resident());
        self.samples().phases[fault] += 1;
        let end = Instant::now() + PHASE;
        while Instant::now() < end {
            if wait(SAMPLE) != Err(RecvTimeoutError::Timeout) {
                return false;
            }
            let now = self.resident();
            if now > 0.0 && process == self.process.load(Ordering::Relaxed) {
                let mut samples = self.samples();
                samples.last = now;
                samples.growth[fault] = samples.growth[fault].max(now - at_begin);
                if now - samples.start > samples.peak.0 {
                    samples.peak = (now - samples.start, fault);
                }
            }
        }
        true
    }
}
