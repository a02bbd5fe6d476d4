//! When the candidates of a job entered their stages: from the copy on this machine, else from the
//! server, with progress. So `age` and `overdue` find the same people as in the terminal UI.

use std::io::IsTerminal;

use crate::cli::exit::Exit;
use crate::cli::local_store::{OpenLocalStore, storage_error};
use crate::cli::offline;
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::wait_notice::with_wait_notice;
use crate::cli::workspace::OpenWorkspace;
use crate::storage::mirror::records::StoredRecord;
use crate::text::pluralize;
use crate::usecases::job_candidates::JobCandidates;
use crate::wire::Timestamp;

/// Dates the candidates of the list. Those that cannot be dated are reported; if the server fails,
/// that is an error unless a part is enough.
pub(super) async fn read(
    workspace: &OpenWorkspace,
    list: &mut JobCandidates,
    accepts_partial: bool,
    out: &Output,
) -> Result<(), Exit> {
    restore(workspace, list)?;
    if !workspace.is_offline()
        && let Err(exit) = read_undated(workspace, list, out).await
    {
        let undated = list.undated().len();
        let message = format!("{} not read", pluralize(undated, "history", "histories"));
        if !accepts_partial {
            let advice = "--partial counts their time in stage from the date added";
            return Err(exit.with_prefix(&message).with_advice(advice));
        }
        out.print_message(&format!("{message}: {}", exit.message()));
    }
    let undated = list.undated().len();
    if undated > 0 {
        let have = pluralize(undated, "candidate has", "candidates have");
        out.print_message(&format!(
            "{have} no stage date here: time in stage is counted from the date added"
        ));
    }
    Ok(())
}

/// Takes the histories that are stored. A file that was never created has none.
fn restore(workspace: &OpenWorkspace, list: &mut JobCandidates) -> Result<(), Exit> {
    let store = workspace.local_store();
    if !store.exists() || !store.mirror.keeps_records() {
        return Ok(());
    }
    let local = OpenLocalStore::open(&store)?;
    list.restore_histories(&local.storage, &local.server).map_err(storage_error)
}

async fn read_undated(
    workspace: &OpenWorkspace,
    list: &mut JobCandidates,
    out: &Output,
) -> Result<(), Exit> {
    let undated = list.undated();
    if undated.is_empty() {
        return Ok(());
    }
    let total = Some(undated.len() as u64);
    let bar = std::io::stderr().is_terminal().then(|| Progress::new(total, "histories"));
    let mut recorder = offline::recorder(workspace);
    let reading = list.read_records(&workspace.client, undated, |read| {
        if let Some(bar) = &bar {
            bar.step();
        }
        if let Some(recorder) = &mut recorder {
            recorder.record(read.record.to_row(Timestamp::now(), read.etag), false);
        }
    });
    let result = with_wait_notice(&workspace.client, bar.as_ref(), out, reading).await;
    if let Some(bar) = &bar {
        bar.finish();
    }
    if let Some(recorder) = recorder {
        offline::finish(recorder, out).await;
    }
    Ok(result?)
}
