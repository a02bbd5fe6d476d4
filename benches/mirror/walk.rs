//! A walk over 1,000 pages, mirrored and not.

use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use crate::ratio;
use crate::report::Measurement;
use crate::workspace::Workspace;

const ROUNDS: usize = 121;

/// The first walk, which stores every page, and the second one, which finds every page unchanged.
pub(crate) fn mirrored(workspace: &Workspace) -> [Measurement; 2] {
    let (mut bare, mut first, mut second) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        // In the build directory: the system's temporary directory may not be on a disk.
        let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
        bare.push(walk(workspace, home.path(), &["--no-cache"]));
        // The file is created once, not by each walk.
        assert!(workspace.read(home.path(), &["jobs", "--json"]).is_array());
        first.push(walk(workspace, home.path(), &[]));
        second.push(walk(workspace, home.path(), &[]));
    }
    [("1,000 new pages", first), ("1,000 known pages", second)].map(|(pages, times)| {
        ratio(
            &format!("a walk over {pages}, against one with --no-cache"),
            1.15,
            times,
            bare.clone(),
        )
    })
}

fn walk(workspace: &Workspace, home: &Path, flags: &[&str]) -> f64 {
    let mut command = workspace.command(home, &["candidates", &workspace.job, "--jsonl"]);
    command.args(flags).stdout(Stdio::null());
    let started = Instant::now();
    assert!(command.status().expect("the program").success());
    started.elapsed().as_secs_f64()
}
