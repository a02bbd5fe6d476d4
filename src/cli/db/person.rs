//! `shortlist db person`: deleting and merging people in the operator's own database.

use std::time::{Duration, Instant};

use clap::{Args, Subcommand};

use super::change::{ChangeArgs, Effect};
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::service::store::{DeletedPerson, MergedPerson, StoreError};
use crate::text::pluralize;
use crate::wire::PersonId;

/// Delete people for good, or merge two records of one person
#[derive(Debug, Args)]
#[command(
    after_help = "A running service shows a change at once.\n\nExamples:\n  shortlist db person delete per_fsvswv8484k1td52\n  shortlist db person merge per_fsvswv8484k1td52 per_5f3k2m9q7x1c8v0b"
)]
pub(crate) struct PersonCommand {
    #[command(subcommand)]
    command: PersonSubcommand,
}

#[derive(Debug, Subcommand)]
enum PersonSubcommand {
    Delete(Delete),
    Merge(Merge),
}

/// Delete people for good, from the tables and the files
#[derive(Debug, Args)]
#[command(
    after_help = "Deletes the person, their candidate and contact records, and their values in the audit log. What stays is\nthe ID with the time of the deletion, and who changed the person and when. A read returns 404.\n\nThe command then rewrites the database file and empties its write-ahead log, so that no trace remains. A\nrunning service still answers reads meanwhile, but writes wait. The disk needs free space for two copies of\nthe file. If another process uses the database for longer than --wait, the deletion stands, but\nthe command fails; run it again to finish. Backups, exports and copies that others made do not change.\nOn PostgreSQL traces can remain: the command only vacuums the tables. See docs/postgresql.md.\n\nExamples:\n  shortlist db person delete per_fsvswv8484k1td52 --dry-run\n  shortlist db person delete per_fsvswv8484k1td52 per_5f3k2m9q7x1c8v0b"
)]
struct Delete {
    /// Person IDs
    #[arg(required = true, value_name = "PERSON")]
    persons: Vec<String>,
    /// How long to wait for other processes that use the database
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = humantime::parse_duration)]
    wait: Duration,
    #[command(flatten)]
    change: ChangeArgs,
}

/// Merge the record of a person into another record of the same person
#[derive(Debug, Args)]
#[command(
    after_help = "INTO keeps its fields; empty ones are filled from FROM, notes are joined, and contact details and careers\nare combined. The candidates of FROM become candidates of INTO; if both are candidates of the same\njob, the older candidate stays, with both histories. An external ID of FROM then finds INTO.\n\nFROM is then gone: GET and PATCH return 404 with the error code person_merged and the ID of INTO.\n\nExample:\n  shortlist db person merge per_fsvswv8484k1td52 per_5f3k2m9q7x1c8v0b --dry-run"
)]
struct Merge {
    /// ID of the record to merge; it is gone afterwards
    from: String,
    /// ID of the record to keep
    into: String,
    #[command(flatten)]
    change: ChangeArgs,
}

impl PersonCommand {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        match self.command {
            PersonSubcommand::Delete(delete) => delete.run(out).await,
            PersonSubcommand::Merge(Merge { from, into, change }) => {
                let store = change.open().await?;
                let (from, into) = (PersonId::new(from), PersonId::new(into));
                let outcome = store.merge_persons(from, into, change.context()).await?;
                change.print(out, &outcome, |merged, effect| vec![merged_line(merged, effect)])
            }
        }
    }
}

impl Delete {
    async fn run(self, out: &Output) -> Result<(), Exit> {
        let store = self.change.open().await?;
        let ids = self.persons.into_iter().map(PersonId::new).collect();
        let outcome = store.delete_persons(ids, self.change.context()).await?;
        if !self.change.is_dry_run() {
            let deadline = Instant::now() + self.wait.min(Duration::from_hours(24));
            store.clean(deadline).await.map_err(not_cleaned)?;
        }
        self.change.print(out, &outcome, |deleted, effect| {
            deleted.iter().map(|one| deleted_line(one, effect)).collect()
        })
    }
}

/// The transaction is complete: only the files are not clean yet.
fn not_cleaned(error: StoreError) -> Exit {
    // `Busy` says that nothing was changed; here that is not so.
    let error = if matches!(error, StoreError::Busy) { StoreError::InUse } else { error };
    Exit::from(error)
        .with_prefix("deleted, but traces may remain in the files of the database")
        .with_advice("run the same command again to remove them")
}

fn deleted_line(person: &DeletedPerson, effect: Effect) -> String {
    let id = &person.id;
    if person.was_deleted {
        return format!("{id}: was already deleted");
    }
    let candidates = with_candidates(person.candidates);
    match effect {
        Effect::WouldChange => format!("would delete {id}{candidates}"),
        Effect::Changed | Effect::Unchanged => format!("{id}: deleted{candidates}"),
    }
}

fn merged_line(merged: &MergedPerson, effect: Effect) -> String {
    let MergedPerson { id, merged_id, candidates, united_candidates } = merged;
    let united = match united_candidates {
        0 => String::new(),
        count => format!("; {count} combined with a candidate for the same job"),
    };
    let candidates = with_candidates(*candidates);
    match effect {
        Effect::Unchanged => format!("{merged_id}: was already merged into {id}"),
        Effect::WouldChange => format!("would merge {merged_id} into {id}{candidates}{united}"),
        Effect::Changed => format!("{merged_id}: merged into {id}{candidates}{united}"),
    }
}

/// Says nothing about a person who is no candidate.
fn with_candidates(count: usize) -> String {
    match count {
        0 => String::new(),
        count => format!(", with {}", pluralize(count, "candidate record", "candidate records")),
    }
}
