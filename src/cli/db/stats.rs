//! `shortlist db stats`: counts the records of a database.

use clap::Args;

use crate::cli::database::Database;
use crate::cli::exit::Exit;
use crate::cli::output::Output;

/// Count the records of a database
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  shortlist db stats --database sqlite:agency.db")]
pub(crate) struct Stats {
    #[command(flatten)]
    database: Database,
}

impl Stats {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let stats = self.database.open_to_read().await?.stats().await?;
        let rows = [
            ("jobs", stats.jobs),
            ("archived jobs", stats.archived_jobs),
            ("clients", stats.clients),
            ("candidates", stats.candidates),
            ("people", stats.persons),
            ("keys", stats.keys),
            ("bytes on disk", stats.bytes),
        ];
        rows.iter().try_for_each(|(name, count)| out.print_line(&format!("{name:14} {count:>13}")))
    }
}
