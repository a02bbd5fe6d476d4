//! Half an hour against a rough server: `cargo bench --bench soak`.
//!
//! The program runs in a terminal and gets random keys, while its server changes its fault every
//! five seconds. Everything is measured from outside: requests, memory, the time to answer a key,
//! what is on disk, what is left of the terminal. Then it is killed and started again for a while.
//! The exit code is 1 if a figure misses its bound; the seed repeats a run. `-- --help` lists the
//! options.

#![expect(clippy::print_stdout, clippy::disallowed_macros, reason = "a benchmark talks to people")]

mod acts;
mod bodies;
mod connection;
mod disk;
mod faults;
#[path = "../../tests/it/support/pty/keys.rs"]
#[expect(clippy::panic, reason = "a script with an unknown key is a mistake here")]
mod keys;
mod options;
mod phases;
mod probes;
mod program;
mod random;
mod replies;
#[path = "../find/report.rs"]
#[expect(dead_code, reason = "another benchmark measures its own memory")]
mod report;
#[path = "../../tests/it/support/pty/sequences.rs"]
#[expect(dead_code, reason = "a test looks at single modes")]
mod sequences;
mod server;
mod session;
mod summary;
mod tokens;
mod traffic;
mod upstream;

use std::time::{Duration, Instant};

use clap::Parser;

use faults::FAULTS;
use options::Options;
use phases::Phases;
use random::Random;
use server::Server;
use session::Session;

/// The first screen loads; then its memory is the start.
const SETTLE_TIME: Duration = Duration::from_secs(5);

fn main() {
    let options = Options::parse();
    if options.list {
        for fault in FAULTS {
            println!("{}", fault.name);
        }
        return;
    }
    let seed = options.seed();
    println!("seed {seed}, {} minutes", options.minutes);
    let started = Instant::now();
    let home = tempfile::tempdir().expect("a folder");
    let server = Server::start(started);
    let mut session = Session::start(
        &options.program(),
        home.path(),
        server.clone(),
        Random::new(seed),
        options.verbose,
        started,
    );
    session.program.pause(SETTLE_TIME);
    let order = Random::new(seed ^ 0x5eed);
    let phases = Phases::start(server.clone(), &options.faults, order, options.verbose);
    phases.watch(session.program.process());
    session.run(options.main_time(), &phases);
    phases.unwatch();
    session.quit(None);
    session.check_disk();
    if !options.kill_time().is_zero() {
        session.restart();
        session.run_kills(options.kill_time());
        session.check_disk();
    }
    let integrity = session.disk.integrity();
    if !matches!(integrity.as_deref(), Ok("ok")) {
        session.violation(&format!("the database: {integrity:?}"));
    }
    let samples = phases.samples();
    drop(phases);
    summary::print(&server.log(), &samples, &mut session.findings);
}
