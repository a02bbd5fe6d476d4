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

/// Puts a record that was read everywhere it is displayed.
pub(crate) fn take_record(state: &mut State, person: &Person, effects: &mut Vec<Effect>) {
    if let Some(person) = show_record(state, person, effects) {
        effects.push(Effect::cache(CachedRecord::Person(Box::new(person))));
    }
}

/// The same for a record that this machine changed, or created. What others changed before is no
/// own change.
pub(crate) fn take_written(
    state: &mut State,
    before: Option<&Person>,
    now: &Person,
    effects: &mut Vec<Effect>,
) {
    if let Some(now) = show_record(state, now, effects) {
        let before = before.filter(|before| !before.any_text(&is_long)).cloned().map(Box::new);
        effects.push(Effect::cache(CachedRecord::OwnPerson { before, now: Box::new(now) }));
    }
}

/// Returns the record to store, unless its texts are too long for that.
fn show_record(state: &mut State, person: &Person, effects: &mut Vec<Effect>) -> Option<Person> {
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
    let person = loaded.display().cloned()?;
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
    Some(person).filter(|person| !person.any_text(&is_long))
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
