//! `shortlist local export`: what this machine stores, as JSON Lines.

use std::collections::HashSet;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};

use chrono::Utc;
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use clap_complete::ArgValueCompleter;
use serde_json::Value;

use super::export_format::{ExportHeader, ExportLine, version_for};
use crate::cli::completions::values;
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::local_store::{OpenLocalStore, storage_error};
use crate::cli::lookup::find_stored;
use crate::cli::output::Output;
use crate::cli::workspace::WorkspaceArgs;
use crate::files::{IfExists, write_atomic};
use crate::recruiting::triage::{EntryKind, LogEntry, Subject};
use crate::storage::mirror::records::RecordKind;
use crate::text::pluralize;
use crate::wire::{CandidateId, PersonId};

/// Write the data on this machine as JSON Lines
#[derive(Debug, Args)]
#[command(
    after_help = "Without --person: all verdicts, notes, tags, stars and snoozes, for a colleague (`local merge`) or\na backup. With --person: all data about the person, with records, seen marks and unsaved edits.\nMakes no requests.\n\nExamples:\n  shortlist local export --out mine.jsonl\n  shortlist local export --as eva > eva.jsonl\n  shortlist local export --person PERSON"
)]
pub(super) struct ExportLocalData {
    /// All data about this person, and nothing else
    #[arg(long, value_name = "PERSON", value_parser = NonEmptyStringValueParser::new(), add = ArgValueCompleter::new(values::people))]
    person: Option<String>,
    /// Write to this file, readable only by you [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    replace: bool,
    /// Your name, for the colleague who merges it [default: your user name]
    #[arg(long = "as", value_name = "NAME")]
    by: Option<String>,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl ExportLocalData {
    pub(super) fn run(self, out: &Output) -> Result<(), Exit> {
        let local_data = OpenLocalStore::find(&self.workspace)?;
        let lines = match (&local_data, &self.person) {
            (None, _) => Vec::new(),
            (Some(local_data), None) => all_lines(local_data, out)?,
            (Some(local_data), Some(person)) => {
                let person = find_stored(local_data, RecordKind::Person, person, out)?;
                person_lines(local_data, &person.into(), out)?
            }
        };
        if let (true, Some(person)) = (lines.is_empty(), &self.person) {
            return Err(Exit::not_found(format!("no data about the person {person}")));
        }
        let header = ExportHeader {
            local: version_for(&lines),
            by: self.by.clone().or_else(user).unwrap_or_default(),
            server: local_data.map_or_else(String::new, |local_data| local_data.server),
            at: Some(Utc::now().into()),
        };
        let (count, summary) = (lines.len(), describe_counts(&lines));
        let write = |to: &mut dyn Write| {
            for line in std::iter::once(ExportLine::Shortlist(header)).chain(lines) {
                json::write_line(&line, &mut *to)?;
            }
            to.flush()
        };
        match &self.out {
            None => out.write_data(write)?,
            Some(path) => {
                self.write_file(path, write)
                    .map_err(|exit| exit.with_prefix(&path.display().to_string()))?;
                out.print_message(&format!("exported {summary} to {}", path.display()));
            }
        }
        if count == 0 {
            out.print_message("no data");
        }
        Ok(())
    }

    fn write_file(
        &self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Exit> {
        let if_exists = if self.replace { IfExists::Replace } else { IfExists::Fail };
        write_atomic(path, if_exists, write).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Exit::conflict("already exists; --replace replaces it"),
            _ => error.into(),
        })
    }
}

/// A summary of the lines, in the units of `merge` and `purge`.
fn describe_counts(lines: &[ExportLine]) -> String {
    let count =
        |matches: fn(&ExportLine) -> bool| lines.iter().filter(|line| matches(line)).count();
    let others = [
        (count(|line| matches!(line, ExportLine::Cached { .. })), "record", "records"),
        (count(|line| matches!(line, ExportLine::Seen { .. })), "seen mark", "seen marks"),
        (count(|line| matches!(line, ExportLine::Draft { .. })), "unsaved edit", "unsaved edits"),
        (count(|line| matches!(line, ExportLine::Created { .. })), "creation", "creations"),
    ];
    let entries = pluralize(count(|line| matches!(line, ExportLine::Entry(_))), "entry", "entries");
    let others = others.into_iter().filter(|(count, ..)| *count > 0);
    let others = others.map(|(number, singular, plural)| pluralize(number, singular, plural));
    std::iter::once(entries).chain(others).collect::<Vec<_>>().join(", ")
}

/// The user name of the operating system.
fn user() -> Option<String> {
    ["USER", "LOGNAME"]
        .iter()
        .find_map(|name| std::env::var(name).ok())
        .filter(|name| !name.is_empty())
}

fn all_lines(local_data: &OpenLocalStore, out: &Output) -> Result<Vec<ExportLine>, Exit> {
    let entries =
        local_data.entries(out)?.into_iter().map(|entry| ExportLine::Entry(Box::new(entry)));
    let seen = local_data.storage.seen_marks(&local_data.server).map_err(storage_error)?;
    let seen = seen.into_iter().map(|(candidate, at)| ExportLine::Seen { candidate, at });
    Ok(entries.chain(seen).collect())
}

/// The lines about a person from every server in the file, as a purge would delete them.
fn person_lines(
    local_data: &OpenLocalStore,
    person: &PersonId,
    out: &Output,
) -> Result<Vec<ExportLine>, Exit> {
    let storage = &local_data.storage;
    let mut lines = Vec::new();
    let candidates: HashSet<(String, CandidateId)> =
        storage.candidates_of(person).map_err(storage_error)?.into_iter().collect();
    for server in storage.servers().map_err(storage_error)? {
        let entries = local_data.entries_for(&server, out)?;
        let is_about = |entry: &LogEntry| {
            let Subject { candidate, person: owner, .. } = &*entry.subject;
            owner == person || candidates.contains(&(server.clone(), candidate.clone()))
        };
        let groups: HashSet<String> = entries
            .iter()
            .filter(|entry| is_about(entry))
            .map(|entry| entry.group.0.clone())
            .collect();
        let is_relevant = |entry: &LogEntry| match &entry.kind {
            EntryKind::Undo { group } | EntryKind::Redo { group } => groups.contains(&group.0),
            _ => is_about(entry),
        };
        let relevant = entries.into_iter().filter(is_relevant);
        lines.extend(relevant.map(|entry| ExportLine::Entry(Box::new(entry))));
        for row in storage.records_of_person(&server, person).map_err(storage_error)? {
            let kind = row.kind.as_str().to_owned();
            lines.push(ExportLine::Cached {
                kind,
                read_at: row.read_at,
                record: parse_body(row.body),
            });
        }
    }
    let seen = storage.seen_marks_of(person).map_err(storage_error)?;
    lines.extend(seen.into_iter().map(|(candidate, at)| ExportLine::Seen { candidate, at }));
    let drafts = storage.drafts_of(person).map_err(storage_error)?;
    lines.extend(
        drafts.into_iter().map(|row| ExportLine::Draft { at: row.at, draft: parse_body(row.body) }),
    );
    let created = storage.creations_of(person).map_err(storage_error)?;
    lines.extend(
        created.into_iter().map(|(external_id, at)| ExportLine::Created { external_id, at }),
    );
    Ok(lines)
}

/// Text that is not JSON becomes a JSON string.
fn parse_body(body: String) -> Value {
    serde_json::from_str(&body).unwrap_or(Value::String(body))
}
