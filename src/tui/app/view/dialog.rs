//! Draws the open dialog: frame, content, hints of its keys.
//!
//! `view` calls [`draw`] after the panes. A dialog with its own feature draws its content
//! there. Nothing is drawn on a screen that is too small for any pane.

#[cfg(test)]
pub(crate) mod tests;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::hints::hints;
use crate::keymap::action::{Action, SaveFlowAction};
use crate::theme::Role;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::State;
use crate::tui::features::{
    attach, changes, compare, duplicates, edit_log, editor, export, funnel, help, job_editor,
    job_picker, key_prompt, mail, navigation, notes, palette, prompt, requests, saved_views,
    stage_moves, today, todo,
};
use crate::tui::widgets::frame::draw_box;
use crate::tui::widgets::hints::draw_edge;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view;

pub(crate) fn draw(state: &State, context: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let Some(dialog) = state.dialogs.top() else { return };
    if state.layout.mode == Mode::Tiny {
        return;
    }
    context.cursor.set(None);
    let buf = frame.buffer_mut();
    let area = state.dialog_area(dialog).intersection(buf.area);
    let inner = draw_box(&title(dialog, state), context, area, buf);
    let hidden = content(dialog, state, context, inner, buf);
    draw_edge(&hints(state, context), hidden, context, area, buf);
}

/// Draws the content. Returns how many lines are hidden above and below.
pub(crate) fn content(
    dialog: &Dialog,
    state: &State,
    context: &RenderContext<'_>,
    inner: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    match dialog {
        Dialog::Help(help) => help::view::help(state, help, context, inner, buf),
        Dialog::Notices { scroll } | Dialog::Json { scroll, .. } => {
            let all = state.dialog_lines(inner.width);
            if all.is_empty() {
                let text = if matches!(dialog, Dialog::Json { .. }) {
                    "Nothing is selected"
                } else {
                    "No messages yet"
                };
                LineWriter::new(context, line(inner, 0), buf).write(Role::Dim, text);
            }
            let height = usize::from(inner.height);
            let first = (*scroll).min(all.len().saturating_sub(height));
            rich_text_view::draw_lines(context, &all, first, inner, buf);
            (first, all.len().saturating_sub(first + height))
        }
        Dialog::Requests { selected } => {
            let at = state.requests.index_of(*selected);
            requests::view::requests(state, at, context, inner, buf)
        }
        Dialog::History { at } => navigation::view::history(state, *at, context, inner, buf),
        Dialog::EditLog { at } => edit_log::view::edits(state, *at, context, inner, buf),
        Dialog::Drafts { at, .. } => editor::view::drafts::drafts(state, *at, context, inner, buf),
        Dialog::Palette(palette) => palette::view::palette(state, palette, context, inner, buf),
        Dialog::PickJob(picker) => job_picker::view::picker(state, picker, context, inner, buf),
        Dialog::PickStage(picker) => stage_moves::view::picker(picker, context, inner, buf),
        Dialog::EditJob(dialog) => job_editor::view::job(state, dialog, context, inner, buf),
        Dialog::Attach { at } => attach::view::batch(state, *at, context, inner, buf),
        Dialog::Prompt(prompt) => prompt::view::prompt(state, prompt, context, inner, buf),
        Dialog::Todo(todo) => todo::view::todo(todo, context, inner, buf),
        Dialog::Apply(apply) => todo::view::apply(state, apply, context, inner, buf),
        Dialog::Export(export) => export::view::export(state, export, context, inner, buf),
        Dialog::Funnel(funnel) => funnel::view::funnel(state, funnel, context, inner, buf),
        Dialog::Compare(compare) => compare::view::compare(state, compare, context, inner, buf),
        Dialog::Duplicates(pairs) => {
            duplicates::view::duplicates(state, pairs, context, inner, buf)
        }
        Dialog::Changes(changes) => changes::view::changes(state, changes, context, inner, buf),
        Dialog::Today(today) => today::view::today(state, today, context, inner, buf),
        Dialog::Mail(mail) => mail::view::mail(state, mail, context, inner, buf),
        Dialog::Notes(notes) => notes::view::notes(state, notes, context, inner, buf),
        Dialog::Key { field, why } => key_prompt::view::key_prompt(field, why, context, inner, buf),
        Dialog::SaveView { field, taken_name } => {
            let name = (field, taken_name.as_deref());
            saved_views::view::name_prompt(state, name, context, inner, buf)
        }
    }
}

pub(crate) fn title(dialog: &Dialog, state: &State) -> String {
    match dialog {
        Dialog::Help { .. } => "Help".to_owned(),
        Dialog::Requests { .. } => requests::view::title(state),
        Dialog::Notices { .. } => format!("Messages: {}", state.notices.newest_first().len()),
        Dialog::Json { .. } => "Full record".to_owned(),
        Dialog::History { .. } => {
            format!("Recent places: {}", state.navigation.history.newest_first().len())
        }
        Dialog::EditLog { .. } => format!("Edits of this session: {}", state.edit_log.edits.len()),
        Dialog::Drafts { is_confirming: true, .. } => {
            let key = state.key_of(Action::SaveFlow(SaveFlowAction::Discard));
            format!("Discard this edit? Press {key} again")
        }
        Dialog::Drafts { .. } => format!("Unsaved edits: {}", state.edit_session.drafts.len()),
        Dialog::Palette(palette) => palette::view::title(state, palette),
        Dialog::PickJob(picker) => job_picker::view::title(picker),
        Dialog::PickStage(picker) => stage_moves::view::title(state, picker),
        Dialog::EditJob(dialog) => job_editor::view::title(state, dialog),
        Dialog::Attach { .. } => attach::view::title(state.attach_batch.as_ref()),
        Dialog::Prompt(prompt) => prompt::view::title(state, prompt),
        Dialog::Todo(_) => todo::view::title(state),
        Dialog::Apply(apply) => todo::view::apply_title(apply),
        Dialog::Export(_) => "Export to a file".to_owned(),
        Dialog::Funnel(_) => funnel::view::title(state),
        Dialog::Compare(_) => "Compare candidates".to_owned(),
        Dialog::Duplicates(_) => duplicates::view::title(state),
        Dialog::Changes(changes) => changes::view::title(state, changes),
        Dialog::Today(today) => today::view::title(state, today),
        Dialog::Mail(mail) => mail::view::title(state, mail),
        Dialog::Notes(notes) => notes::view::title(state, notes),
        Dialog::Key { .. } => "Enter the API key".to_owned(),
        Dialog::SaveView { .. } => "Save the filter and sort as a view".to_owned(),
    }
}
