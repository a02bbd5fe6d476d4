//! `shortlist local`: counts, exports, merges and purges what this machine stores of a workspace.
//! Makes no requests.

mod export;
mod export_format;
mod merge;
mod purge;
mod stats;

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::output::Output;

/// Count, export, merge and purge the data on this machine: verdicts, notes, tags, records
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  shortlist local export > mine.jsonl\n  shortlist local merge eva.jsonl\n  shortlist local purge --person PERSON\n  shortlist local purge --copy\n  shortlist local stats"
)]
pub(super) struct Local {
    #[command(subcommand)]
    command: LocalSubcommand,
}

#[derive(Debug, Subcommand)]
enum LocalSubcommand {
    Export(Box<export::ExportLocalData>),
    Purge(Box<purge::Purge>),
    Merge(Box<merge::Merge>),
    Stats(Box<stats::Stats>),
}

impl Local {
    pub(super) fn run(self, out: &Output) -> Result<(), Exit> {
        match self.command {
            LocalSubcommand::Export(export) => export.run(out),
            LocalSubcommand::Purge(purge) => purge.run(out),
            LocalSubcommand::Merge(merge) => merge.run(out),
            LocalSubcommand::Stats(stats) => stats.run(out),
        }
    }
}
