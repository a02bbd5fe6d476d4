//! The keys of the duplicates screen, and the messages that fill it.

use super::contacts::{
    MAX_IN_FLIGHT, index_contacts_of, index_loaded_contacts, record_contact_failure,
};
use super::selectors::name_index;
use super::state::Duplicates;
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::document::DocumentFormat;
use crate::recruiting::duplicates::name_index::NameMatches;
use crate::recruiting::failure::Failure;
use crate::recruiting::paging::Urgency;
use crate::recruiting::triage::Subject;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{ComputeEffect, Effect};
use crate::tui::app::fetch::request::{FetchRequest, fetch};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::Location;
use crate::tui::widgets::pick_list;
use crate::wire::{Person, PersonId};

/// Opens the screen. The search for similar names takes seconds on large lists, so it is an effect.
pub(crate) fn open(state: &mut State, effects: &mut Vec<Effect>) {
    let (ticket, names) = (state.next_ticket(), name_index(state));
    index_loaded_contacts(state);
    let duplicates = Duplicates::open(state, ticket, &names);
    state.dialogs.open(Dialog::Duplicates(Box::new(duplicates)));
    effects.push(Effect::Compute(ComputeEffect::FindSimilarNames(ticket, Box::new(names))));
}

/// Takes the result of the search for similar names.
pub(crate) fn take_name_matches(state: &mut State, ticket: Ticket, matches: &NameMatches) {
    with_pairs(state, |state, pairs| {
        if pairs.name_search == Some(ticket) {
            pairs.take_names(state, matches);
        }
    });
}

/// Runs a task on the pairs, also while another dialog is open on top of them.
fn with_pairs<T>(
    state: &mut State,
    task: impl FnOnce(&mut State, &mut Duplicates) -> T,
) -> Option<T> {
    let mut dialogs = std::mem::take(&mut state.dialogs);
    let pairs = dialogs.iter_mut().find_map(|dialog| match dialog {
        Dialog::Duplicates(pairs) => Some(pairs),
        _ => None,
    });
    let result = pairs.map(|pairs| task(state, pairs));
    state.dialogs = dialogs;
    result
}

/// Requests missing contacts while only background requests are in flight.
pub(crate) fn fetch_contacts(state: &mut State, effects: &mut Vec<Effect>) {
    let is_busy = state.fetching.in_flight.values().any(|request| request.urgency != Urgency::Idle);
    if is_busy
        || state.connection.paused_until.is_some()
        || state.fetching.in_flight.len() >= MAX_IN_FLIGHT
    {
        return;
    }
    with_pairs(state, |state, pairs| {
        while state.fetching.in_flight.len() < MAX_IN_FLIGHT
            && let Some(person) = pairs.next(state)
        {
            let slot = Slot::Person(person);
            fetch(state, FetchRequest::record(slot, Urgency::Idle), effects);
        }
    });
}

/// Indexes the contacts of a person who was requested for the pairs. Drops the record itself.
pub(crate) fn index_contacts(state: &mut State, person: &Person) {
    let index = |state: &mut State, pairs: &mut Duplicates| {
        pairs.record_outcome(true);
        index_contacts_of(state, Some(pairs), person);
    };
    if with_pairs(state, index).is_none() {
        index_contacts_of(state, None, person);
    }
}

/// Handles a failed request for a person of the pairs.
pub(crate) fn handle_failure(state: &mut State, person: &PersonId, failure: &Failure) {
    let may_pass = record_contact_failure(state, person, failure);
    with_pairs(state, |_, pairs| {
        if may_pass {
            pairs.requeue(person);
        } else {
            pairs.record_outcome(false);
        }
    });
}

/// Looks for new pairs after a record arrived.
pub(crate) fn refresh_pairs(state: &mut State) {
    if !matches!(state.dialogs.top(), Some(Dialog::Duplicates(_))) {
        return;
    }
    index_loaded_contacts(state);
    with_pairs(state, |state, pairs| pairs.refresh(state));
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(state.layout.main.height.saturating_sub(8)).max(1);
    let Some(Dialog::Duplicates(duplicates)) = state.dialogs.top_mut() else { return };
    match action {
        Action::Open => go_to_candidate(state),
        Action::Left | Action::Right => {
            (duplicates.side, duplicates.has_moved_cursor) =
                (usize::from(action == Action::Right), true);
        }
        Action::Triage(TriageAction::Compare) => {
            duplicates.has_moved_cursor = true;
            let pair = duplicates.pairs.get(duplicates.at);
            let pair = pair.map(|pair| [pair.first.clone(), pair.second.clone()]);
            if let Some(pair) = pair {
                state.follow_up(FollowUp::CompareDuplicates(pair));
            }
        }
        Action::Copy => {
            let document = duplicates.clone().document(state);
            effects.push(Effect::copy(document.render(DocumentFormat::Markdown)));
            state.notify(Severity::Info, "Copied as Markdown");
        }
        Action::Triage(TriageAction::Export) => {
            let document = duplicates.clone().document(state);
            state.follow_up(FollowUp::Export { document, name: "duplicates".to_owned() });
        }
        Action::Back | Action::Quit => state.dialogs.close(),
        action => {
            duplicates.has_moved_cursor = true;
            duplicates.at = pick_list::step(
                duplicates.at,
                duplicates.pairs.len().saturating_sub(1),
                page,
                action,
            );
        }
    }
}

/// Goes to the candidate on the selected side of the pair.
fn go_to_candidate(state: &mut State) {
    let Some(Dialog::Duplicates(duplicates)) = state.dialogs.top() else { return };
    let pair = duplicates.pairs.get(duplicates.at);
    let Some(pair) = pair else { return };
    let Subject { job, candidate, .. } =
        if duplicates.side == 0 { pair.first.clone() } else { pair.second.clone() };
    if job.is_empty() || candidate.is_empty() {
        return state.notify(Severity::Info, "This person is not in a loaded job");
    }
    state.dialogs.clear();
    state.follow_up(FollowUp::CloseInbox);
    state.follow_up(FollowUp::GoTo(Location::record(Pane::Candidate, job, Some(candidate))));
}
