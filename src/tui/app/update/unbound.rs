//! Explains a key that has no binding in the current context.
//!
//! Reads the table of actions, so the messages are right for any key configuration.

use crate::keymap::action::{Action, KeyContext, Pane, TextEdit};
use crate::keymap::group::ActionInfo;
use crate::keymap::key::Key;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

pub(crate) fn explain_key(state: &mut State, key: Key) {
    let key = key.to_string();
    let message = if state.is_typing() {
        let leave = state.key_of(Action::Edit(TextEdit::Cancel));
        format!("{key} does nothing while you type. Press {leave} to cancel")
    } else if let Some(dialog) = state.dialogs.top() {
        closing_hint(state, dialog, &key)
    } else {
        // A review or a question of the editor hides the panes.
        let hint = if state.editor.is_some() { None } else { pane_hint(state, &key) };
        hint.unwrap_or_else(|| {
            let help = state.key_of(Action::Help);
            format!("{key} does nothing here. {help} shows the keys")
        })
    };
    state.notify(Severity::Info, message);
}

/// How to close the open dialog.
fn closing_hint(state: &State, dialog: &Dialog, key: &str) -> String {
    let (name, opens) = match dialog {
        Dialog::Help { .. } => ("help", Action::Help),
        Dialog::Requests { .. } => ("the request log", Action::Requests),
        Dialog::Json { .. } => ("it", Action::Json),
        _ => ("it", Action::Quit),
    };
    let closes = |action| {
        let is_match =
            |info: &&ActionInfo| info.context == KeyContext::Dialog && info.action == action;
        state.actions.iter().find(is_match)
    };
    let opens = state.key_of(opens);
    // Prefer the key that opened the dialog.
    let close = closes(Action::Quit).and_then(|info| {
        info.each_key().find(|key| *key == opens).or_else(|| info.key()).map(str::to_owned)
    });
    // In the requests this key may cancel a request instead.
    let leave = closes(Action::Back).filter(|_| !matches!(dialog, Dialog::Requests { .. }));
    let leave = leave.and_then(|info| info.key().map(str::to_owned));
    let keys: Vec<String> = close.into_iter().chain(leave).collect();
    match dialog {
        _ if keys.is_empty() => format!("{key} does nothing here"),
        Dialog::Help { .. } => format!("{} closes {name}", keys.join(" or ")),
        _ => format!("{key} does nothing here. {} closes {name}", keys.join(" or ")),
    }
}

/// In which pane the key has a binding.
fn pane_hint(state: &State, key: &str) -> Option<String> {
    let begins = |keys: &str| keys.split(' ').next() == Some(key);
    let mut bindings = state.actions.iter().filter(|info| info.each_key().any(begins)).peekable();
    let action = bindings.peek()?.action;
    if action == Action::CancelRequest {
        let log = state.key_of(Action::Requests);
        return Some(format!("{key} cancels a request in the request log: {log} shows it"));
    }
    let leave_key = state.inbox.is_some().then(|| state.key_of(Action::Quit));
    let contexts: Vec<KeyContext> = bindings.map(|info| info.context).collect();
    let lists = [
        (Pane::Jobs, KeyContext::Jobs, "jobs"),
        (Pane::Candidates, KeyContext::Candidates, "candidates"),
    ];
    let places = lists.into_iter().filter_map(|(pane, context, name)| {
        let is_people = pane == Pane::Candidates && contexts.contains(&KeyContext::People);
        let is_bound =
            contexts.contains(&KeyContext::Rows) || contexts.contains(&context) || is_people;
        is_bound.then(|| (state.key_of(Action::Go(pane)), name))
    });
    let places: Vec<_> = places.collect();
    if places.is_empty() {
        let leave_key = leave_key.filter(|_| contexts.contains(&KeyContext::Browsing))?;
        return Some(format!("{key} works in the panes: {leave_key} closes the inbox"));
    }
    let mut ways: Vec<String> = places
        .into_iter()
        .enumerate()
        .map(|(at, (go, name))| format!("{go} {}to the {name}", if at == 0 { "goes " } else { "" }))
        .collect();
    if let Some(leave_key) = leave_key {
        ways.insert(0, format!("{leave_key} closes the inbox"));
    }
    Some(format!("{key} {}: {}", describe(action), ways.join(", ")))
}

const fn describe(action: Action) -> &'static str {
    match action {
        Action::Sort(_) | Action::SortReverse | Action::SortOff => "sorts a list",
        Action::Mark | Action::MarkRange | Action::MarkInvert => "marks rows of a list",
        Action::AttachJob => "adds people to another job",
        Action::ToggleClosed => "hides or shows rejected or archived rows of a list",
        Action::ClearFilter => "clears the filter of a list",
        Action::LikeThis => "shows rows like the selected one of a list",
        _ => "works on candidates",
    }
}
