//! People who are there twice.

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

/// So many people are out at a time.
const FEW: usize = 4;

/// Looks through everybody who is loaded. That takes a while with very many, so
/// it is done elsewhere.
pub(crate) fn open(state: &mut State, effects: &mut Vec<Effect>) {
    let (ticket, crowd) = (state.next_ticket(), name_index(state));
    state.learn_contacts();
    let found = Duplicates::looking(state, ticket, &crowd);
    state.over = Some(Dialog::Duplicates(Box::new(found)));
    effects.push(Effect::Alike(ticket, Box::new(crowd)));
}

/// Names that are alike were found. What lies over the pairs may stay there.
pub(crate) fn found(state: &mut State, ticket: Ticket, found: &NameMatches) {
    let mut over = state.over.take();
    let pairs = pairs(over.as_mut()).filter(|pairs| pairs.looking == Some(ticket));
    if let Some(pairs) = pairs {
        pairs.take_names(state, found);
    }
    state.over = over;
}

/// The pairs, also where something lies over them.
fn pairs(over: Option<&mut Dialog>) -> Option<&mut Duplicates> {
    match over? {
        Dialog::Duplicates(pairs) => Some(pairs),
        Dialog::Export(export) => pairs(export.below.as_deref_mut()),
        Dialog::Compare(compare) => pairs(compare.below.as_deref_mut()),
        _ => None,
    }
}

/// Asks for those whose contacts are not known, while they are to be held against
/// each other and nobody wants anything else.
pub(crate) fn ask(state: &mut State, effects: &mut Vec<Effect>) {
    let is_busy = state.asked.values().any(|asked| asked.urgency != Urgency::Idle);
    if is_busy || state.paused_until.is_some() || state.asked.len() >= FEW {
        return;
    }
    let mut over = state.over.take();
    if let Some(pairs) = pairs(over.as_mut()) {
        while state.asked.len() < FEW
            && let Some(person) = pairs.next(state)
        {
            let slot = Slot::Person(person);
            fetch(state, FetchRequest { slot, limit: 1, urgency: Urgency::Idle }, effects);
        }
    }
    state.over = over;
}

/// Somebody came who was asked for. Their record is kept only if somebody looks at it.
pub(crate) fn came(state: &mut State, person: &Person) {
    let mut over = state.over.take();
    state.learn_contacts_of(pairs(over.as_mut()).as_deref(), person);
    state.over = over;
}

/// Somebody who was asked for will not come.
pub(crate) fn failed(state: &mut State, person: &PersonId, failure: &Failure) {
    if state.lack_contacts(person, failure)
        && let Some(pairs) = pairs(state.over.as_mut())
    {
        pairs.put_back(person);
    }
}

/// A record came: it may be the same as another.
pub(crate) fn follow_records(state: &mut State) {
    if !matches!(state.over, Some(Dialog::Duplicates(_))) {
        return;
    }
    state.learn_contacts();
    let mut over = state.over.take();
    if let Some(found) = pairs(over.as_mut()) {
        found.follow(state);
    }
    state.over = over;
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(state.layout.main.height.saturating_sub(8)).max(1);
    let Some(Dialog::Duplicates(found)) = &mut state.over else { return };
    match action {
        Action::Open => {
            found.chosen = true;
            let pair = found.pairs.get(found.at);
            let whom = pair.map(|pair| vec![pair.one.clone(), pair.other.clone()]);
            if let Some(whom) = whom {
                compare::update::show(state, whom, true);
            }
        }
        Action::Copy => {
            let paper = found.clone().paper(state);
            effects.push(Effect::Copy(paper.render(DocumentFormat::Markdown)));
            state.tell(Severity::Info, "copied as Markdown");
        }
        Action::Triage(TriageAction::Export) => {
            let paper = found.clone().paper(state);
            crate::tui::features::export::update::ask(state, paper, "duplicates");
        }
        Action::Back | Action::Quit => state.over = None,
        action => {
            found.chosen = true;
            found.at = stepped(found.at, found.pairs.len().saturating_sub(1), page, action);
        }
    }
}
