//! Who was looked at.

use crate::keymap::action::Pane;
use crate::recruiting::triage::Subject;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::inbox::areas::areas;

/// Whoever rests on somebody looks at them: on the card, or in the pane once the
/// record is there.
pub(crate) fn rest(state: &mut State, effects: &mut Vec<Effect>) {
    if !state.drafting.remembers || !is_shown(state) {
        return;
    }
    let Some(subject) = state.shown_row().map(|(open, row)| open.subject(row)) else { return };
    look(state, vec![subject], effects);
}

fn is_shown(state: &State) -> bool {
    if state.inbox.is_some() {
        return areas(state).card.is_some();
    }
    let is_here = matches!(state.focus, Pane::Candidates | Pane::Candidate);
    is_here
        && state.layout.pane(Pane::Candidate).is_some()
        && state.candidate().is_some_and(|loaded| loaded.record.is_some())
}

/// These were looked at. A list that shows the unseen keeps them until it is
/// filtered anew: it would run away under whoever reads it.
pub(crate) fn look(state: &mut State, subjects: Vec<Subject>, effects: &mut Vec<Effect>) {
    let now = state.clock.date;
    let mut first = subjects;
    first.retain(|subject| state.book.look(subject.candidate.as_str(), now));
    if !first.is_empty() {
        effects.push(Effect::Looked(first));
    }
}
