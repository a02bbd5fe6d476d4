//! Warns that the selected candidate no longer exists on the server, and names the key that deletes
//! the local data.

use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::failure::FailureKind;
use crate::text;
use crate::tui::app::record_cache::Loaded;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// Warns once per candidate, and only about the selected one, to which the key applies.
pub(crate) fn warn(state: &mut State) {
    let is_visible =
        state.inbox.is_some() || matches!(state.focus, Pane::Candidates | Pane::Candidate);
    let is_deleted = is_missing(state.candidate()) || is_missing(state.person());
    if !is_visible || !is_deleted || !state.dialogs.is_empty() {
        return;
    }
    let Some((open, row)) = state.current_row() else { return };
    let (subject, snapshot) = (open.subject(row), state.snapshot(open, row));
    if state.triage_session.reported_missing.as_ref() == Some(&subject.candidate) {
        return;
    }
    let name = state.display_name_of(&subject, &snapshot);
    let name = text::sanitize(&name);
    let message = if subject.person.is_empty() {
        format!("{name} is no longer on the server")
    } else {
        let key = state.key_of(Action::Triage(TriageAction::Forget));
        format!("{name} is no longer on the server; {key} deletes your data about them")
    };
    state.triage_session.reported_missing = Some(subject.candidate);
    state.notify(Severity::Warning, message);
}

fn is_missing<T>(loaded: Option<&Loaded<T>>) -> bool {
    let failure = loaded.and_then(|loaded| loaded.failure.as_ref());
    failure.is_some_and(|failure| failure.kind == FailureKind::NotFound)
}
