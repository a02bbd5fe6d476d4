//! `argv` in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Fails only when another hook is there already, which is as good.
    let _ = color_eyre::install();
    shortlist::cli::main()
}
