//! Peak memory of the built program over a million rows.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::Measurement;
use super::server::Server;

const MILLION: usize = 1_000_000;
const MIB: f64 = 1024.0;

pub(crate) async fn read_a_million(key: &str) -> Measurement {
    let server = Server::start(MILLION).await;
    let (url, key) = (server.url().to_owned(), key.to_owned());
    let peak = tokio::task::spawn_blocking(move || measure_peak(&url, &key)).await.expect("a run");
    Measurement {
        name: "MiB resident at most while `candidates --jsonl` writes 1,000,000 rows".to_owned(),
        value: peak,
        max: 64.0,
        details: format!("{peak:.0} MiB"),
    }
}

fn measure_peak(url: &str, key: &str) -> f64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shortlist"))
        .args(["candidates", "job", "--jsonl", "--url", url])
        .env("SHORTLIST_KEY", key)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let (mut rows, mut peak) = (0, 0.0_f64);
    for line in lines {
        assert!(line.expect("a line").starts_with("{\"id\":"));
        rows += 1;
        // Sampled while it runs: /proc has no entry for an ended process.
        if rows % 1000 == 0 {
            peak = peak.max(resident_peak(child.id()).unwrap_or(0.0));
        }
    }
    assert!(child.wait().expect("the program ends").success());
    assert_eq!(rows, MILLION);
    assert!(peak > 0.0, "/proc is not available");
    peak
}

fn resident_peak(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kib| kib / MIB)
}
