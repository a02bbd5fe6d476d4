//! `shortlist config`: the config file, for people who write it.

pub(super) mod check;
mod edit;
mod init;
mod precheck;
mod show;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::output::Output;
use super::workspace::WorkspaceArgs;
use crate::config::{self, schema};

/// Write, check, show and edit the config file
#[derive(Debug, Args)]
#[command(
    after_help = "Environment:\n  SHORTLIST_CONFIG   path of the config file\n\nExamples:\n  shortlist config init\n  shortlist config edit\n  shortlist config show"
)]
pub(super) struct ConfigCommand {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    /// Write a config file with every setting commented out
    #[command(after_help = "Examples:\n  shortlist config init\n  shortlist config init --force")]
    Init {
        /// Replace an existing file
        #[arg(long)]
        force: bool,
    },
    /// Report every mistake in the config file with its position
    #[command(
        after_help = "Prints each mistake on a line of its own, as file:line:column: mistake. The exit code is 2 if there\nare any.\n\nExamples:\n  shortlist config check\n  shortlist config check new.toml"
    )]
    Check {
        /// The file to check [default: the config file]
        file: Option<PathBuf>,
    },
    /// Show each setting with its value and where it comes from
    #[command(
        after_help = "Examples:\n  shortlist config show\n  shortlist config show --profile agency --json"
    )]
    Show {
        #[command(flatten)]
        workspace: WorkspaceArgs,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Print the path of the config file
    #[command(after_help = "Example:\n  shortlist config path")]
    Path,
    /// Edit the config file in $VISUAL or $EDITOR, then check it
    #[command(
        after_help = "Creates the file first if there is none, as `config init` does. When you close the editor, prints\nevery mistake and offers to edit the file again. The exit code is 2 if mistakes remain.\n\nExample:\n  shortlist config edit"
    )]
    Edit,
    /// Print the JSON schema of the config file, for editors
    #[command(after_help = "Example:\n  shortlist config schema > shortlist.schema.json")]
    Schema,
}

impl ConfigCommand {
    pub(super) fn run(self, out: &Output) -> Result<(), Exit> {
        match self.command {
            Subcommands::Init { force } => init::run(force, out),
            Subcommands::Check { file } => check::run(file, out),
            Subcommands::Show { workspace, json } => show::run(&workspace, json, out),
            Subcommands::Path => out.print_line(&config::config_file()?.display().to_string()),
            Subcommands::Edit => edit::run(out),
            Subcommands::Schema => {
                out.write_data(|data| data.write_all(schema::to_text().as_bytes()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Arguments;

    /// The indented lines of a help text that are TOML.
    fn sample(help: &str) -> String {
        let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
        let is_toml =
            |line: &&str| line.starts_with('[') && line.ends_with(']') || line.contains(" = ");
        lines.filter(is_toml).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_sample_in_a_help_text_has_no_mistake() {
        fn visit(command: &clap::Command, samples: &mut Vec<(String, String)>) {
            for inner in command.get_subcommands() {
                let help = inner.get_after_help().map(ToString::to_string).unwrap_or_default();
                samples.push((inner.get_name().to_owned(), sample(&help)));
                visit(inner, samples);
            }
        }
        let mut samples = Vec::new();
        visit(&Arguments::command(), &mut samples);
        samples.retain(|(_, sample)| !sample.is_empty());
        // The sample of `db import` is a mapping file.
        let (mappings, configs): (Vec<_>, Vec<_>) =
            samples.into_iter().partition(|(name, _)| name == "import");
        assert_eq!(mappings.len(), 1);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        for (name, sample) in configs {
            std::fs::write(&file, &sample).unwrap();
            assert_eq!(config::load_from(file.clone(), true).mistakes, [], "{name}:\n{sample}");
        }
    }
}
