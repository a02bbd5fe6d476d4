//! The command line: parses `argv` and dispatches to one subcommand per file.
//!
//! A subcommand is a clap type with a `run` that writes to [`Output`]: data on stdout, messages on
//! stderr. A failure is an [`Exit`] with an exit code, a message and a hint. `main` calls this.

mod all_candidates;
mod candidates;
mod changes;
mod clock;
mod completions;
mod config;
mod csv_text;
mod database;
mod database_password;
mod db;
mod doctor;
mod exit;
mod find;
mod id_list;
mod interrupt;
mod jobs;
mod json;
mod keyring;
mod keys;
mod keys_table;
mod listing;
mod local;
mod local_store;
mod log;
mod login;
mod logout;
mod lookup;
mod man;
mod offline;
mod output;
pub(crate) mod own_database;
mod pager;
mod person;
mod progress;
mod record;
mod record_filter;
mod secret_source;
mod serve;
mod server_check;
mod show;
mod sync;
mod terminal;
mod today;
mod usage_hints;
mod verdict;
mod verdicts;
mod wait_notice;
mod whoami_command;
mod workspace;

pub(crate) use exit::Exit;
pub(crate) use output::Output;

use std::path::PathBuf;
use std::pin::Pin;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::{CommandFactory, Parser, Subcommand};

use crate::storage::recovery::has_found_damage;
use crate::text::variant_name;

/// Browse, edit and triage candidates from the terminal.
#[derive(Debug, Parser)]
#[command(
    name = "shortlist",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Start here:\n  shortlist                     open the terminal UI on the workspace on this machine\n  shortlist jobs                list the jobs of that workspace\n  shortlist candidates JOB      list the candidates of a job\n  shortlist serve --demo        run the service on demo data\n\nEnvironment:\n  SHORTLIST_LOG       write a log at this level: error, warn, info, debug or trace. The log is\n                      shortlist.log in the data directory (~/.local/share/shortlist);\n                      --log-file FILE, after any command, names another file"
)]
struct Arguments {
    /// Run the terminal UI as lines of text, for screen readers, braille and pipes
    #[arg(long)]
    linear: bool,
    #[command(flatten)]
    workspace: workspace::WorkspaceArgs,
    /// Write the log to this file
    // In the help of each command it would only be noise; the environment section explains it.
    #[arg(long, value_name = "FILE", global = true, hide = true)]
    log_file: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Jobs(jobs::Jobs),
    Job(record::JobCommand),
    Candidates(candidates::Candidates),
    Candidate(record::CandidateCommand),
    Person(person::PersonCommand),
    Find(find::Find),
    Today(today::Today),
    Changes(changes::Changes),
    Verdicts(verdicts::Verdicts),
    Verdict(verdict::VerdictCommand),
    Sync(sync::SyncCommand),
    Local(local::Local),
    Login(login::LoginCommand),
    Logout(logout::LogoutCommand),
    Whoami(whoami_command::WhoamiCommand),
    Serve(serve::Serve),
    Completions(completions::Completions),
    Man(man::Man),
    Keys(keys::KeysCommand),
    Config(config::ConfigCommand),
    KeysTable(keys_table::KeysTable),
    Db(db::Db),
    Doctor(doctor::Doctor),
}

impl Command {
    /// Whether running it twice does no more than running it once. A create would be sent again.
    const fn is_repeatable(&self) -> bool {
        match self {
            Self::Jobs(_)
            | Self::Job(_)
            | Self::Candidates(_)
            | Self::Candidate(_)
            | Self::Find(_)
            | Self::Today(_)
            | Self::Changes(_)
            | Self::Verdicts(_)
            | Self::Sync(_)
            | Self::Local(_) => true,
            Self::Person(_)
            | Self::Verdict(_)
            | Self::Login(_)
            | Self::Logout(_)
            | Self::Whoami(_)
            | Self::Serve(_)
            | Self::Keys(_)
            | Self::Config(_)
            | Self::KeysTable(_)
            | Self::Completions(_)
            | Self::Man(_)
            | Self::Db(_)
            | Self::Doctor(_) => false,
        }
    }
}

/// Runs the program: `argv` in, exit code out.
#[must_use]
pub fn main() -> ExitCode {
    if completions::answer(Arguments::command) {
        return ExitCode::SUCCESS;
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let error = usage_hints::add(error);
            // Help and version go to stdout with code 0; a usage error goes to stderr.
            let code = if error.use_stderr() { 2 } else { 0 };
            // The reader may have closed the pipe.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let out = Output::standard();
    let is_repeatable = arguments.command.as_ref().is_some_and(Command::is_repeatable);
    let mut result = run(arguments, &out, SystemTime::now());
    // The local file turned out to be damaged: the second time it is set aside first. Data that was
    // printed already would appear twice.
    if result.is_err() && is_repeatable && has_found_damage() && !out.has_data() {
        let again = Arguments::try_parse().map(|again| run(again, &out, SystemTime::now()));
        result = again.unwrap_or(result);
    }
    let code = result.and_then(|code| out.flush().map(|()| code)).unwrap_or_else(|exit| {
        if exit.code() != 0 {
            out.print_message(&format!("error: {}", exit.message()));
            tracing::trace!(target: "command", error = exit.message(), "the command failed");
        }
        exit.code()
    });
    log::end(code.into());
    ExitCode::from(code)
}

/// The future of a command, without its type: `block_on` polls in several places, and the compiler would
/// make all code of all commands for each of them.
type Work<'a, T> = Pin<Box<dyn Future<Output = Result<T, Exit>> + 'a>>;

fn run(arguments: Arguments, out: &Output, now: SystemTime) -> Result<u8, Exit> {
    clock::check(now)?;
    let is_service = matches!(arguments.command, Some(Command::Serve(_)));
    log::start(is_service, arguments.log_file.as_deref())?;
    log_start(arguments.command.as_ref());
    let runtime = || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.map_err(|error| Exit::failure(format!("the program cannot start: {error}")))
    };
    let Some(command) = arguments.command else {
        let runtime = runtime()?;
        let work: Work<'_, u8> = Box::pin(terminal::run(arguments.workspace, arguments.linear));
        let result = runtime.block_on(work);
        // Quitting does not wait for requests that hang.
        runtime.shutdown_background();
        return result;
    };
    let loaded = crate::config::load();
    // Here too, since some commands with children resolve no workspace: `config edit`, `db`.
    workspace::hide_key_variables(&loaded);
    command.check_config(&loaded, out)?;
    let work: Work<'_, ()> = Box::pin(async {
        match command {
            Command::Jobs(jobs) => jobs.run(out).await,
            Command::Job(job) => job.run(out).await,
            Command::Candidates(candidates) => candidates.run(out).await,
            Command::Candidate(candidate) => candidate.run(out).await,
            Command::Person(person) => Box::pin(person.run(out)).await,
            Command::Find(find) => find.run(out),
            Command::Today(today) => today.run(out),
            Command::Changes(changes) => changes.run(out),
            Command::Verdicts(verdicts) => verdicts.run(out).await,
            Command::Verdict(verdict) => verdict.run(out).await,
            Command::Sync(sync) => sync.run(out).await,
            Command::Local(local) => local.run(out),
            Command::Login(login) => login.run(out).await,
            Command::Logout(logout) => logout.run(out),
            Command::Whoami(whoami) => whoami.run(out).await,
            Command::Serve(serve) => serve.run(out).await,
            Command::Keys(keys) => keys.run(out).await,
            Command::Config(config) => config.run(out),
            Command::KeysTable(table) => table.run(out),
            Command::Completions(completions) => completions.run(out),
            Command::Man(man) => man.run(Arguments::command(), out),
            Command::Db(db) => db.run(out).await,
            Command::Doctor(doctor) => doctor.run(out).await,
        }
    });
    runtime()?.block_on(work)?;
    Ok(0)
}

fn log_start(command: Option<&Command>) {
    let command = command.map_or_else(|| "Terminal".to_owned(), variant_name);
    let command = command.split('.').next();
    let (version, os, arch) =
        (env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH);
    tracing::info!(target: "command", command, version, os, arch, "start");
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn with_a_clock_before_1970_no_command_starts() {
        for command in [&["shortlist"] as &[&str], &["shortlist", "jobs"], &["shortlist", "serve"]]
        {
            let arguments = Arguments::try_parse_from(command).unwrap();
            let now = UNIX_EPOCH - Duration::from_secs(1);
            let exit = run(arguments, &Output::standard(), now).unwrap_err();
            assert!(exit.message().contains("before 1970"), "{command:?}: {}", exit.message());
        }
    }

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
