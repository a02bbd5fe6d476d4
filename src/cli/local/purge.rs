//! `shortlist local purge`: deletes what this machine stores.

use std::io;
use std::io::IsTerminal;
use std::path::Path;

use chrono::{DateTime, Days, Months, Utc};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use clap_complete::ArgValueCompleter;

use crate::cli::completions::values;
use crate::cli::exit::Exit;
use crate::cli::local_store::{OpenLocalStore, storage_error};
use crate::cli::lookup::find_stored;
use crate::cli::output::Output;
use crate::cli::workspace::WorkspaceArgs;
use crate::storage::PurgeReport;
use crate::storage::mirror::records::RecordKind;
use crate::storage::sync_lock::SyncLock;
use crate::text::{group_digits, split_count};
use crate::usecases::sync::SyncError;
use crate::wire::{Person, PersonId};

/// Permanently delete a person's data, old data or the copy of the server's data from this machine
#[derive(Debug, Args)]
#[command(
    after_help = "With --person: everything about the person: verdicts, notes and tags (also those merged from a\ncolleague), records, seen marks, unsaved edits and their entry in the progress of `person create\n--from`. With --older-than: the same data if it is older; a person with a newer verdict, note or\ntag keeps all of them. A `person create --from` whose progress is deleted starts again from the\nfirst line of its file. With --copy: all lists, records and changes that were read from the\nserver. Your verdicts, notes, tags and unsaved edits are kept, and the next sync reads the server\nagain.\nRewrites the database file, so that no copy remains.\nDeletes nothing on a server. An open terminal UI keeps showing what it has loaded.\n\nExamples:\n  shortlist local purge --person PERSON\n  shortlist local purge --older-than 90d --yes\n  shortlist local purge --copy --yes"
)]
#[group(skip)]
pub(super) struct Purge {
    /// Delete the data about this person
    #[arg(long, value_name = "PERSON", value_parser = NonEmptyStringValueParser::new(), add = ArgValueCompleter::new(values::people))]
    person: Option<String>,
    /// Delete data older than this: 90d, 12w, 6m or 2y
    #[arg(long, value_name = "TIME", conflicts_with = "person", value_parser = parse_age)]
    older_than: Option<DateTime<Utc>>,
    /// Delete the copy of the server's data, and keep what you wrote
    #[arg(long, conflicts_with_all = ["person", "older_than"])]
    copy: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Purge {
    pub(super) fn run(self, out: &Output) -> Result<(), Exit> {
        if self.person.is_none() && self.older_than.is_none() && !self.copy {
            return Err(Exit::usage(
                "say what to delete: --person PERSON, --older-than TIME or --copy; to delete everything, delete the file (`shortlist local stats` names it)",
            ));
        }
        let Some(mut local_data) = OpenLocalStore::find(&self.workspace)? else {
            out.print_message("no data");
            return Ok(());
        };
        let person = self
            .person
            .as_deref()
            .map(|text| find_stored(&local_data, RecordKind::Person, text, out).map(PersonId::new));
        let person = person.transpose()?;
        if !self.yes {
            let question = match (&person, self.older_than) {
                (Some(person), _) => {
                    let name = find_name(&local_data, person, out)?;
                    format!("Delete all data about {name} from this machine")
                }
                (None, Some(cutoff)) => {
                    format!("Delete all data from before {} from this machine", cutoff.date_naive())
                }
                (None, None) => "Delete the copy of the server's data from this machine".to_owned(),
            };
            if !confirm(&question, out)? {
                out.print_message("nothing was deleted");
                return Ok(());
            }
        }
        let OpenLocalStore { storage, server, path } = &mut local_data;
        // A sync would continue to write.
        let lock = SyncLock::take(Path::new(path)).map_err(storage_error)?;
        if self.copy && lock.is_none() {
            return Err(Exit::conflict(SyncError::Busy.to_string()));
        }
        let purged = match (&person, self.older_than) {
            (Some(person), _) => storage.purge_person(person),
            (None, Some(cutoff)) => storage.purge_older(cutoff.into()),
            (None, None) => storage.purge_mirror(server),
        };
        let purged = purged.map_err(storage_error)?;
        if let Some(person) = person.filter(|_| purged.is_nothing()) {
            let message = format!("nothing is stored about {person}");
            return Err(Exit::not_found(message));
        }
        report(&purged, &local_data.path, out)
    }
}

/// The name and the ID of a person; only the ID if no name is stored.
fn find_name(local_data: &OpenLocalStore, person: &PersonId, out: &Output) -> Result<String, Exit> {
    let OpenLocalStore { storage, server, .. } = local_data;
    let entries = local_data.entries(out)?;
    let last = entries.iter().rfind(|entry| entry.subject.person == *person);
    let record = storage.record(server, RecordKind::Person, person.as_str());
    let record = record.map_err(storage_error)?;
    let record = record.and_then(|row| serde_json::from_str::<Person>(&row.body).ok());
    let name = last.map(|entry| entry.snapshot.name.clone()).or(record.map(|record| record.name));
    Ok(match name.filter(|name| !name.is_empty()) {
        Some(name) => format!("{name} ({person})"),
        None => person.to_string(),
    })
}

fn report(purged: &PurgeReport, path: &str, out: &Output) -> Result<(), Exit> {
    let PurgeReport { entries, cached, seen_marks: seen, drafts, is_wiped, .. } = *purged;
    let parts = [
        (entries, "entry", "entries"),
        (cached, "record or list row", "records and list rows"),
        (seen, "seen mark", "seen marks"),
        (drafts, "unsaved edit", "unsaved edits"),
    ];
    let parts = parts.map(|(count, singular, plural)| {
        let noun = if count == 1 { singular } else { plural };
        format!("{} {noun}", group_digits(count as u64))
    });
    out.print_line(&format!("deleted: {}", parts.join(", ")))?;
    if is_wiped {
        return Ok(());
    }
    Err(Exit::conflict(format!(
        "{path}: another shortlist process is reading it, so copies of the deleted data may remain; close it and run this again"
    )))
}

fn confirm(question: &str, out: &Output) -> Result<bool, Exit> {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        return Err(Exit::usage(
            "stdin is not a terminal; pass --yes to delete without confirmation",
        ));
    }
    out.print_message(&format!("{question}? This cannot be undone. [y/N]"));
    let mut answer = String::new();
    stdin.read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

fn parse_age(text: &str) -> Result<DateTime<Utc>, String> {
    let now = Utc::now();
    let (number, unit) = split_count(text.trim());
    let months = |count: u32| now.checked_sub_months(Months::new(count));
    let cutoff =
        number.parse::<u32>().ok().filter(|number| *number > 0).and_then(|number| match unit {
            "d" => now.checked_sub_days(Days::new(number.into())),
            "w" => now.checked_sub_days(Days::new(u64::from(number) * 7)),
            "m" => months(number),
            "y" => months(number.checked_mul(12)?),
            _ => None,
        });
    cutoff.ok_or_else(|| "must be a time such as 90d, 12w, 6m or 2y".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_in_days_weeks_months_or_years() {
        let ago = |text| parse_age(text).map(|cutoff| (Utc::now() - cutoff).num_days());
        for (text, days) in
            [("90d", 90..=90), ("2w", 14..=14), ("6m", 180..=184), ("2y", 729..=731)]
        {
            assert!(days.contains(&ago(text).unwrap()), "{text}");
        }
        for invalid in ["", "d", "0d", "90", "-3d", "3x", "99999999999d", "4000000000y"] {
            assert!(ago(invalid).is_err(), "{invalid}");
        }
    }
}
