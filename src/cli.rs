//! The command line: what was typed, and which command it means.
//!
//! A command is a file: its clap type and a `run` that writes to [`Out`]. What
//! goes wrong is an [`Exit`] with a code, a sentence and what to do next.
//! stdout is data, stderr is narration.

mod database;
mod db;
mod exit;
mod interrupt;
mod json;
mod keys;
mod log;
mod out;
mod progress;
mod serve;
#[expect(unused_imports, reason = "the commands that read come next")]
#[cfg_attr(not(test), expect(dead_code, reason = "the commands that read come next"))]
mod show;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use exit::Exit;
pub use out::Out;

/// The recruiter's terminal: jobs, pipelines, candidates and people.
#[derive(Debug, Parser)]
#[command(
    name = "shortlist",
    version,
    arg_required_else_help = true,
    after_help = "Start here:\n  shortlist serve --demo        the service, on data that looks true\n  shortlist serve --help        what it takes, with an example"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Serve),
    Keys(keys::Keys),
    Db(db::Db),
}

/// Runs the program: `argv` in, exit code out.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(told) => {
            // Help and version are asked for and go to stdout; usage does not.
            let code = if told.use_stderr() { 2 } else { 0 };
            // A closed pipe is no reason to complain about help.
            let _ = told.print();
            return ExitCode::from(code);
        }
    };
    let out = Out::standard();
    match run(arguments, &out).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(exit) => {
            if exit.code() != 0 {
                out.say(&format!("error: {}", exit.message()));
            }
            ExitCode::from(exit.code())
        }
    }
}

fn run(arguments: Arguments, out: &Out) -> Result<(), Exit> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Exit::failure(format!("the program cannot start: {error}")))?;
    runtime.block_on(async {
        match arguments.command {
            Command::Serve(serve) => serve.run(out).await,
            Command::Keys(keys) => keys.run(out).await,
            Command::Db(db) => db.run(out).await,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_shows_an_example_in_its_help() {
        fn visit(command: &clap::Command) {
            for inner in command.get_subcommands() {
                let help = inner.clone().render_long_help().to_string();
                assert!(help.contains("Example"), "{} has no example", inner.get_name());
                visit(inner);
            }
        }
        visit(&Arguments::command());
    }
}
