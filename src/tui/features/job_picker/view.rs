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
use crate::tui::widgets::pick_list_view::{draw_input, draw_rows};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn title(picker: &JobPicker) -> String {
    match &picker.purpose {
        PickPurpose::Attach(people) => format!("Add {} to which job?", people.describe()),
        PickPurpose::Form => "Pick a job".to_owned(),
    }
}

/// Returns the hidden rows above and below.
pub(crate) fn picker(
    state: &State,
    picker: &JobPicker,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let list = draw_input(&picker.field, context, area, buf);
    let separator = line(area, 1);
    if let Some(message) = load_progress(state) {
        let message = format!(" {message} ");
        LineWriter::new(context, right(separator, text::width(&message)), buf)
            .write(Role::Dim, &message);
    }
    let jobs = &state.jobs.pages.rows;
    // The status gives way first.
    let (client, status) = match usize::from(list.width) {
        width @ 60.. => (width / 4, 14),
        width => (width / 4, 0),
    };
    let (all, empty) = (picker.matches.iter(), empty_message(state, picker));
    draw_rows(all, picker.selected(), empty, context, list, buf, |row, writer| {
        let kind = jobs.kind(**row);
        let (role, sign) = kind_sign(kind, context.symbols);
        writer.cell(role, sign, 1, Align::Left);
        let is_archived = kind == JobKind::Archived;
        let word = if is_archived { "archived" } else { jobs.status(**row) };
        // An archived job is labelled at any width.
        let cells = if is_archived { status.max(8) } else { status };
        let reserved = if cells > 0 { cells + 1 } else { 0 } + client + 1;
        let name_width = writer.remaining().saturating_sub(reserved);
        writer.cell(Role::Text, jobs.name(**row), name_width, Align::Left);
        writer.cell(Role::Hint, jobs.client(**row), client, Align::Left);
        if cells > 0 {
            writer.cell(Role::Dim, word, cells, Align::Left);
        }
    })
}

/// `None` once all jobs are loaded.
fn load_progress(state: &State) -> Option<String> {
    let list = &state.jobs.pages;
    let loaded = count(list.loaded() as u64);
    match list.total() {
        _ if list.is_complete() => None,
        Some(total) => Some(format!("{loaded} of {} jobs loaded", count(total))),
        None => Some(format!("{loaded} jobs loaded")),
    }
}

fn empty_message(state: &State, picker: &JobPicker) -> &'static str {
    match (picker.field.text().trim(), state.jobs.pages.is_complete()) {
        ("", true) => "No jobs",
        ("", false) => "Loading the jobs",
        _ => "No match",
    }
}
