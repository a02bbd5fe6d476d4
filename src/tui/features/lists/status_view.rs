//! Draws the message in place of rows: loading, empty, no match or an error.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keymap::action::{Action, Pane};
use crate::list_guard::StopReason;
use crate::recruiting::failure::FailureKind;
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{CandidateTable, JobTable};
use crate::text::{sanitize, wrap};
use crate::theme::Role;
use crate::tui::app::list_status::ListStatus;
use crate::tui::app::state::State;
use crate::tui::features::all_candidates::selectors::read_hint;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;

/// `what` names the missing items in the plural.
pub(crate) fn draw_status(
    state: &State,
    context: &RenderContext<'_>,
    status: &ListStatus<'_>,
    (pane, what): (Pane, &str),
    area: Rect,
    buf: &mut Buffer,
) {
    let message = describe(state, context, status, (pane, what));
    let (inset, above) = (u16::from(area.width > 20), usize::from(area.height > 4));
    let inner = from(area, inset);
    let cells = usize::from(inner.width);
    let mut at = above;
    for (role, text) in message {
        for words in wrap(&sanitize(&text), cells.max(1)) {
            LineWriter::new(context, line(inner, at), buf).write(role, words);
            at += 1;
        }
    }
}

/// The message as lines, each with its role.
pub(crate) fn describe(
    state: &State,
    context: &RenderContext<'_>,
    status: &ListStatus<'_>,
    (pane, what): (Pane, &str),
) -> Vec<(Role, String)> {
    // The key works only in the focused pane without a dialog.
    let has_focus = state.focus == pane && state.dialogs.is_empty();
    let back_key = || context.key(state, Action::Back).filter(|_| has_focus);
    match status {
        ListStatus::Quiet | ListStatus::Rows => Vec::new(),
        ListStatus::Opening(message) => {
            let spinner = context.spinner(state.clock.moment);
            let progress = if message.is_empty() { String::new() } else { format!(": {message}") };
            vec![(Role::Spinner, format!("{spinner} Opening the workspace{progress}"))]
        }
        ListStatus::Loading(time) => {
            let stop = back_key().map(|key| (Role::Hint, format!("{key} cancels")));
            let message = (Role::Spinner, loading_text(state, context, what, *time));
            [message].into_iter().chain(stop).collect()
        }
        ListStatus::Empty { hidden: hidden @ 1.., .. } => {
            let closed = if pane == Pane::Jobs { JobTable::CLOSED } else { CandidateTable::CLOSED };
            let message = format!("Only {closed} {what}: {} hidden", count(*hidden as u64));
            let key = context.key(state, Action::ToggleClosed).filter(|_| has_focus);
            let show = key.map(|key| (Role::Hint, format!("{key} shows them")));
            [(Role::Text, message)].into_iter().chain(show).collect()
        }
        ListStatus::Empty { is_filtered: false, .. } => {
            let message = (Role::Dim, format!("No {what} yet"));
            [message].into_iter().chain(unread_hint(state, pane)).collect()
        }
        ListStatus::Empty { is_filtered: true, .. } => {
            let message = (Role::Text, no_match_message(state, pane, what));
            let clear = back_key().map(|key| (Role::Hint, format!("{key} clears the filter")));
            [message].into_iter().chain(clear).chain(unread_hint(state, pane)).collect()
        }
        ListStatus::Unreadable { count, are_empty, stopped } => {
            unreadable_rows(context, what, (*count, *are_empty), *stopped)
        }
        ListStatus::Foreign(number) => {
            let (number, error) = (count(*number as u64), context.symbols.error);
            vec![
                (Role::Error, format!("{error} The server sent {number} {what} from another job")),
                (Role::Hint, "They are not shown here".into()),
            ]
        }
        ListStatus::NotSent(number) => {
            let (number, warning) = (count(*number), context.symbols.warning);
            vec![(
                Role::Warning,
                format!("{warning} The server reports {number} {what} but sent none"),
            )]
        }
        ListStatus::Failed(failure) if failure.kind == FailureKind::Cancelled => {
            let head = format!("{} Reading {what} was canceled", context.symbols.warning);
            vec![(Role::Warning, head), (Role::Hint, state.hint(failure))]
        }
        ListStatus::Failed(failure) => {
            let head = format!("{} Could not load the {what}", context.symbols.error);
            vec![
                (Role::Error, head),
                (Role::Text, failure.message.clone()),
                (Role::Hint, state.hint(failure)),
            ]
        }
    }
}

fn unreadable_rows(
    context: &RenderContext<'_>,
    what: &str,
    (number, are_empty): (usize, bool),
    stopped: Option<StopReason>,
) -> Vec<(Role, String)> {
    let (number, error) = (count(number as u64), context.symbols.error);
    let message = if are_empty {
        format!("{error} The server sent {number} empty rows instead of {what}")
    } else {
        format!("{error} None of the {number} {what} received can be read")
    };
    let hint = match stopped {
        Some(reason) => Some(format!("Stopped: {reason}")),
        None if are_empty => None,
        None => Some("They do not match the API; ! shows the requests".to_owned()),
    };
    [(Role::Error, message)].into_iter().chain(hint.map(|hint| (Role::Hint, hint))).collect()
}

pub(crate) fn loading_text(
    state: &State,
    context: &RenderContext<'_>,
    what: &str,
    time: Duration,
) -> String {
    let spinner = context.spinner(state.clock.moment);
    context.join(&[format!("{spinner} Loading {what}"), format!("{:.1} s", time.as_secs_f64())])
}

/// In the list of all candidates: how to read the other jobs.
fn unread_hint(state: &State, pane: Pane) -> Option<(Role, String)> {
    let hint = read_hint(state).filter(|_| pane == Pane::Candidates && state.is_all_selected())?;
    Some((Role::Hint, hint))
}

fn no_match_message(state: &State, pane: Pane, what: &str) -> String {
    let (text, progress) = match (pane, state.open_job()) {
        (Pane::Candidates, Some(open)) => (open.list.field.text(), state.load_progress(&open.list)),
        _ => (state.jobs.field.text(), state.load_progress(&state.jobs)),
    };
    if progress.is_partial {
        let loaded = count(progress.loaded as u64);
        format!("No match for `{text}` in the {loaded} {what} loaded")
    } else {
        format!("No match for `{text}`")
    }
}
