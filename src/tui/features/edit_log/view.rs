//! The dialogs of saved and of unsaved edits.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit};
use crate::recruiting::person::{Draft, Form};
use crate::text::{Align, width};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::format;
use crate::tui::widgets::line_writer::LineWriter;
use crate::tui::widgets::pick_list_view::draw_rows;
use crate::tui::widgets::render_context::RenderContext;
use crate::wire::Timestamp;

const NAMES: usize = 26;

/// Newest first. Returns the hidden rows above and below.
pub(crate) fn edits(
    state: &State,
    at: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let (all, empty) = (state.edits.iter().rev(), "nothing was saved in this session");
    draw_rows(all, at, empty, context, area, buf, |edit: &&SavedEdit, writer| {
        let (role, sign) = match (edit.is_fine, edit.status) {
            (_, EditStatus::Undone) => (Role::Dim, context.symbols.moved_back),
            (true, _) => (Role::Good, context.symbols.success),
            (false, _) => (Role::Warning, context.symbols.warning),
        };
        writer.cell(Role::Dim, &state.clock.time_of(edit.at), 5, Align::Left);
        writer.cell(role, sign, 1, Align::Left);
        write_name(&edit.name, writer);
        let fields = edit.after.keys().map(|field| field.spec().label);
        let fields = fields.collect::<Vec<_>>().join(", ");
        let status = match edit.status {
            // The message says what was not saved.
            EditStatus::Applied | EditStatus::NotSaved => "",
            EditStatus::Undone => "taken back",
            EditStatus::Final => "cannot be taken back",
        };
        let facts = [status, edit.message.as_str(), fields.as_str()];
        write_facts(&facts, context, writer);
    })
}

/// Newest first. Returns the hidden rows above and below.
pub(crate) fn drafts(
    state: &State,
    at: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let (all, empty) = (state.restored.drafts.iter(), "nothing is unsaved");
    draw_rows(all, at, empty, context, area, buf, |draft: &&Draft, writer| {
        writer.cell(Role::Dim, &format_time(state, draft.at), 12, Align::Left);
        write_name(display_name(&draft.form), writer);
        let fields = draft.form.changed().map(|spec| spec.label);
        let fields = fields.collect::<Vec<_>>().join(", ");
        let kind = if draft.form.kind.is_create() { "new person" } else { "" };
        let sent = if draft.sent { "may have been sent" } else { "" };
        let text = if draft.text.is_some() { "a text that cannot be read yet" } else { "" };
        write_facts(&[kind, sent, text, &fields], context, writer);
    })
}

/// Omits the day if it is today.
fn format_time(state: &State, at: Timestamp) -> String {
    let day = format::day(at);
    let time = state.clock.time_of(at);
    if day == format::day(state.clock.date) {
        return time;
    }
    let short: Vec<&str> = day.split(' ').take(2).collect();
    format!("{} {time}", short.join(" "))
}

fn display_name(form: &Form) -> &str {
    match form.name.trim() {
        "" => "(nameless)",
        name => name,
    }
}

fn write_name(name: &str, writer: &mut LineWriter<'_>) {
    let cells = NAMES.min(writer.remaining() / 2);
    writer.cell(Role::Text, name, cells, Align::Left);
}

fn write_facts(facts: &[&str], context: &RenderContext<'_>, writer: &mut LineWriter<'_>) {
    let mut is_first = true;
    for fact in facts.iter().filter(|fact| width(fact) > 0) {
        if !is_first {
            writer.write(Role::Dim, &format!(" {} ", context.symbols.dot));
        }
        writer.write(Role::Text, fact);
        is_first = false;
    }
}
