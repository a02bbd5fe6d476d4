//! `shortlist db`: tools for the operator of a database.

mod audit;
mod backup;
mod candidate;
mod change;
mod check;
mod client;
mod copy;
pub(crate) mod demo;
mod export;
mod import;
mod job;
mod person;
mod pipeline;
mod restore;
mod stats;

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::output::Output;

/// Manage your own database: jobs, people, imports, exports and backups
#[derive(Debug, Args)]
#[command(
    after_help = "`job`, `pipeline`, `client`, `candidate` and `person` change your own data. Each command is one\ntransaction: --dry-run shows what it would do, and --json prints the outcome for scripts. A running\nservice shows the change at once, and `db audit` lists it.\nA command that finds everything as requested prints `unchanged`, so you can repeat it.\n\nExamples:\n  shortlist db demo --database sqlite:agency.db\n  shortlist db stats --database sqlite:agency.db"
)]
pub(super) struct Db {
    #[command(subcommand)]
    command: DbSubcommand,
}

#[derive(Debug, Subcommand)]
enum DbSubcommand {
    Audit(audit::Audit),
    Backup(backup::Backup),
    Check(check::Check),
    Copy(copy::CopyDatabase),
    Demo(demo::Demo),
    Import(import::Import),
    Export(export::ExportDatabase),
    Job(job::JobCommand),
    Pipeline(pipeline::PipelineCommand),
    Client(client::ClientCommand),
    Candidate(candidate::CandidateCommand),
    Person(person::PersonCommand),
    #[command(hide = true)]
    Move(candidate::Move),
    Restore(restore::Restore),
    Stats(stats::Stats),
}

impl Db {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        match self.command {
            DbSubcommand::Audit(audit) => audit.run(out).await,
            DbSubcommand::Backup(backup) => backup.run(out).await,
            DbSubcommand::Check(check) => check.run(out).await,
            DbSubcommand::Copy(copy) => copy.run(out).await,
            DbSubcommand::Demo(demo) => demo.run(out).await,
            DbSubcommand::Import(import) => import.run(out).await,
            DbSubcommand::Export(export) => export.run(out).await,
            DbSubcommand::Job(job) => job.run(out).await,
            DbSubcommand::Pipeline(pipeline) => pipeline.run(out).await,
            DbSubcommand::Client(client) => client.run(out).await,
            DbSubcommand::Candidate(candidate) => candidate.run(out).await,
            DbSubcommand::Person(person) => person.run(out).await,
            DbSubcommand::Move(stage_move) => stage_move.run(out).await,
            DbSubcommand::Restore(restore) => restore.run(out).await,
            DbSubcommand::Stats(stats) => stats.run(out).await,
        }
    }
}
