//! What lies over the panes: help, logs, history, palette, questions.
//!
//! Where it lies and how far it can be scrolled is the state's; here it becomes
//! cells. `view` calls [`over`] after the panes are drawn. Nothing is drawn on
//! a screen that is too small for any pane.

mod asking;
mod batch;
mod compare;
mod duplicates;
pub(super) mod edge;
pub(super) mod edits;
mod export;
mod funnel;
mod lists;
mod picker;
mod requests;
mod todo;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::frame::boxed;
use super::look::Look;
use super::pen::{Pen, from, line};
use super::{input, sheet};
use crate::app::State;
use crate::app::action::{Action, Edit};
use crate::app::field::Field;
use crate::app::layout::Mode;
use crate::app::over::Over;
use crate::text;
use crate::theme::Role;

/// Draws what lies over the panes, if something does.
pub(super) fn over(state: &State, look: &Look<'_>, frame: &mut Frame<'_>) {
    let Some(over) = &state.over else { return };
    if state.layout.mode == Mode::Tiny {
        return;
    }
    let buf = frame.buffer_mut();
    let area = over.area(&state.layout).intersection(buf.area);
    let inner = boxed(&title(over, state), look, area, buf);
    let hidden = content(over, state, look, inner, buf);
    let does = |action| does(over, state, inner.width, action);
    let hints = edge::hints(state.contexts(), does, look);
    edge::edge(&hints, hidden, look, area, buf);
}

/// Draws what is in it. How many lines of it are above and below.
fn content(
    over: &Over,
    state: &State,
    look: &Look<'_>,
    inner: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    match over {
        Over::Help { scroll } | Over::Notices { scroll } | Over::Raw { scroll, .. } => {
            let all = state.over_lines(inner.width);
            if all.is_empty() {
                let none = if matches!(over, Over::Raw { .. }) {
                    "nothing is selected"
                } else {
                    "nothing was told yet"
                };
                Pen::new(look, line(inner, 0), buf).write(Role::Dim, none);
            }
            let height = usize::from(inner.height);
            let first = (*scroll).min(all.len().saturating_sub(height));
            sheet::lines(look, &all, first, inner, buf);
            (first, all.len().saturating_sub(first + height))
        }
        Over::Requests { selected } => {
            let at = state.requests.place_of(*selected);
            requests::requests(state, at, look, inner, buf)
        }
        Over::History { at } => lists::history(state, *at, look, inner, buf),
        Over::Edits { at } => edits::edits(state, *at, look, inner, buf),
        Over::Drafts { at, .. } => edits::drafts(state, *at, look, inner, buf),
        Over::Palette(palette) => lists::palette(palette, look, inner, buf),
        Over::PickJob(picker) => picker::picker(state, picker, look, inner, buf),
        Over::Batch { at } => batch::batch(state, *at, look, inner, buf),
        Over::Asking(asking) => asking::asking(state, asking, look, inner, buf),
        Over::Todo(todo) => todo::todo(todo, look, inner, buf),
        Over::Apply(apply) => todo::apply(state, apply, look, inner, buf),
        Over::Export(export) => export::export(state, export, look, inner, buf),
        Over::Funnel(funnel) => funnel::funnel(state, funnel, look, inner, buf),
        Over::Compare(compare) => compare::compare(state, compare, look, inner, buf),
        Over::Duplicates(pairs) => duplicates::duplicates(state, pairs, look, inner, buf),
        Over::Forget(_, name) => asking::forget(state, name, look, inner, buf),
        Over::Key { field, why } => key(field, why, look, inner, buf),
        Over::SaveView { field, taken } => {
            let again = state.key_of(Action::Edit(Edit::Accept));
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
fn does(over: &Over, state: &State, width: u16, action: Action) -> &'static str {
    match (over, action) {
        (Over::History { .. }, Action::Open) => "go there",
        (Over::PickJob(_), Action::Edit(Edit::Accept)) => "pick",
        (Over::Drafts { .. }, Action::Open) => "open",
        (Over::Forget(..), Action::Open) => "forget",
        (Over::Duplicates(_), Action::Open) => "side by side",
        (Over::Compare(compare), Action::Right) => compare::does(compare, width),
        (Over::Edits { .. }, Action::Open) => "what the server did",
        (Over::Todo(todo), action) => todo::does(state, todo, action),
        (Over::Apply(apply), action) => todo::applies(apply, action),
        (Over::Batch { at }, action) => batch::does(state.batch.as_ref(), *at, action),
        _ => "",
    }
}

fn title(over: &Over, state: &State) -> String {
    match over {
        Over::Help { .. } => "What the keys do".to_owned(),
        Over::Requests { .. } => lists::requests_title(state),
        Over::Notices { .. } => format!("Told so far: {}", state.notices.newest_first().len()),
        Over::Raw { .. } => "As the server sent it".to_owned(),
        Over::History { .. } => format!("Where you were: {}", state.history.newest_first().len()),
        Over::Edits { .. } => format!("Edits of this session: {}", state.edits.len()),
        Over::Drafts { asks: true, .. } => "Discard this one? Again discards it".to_owned(),
        Over::Drafts { .. } => format!("Unsaved edits: {}", state.memory.drafts.len()),
        Over::Palette(_) => "Find anything".to_owned(),
        Over::PickJob(picker) => picker::title(picker),
        Over::Batch { .. } => batch::title(state.batch.as_ref()),
        Over::Asking(asking) => asking::title(state, asking),
        Over::Todo(_) => todo::title(state),
        Over::Apply(apply) => todo::apply_title(apply),
        Over::Export(_) => "Write it to a file".to_owned(),
        Over::Funnel(_) => funnel::title(state),
        Over::Compare(_) => "Side by side".to_owned(),
        Over::Duplicates(_) => duplicates::title(state),
        Over::Forget(..) => "Forget them on this machine?".to_owned(),
        Over::Key { .. } => "The key of the server".to_owned(),
        Over::SaveView { .. } => "Keep this filter and order".to_owned(),
    }
}

fn key(field: &Field, why: &str, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> (usize, usize) {
    Pen::new(look, line(area, 0), buf).write(Role::Key, "key: ");
    input::masked(field, look, from(line(area, 0), 5), buf);
    let why = text::wrap(why, usize::from(area.width));
    for (at, words) in why.iter().enumerate() {
        Pen::new(look, line(area, at + 2), buf).write(Role::Warning, words);
    }
    let unseen = "What you type is not shown.";
    Pen::new(look, line(area, why.len() + 3), buf).write(Role::Dim, unseen);
    (0, 0)
}

fn save_view(
    field: &Field,
    (is_taken, told): (bool, &str),
    look: &Look<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    Pen::new(look, line(area, 0), buf).write(Role::Key, "name: ");
    input::field(field, look, from(line(area, 0), 6), buf);
    let role = if is_taken { Role::Warning } else { Role::Dim };
    let lines = text::wrap(told, usize::from(area.width).max(1));
    // A line between, where there is one to spare.
    let first = 1 + usize::from(usize::from(area.height) > lines.len() + 1);
    for (at, words) in lines.into_iter().enumerate() {
        Pen::new(look, line(area, first + at), buf).write(role, words);
    }
    (0, 0)
}

#[cfg(test)]
mod tests;
