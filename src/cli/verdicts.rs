//! `shortlist verdicts`: what was decided on this machine and still holds.

mod check;
mod row;

use std::cmp::Reverse;
use std::collections::HashMap;

use clap::Args;

use super::exit::Exit;
use super::local::kept::{Kept, book};
use super::out::{Out, terminal_width};
use super::show;
use super::show::{Format, FormatArguments};
use super::workspace::WorkspaceArgs;
use crate::recruiting::triage::EntryId;
use row::{Standing, Written};

/// List the verdicts that were given on this machine
#[derive(Debug, Args)]
#[command(
    after_help = "The newest first. Verdicts are yours and kept on this machine: no server hears of them, and\nnone is asked without --check. With it the lists of their jobs are read, and each verdict is\ndone, to do, waits (nothing is to be done), or the server disagrees.\n\nExample:\n  shortlist verdicts\n  shortlist verdicts --check --json | jq -r '.[] | select(.fate == \"to do\") | .name'\n  shortlist verdicts --job 'rust engineer' --csv > verdicts.csv\n  shortlist verdicts --json | jq -r '.[] | select(.verdict == \"advance\") | .candidate_id'"
)]
pub(super) struct Verdicts {
    /// Only those on this job, by its id or a part of its name
    #[arg(long, value_name = "JOB")]
    job: Option<String>,
    /// Ask the server whether it did what was decided
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    format: FormatArguments,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Verdicts {
    pub(super) async fn run(self, out: &Out) -> Result<(), Exit> {
        let entries = match Kept::find(&self.workspace)? {
            Some(kept) => kept.entries(out)?,
            None => Vec::new(),
        };
        let log: HashMap<EntryId, Written> = entries
            .iter()
            .enumerate()
            .map(|(place, entry)| (entry.id.clone(), (place, entry.source.clone())))
            .collect();
        let book = book(entries);
        let mut all: Vec<(usize, Standing)> =
            book.all().filter_map(|own| Standing::of(own, &log)).collect();
        if let Some(job) = &self.job {
            all.retain(|(_, one)| is_meant(job, one));
        }
        // Those of one step have one time: the log tells which came last.
        all.sort_by_key(|(place, one)| Reverse((one.at, *place)));
        let mut all: Vec<Standing> = all.into_iter().map(|(_, one)| one).collect();
        if self.check && !all.is_empty() {
            let workspace = self.workspace.open(out).await?;
            check::check(&mut all, &book, &workspace.client, out).await?;
        }
        let width = terminal_width();
        let format = self.format.format(width);
        if all.is_empty() {
            out.say(&match &self.job {
                Some(job) => format!("no verdicts on a job called {job:?}"),
                None => "no verdicts".to_owned(),
            });
        }
        // No heading over nothing.
        if all.is_empty() && format == Format::Table {
            return Ok(());
        }
        out.data(|to| show::list(&all, format, width, to))
    }
}

/// Whether this is about the job that was typed.
fn is_meant(job: &str, one: &Standing) -> bool {
    let job = job.trim();
    one.job_id.as_str() == job || one.job_name.to_lowercase().contains(&job.to_lowercase())
}
