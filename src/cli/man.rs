//! `shortlist man`: manual pages, one for each command, from the types of the command line.

use std::path::PathBuf;

use clap::{Args, Command};

use super::exit::Exit;
use super::output::Output;

/// Print a manual page, or write all of them
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  shortlist man | man -l -\n  shortlist man db backup > shortlist-db-backup.1\n  shortlist man --dir man"
)]
pub(super) struct Man {
    /// The command whose page to print [default: the page of shortlist itself]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of all commands to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(&self, root: Command, out: &Output) -> Result<(), Exit> {
        let mut root = without_help(root);
        root.build();
        if let Some(dir) = &self.dir {
            std::fs::create_dir_all(dir)
                .and_then(|()| clap_mangen::generate_to(root, dir))
                .map_err(|error| Exit::failure(format!("{}: {error}", dir.display())))?;
            out.print_message(&format!("the pages are in {}", dir.display()));
            return Ok(());
        }
        let (mut command, mut name) = (&root, "shortlist".to_owned());
        for word in &self.command {
            command = command.find_subcommand(word).ok_or_else(|| {
                Exit::usage(format!("{name} has no command `{}`", word.escape_debug()))
            })?;
            name = format!("{name}-{}", command.get_name());
        }
        let page = clap_mangen::Man::new(command.clone()).title(name);
        out.write_data(|to| page.render(&mut { to }))
    }
}

/// The `help` of each command would double the pages and say nothing.
fn without_help(command: Command) -> Command {
    let names: Vec<String> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let command = command.disable_help_subcommand(true);
    names.iter().fold(command, |command, name| command.mut_subcommand(name, without_help))
}
