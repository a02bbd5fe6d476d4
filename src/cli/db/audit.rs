//! `shortlist db audit`: who changed what, and when.

use clap::Args;

use crate::cli::database::Database;
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::output::Output;
use crate::service::store::{AuditEntry, AuditQuery};
use crate::wire::{PersonId, Timestamp};

/// List the recorded changes, oldest first
#[derive(Debug, Args)]
#[command(
    after_help = "Each accepted write is recorded in its transaction, with its time, key, request ID, client address,\noperation, record and the names of the changed fields. Values are recorded only while `serve\n--audit-values` runs. The merge of two people is listed for both.\n\nExamples:\n  shortlist db audit --since 7d\n  shortlist db audit --person per_fsvswv8484k1td52 --json"
)]
pub(crate) struct Audit {
    /// Only changes to this person
    #[arg(long, value_name = "PERSON")]
    person: Option<String>,
    /// Only changes since a time (7d, 12h) or a date YYYY-MM-DD
    #[arg(long, value_name = "TIME", value_parser = parse_since)]
    since: Option<Timestamp>,
    /// Print JSON Lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

fn parse_since(text: &str) -> Result<Timestamp, String> {
    let ago = || {
        let micros = i64::try_from(humantime::parse_duration(text).ok()?.as_micros()).ok()?;
        Timestamp::from_micros(Timestamp::now().micros().checked_sub(micros)?)
    };
    Timestamp::parse(text)
        .or_else(ago)
        .ok_or_else(|| "must be a time such as 7d or 12h, or a date YYYY-MM-DD".to_owned())
}

impl Audit {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let store = self.database.open_to_read().await?;
        let query = AuditQuery { person: self.person.map(PersonId::new), since: self.since };
        let (writer, as_json) = (out.clone(), self.json);
        let print = move |entry: AuditEntry| {
            if as_json {
                return writer.write_data(|to| json::write_line(&entry, to));
            }
            writer.print_line(&line(&entry))
        };
        store.audit(query, print).await
    }
}

fn line(entry: &AuditEntry) -> String {
    let at = entry.at.map(|at| at.to_utc().format("%Y-%m-%d %H:%M:%S").to_string());
    let mut parts = vec![
        at.unwrap_or_default(),
        entry.actor.clone(),
        entry.operation.clone(),
        entry.record_id.clone(),
    ];
    if !entry.fields.is_empty() {
        parts.push(entry.fields.join(","));
    }
    let origin = [("from", &entry.address), ("request", &entry.request_id)];
    for (name, value) in origin {
        parts.extend(value.as_ref().map(|value| format!("{name} {value}")));
    }
    parts.join("  ")
}
