//! `shortlist sync`: reads the server into the mirror, for cron and for the first time.

use std::io::IsTerminal;

use clap::Args;
use serde_json::json;

use super::exit::Exit;
use super::offline::describe_time;
use super::output::Output;
use super::progress::Progress;
use super::wait_notice::with_wait_notice;
use super::workspace::{ENVIRONMENT, WorkspaceArgs};
use crate::recruiting::coverage::{Coverage, Share};
use crate::text::pluralize;
use crate::usecases::sync::{SyncError, SyncReport, SyncScope, sync};

/// Update the copy of the server's data on this machine
#[derive(Debug, Args)]
#[command(
    after_help = format!("Reads the jobs, the candidates of open jobs and jobs on hold, and the records of their people\nand active candidates; closed and archived jobs only once. `shortlist find`, `changes`, `today` and\n--offline use the copy. If interrupted, it keeps what it read, and the next sync continues.\n\nExit codes: 0 all read, 1 some data could not be read, 5 another process is syncing, 6 the\nserver cannot be reached.\n\nExamples:\n  shortlist sync\n  shortlist sync --all --max-rps 5\n  shortlist sync --json | jq .changes\n\n{ENVIRONMENT}")
)]
pub(super) struct SyncCommand {
    /// Also read closed and archived jobs again
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl SyncCommand {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let workspace = self.workspace.open(out).await?;
        if workspace.is_offline() {
            return Err(Exit::usage("sync needs the server: run it without --offline"));
        }
        let store = workspace.local_store();
        if !store.mirror.keeps_lists() {
            return Err(sync_exit(SyncError::CacheOff));
        }
        let scope = SyncScope {
            all_jobs: self.all,
            records: store.mirror.keeps_records(),
            max_records: usize::MAX,
            fresh_since: None,
        };
        let is_terminal = std::io::stderr().is_terminal();
        let bar = is_terminal.then(|| Progress::new(None, "candidates"));
        let on_progress = |coverage: &Coverage| {
            if let Some(bar) = &bar {
                show_progress(bar, coverage);
            }
        };
        let reading = sync(&workspace.client, &store, scope, &on_progress);
        let result = with_wait_notice(&workspace.client, bar.as_ref(), out, reading).await;
        if let Some(bar) = &bar {
            bar.finish();
        }
        self.write(&result.map_err(sync_exit)?, out)
    }

    fn write(&self, report: &SyncReport, out: &Output) -> Result<(), Exit> {
        if let Some(notice) = &report.rescue_notice {
            out.print_message(notice);
        }
        if report.is_reset {
            out.print_message(
                "the server's data was replaced: the copy on this machine was reset; your verdicts and notes are kept",
            );
        }
        if self.json {
            out.write_data(|to| writeln!(to, "{}", to_json(report)))?;
        } else {
            let coverage = report.coverage.describe(describe_time);
            let changes = pluralize(report.changes as u64, "change", "changes");
            out.write_data(|to| writeln!(to, "{coverage}; {changes}"))?;
        }
        for (job, reason) in &report.incomplete {
            out.print_message(&format!("job {job} was not read completely: {reason}"));
        }
        if report.failed_records > 0 {
            let records = pluralize(report.failed_records as u64, "record", "records");
            out.print_message(&format!("{records} could not be read"));
        }
        if report.incomplete.is_empty() && report.failed_records == 0 {
            return Ok(());
        }
        Err(Exit::failure("some data could not be read; the next sync retries"))
    }
}

/// Candidates first, then people.
fn show_progress(bar: &Progress, coverage: &Coverage) {
    let Share { part, whole } =
        if coverage.people.whole > 0 { coverage.people } else { coverage.candidates };
    bar.set(part);
    bar.set_total(Some(whole));
}

fn to_json(report: &SyncReport) -> serde_json::Value {
    let Coverage { open_jobs, all_jobs, candidates, people, oldest, all_candidates: _ } =
        report.coverage;
    let share = |share: Share| json!({"read": share.part, "total": share.whole});
    json!({
        "open_jobs": share(open_jobs),
        "jobs": share(all_jobs),
        "candidates": share(candidates),
        "people": share(people),
        "oldest": oldest,
        "changes": report.changes,
        "incomplete_jobs": report.incomplete.iter().map(|(job, _)| job).collect::<Vec<_>>(),
        "failed_records": report.failed_records,
        "server_reset": report.is_reset,
    })
}

fn sync_exit(error: SyncError) -> Exit {
    match error {
        SyncError::Client(error) => error.into(),
        SyncError::Busy => Exit::conflict(error.to_string()),
        SyncError::CacheOff => Exit::usage(
            "the cache is off for this workspace; remove --no-cache, or set `cache` in the config file",
        ),
        SyncError::NoFile(_) | SyncError::Storage(_) | SyncError::Ended(_) => {
            Exit::failure(error.to_string())
        }
    }
}
