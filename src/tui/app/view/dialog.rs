//! What lies over the panes: help, logs, history, palette, questions.
//!
//! Where it lies and how far it can be scrolled is the state's; here it becomes
//! cells. `view` calls `over` after the panes are drawn. Nothing is drawn on
//! a screen that is too small for any pane.

#[cfg(test)]
pub(crate) mod tests;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keymap::action::{Action, TextEdit};
use crate::text;
use crate::theme::Role;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::State;
use crate::tui::features::{
    attach, compare, duplicates, edit_log, export, funnel, job_picker, prompt, requests, todo,
};
use crate::tui::widgets::frame::boxed;
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::text_input::TextInput;
use crate::tui::widgets::{pick_list, popup_hints, rich_text_view, text_input_view};

/// Draws what lies over the panes, if something does.
pub(crate) fn over(state: &State, look: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let Some(over) = &state.over else { return };
    if state.layout.mode == Mode::Tiny {
        return;
    }
    let buf = frame.buffer_mut();
    let area = over.area(&state.layout).intersection(buf.area);
    let inner = boxed(&title(over, state), look, area, buf);
    let hidden = content(over, state, look, inner, buf);
    let does = |action| does(over, state, inner.width, action);
    let hints = popup_hints::hints(state.contexts(), does, look);
    popup_hints::edge(&hints, hidden, look, area, buf);
}

/// Draws what is in it. How many lines of it are above and below.
fn content(
    over: &Dialog,
    state: &State,
    look: &RenderContext<'_>,
    inner: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    match over {
        Dialog::Help { scroll } | Dialog::Notices { scroll } | Dialog::Raw { scroll, .. } => {
            let all = state.over_lines(inner.width);
            if all.is_empty() {
                let none = if matches!(over, Dialog::Raw { .. }) {
                    "nothing is selected"
                } else {
                    "nothing was told yet"
                };
                LineWriter::new(look, line(inner, 0), buf).write(Role::Dim, none);
            }
            let height = usize::from(inner.height);
            let first = (*scroll).min(all.len().saturating_sub(height));
            rich_text_view::lines(look, &all, first, inner, buf);
            (first, all.len().saturating_sub(first + height))
        }
        Dialog::Requests { selected } => {
            let at = state.requests.place_of(*selected);
            requests::view::requests(state, at, look, inner, buf)
        }
        Dialog::History { at } => pick_list::history(state, *at, look, inner, buf),
        Dialog::Edits { at } => edit_log::view::edits(state, *at, look, inner, buf),
        Dialog::Drafts { at, .. } => edit_log::view::drafts(state, *at, look, inner, buf),
        Dialog::Palette(palette) => pick_list::palette(palette, look, inner, buf),
        Dialog::PickJob(picker) => job_picker::view::picker(state, picker, look, inner, buf),
        Dialog::Batch { at } => attach::view::batch(state, *at, look, inner, buf),
        Dialog::Asking(asking) => prompt::view::asking(state, asking, look, inner, buf),
        Dialog::Todo(todo) => todo::view::todo(todo, look, inner, buf),
        Dialog::Apply(apply) => todo::view::apply(state, apply, look, inner, buf),
        Dialog::Export(export) => export::view::export(state, export, look, inner, buf),
        Dialog::Funnel(funnel) => funnel::view::funnel(state, funnel, look, inner, buf),
        Dialog::Compare(compare) => compare::view::compare(state, compare, look, inner, buf),
        Dialog::Duplicates(pairs) => duplicates::view::duplicates(state, pairs, look, inner, buf),
        Dialog::Forget(_, name) => prompt::view::forget(state, name, look, inner, buf),
        Dialog::Key { field, why } => key(field, why, look, inner, buf),
        Dialog::SaveView { field, taken } => {
            let again = state.key_of(Action::Edit(TextEdit::Accept));
            let is_taken = taken.as_deref() == Some(&*text::sanitize(field.text().trim()));
            let told = if is_taken {
                format!("This name is taken: {again} again replaces it, another name keeps both.")
            } else {
                "The palette finds it by this name.".to_owned()
            };
            save_view(field, (is_taken, &told), look, inner, buf)
        }
    }
}

/// What a key does here, in a word or two, where that is not what it does elsewhere.
fn does(over: &Dialog, state: &State, width: u16, action: Action) -> &'static str {
    match (over, action) {
        (Dialog::History { .. }, Action::Open) => "go there",
        (Dialog::PickJob(_), Action::Edit(TextEdit::Accept)) => "pick",
        (Dialog::Drafts { .. }, Action::Open) => "open",
        (Dialog::Forget(..), Action::Open) => "forget",
        (Dialog::Duplicates(_), Action::Open) => "side by side",
        (Dialog::Compare(compare), Action::Right) => compare::view::does(compare, width),
        (Dialog::Edits { .. }, Action::Open) => "what the server did",
        (Dialog::Todo(todo), action) => todo::view::does(state, todo, action),
        (Dialog::Apply(apply), action) => todo::view::applies(apply, action),
        (Dialog::Batch { at }, action) => attach::view::does(state.batch.as_ref(), *at, action),
        _ => "",
    }
}

fn title(over: &Dialog, state: &State) -> String {
    match over {
        Dialog::Help { .. } => "What the keys do".to_owned(),
        Dialog::Requests { .. } => pick_list::requests_title(state),
        Dialog::Notices { .. } => format!("Told so far: {}", state.notices.newest_first().len()),
        Dialog::Raw { .. } => "As the server sent it".to_owned(),
        Dialog::History { .. } => format!("Where you were: {}", state.history.newest_first().len()),
        Dialog::Edits { .. } => format!("Edits of this session: {}", state.edits.len()),
        Dialog::Drafts { asks: true, .. } => "Discard this one? Again discards it".to_owned(),
        Dialog::Drafts { .. } => format!("Unsaved edits: {}", state.memory.drafts.len()),
        Dialog::Palette(_) => "Find anything".to_owned(),
        Dialog::PickJob(picker) => job_picker::view::title(picker),
        Dialog::Batch { .. } => attach::view::title(state.batch.as_ref()),
        Dialog::Asking(asking) => prompt::view::title(state, asking),
        Dialog::Todo(_) => todo::view::title(state),
        Dialog::Apply(apply) => todo::view::apply_title(apply),
        Dialog::Export(_) => "Write it to a file".to_owned(),
        Dialog::Funnel(_) => funnel::view::title(state),
        Dialog::Compare(_) => "Side by side".to_owned(),
        Dialog::Duplicates(_) => duplicates::view::title(state),
        Dialog::Forget(..) => "Forget them on this machine?".to_owned(),
        Dialog::Key { .. } => "The key of the server".to_owned(),
        Dialog::SaveView { .. } => "Keep this filter and order".to_owned(),
    }
}

fn key(
    field: &TextInput,
    why: &str,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    LineWriter::new(look, line(area, 0), buf).write(Role::Key, "key: ");
    text_input_view::masked(field, look, from(line(area, 0), 5), buf);
    let why = text::wrap(why, usize::from(area.width));
    for (at, words) in why.iter().enumerate() {
        LineWriter::new(look, line(area, at + 2), buf).write(Role::Warning, words);
    }
    let unseen = "What you type is not shown.";
    LineWriter::new(look, line(area, why.len() + 3), buf).write(Role::Dim, unseen);
    (0, 0)
}

fn save_view(
    field: &TextInput,
    (is_taken, told): (bool, &str),
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    LineWriter::new(look, line(area, 0), buf).write(Role::Key, "name: ");
    text_input_view::field(field, look, from(line(area, 0), 6), buf);
    let role = if is_taken { Role::Warning } else { Role::Dim };
    let lines = text::wrap(told, usize::from(area.width).max(1));
    // A line between, where there is one to spare.
    let first = 1 + usize::from(usize::from(area.height) > lines.len() + 1);
    for (at, words) in lines.into_iter().enumerate() {
        LineWriter::new(look, line(area, first + at), buf).write(role, words);
    }
    (0, 0)
}
