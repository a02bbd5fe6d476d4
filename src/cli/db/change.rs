//! What all commands share that change the operator's own data: each is one transaction, can be
//! tried without effect, and prints its outcome for people or for scripts.

use clap::Args;
use serde::Serialize;
use tempfile::TempDir;

use crate::cli::database::{Database, operator_context};
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::output::Output;
use crate::service::store::{DatabaseUrl, IfMissing, Outcome, Store, WriteContext};

#[derive(Debug, Args)]
pub(crate) struct ChangeArgs {
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Print the outcome as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

/// What a command did. Its lines must not say that a dry run changed anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Changed,
    WouldChange,
    Unchanged,
}

#[derive(Serialize)]
struct Report<'a, T> {
    dry_run: bool,
    #[serde(flatten)]
    outcome: &'a Outcome<T>,
}

impl ChangeArgs {
    pub(super) async fn open(&self) -> Result<Store, Exit> {
        self.check_version().await?;
        self.database.open(IfMissing::Fail).await
    }

    async fn check_version(&self) -> Result<(), Exit> {
        if self.dry_run { self.database.require_current_version().await } else { Ok(()) }
    }

    /// A dry run creates no file.
    pub(super) async fn open_or_create(&self) -> Result<Store, Exit> {
        self.check_version().await?;
        self.database.open(if self.dry_run { IfMissing::Fail } else { IfMissing::Create }).await
    }

    pub(super) fn context(&self) -> WriteContext {
        WriteContext { dry_run: self.dry_run, ..operator_context() }
    }

    pub(super) const fn is_dry_run(&self) -> bool {
        self.dry_run
    }

    pub(super) const fn is_json(&self) -> bool {
        self.json
    }

    /// The database, which may not exist yet. A dry run on one that does not exist gets another one
    /// in a temporary folder, which is deleted with the second value.
    pub(super) async fn database_to_fill(&self) -> Result<(Database, Option<TempDir>), Exit> {
        self.check_version().await?;
        if !self.dry_run || self.database.exists().await? {
            return Ok((self.database.clone(), None));
        }
        let folder = tempfile::tempdir()?;
        let url = DatabaseUrl::Sqlite(folder.path().join("preview.db"));
        Ok((Database::at(url), Some(folder)))
    }

    /// Prints the outcome: the lines on stdout, and on stderr whether anything changed.
    pub(super) fn print<T: Serialize>(
        &self,
        out: &Output,
        outcome: &Outcome<T>,
        lines: impl FnOnce(&T, Effect) -> Vec<String>,
    ) -> Result<(), Exit> {
        if self.json {
            let report = Report { dry_run: self.dry_run, outcome };
            return out.write_data(|to| json::write_line(&report, to));
        }
        let effect = match (outcome.changed, self.dry_run) {
            (false, _) => Effect::Unchanged,
            (true, true) => Effect::WouldChange,
            (true, false) => Effect::Changed,
        };
        lines(&outcome.result, effect).iter().try_for_each(|line| out.print_line(line))?;
        match effect {
            Effect::Changed => {}
            Effect::WouldChange => out.print_message("dry run: nothing was changed"),
            Effect::Unchanged => out.print_message("unchanged"),
        }
        Ok(())
    }
}

/// What all commands share that print a list.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

impl ListArgs {
    pub(super) async fn open(&self) -> Result<Store, Exit> {
        self.database.open_to_read().await
    }

    pub(super) fn print<T: Serialize>(
        &self,
        out: &Output,
        records: &T,
        lines: impl FnOnce(&T) -> Vec<String>,
    ) -> Result<(), Exit> {
        print(self.json, out, records, lines)
    }
}

pub(super) fn print<T: Serialize>(
    as_json: bool,
    out: &Output,
    records: &T,
    lines: impl FnOnce(&T) -> Vec<String>,
) -> Result<(), Exit> {
    if as_json {
        return out.write_data(|to| json::write_line(records, to));
    }
    lines(records).iter().try_for_each(|line| out.print_line(line))
}
