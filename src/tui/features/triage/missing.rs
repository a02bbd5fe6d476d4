//! Somebody whom the server knows no more: what is kept of them here can go, too.

use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::failure::FailureKind;
use crate::text;
use crate::tui::app::record_cache::Loaded;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// Tells that whoever is shown is gone, once. It is not told of others: the key
/// that forgets is about whom one sees.
pub(crate) fn tell(state: &mut State) {
    let is_here =
        state.inbox.is_some() || matches!(state.focus, Pane::Candidates | Pane::Candidate);
    let is_gone = is_missing(state.candidate()) || is_missing(state.person());
    if !is_here || !is_gone || state.over.is_some() {
        return;
    }
    let Some((open, row)) = state.shown_row() else { return };
    let (subject, seen) = (open.subject(row), state.as_seen(open, row));
    if state.deciding.gone.as_ref() == Some(&subject.candidate) {
        return;
    }
    let name = state.called_as(&subject, &seen);
    let name = text::sanitize(&name);
    let told = if subject.person.is_empty() {
        format!("{name} is gone from the server")
    } else {
        let key = state.key_of(Action::Triage(TriageAction::Forget));
        format!("{name} is gone from the server; {key} forgets what is kept here")
    };
    state.deciding.gone = Some(subject.candidate);
    state.tell(Severity::Warning, told);
}

fn is_missing<T>(loaded: Option<&Loaded<T>>) -> bool {
    let failure = loaded.and_then(|loaded| loaded.failure.as_ref());
    failure.is_some_and(|failure| failure.kind == FailureKind::Missing)
}
