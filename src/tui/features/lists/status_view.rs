//! Draws what stands in place of rows: loading, empty, no match or an error.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keymap::action::{Action, Pane};
use crate::recruiting::failure::FailureKind;
use crate::text::{sanitize, wrap};
use crate::theme::Role;
use crate::tui::app::list_status::ListStatus;
use crate::tui::app::state::State;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;

/// `what` names the missing items in the plural.
pub(crate) fn picture(
    state: &State,
    look: &RenderContext<'_>,
    picture: &ListStatus<'_>,
    (pane, what): (Pane, &str),
    area: Rect,
    buf: &mut Buffer,
) {
    let message = told(state, look, picture, (pane, what));
    let (inset, above) = (u16::from(area.width > 20), usize::from(area.height > 4));
    let place = from(area, inset);
    let cells = usize::from(place.width);
    let mut at = above;
    for (role, text) in message {
        for words in wrap(&sanitize(&text), cells.max(1)) {
            LineWriter::new(look, line(place, at), buf).write(role, words);
            at += 1;
        }
    }
}

fn told(
    state: &State,
    look: &RenderContext<'_>,
    picture: &ListStatus<'_>,
    (pane, what): (Pane, &str),
) -> Vec<(Role, String)> {
    // The key works only in the focused pane without a dialog.
    let is_here = state.focus == pane && state.over.is_none();
    let back = || look.key(state, Action::Back).filter(|_| is_here);
    match picture {
        ListStatus::Quiet | ListStatus::Rows => Vec::new(),
        ListStatus::Opening(message) => {
            let message = if message.is_empty() { "the workspace" } else { message };
            let spinner = look.spinner(state.clock.moment);
            vec![(Role::Spinner, format!("{spinner} opening: {message}"))]
        }
        ListStatus::Loading(time) => {
            let stop = back().map(|key| (Role::Hint, format!("{key} gives up")));
            let message = (Role::Spinner, loading(state, look, what, *time));
            [message].into_iter().chain(stop).collect()
        }
        ListStatus::Empty { filtered: false } => vec![(Role::Dim, format!("no {what} yet"))],
        ListStatus::Empty { filtered: true } => {
            let nothing = nothing(state, pane, what);
            let clear = back().map(|key| (Role::Hint, format!("{key} clears the filter")));
            [(Role::Text, nothing)].into_iter().chain(clear).collect()
        }
        ListStatus::Unreadable(number) => {
            let (number, error) = (count(*number as u64), look.symbols.error);
            vec![
                (Role::Error, format!("{error} {number} {what} came, and none can be read")),
                (Role::Hint, "the server sends them in a shape that is not the interface's".into()),
            ]
        }
        ListStatus::Failed(failure) if failure.kind == FailureKind::Cancelled => {
            let head = format!("{} reading {what} was cancelled", look.symbols.warning);
            vec![(Role::Warning, head), (Role::Hint, state.hint(failure))]
        }
        ListStatus::Failed(failure) => {
            let head = format!("{} {what} could not be read", look.symbols.error);
            vec![
                (Role::Error, head),
                (Role::Text, failure.told.clone()),
                (Role::Hint, state.hint(failure)),
            ]
        }
    }
}

pub(crate) fn loading(
    state: &State,
    look: &RenderContext<'_>,
    what: &str,
    time: Duration,
) -> String {
    let spinner = look.spinner(state.clock.moment);
    look.joined(&[format!("{spinner} loading {what}"), format!("{:.1} s", time.as_secs_f64())])
}

fn nothing(state: &State, pane: Pane, what: &str) -> String {
    let (text, extent) = match (pane, state.opened()) {
        (Pane::Candidates, Some(open)) => (open.list.field.text(), state.extent(&open.list)),
        _ => (state.jobs.field.text(), state.extent(&state.jobs)),
    };
    if extent.partial {
        let loaded = count(extent.loaded as u64);
        format!("none of the {loaded} {what} loaded so far matches `{text}`")
    } else {
        format!("nothing matches `{text}`")
    }
}
