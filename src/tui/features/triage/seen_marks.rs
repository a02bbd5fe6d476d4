//! Records which candidates the user has looked at.

use crate::keymap::action::Pane;
use crate::recruiting::triage::Subject;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::record_cache::Loaded;
use crate::tui::app::state::State;
use crate::tui::features::inbox::areas::areas;

/// Marks the selected candidate as seen once the selection rests.
pub(crate) fn mark_selected(state: &mut State, effects: &mut Vec<Effect>) {
    if !state.local_data.is_restored || !is_readable(state) {
        return;
    }
    let Some(subject) = state.current_row().map(|(open, row)| open.subject(row)) else { return };
    mark(state, vec![subject], effects);
}

/// Whether the card, or the candidate pane with its record, is on the screen.
fn is_readable(state: &State) -> bool {
    if state.inbox.is_some() {
        return areas(state).card.is_some();
    }
    matches!(state.focus, Pane::Candidates | Pane::Candidate)
        && state.layout.pane(Pane::Candidate).is_some()
        && state.candidate().is_some_and(Loaded::is_loaded)
}

/// A list filtered by unseen candidates is not refiltered here: rows would vanish under the cursor.
pub(crate) fn mark(state: &mut State, mut subjects: Vec<Subject>, effects: &mut Vec<Effect>) {
    let now = state.clock.date;
    subjects.retain(|subject| state.triage.mark_seen(subject.candidate.as_str(), now));
    if !subjects.is_empty() {
        effects.push(Effect::Storage(StorageEffect::MarkSeen(subjects)));
    }
}
