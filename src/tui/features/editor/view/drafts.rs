//! The dialog that lists the drafts.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::recruiting::person::{Draft, Form, FormKind};
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::format;
use crate::tui::widgets::pick_list_view::{draw_rows, write_facts, write_name};
use crate::tui::widgets::render_context::RenderContext;
use crate::wire::Timestamp;

/// Newest first. Returns the hidden rows above and below.
pub(crate) fn drafts(
    state: &State,
    at: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let (all, empty) = (state.edit_session.drafts.iter(), "No unsaved edits");
    draw_rows(all, at, empty, context, area, buf, |draft: &&Draft, writer| {
        writer.cell(Role::Dim, &format_time(state, draft.at), 12, Align::Left);
        write_name(display_name(&draft.form), writer);
        let fields = draft.form.changed().map(|spec| spec.label);
        let fields = fields.collect::<Vec<_>>().join(", ");
        let kind = if draft.form.kind.is_create() { "new person" } else { "" };
        let sent = match draft.sent {
            _ if state.edit_session.is_awaited(&draft.id) => "sent, result pending",
            true if draft.form.kind == FormKind::Update => "accepted, not visible yet",
            true => "may have been sent",
            false if draft.waiting => "waiting to be sent",
            false => "",
        };
        let text = if draft.text.is_some() { "text with a syntax error" } else { "" };
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
        "" => "(no name)",
        name => name,
    }
}
