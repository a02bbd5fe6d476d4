//! The start in a long list, without its server.

use std::io::Write as _;
use std::path::Path;

use crate::program::{FRAME_MARKER, PRODUCT, Program};
use crate::ratio;
use crate::report::Measurement;
use crate::workspace::Workspace;

const STARTS: usize = 31;

/// The time until the rows are on the screen where the user left off, compared with the first frame
/// in an empty home. The server is stopped, so that the rows come from the mirror.
pub(crate) fn rows_on_screen(workspace: Workspace) -> Measurement {
    let (home, empty) = (directory(), directory());
    let rows = workspace.read(home.path(), &["candidates", &workspace.job, "--json"]);
    assert!(workspace.read(home.path(), &["jobs", "--json"]).is_array());
    let marker = leave_in_job(&workspace, home.path(), &rows);
    let variables = workspace.variables.clone();
    drop(workspace);
    let start = |home: &Path, marker: &[u8]| {
        let variables = variables.each_ref().map(|(name, value)| (*name, value.as_str()));
        Program::start(home, PRODUCT, &[], &variables).wait_for(marker).as_secs_f64()
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        ours.push(start(home.path(), marker.as_bytes()));
        theirs.push(start(empty.path(), FRAME_MARKER));
    }
    let name = "rows of 100,000 candidates on the screen, against the first frame in an empty home";
    ratio(name, 2.0, ours, theirs)
}

fn directory() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory")
}

/// Opens the job and quits. Returns the name of a candidate who was on the screen.
fn leave_in_job(workspace: &Workspace, home: &Path, rows: &serde_json::Value) -> String {
    let variables = workspace.variables.each_ref().map(|(name, value)| (*name, value.as_str()));
    let mut program = Program::start(home, PRODUCT, &[], &variables);
    let name = rows[0]["name"].as_str().expect("a name").to_owned();
    program.wait_for(name.as_bytes());
    let mut keyboard = program.master.take_writer().expect("a keyboard");
    keyboard.write_all(b"q").expect("a key");
    assert!(program.child.wait().expect("an end").success());
    name
}
