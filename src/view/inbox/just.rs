//! A quiet word of what was decided last, and how that is taken back.

use crate::app::State;
use crate::app::action::Action;
use crate::app::inbox::{Inbox, Just};
use crate::app::triage::Verdict;
use crate::view::Look;

/// What was decided last, in a sentence.
pub(super) fn just(state: &State, inbox: &Inbox, look: &Look<'_>) -> Option<String> {
    let Just { verdict, subject, seen } = inbox.just.as_ref()?;
    let (sign, done) = match verdict {
        Some(Verdict::Advance) => (look.symbols.advance, "advanced"),
        Some(Verdict::Wait) => (look.symbols.wait, "waits"),
        Some(Verdict::Decline) => (look.symbols.decline, "declined"),
        None => (look.symbols.snoozed, "put off"),
    };
    let name = state.called_as(subject, seen);
    let told = format!("{sign} {} {done}", crate::text::sanitize(&name));
    Some(match look.key(state, Action::Undo) {
        Some(key) => look.joined(&[told, format!("{key} undoes")]),
        None => told,
    })
}
