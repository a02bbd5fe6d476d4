//! `shortlist changes`: lists what changed on the server between two readings.

use chrono::{DateTime, FixedOffset, Local};
use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::local_store::{OpenLocalStore, not_stored, storage_error};
use super::offline::describe_time;
use super::output::Output;
use super::show;
use super::show::{
    ListFormatArgs, NO_SHRINK, OPTIONAL_RANK, OutputFormat, TableColumn, TableRow, column,
};
use super::workspace::WorkspaceArgs;
use crate::recruiting::changes::period::{Period, parse_period};
use crate::recruiting::changes::{Change, ChangeList};
use crate::text::Align::Left;
use crate::wire::{CandidateId, Field, JobId, PersonId, Record, Shape, Timestamp};

/// List what changed on the server
#[derive(Debug, Args)]
#[command(
    after_help = "Newest first. Each reading of the server, by the terminal UI or by a command, is compared with\nthe one before; a change happened between the two, after \"last_read_at\" and before \"read_at\".\nMakes no requests.\n\nExamples:\n  shortlist changes\n  shortlist changes --since 1d\n  shortlist changes --since monday --csv > changes.csv\n  shortlist changes --since 12h --json | jq -r '.[] | select(.kind == \"moved\") | .name'"
)]
pub(super) struct Changes {
    /// Since when: 12h, 1d, 2w, yesterday, monday, 2026-11-10 or last-visit
    #[arg(long, value_name = "TIME", default_value = "last-visit")]
    since: String,
    #[command(flatten)]
    format: ListFormatArgs,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Changes {
    pub(super) fn run(self, out: &Output) -> Result<(), Exit> {
        let layout = self.format.layout::<ChangeRow>()?;
        let now = Local::now().fixed_offset();
        let period = parse_period(&self.since, now)
            .map_err(|why| Exit::usage(format!("--since {:?}: {why}", self.since)))?;
        let local_data = OpenLocalStore::find_copy(&self.workspace)?.ok_or_else(not_stored)?;
        let list = read_changes(&local_data, period, now)?;
        if list.changes.is_empty() {
            local_data.check_has_copy()?;
        }
        let unknown_before = period.unknown_before(&list, now).map(describe_time);
        let rows: Vec<ChangeRow> =
            list.changes.iter().map(|change| ChangeRow::new(change, now)).collect();
        let none = if rows.is_empty() { "no changes since " } else { "" };
        if let Some(time) = unknown_before {
            out.print_message(&format!(
                "{none}the server was first read at {time}; earlier changes are unknown"
            ));
        } else if rows.is_empty() {
            out.print_message(&format!("{none}{}", period.label(now)));
        }
        // No header without rows.
        if rows.is_empty() && layout.format == OutputFormat::Table {
            return Ok(());
        }
        let pages = self.format.format.allows_pager();
        out.write_page(pages, |to| show::write_list(&rows, &layout, to))
    }
}

/// The changes of the period, newest first.
pub(super) fn read_changes(
    local_data: &OpenLocalStore,
    period: Period,
    now: DateTime<FixedOffset>,
) -> Result<ChangeList, Exit> {
    let OpenLocalStore { storage, server, .. } = local_data;
    let read = || {
        let last_visit = storage.last_visit(server)?;
        let since = if period == Period::LastVisit { last_visit } else { period.start(now) };
        Ok(ChangeList { last_visit, ..storage.changes(server, since, u32::MAX)? })
    };
    read().map_err(storage_error)
}

/// A change with its sentence.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct ChangeRow {
    kind: &'static str,
    change: String,
    time: String,
    job_name: String,
    name: String,
    field: String,
    before: String,
    after: String,
    is_own: bool,
    last_read_at: Option<Timestamp>,
    read_at: Option<Timestamp>,
    job_id: JobId,
    candidate_id: CandidateId,
    person_id: PersonId,
}

impl ChangeRow {
    fn new(change: &Change, now: DateTime<FixedOffset>) -> Self {
        Self {
            kind: change.kind.as_str(),
            change: change.describe(),
            time: change.describe_time(now),
            job_name: change.job_name.clone(),
            name: change.name.clone(),
            field: change.field.clone(),
            before: change.before.clone(),
            after: change.after.clone(),
            is_own: change.is_own,
            last_read_at: change.last_read_at,
            read_at: Some(change.read_at),
            job_id: change.job.clone(),
            candidate_id: change.candidate.clone(),
            person_id: change.person.clone(),
        }
    }
}

impl Record for ChangeRow {
    const NAME: &'static str = "Change";
    const FIELDS: &'static [Field] = &[
        Field::new("kind", Shape::Text),
        Field::new("change", Shape::Text),
        Field::new("time", Shape::Text),
        Field::new("job_name", Shape::Text),
        Field::new("name", Shape::Text),
        Field::new("field", Shape::Text),
        Field::new("before", Shape::Text),
        Field::new("after", Shape::Text),
        Field::new("is_own", Shape::Boolean),
        Field::new("last_read_at", Shape::Nullable(&Shape::Timestamp)),
        Field::new("read_at", Shape::Timestamp),
        Field::new("job_id", Shape::Text),
        Field::new("candidate_id", Shape::Text),
        Field::new("person_id", Shape::Text),
    ];
}

impl TableRow for ChangeRow {
    #[rustfmt::skip]
    const COLUMNS: &'static [TableColumn<Self>] = &[
        column(("change", "change"),       Left, (20, 3),        0, |row| row.change.clone()),
        column(("job",    "job_name"),     Left, (8, 2),         2, |row| row.job_name.clone()),
        column(("by",     "is_own"),       Left, (NO_SHRINK, 0), 3, |row| if row.is_own { "you" } else { "" }.to_owned()),
        column(("when",   "time"),         Left, (12, 1),        1, |row| row.time.clone()),
        column(("person", "person_id"),    Left, (NO_SHRINK, 0), OPTIONAL_RANK, |row| row.person_id.to_string()),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::show::ListLayout;
    use crate::recruiting::changes::tests::some_changes;

    #[test]
    fn changes_are_printed_as_a_table_and_as_data() {
        let now = DateTime::parse_from_rfc3339("2026-11-10T09:30:00+01:00").unwrap();
        let rows: Vec<ChangeRow> =
            some_changes().iter().map(|change| ChangeRow::new(change, now)).collect();
        let print = |rows: &[ChangeRow], format| {
            let mut text = Vec::new();
            show::write_list(rows, &ListLayout::of(format, Some(100)), &mut text).unwrap();
            String::from_utf8(text).unwrap()
        };
        insta::assert_snapshot!(print(&rows, OutputFormat::Table));
        insta::assert_snapshot!(print(&rows[..1], OutputFormat::Json));
        insta::assert_snapshot!(print(&rows[..1], OutputFormat::Csv { raw: false }));
    }
}
