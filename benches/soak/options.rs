//! The command line of the benchmark.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

use crate::faults::FAULTS;

/// Random keys against a server that changes its fault every five seconds.
#[derive(Parser)]
pub(crate) struct Options {
    /// How long one process is driven without a break
    #[arg(long, default_value_t = 30.0)]
    pub(crate) minutes: f64,
    /// How long a process is then killed and started again, in minutes [default: a sixth]
    #[arg(long, value_name = "MINUTES")]
    kills: Option<f64>,
    /// Repeats the order of faults and keys of an earlier run
    #[arg(long)]
    seed: Option<u64>,
    /// Only this fault, with healthy spells between; may be given several times
    #[arg(long = "fault", value_name = "NAME", value_parser = fault_named)]
    pub(crate) faults: Vec<usize>,
    /// Lists the faults and ends
    #[arg(long)]
    pub(crate) list: bool,
    /// Another binary than the one of this build
    #[arg(long, value_name = "PATH", default_value = env!("CARGO_BIN_EXE_shortlist"))]
    program: PathBuf,
    /// Prints each phase and each violation when it happens
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Cargo passes this to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

impl Options {
    pub(crate) fn seed(&self) -> u64 {
        let millis = chrono::Utc::now().timestamp_millis().unsigned_abs();
        self.seed.unwrap_or(millis % 1_000_000)
    }

    /// The program runs in another folder.
    pub(crate) fn program(&self) -> PathBuf {
        self.program.canonicalize().expect("the program")
    }

    pub(crate) fn main_time(&self) -> Duration {
        Duration::from_secs_f64(self.minutes * 60.0)
    }

    pub(crate) fn kill_time(&self) -> Duration {
        Duration::from_secs_f64(self.kills.unwrap_or(self.minutes / 6.0) * 60.0)
    }
}

fn fault_named(name: &str) -> Result<usize, String> {
    FAULTS.iter().position(|fault| fault.name == name).ok_or_else(|| {
        let names: Vec<_> = FAULTS.iter().map(|fault| fault.name).collect();
        format!("one of {}", names.join(", "))
    })
}
