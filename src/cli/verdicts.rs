//! `shortlist verdicts`: lists the current verdicts of this machine.

mod check;
mod row;

use std::cmp::Reverse;
use std::collections::HashMap;

use clap::Args;
use clap_complete::ArgValueCompleter;

use super::completions::values;
use super::exit::Exit;
use super::local_store::OpenLocalStore;
use super::output::Output;
use super::show;
use super::show::{ListFormatArgs, OutputFormat};
use super::workspace::WorkspaceArgs;
use crate::recruiting::triage::{EntryId, TriageState};
use row::{LogPosition, VerdictRow};

/// List your verdicts
#[derive(Debug, Args)]
#[command(
    after_help = "Newest first. Verdicts stay on this machine. Makes no requests without --check; with it, reads the\nlists of the jobs and reports each verdict as done, to do, waits (nothing to do), or disagrees (changed in the ATS).\nNotes, tags, star and snooze are those of the person, from all jobs.\n\nExamples:\n  shortlist verdicts\n  shortlist verdicts --check --json | jq -r '.[] | select(.sync_status == \"to do\") | .name'\n  shortlist verdicts --job 'rust engineer' --csv > verdicts.csv\n  shortlist verdicts --json | jq -r '.[] | select(.verdict == \"advance\") | .candidate_id'"
)]
pub(super) struct Verdicts {
    /// Only verdicts in this job, by its ID or a part of its name
    #[arg(long, value_name = "JOB", add = ArgValueCompleter::new(values::jobs))]
    job: Option<String>,
    /// Compare with the stages on the server
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    format: ListFormatArgs,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Verdicts {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let layout = self.format.layout::<VerdictRow>()?;
        let entries = match OpenLocalStore::find(&self.workspace)? {
            Some(local_data) => local_data.entries(out)?,
            None => Vec::new(),
        };
        let log: HashMap<EntryId, LogPosition> = entries
            .iter()
            .enumerate()
            .map(|(index, entry)| (entry.id.clone(), (index, entry.source.clone())))
            .collect();
        let triage = TriageState::from_iter(entries);
        let mut all: Vec<(usize, VerdictRow)> =
            triage.all().filter_map(|candidate| VerdictRow::from_triage(candidate, &log)).collect();
        if let Some(job) = &self.job {
            all.retain(|(_, row)| matches_job(job, row));
        }
        // Entries of one step have equal times: break ties by log position.
        all.sort_by_key(|(index, row)| Reverse((row.at, *index)));
        let mut all: Vec<VerdictRow> = all.into_iter().map(|(_, row)| row).collect();
        if self.check && !all.is_empty() {
            let workspace = self.workspace.open(out).await?;
            check::check(&mut all, &triage, &workspace.client, out).await?;
        }
        if all.is_empty() {
            out.print_message(&match &self.job {
                Some(job) => format!("no verdicts in a job with {job:?} in its name"),
                None => "no verdicts".to_owned(),
            });
        }
        // No header without rows.
        if all.is_empty() && layout.format == OutputFormat::Table {
            return Ok(());
        }
        let pages = self.format.format.allows_pager();
        out.write_page(pages, |to| show::write_list(&all, &layout, to))
    }
}

fn matches_job(job: &str, row: &VerdictRow) -> bool {
    let job = job.trim();
    row.job_id.as_str() == job || row.job_name.to_lowercase().contains(&job.to_lowercase())
}
