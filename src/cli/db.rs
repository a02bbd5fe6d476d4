//! `shortlist db`: tools for the operator of a database.

pub(crate) mod demo;
mod export;
mod import;
mod move_stage;
mod stats;

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::output::Output;

/// Fill, import, export and tend a database
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  shortlist db demo --database sqlite:agency.db\n  shortlist db stats --database sqlite:agency.db"
)]
pub(super) struct Db {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Demo),
    Import(import::Import),
    Export(export::Export),
    Move(move_stage::Move),
    Stats(stats::Stats),
}

impl Db {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        match self.command {
            Command::Demo(demo) => demo.run(out).await,
            Command::Import(import) => import.run(out).await,
            Command::Export(export) => export.run(out).await,
            Command::Move(stage_move) => stage_move.run(out).await,
            Command::Stats(stats) => stats.run(out).await,
        }
    }
}
