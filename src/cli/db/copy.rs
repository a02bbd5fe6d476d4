//! `shortlist db copy`: a workspace moves from one engine to the other.

use clap::Args;

use super::backup::CopyBar;
use crate::cli::database::{Database, DatabaseArg, operator_context};
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::service::store::Store;
use crate::text::pluralize;

/// Copy everything to an empty SQLite or PostgreSQL database
#[derive(Debug, Args)]
#[command(
    after_help = "The copy is one consistent state with everything in it: records, keys and audit log. It is compared\nwith the source before it is kept; if anything fails, the target stays empty, and the command can be\nrepeated. Stop the service first: what it writes after the start of the copy is not copied.\n\nExamples:\n  shortlist db copy sqlite:agency.db postgres://recruiting@db.example.org/agency\n  shortlist db copy postgres://recruiting@db.example.org/agency sqlite:agency.db"
)]
pub(crate) struct CopyDatabase {
    #[arg(
        value_name = "FROM",
        help = "Database to read, as sqlite:FILE or postgres://USER@HOST/DATABASE"
    )]
    from: DatabaseArg,
    /// Empty database to fill; a missing SQLite file is created
    #[arg(value_name = "TO")]
    to: DatabaseArg,
}

impl CopyDatabase {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let (from, to) = (Database::named("FROM", self.from)?, Database::named("TO", self.to)?);
        if from.url()? == to.url()? {
            return Err(Exit::usage("FROM and TO are the same database"));
        }
        let source = from.open_to_read().await?;
        let copy = async |target: Store| {
            let progress = CopyBar::counting("rows");
            let copying = source.copy_to(&target, operator_context(), progress.callback());
            progress.run(copying).await
        };
        let rows = to.fill(copy).await?;
        let target = to.url()?.short();
        out.print_message(&format!(
            "copied and verified {} to {target}",
            pluralize(rows, "row", "rows")
        ));
        Ok(())
    }
}
