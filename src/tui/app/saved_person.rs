//! Effects of a save on the cached records, the lists and the known server quirks. The editor and
//! the attach dialog call it.

use crate::recruiting::person::ServerQuirks;
use crate::tui::app::effect::{Effect, HttpEffect, StorageEffect};
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::wire::{CandidateId, JobId, Person};

/// Puts the current record everywhere it is displayed.
pub(crate) fn take_record(state: &mut State, person: &Person, effects: &mut Vec<Effect>) {
    let now = state.clock.date;
    // A pending request would bring back the old record.
    let slot = Slot::Person(person.id.clone());
    if state.fetching.in_flight.remove(&slot).is_some() {
        effects.push(Effect::Http(HttpEffect::Cancel(slot)));
    }
    state.people.entry(&person.id).set(Ok(person.clone()), now);
    for job in &person.jobs {
        let id: &CandidateId = &job.candidate_id;
        if state.candidates.get(id).is_some() {
            state.candidates.entry(id).expire();
        }
        let Some(open) = state.open.get_mut(&job.job_id) else { continue };
        let Some(row) = open.list.pages.rows.find(id.as_str()) else { continue };
        let mut item = open.list.pages.rows.item(row);
        item.name.clone_from(&person.name);
        item.current_job_title.clone_from(&person.current_job_title);
        item.current_company_name.clone_from(&person.current_company_name);
        if item != open.list.pages.rows.item(row) {
            open.list.pages.rows.put(&item);
            open.list.mark_dirty(row);
        }
    }
}

/// A job has another candidate: reload its list and count.
pub(crate) fn refresh_job(state: &mut State, job: &JobId) {
    state.jobs.pages.refresh();
    if let Some(open) = state.open.get_mut(job) {
        open.list.pages.refresh();
        open.job.expire();
    }
}

/// Stores newly observed server quirks and reports them.
pub(crate) fn learn(state: &mut State, learned: ServerQuirks, effects: &mut Vec<Effect>) {
    let quirks = state.local_data.quirks;
    let all = quirks.union(learned);
    if all == quirks {
        return;
    }
    state.local_data.quirks = all;
    effects.push(Effect::Storage(StorageEffect::LearnQuirks(all)));
    for message in all.without(quirks).describe() {
        state.notify(Severity::Warning, format!("{message}; that is remembered"));
    }
}

/// The server replaced a list although it was believed to extend lists.
pub(crate) fn unlearn(state: &mut State, effects: &mut Vec<Effect>) {
    let extends = ServerQuirks { extends_lists: true, ..ServerQuirks::default() };
    state.local_data.quirks = state.local_data.quirks.without(extends);
    effects.push(Effect::Storage(StorageEffect::ForgetQuirks(extends)));
    let message =
        "this server replaces lists now, which it did not before: send the whole list again";
    state.notify(Severity::Error, message);
}
