//! `shortlist db export`: all records as JSON Lines.

use clap::Args;

use crate::cli::database::Database;
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::output::Output;
use crate::service::store::record::StoreRecord;

/// Write all jobs, people and candidates as JSON Lines
#[derive(Debug, Args)]
#[command(
    after_help = "The export is consistent, even while a service writes to the database.\nKeys are not exported.\n\nExample:\n  shortlist db export --database sqlite:agency.db > agency.jsonl"
)]
pub(crate) struct ExportDatabase {
    #[command(flatten)]
    database: Database,
}

impl ExportDatabase {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let store = self.database.open_to_read().await?;
        let writer = out.clone();
        let write_record =
            move |entry: StoreRecord| writer.write_data(|to| json::write_line(&entry, to));
        store.export(write_record).await
    }
}
