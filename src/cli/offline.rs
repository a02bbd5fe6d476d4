//! Reads from and writes to the copy on this machine, for the commands that read: with `--offline`
//! they make no request, otherwise they keep what they read.

use chrono::Local;

use super::exit::Exit;
use super::local_store::{OpenLocalStore, cache_off, storage_error};
use super::output::Output;
use super::workspace::OpenWorkspace;
use crate::recruiting::paging::restore::StoredRows;
use crate::recruiting::person::SaveOutcome;
use crate::storage::mirror::codec::MirrorItem;
use crate::storage::mirror::records::{RecordKind, RecordRow};
use crate::storage::mirror::stored_lists::PageChoice;
use crate::usecases::recorder::Recorder;
use crate::wire::{JobId, Timestamp};

/// What is kept of what a command reads.
pub(super) fn recorder(workspace: &OpenWorkspace) -> Option<Recorder> {
    Recorder::open(&workspace.local_store())
}

/// The same, if anything is stored already.
pub(super) fn recorder_of_stored(workspace: &OpenWorkspace) -> Option<Recorder> {
    let store = workspace.local_store();
    store.exists().then(|| Recorder::open(&store)).flatten()
}

/// A file that cannot be written is reported, once.
pub(super) async fn finish(recorder: Recorder, out: &Output) {
    match recorder.finish().await {
        Ok(None) => {}
        Ok(Some(notice)) => out.print_message(&notice),
        Err(why) => {
            out.print_message(&format!("cannot store data on this machine: {why}"));
        }
    }
}

/// Keeps the record of a person that this command changed, so that the change is marked as own.
pub(super) async fn record_own(workspace: &OpenWorkspace, saved: &SaveOutcome, out: &Output) {
    let SaveOutcome::Saved(report) = saved else { return };
    if let Some(mut recorder) = recorder(workspace) {
        let now = Timestamp::now();
        // What others changed before is no own change.
        recorder.record(RecordRow::person(&report.before, now, None), false);
        recorder.record(RecordRow::person(&report.now, now, None), true);
        finish(recorder, out).await;
    }
}

/// A list, with a message that says how old it is.
pub(super) fn list<T: MirrorItem>(
    workspace: &OpenWorkspace,
    job: &JobId,
    out: &Output,
) -> Result<StoredRows<T>, Exit> {
    let local = open(workspace)?;
    let list = local.storage.mirrored_list(&local.server, job, PageChoice::All);
    let list = list.map_err(storage_error)?.ok_or_else(not_stored)?;
    print_age(list.read_at, out);
    Ok(list)
}

/// A record, with a message that says how old it is.
pub(super) fn record(
    workspace: &OpenWorkspace,
    kind: RecordKind,
    id: &str,
    out: &Output,
) -> Result<RecordRow, Exit> {
    let local = open(workspace)?;
    let row = local.storage.record(&local.server, kind, id);
    let row = row.map_err(storage_error)?.ok_or_else(not_stored)?;
    print_age(row.read_at, out);
    Ok(row)
}

fn open(workspace: &OpenWorkspace) -> Result<OpenLocalStore, Exit> {
    let store = workspace.local_store();
    if !store.mirror.keeps_lists() {
        return Err(cache_off());
    }
    OpenLocalStore::open_lists(&store)?.ok_or_else(not_stored)
}

fn not_stored() -> Exit {
    Exit::unreachable("offline: not stored on this machine; run this without --offline")
}

fn print_age(read_at: Timestamp, out: &Output) {
    let local = read_at.to_utc().with_timezone(&Local);
    out.print_message(&format!("offline: as of {}", local.format("%-d %b %Y %H:%M")));
}

/// "09:12", or "16 Nov 09:12" of another day.
pub(super) fn describe_time(at: Timestamp) -> String {
    let local = at.to_utc().with_timezone(&Local);
    let is_today = local.date_naive() == Local::now().date_naive();
    local.format(if is_today { "%H:%M" } else { "%-d %b %H:%M" }).to_string()
}
