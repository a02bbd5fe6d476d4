//! What every command does with mistakes in the config before it runs: a file that cannot be read
//! ends it, and other mistakes are warnings if they matter to the command.

use crate::cli::Command;
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::config::{LoadedConfig, Mistake};

/// The settings that commands with records follow. The others are those of the terminal UI.
const RECORD_SETTINGS: &[&str] = &["profiles", "cache", "cache_days", "sync", "limits"];

/// The settings that a command follows; `None` if it reads the file its own way.
const fn settings_of(command: &Command) -> Option<&'static [&'static str]> {
    Some(match command {
        Command::Config(_) | Command::Doctor(_) | Command::Completions(_) | Command::Man(_) => {
            return None;
        }
        Command::KeysTable(_) => &["keys"],
        Command::Serve(_) | Command::Keys(_) | Command::Db(_) => &[],
        _ => RECORD_SETTINGS,
    })
}

impl Command {
    /// Prints the mistakes in the config that matter to the command. An error if the file cannot be
    /// read.
    pub(in crate::cli) fn check_config(
        &self,
        loaded: &LoadedConfig,
        out: &Output,
    ) -> Result<(), Exit> {
        settings_of(self).map_or(Ok(()), |settings| report(&loaded.mistakes, settings, out))
    }
}

fn report(mistakes: &[Mistake], settings: &[&str], out: &Output) -> Result<(), Exit> {
    if let Some((first, others)) = mistakes.split_first().filter(|(first, _)| first.is_of_file()) {
        return Err(others.iter().fold(Exit::usage(first.to_string()), |exit, mistake| {
            exit.with_advice(&mistake.to_string())
        }));
    }
    let matters = |mistake: &&Mistake| {
        let is_unknown = mistake.is_unknown_name() && !settings.is_empty();
        is_unknown || settings.iter().any(|setting| mistake.is_in(setting))
    };
    for mistake in mistakes.iter().filter(matters) {
        out.print_message(&format!("warning: {mistake}"));
    }
    Ok(())
}
