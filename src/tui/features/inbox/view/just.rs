//! A quiet word of what was decided last, and how that is taken back.

use crate::keymap::action::Action;
use crate::recruiting::triage::Verdict;
use crate::tui::app::state::State;
use crate::tui::features::inbox::state::{Inbox, LastVerdict};
use crate::tui::widgets::render_context::RenderContext;

/// What was decided last, in a sentence.
pub(crate) fn just(state: &State, inbox: &Inbox, look: &RenderContext<'_>) -> Option<String> {
    let LastVerdict { verdict, subject, seen } = inbox.just.as_ref()?;
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
