//! People who are there twice.

use super::compare;
use super::need::{Need, fetch};
use crate::app::action::{Action, Triage};
use crate::app::duplicates::{Alike, Crowd, Duplicates};
use crate::app::effect::Effect;
use crate::app::failure::Failure;
use crate::app::message::{Slot, Ticket};
use crate::app::notice::Weight;
use crate::app::over::{Over, stepped};
use crate::app::paper::Format;
use crate::app::roll::Urgency;
use crate::app::state::State;
use crate::wire::{Person, PersonId};

/// So many people are out at a time.
const FEW: usize = 4;

/// Looks through everybody who is loaded. That takes a while with very many, so
/// it is done elsewhere.
pub(super) fn open(state: &mut State, effects: &mut Vec<Effect>) {
    let (ticket, crowd) = (state.next_ticket(), Crowd::of(state));
    state.learn_contacts();
    let found = Duplicates::looking(state, ticket, &crowd);
    state.over = Some(Over::Duplicates(Box::new(found)));
    effects.push(Effect::Alike(ticket, Box::new(crowd)));
}

/// Names that are alike were found. What lies over the pairs may stay there.
pub(super) fn found(state: &mut State, ticket: Ticket, found: &Alike) {
    let mut over = state.over.take();
    let pairs = pairs(over.as_mut()).filter(|pairs| pairs.looking == Some(ticket));
    if let Some(pairs) = pairs {
        pairs.take_names(state, found);
    }
    state.over = over;
}

/// The pairs, also where something lies over them.
fn pairs(over: Option<&mut Over>) -> Option<&mut Duplicates> {
    match over? {
        Over::Duplicates(pairs) => Some(pairs),
        Over::Export(export) => pairs(export.below.as_deref_mut()),
        Over::Compare(compare) => pairs(compare.below.as_deref_mut()),
        _ => None,
    }
}

/// Asks for those whose contacts are not known, while they are to be held against
/// each other and nobody wants anything else.
pub(super) fn ask(state: &mut State, effects: &mut Vec<Effect>) {
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
            fetch(state, Need { slot, limit: 1, urgency: Urgency::Idle }, effects);
        }
    }
    state.over = over;
}

/// Somebody came who was asked for. Their record is kept only if somebody looks at it.
pub(super) fn came(state: &mut State, person: &Person) {
    let mut over = state.over.take();
    state.learn_contacts_of(pairs(over.as_mut()).as_deref(), person);
    state.over = over;
}

/// Somebody who was asked for will not come.
pub(super) fn failed(state: &mut State, person: &PersonId, failure: &Failure) {
    if state.lack_contacts(person, failure)
        && let Some(pairs) = pairs(state.over.as_mut())
    {
        pairs.put_back(person);
    }
}

/// A record came: it may be the same as another.
pub(super) fn follow_records(state: &mut State) {
    if !matches!(state.over, Some(Over::Duplicates(_))) {
        return;
    }
    state.learn_contacts();
    let mut over = state.over.take();
    if let Some(found) = pairs(over.as_mut()) {
        found.follow(state);
    }
    state.over = over;
}

pub(super) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(state.layout.main.height.saturating_sub(8)).max(1);
    let Some(Over::Duplicates(found)) = &mut state.over else { return };
    match action {
        Action::Open => {
            found.chosen = true;
            let pair = found.pairs.get(found.at);
            let whom = pair.map(|pair| vec![pair.one.clone(), pair.other.clone()]);
            if let Some(whom) = whom {
                compare::show(state, whom, true);
            }
        }
        Action::Copy => {
            let paper = found.clone().paper(state);
            effects.push(Effect::Copy(paper.render(Format::Markdown)));
            state.tell(Weight::Info, "copied as Markdown");
        }
        Action::Triage(Triage::Export) => {
            let paper = found.clone().paper(state);
            super::export::ask(state, paper, "duplicates");
        }
        Action::Back | Action::Quit => state.over = None,
        action => {
            found.chosen = true;
            found.at = stepped(found.at, found.pairs.len().saturating_sub(1), page, action);
        }
    }
}
