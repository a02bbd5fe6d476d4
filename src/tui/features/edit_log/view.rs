//! The dialog that lists the edits of this session.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit};
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::pick_list_view::{draw_rows, write_facts, write_name};
use crate::tui::widgets::render_context::RenderContext;

/// Newest first. Returns the hidden rows above and below.
pub(crate) fn edits(
    state: &State,
    at: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let (all, empty) = (state.edit_log.edits.iter().rev(), "No edits in this session");
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
            EditStatus::Undone => "undone",
            EditStatus::Final => "cannot be undone",
        };
        let facts = [status, edit.message.as_str(), fields.as_str()];
        write_facts(&facts, context, writer);
    })
}
