//! The keys of the duplicates screen, and the messages that fill it.

use super::selectors::name_index;
use super::state::Duplicates;
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::document::DocumentFormat;
use crate::recruiting::duplicates::name_index::NameMatches;
use crate::recruiting::failure::Failure;
use crate::recruiting::paging::Urgency;
use crate::tui::app::dialog::{Dialog, stepped};
use crate::tui::app::effect::Effect;
use crate::tui::app::fetch::request::{FetchRequest, fetch};
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::state::State;
use crate::tui::features::compare;
use crate::tui::features::messages::state::Severity;
use crate::wire::{Person, PersonId};

/// The most requests of any kind while records are read in the background.
const MAX_IN_FLIGHT: usize = 4;

/// Opens the screen. The search for similar names takes seconds on large lists, so it is an effect.
pub(crate) fn open(state: &mut State, effects: &mut Vec<Effect>) {
    let (ticket, names) = (state.next_ticket(), name_index(state));
    state.learn_contacts();
    let found = Duplicates::open(state, ticket, &names);
    state.over = Some(Dialog::Duplicates(Box::new(found)));
    effects.push(Effect::Alike(ticket, Box::new(names)));
}

/// Names that are alike were found.
pub(crate) fn found(state: &mut State, ticket: Ticket, found: &NameMatches) {
    with_pairs(state, |state, pairs| {
        if pairs.looking == Some(ticket) {
            pairs.take_names(state, found);
        }
    });
}

/// Runs a task on the pairs, also while another dialog is open on top of them.
fn with_pairs<T>(
    state: &mut State,
    task: impl FnOnce(&mut State, &mut Duplicates) -> T,
) -> Option<T> {
    let (mut over, mut suspended) = (state.over.take(), std::mem::take(&mut state.suspended));
    let pairs = over.iter_mut().chain(&mut suspended).find_map(|dialog| match dialog {
        Dialog::Duplicates(pairs) => Some(pairs),
        _ => None,
    });
    let result = pairs.map(|pairs| task(state, pairs));
    (state.over, state.suspended) = (over, suspended);
    result
}

/// Requests the contacts that are not known while nothing else is requested.
pub(crate) fn ask(state: &mut State, effects: &mut Vec<Effect>) {
    let is_busy = state.asked.values().any(|request| request.urgency != Urgency::Idle);
    if is_busy || state.paused_until.is_some() || state.asked.len() >= MAX_IN_FLIGHT {
        return;
    }
    with_pairs(state, |state, pairs| {
        while state.asked.len() < MAX_IN_FLIGHT
            && let Some(person) = pairs.next(state)
        {
            let slot = Slot::Person(person);
            fetch(state, FetchRequest { slot, limit: 1, urgency: Urgency::Idle }, effects);
        }
    });
}

/// A person arrived who was requested for the pairs; the record itself is not kept.
pub(crate) fn came(state: &mut State, person: &Person) {
    let learn = |state: &mut State, pairs: &mut Duplicates| {
        state.learn_contacts_of(Some(pairs), person);
    };
    if with_pairs(state, learn).is_none() {
        state.learn_contacts_of(None, person);
    }
}

/// A person who was requested for the pairs could not be read.
pub(crate) fn failed(state: &mut State, person: &PersonId, failure: &Failure) {
    if state.lack_contacts(person, failure) {
        with_pairs(state, |_, pairs| pairs.put_back(person));
    }
}

/// A record arrived that may match another one.
pub(crate) fn follow_records(state: &mut State) {
    if !matches!(state.over, Some(Dialog::Duplicates(_))) {
        return;
    }
    state.learn_contacts();
    with_pairs(state, |state, pairs| pairs.follow(state));
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(state.layout.main.height.saturating_sub(8)).max(1);
    let Some(Dialog::Duplicates(found)) = &mut state.over else { return };
    match action {
        Action::Open => {
            found.chosen = true;
            let pair = found.pairs.get(found.at);
            let people = pair.map(|pair| vec![pair.one.clone(), pair.other.clone()]);
            if let Some(people) = people {
                compare::update::show(state, people, true);
            }
        }
        Action::Copy => {
            let document = found.clone().document(state);
            effects.push(Effect::Copy(document.render(DocumentFormat::Markdown)));
            state.tell(Severity::Info, "copied as Markdown");
        }
        Action::Triage(TriageAction::Export) => {
            let document = found.clone().document(state);
            crate::tui::features::export::update::ask(state, document, "duplicates");
        }
        Action::Back | Action::Quit => state.over = None,
        action => {
            found.chosen = true;
            found.at = stepped(found.at, found.pairs.len().saturating_sub(1), page, action);
        }
    }
}
