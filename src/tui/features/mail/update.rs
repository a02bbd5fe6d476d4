//! Keys of the mail dialog.

use super::draft::{draft, templates};
use super::state::MailDialog;
use crate::keymap::action::Action;
use crate::text::pluralize;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// More recipients than this look like spam to mail servers.
const MAX_RECIPIENTS: usize = 100;

/// Opens the dialog for the selected person, or for all marked ones.
pub(crate) fn open(state: &mut State) {
    let subjects = state.selected_subjects();
    if subjects.is_empty() {
        return state.notify(Severity::Info, "No candidate is selected");
    }
    if subjects.len() > MAX_RECIPIENTS {
        let message = format!(
            "{} are marked: an email can go to at most {MAX_RECIPIENTS} people",
            subjects.len()
        );
        return state.notify(Severity::Warning, message);
    }
    state.reread_failed_people(&subjects);
    state.dialogs.open(Dialog::Mail(Box::new(MailDialog { subjects, ..MailDialog::default() })));
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let last = templates(state).len().saturating_sub(1);
    let Some(Dialog::Mail(dialog)) = state.dialogs.top_mut() else { return };
    match action {
        Action::Down => (dialog.at, dialog.scroll) = ((dialog.at + 1).min(last), 0),
        Action::Up => (dialog.at, dialog.scroll) = (dialog.at.saturating_sub(1), 0),
        Action::PageDown | Action::HalfDown => dialog.scroll = dialog.scroll.saturating_add(5),
        Action::PageUp | Action::HalfUp => dialog.scroll = dialog.scroll.saturating_sub(5),
        Action::Top => dialog.scroll = 0,
        Action::Bottom => dialog.scroll = usize::MAX,
        Action::Back | Action::Quit => state.dialogs.close(),
        Action::Open => send(state, effects),
        Action::Copy => copy(state, effects),
        _ => {}
    }
}

/// Opens the mail in the mail program. The dialog stays until that succeeded.
fn send(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Dialog::Mail(dialog)) = state.dialogs.top() else { return };
    let pending = state.pending_people(&dialog.subjects);
    if pending > 0 && !state.is_disconnected() {
        let message = format!("Reading {}", pluralize(pending, "person", "people"));
        return state.notify(Severity::Info, message);
    }
    match draft(state, dialog).map(|draft| draft.url()) {
        Some(Ok(url)) => effects.push(Effect::Terminal(TerminalEffect::OpenLink(url))),
        Some(Err(message)) => state.notify(Severity::Warning, message),
        None => {}
    }
}

fn copy(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Dialog::Mail(dialog)) = state.dialogs.top() else { return };
    let text = draft(state, dialog).map(|draft| draft.text()).unwrap_or_default();
    if text.trim().is_empty() {
        return state.notify(Severity::Info, "This template has no text");
    }
    state.notify(Severity::Info, "Copied the text of the email");
    effects.push(Effect::copy(text));
}

/// The mail program started, or failed to. Returns whether the address was that of a mail.
pub(crate) fn handle_opened(state: &mut State, outcome: &Result<(), (String, String)>) -> bool {
    match outcome {
        Ok(()) if matches!(state.dialogs.top(), Some(Dialog::Mail(_))) => {
            state.dialogs.close();
            state.notify(Severity::Info, "Opened in your mail program");
            true
        }
        Err((url, error)) if url.starts_with("mailto:") => {
            state.notify(Severity::Warning, format!("No mail program opened. {error}"));
            true
        }
        _ => false,
    }
}
