//! Runs the CLI and returns its exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Fails only if a hook is already installed, which is fine.
    let _ = color_eyre::install();
    shortlist::cli::main()
}
