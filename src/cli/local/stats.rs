//! `shortlist local stats`: what this machine stores of a workspace.

use std::path::Path;

use clap::Args;
use serde_json::json;

use crate::cli::exit::Exit;
use crate::cli::local_store::{OpenLocalStore, storage_error};
use crate::cli::offline::describe_time;
use crate::cli::output::Output;
use crate::cli::workspace::WorkspaceArgs;
use crate::storage::mirror::coverage::MirrorStats;
use crate::text::group_digits;

/// Show what this machine stores of a workspace, and how much space it takes
#[derive(Debug, Args)]
#[command(
    after_help = "Makes no requests. `cache` and `cache_days` in the config file say what is kept and for how\nlong; `local purge` deletes it.\n\nExamples:\n  shortlist local stats\n  shortlist local stats --json | jq .bytes"
)]
pub(super) struct Stats {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Stats {
    pub(super) fn run(self, out: &Output) -> Result<(), Exit> {
        let Some(local_data) = OpenLocalStore::find(&self.workspace)? else {
            if self.json {
                let none = to_json(&MirrorStats::default(), 0, 0);
                return out.write_data(|to| writeln!(to, "{none}"));
            }
            out.print_message("no data");
            return Ok(());
        };
        let storage = &local_data.storage;
        let stats = storage.mirror_stats(&local_data.server).map_err(storage_error)?;
        let entries = local_data.entries(out)?.len() as u64;
        let bytes = file_size(Path::new(&local_data.path));
        out.write_data(|to| {
            if self.json {
                return writeln!(to, "{}", to_json(&stats, entries, bytes));
            }
            for (label, text) in lines(&stats, entries, bytes, &local_data.path) {
                writeln!(to, "{label:<18} {text}")?;
            }
            Ok(())
        })
    }
}

/// With the write-ahead log beside it.
fn file_size(path: &Path) -> u64 {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let size = |path: &Path| path.metadata().map_or(0, |file| file.len());
    size(path) + size(Path::new(&log))
}

fn lines(stats: &MirrorStats, entries: u64, bytes: u64, path: &str) -> Vec<(&'static str, String)> {
    let oldest = stats.oldest.map_or_else(|| "-".to_owned(), describe_time);
    let number = |number: u64| group_digits(number);
    vec![
        ("File", path.to_owned()),
        ("Bytes", number(bytes)),
        ("Your entries", number(entries)),
        ("Lists", number(stats.lists)),
        ("List rows", number(stats.rows)),
        ("List bytes", number(stats.page_bytes)),
        ("Job records", number(stats.jobs)),
        ("Candidate records", number(stats.candidates)),
        ("Person records", number(stats.people)),
        ("Changes", number(stats.changes)),
        ("Oldest", oldest),
    ]
}

fn to_json(stats: &MirrorStats, entries: u64, bytes: u64) -> serde_json::Value {
    json!({
        "bytes": bytes,
        "entries": entries,
        "lists": stats.lists,
        "list_rows": stats.rows,
        "list_bytes": stats.page_bytes,
        "job_records": stats.jobs,
        "candidate_records": stats.candidates,
        "person_records": stats.people,
        "changes": stats.changes,
        "oldest": stats.oldest,
    })
}
