//! `shortlist db restore`: puts a backup in the place of the database.

use std::path::PathBuf;

use clap::Args;

use super::backup::CopyBar;
use crate::cli::database::{Database, operator_context, upgrade_message};
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::service::store::Store;

/// Replace the database with a backup
#[derive(Debug, Args)]
#[command(
    after_help = "Stop the service first: a database that any program has open is not replaced. The old file is kept\nunder a name that is printed. The keys are those in the backup: revoke again any that were revoked since.\n\nExample:\n  shortlist db restore agency-backup.db --database sqlite:agency.db"
)]
pub(crate) struct Restore {
    /// Backup to restore
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

impl Restore {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let url = self.database.url()?;
        let progress = CopyBar::new();
        let context = operator_context();
        let work = Store::restore(&url, self.file.clone(), context, progress.callback());
        let restored = progress.run(work).await?;
        out.print_message(&format!("restored {} from {}", url.short(), self.file.display()));
        if let Some(kept) = restored.kept {
            out.print_message(&format!("the old database is {}", kept.display()));
        }
        if let Some(copy) = restored.upgrade_copy {
            out.print_message(&upgrade_message(&url, &copy));
        }
        out.print_message(
            "keys are those of the backup; check `shortlist keys list` for keys to revoke again",
        );
        Ok(())
    }
}
