//! Keeps the pages that arrive: `response` hands them on to the storage thread, with the pass over
//! the list that they belong to.

use crate::recruiting::paging::PagedList;
use crate::recruiting::paging::row_page::RowPage;
use crate::recruiting::table::store::RowStore;
use crate::storage::mirror::records::RecordKind;
use crate::storage::mirror::{MirrorWrite, PageWrite};
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::wire::{CandidateItem, JobId, JobItem, Timestamp};

pub(super) fn job_page(
    state: &State,
    offset: usize,
    page: RowPage<JobItem>,
    effects: &mut Vec<Effect>,
) {
    let list = &state.jobs.pages;
    let write = page_write(list, offset, page, state.clock.date);
    effects.push(store(MirrorWrite::JobPage(write)));
    effects.extend(end_of_walk(list, &JobId::default()));
}

pub(super) fn candidate_page(
    state: &State,
    job: &JobId,
    offset: usize,
    page: RowPage<CandidateItem>,
    effects: &mut Vec<Effect>,
) {
    let Some(open) = state.open.get(job) else { return };
    let list = &open.list.pages;
    let write = page_write(list, offset, page, state.clock.date);
    effects.push(store(MirrorWrite::CandidatePage(job.clone(), write)));
    effects.extend(end_of_walk(list, job));
}

/// The server does not have a record any more.
pub(super) fn gone(slot: &Slot) -> Option<Effect> {
    let (kind, id) = match slot {
        Slot::Candidate(id) => (RecordKind::Candidate, id.to_string()),
        Slot::Person(id) | Slot::WholePerson(id) => (RecordKind::Person, id.to_string()),
        Slot::Job(id) => (RecordKind::Job, id.to_string()),
        _ => return None,
    };
    Some(store(MirrorWrite::Gone(kind, id)))
}

fn store(write: MirrorWrite) -> Effect {
    Effect::Storage(StorageEffect::Mirror(Box::new(write)))
}

fn page_write<S: RowStore>(
    list: &PagedList<S>,
    offset: usize,
    page: RowPage<S::Item>,
    read_at: Timestamp,
) -> PageWrite<S::Item> {
    let (pass, position) = (list.pass_number(), offset as u64);
    PageWrite { pass, position, rows: page.rows, total: page.total, read_at }
}

/// Only a pass that met every row that the server counts shows which ones are missing.
fn end_of_walk<S: RowStore>(list: &PagedList<S>, job: &JobId) -> Option<Effect> {
    let is_consistent = list.is_complete() && list.is_whole() && list.repeated() == 0;
    is_consistent.then(|| {
        let (pass, rows) = (list.pass_number(), list.loaded() as u64);
        store(MirrorWrite::EndWalk { job: job.clone(), pass, rows })
    })
}
