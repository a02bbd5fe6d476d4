//! Programs that only `.ci/run` installs: linters, generators of clients and a
//! browser. A test that needs one is skipped, loudly, where they are not installed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names the folder that `.ci/tools` filled.
const VARIABLE: &str = "SHORTLIST_TEST_TOOLS";

pub(crate) struct Tools {
    folder: PathBuf,
}

impl Tools {
    /// `None` if they are not installed: the test must end.
    pub(crate) fn find(test: &str) -> Option<Self> {
        let folder = std::env::var_os(VARIABLE);
        if folder.is_none() {
            report_skipped(test, &format!("{VARIABLE} is not set, see .ci/run"));
        }
        folder.map(|folder| Self { folder: folder.into() })
    }

    /// A tool by its name, with all other tools in its `PATH`.
    pub(crate) fn command(&self, name: &str) -> Command {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = ["python/bin", "node_modules/.bin"].map(|folder| self.folder.join(folder));
        let path = std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&path)));
        let path = path.unwrap();
        let found = std::env::split_paths(&path).map(|folder| folder.join(name));
        let file = found.into_iter().find(|file| file.is_file());
        let mut command =
            Command::new(file.unwrap_or_else(|| panic!("{name} is not in {VARIABLE}")));
        command.env("PATH", path);
        command
    }

    /// Runs a tool that must succeed. Returns its stdout.
    pub(crate) fn run(&self, name: &str, folder: &Path, arguments: &[&str]) -> String {
        let mut command = self.command(name);
        command.args(arguments).current_dir(folder).env("PYTHONPATH", folder);
        // They must not call home.
        command.env("REDOCLY_TELEMETRY", "off").env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
        let output = command.output().unwrap();
        let (stdout, stderr) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{name} {arguments:?}:\n{stdout}\n{stderr}");
        stdout.into_owned()
    }
}

/// Says that a program is missing, which `.ci/tools` installs: there, the test must fail.
pub(crate) fn report_missing(name: &str, test: &str) {
    assert!(std::env::var_os(VARIABLE).is_none(), "{name} is not installed: {test}");
    report_skipped(test, &format!("{name} is not installed"));
}

/// Past the capture of the test harness.
fn report_skipped(test: &str, reason: &str) {
    let notice = format!("\nSKIPPED: {test}; {reason}\n");
    std::io::stderr().write_all(notice.as_bytes()).unwrap();
}
