//! Draws the job picker.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{JobPicker, PickPurpose};
use crate::recruiting::table::JobKind;
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::lists::columns::kind_sign;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, line, right};
use crate::tui::widgets::pick_list::{rows, typed_head};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn title(picker: &JobPicker) -> String {
    match &picker.purpose {
        PickPurpose::Attach(people) => format!("Attach {} to which job?", people.describe()),
        PickPurpose::Form => "Which job?".to_owned(),
    }
}

/// Returns the hidden rows above and below.
pub(crate) fn picker(
    state: &State,
    picker: &JobPicker,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let list = typed_head(&picker.field, look, area, buf);
    let under = line(area, 1);
    if let Some(message) = loaded(state) {
        let message = format!(" {message} ");
        LineWriter::new(look, right(under, text::width(&message)), buf).write(Role::Dim, &message);
    }
    if picker.found.is_empty() {
        LineWriter::new(look, line(list, 0), buf).write(Role::Dim, none(state, picker));
    }
    let jobs = &state.jobs.roll.rows;
    // The status gives way first.
    let (client, status) = match usize::from(list.width) {
        width @ 60.. => (width / 4, 14),
        width => (width / 4, 0),
    };
    rows(picker.found.iter(), picker.at, look, list, buf, |row, writer| {
        let kind = jobs.kind(**row);
        let (role, sign) = kind_sign(kind, look.symbols);
        writer.cell(role, sign, 1, Align::Left);
        let is_archived = kind == JobKind::Archived;
        let word = if is_archived { "archived" } else { jobs.status(**row) };
        // An archived job is labelled at any width.
        let cells = if is_archived { status.max(8) } else { status };
        let beside = if cells > 0 { cells + 1 } else { 0 } + client + 1;
        let room = writer.room().saturating_sub(beside);
        writer.cell(Role::Text, jobs.name(**row), room, Align::Left);
        writer.cell(Role::Hint, jobs.client(**row), client, Align::Left);
        if cells > 0 {
            writer.cell(Role::Dim, word, cells, Align::Left);
        }
    })
}

/// `None` once all jobs are loaded.
fn loaded(state: &State) -> Option<String> {
    let roll = &state.jobs.roll;
    let here = count(roll.loaded() as u64);
    match roll.total() {
        _ if roll.is_complete() => None,
        Some(total) => Some(format!("{here} of {} jobs loaded", count(total))),
        None => Some(format!("{here} jobs loaded so far")),
    }
}

fn none(state: &State, picker: &JobPicker) -> &'static str {
    match (picker.field.text().trim(), state.jobs.roll.is_complete()) {
        ("", true) => "there are no jobs",
        ("", false) => "no job is loaded yet",
        _ => "no job is called so",
    }
}
