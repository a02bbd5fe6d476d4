//! Effects of a save on the cached records, the lists and the known server quirks. The editor and
//! the attach dialog call it.

use crate::recruiting::person::{Report, ServerQuirks};
use crate::recruiting::table::identity::is_same_id;
use crate::text::is_long;
use crate::tui::app::effect::{CachedRecord, Effect, HttpEffect, StorageEffect};
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::wire::{CandidateId, JobId, Person, Texts};

/// Puts the current record everywhere it is displayed.
pub(crate) fn take_record(state: &mut State, person: &Person, effects: &mut Vec<Effect>) {
    let now = state.clock.date;
    // A pending request would bring back the old record.
    for slot in [Slot::Person, Slot::WholePerson].map(|slot| slot(person.id.clone())) {
        if state.fetching.in_flight.remove(&slot).is_some() {
            effects.push(Effect::Http(HttpEffect::Cancel(slot)));
        }
    }
    let loaded = state.people.entry(&person.id);
    loaded.set(Ok(person.clone()), now);
    // Rows get its long texts cut, too.
    let Some(person) = loaded.display().cloned() else { return };
    if !person.any_text(&is_long) {
        let record = CachedRecord::OwnPerson(Box::new(person.clone()));
        effects.push(Effect::Storage(StorageEffect::Cache(record)));
    }
    for job in &person.jobs {
        let id: &CandidateId = &job.candidate_id;
        if state.candidates.get(id).is_some() {
            state.reread_candidate(id);
        }
        let Some(open) = state.open.get_mut(&job.job_id) else { continue };
        let Some(row) = open.list.pages.rows.find(id.as_str()) else { continue };
        if !is_same_id(open.list.pages.rows.person_id(row), person.id.as_str()) {
            continue; // the server lists the candidate of another person
        }
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

/// Stores and reports the server quirks that a save showed or disproved. Returns the latter.
pub(crate) fn learn(state: &mut State, report: &Report, effects: &mut Vec<Effect>) -> ServerQuirks {
    let known = state.local_data.quirks;
    let (all, refuted) = (known.union(report.quirks), report.refuted(known));
    state.local_data.quirks = all.without(refuted);
    if all != known {
        effects.push(Effect::Storage(StorageEffect::LearnQuirks(all)));
    }
    for message in all.without(known).describe() {
        state.notify(Severity::Warning, format!("{message}; that is remembered"));
    }
    if let Some(message) = refuted.describe_refuted() {
        effects.push(Effect::Storage(StorageEffect::ForgetQuirks(refuted)));
        state.notify(Severity::Error, message);
    }
    refuted
}
