//! Draws the list of changes under headings, with the selected one in full.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{ChangesDialog, ChangesInput};
use crate::keymap::action::{Action, OverviewAction, TriageAction};
use crate::recruiting::changes::period::Period;
use crate::recruiting::changes::wording::stamp;
use crate::text::{Align, wrap};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, below, cells_u16, from, line};
use crate::tui::widgets::pick_list_view::{draw_footer, draw_groups};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::text_input_view::{self, InputStyle};
use crate::wire::Timestamp;

/// From this width, every row shows its time.
const WITH_TIMES: u16 = 90;

pub(crate) fn title(state: &State, changes: &ChangesDialog) -> String {
    let since = changes.period.label(state.clock.local(state.clock.date));
    match &changes.list {
        None => format!("Changes since {since}"),
        Some(list) => {
            let more = if list.is_cut { "newest " } else { "" };
            let shown = count(changes.row_count() as u64);
            format!("Changes since {since}: {more}{shown}")
        }
    }
}

/// The hint for a key where it differs from the keymap; empty if the key does nothing.
pub(crate) const fn key_hint(changes: &ChangesDialog, action: Action) -> Option<&'static str> {
    match action {
        Action::Overview(OverviewAction::Regroup) => Some(changes.grouping.other().label()),
        Action::Open | Action::Filter | Action::Copy | Action::Triage(TriageAction::Export)
            if changes.row_count() == 0 =>
        {
            Some("")
        }
        Action::Open => Some("go there"),
        _ => None,
    }
}

/// Returns how many lines are hidden above and below.
pub(crate) fn changes(
    state: &State,
    changes: &ChangesDialog,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let area = draw_input(changes, context, area, buf);
    let now = state.clock.local(state.clock.date);
    let Some(selected) = changes.change(changes.at) else {
        let message = empty_message(state, changes);
        for (at, words) in wrap(&message, usize::from(area.width).max(1)).iter().enumerate() {
            LineWriter::new(context, line(area, at), buf).write(Role::Dim, words);
        }
        return (0, 0);
    };
    let own = if selected.is_own { ". Changed by you" } else { "" };
    let job = if selected.is_about_job() || selected.job_name.trim().is_empty() {
        String::new()
    } else {
        format!(" ({})", crate::recruiting::table::to_display(selected.job_name.trim()))
    };
    let details = format!("{}{job}, {}{own}.", selected.describe(), selected.describe_time(now));
    let list = draw_footer(&details, Role::Text, context, area, buf);
    draw_groups(changes.groups.iter().cloned(), changes.at, context, list, buf, |row, writer| {
        let Some(change) = changes.change(row) else { return };
        let time = change.describe_time(now);
        let reserved = if area.width >= WITH_TIMES { crate::text::width(&time) + 1 } else { 0 };
        let cells = writer.remaining().saturating_sub(reserved);
        let role = if change.is_own { Role::Dim } else { Role::Text };
        writer.cell(role, &change.line(changes.grouping), cells, Align::Left);
        if reserved > 0 {
            writer.write(Role::Dim, &time);
        }
    })
}

/// The input of the filter or of the date, while it has a text. Returns the area below it.
fn draw_input(
    changes: &ChangesDialog,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> Rect {
    let (label, field) = match changes.typing {
        Some(ChangesInput::Date) => ("Since", &changes.date),
        None if changes.filter.text().is_empty() => return area,
        _ => ("Filter", &changes.filter),
    };
    let mut writer = LineWriter::new(context, line(area, 0), buf);
    writer.write(Role::Key, label).skip(1);
    let input = from(line(area, 0), cells_u16(label.len() + 1));
    if changes.typing.is_some() {
        text_input_view::draw(context, field, InputStyle::default(), input, buf);
    } else {
        LineWriter::new(context, input, buf).write(Role::Text, field.text());
    }
    let note = match (&changes.error, changes.typing) {
        (Some(error), _) => error.as_str(),
        (None, Some(ChangesInput::Date)) => "12h, 3d, 2w, yesterday, friday, 2026-11-10",
        _ => {
            LineWriter::new(context, line(area, 1), buf).rule();
            return below(area, 2);
        }
    };
    let role = if changes.error.is_some() { Role::Error } else { Role::Dim };
    LineWriter::new(context, line(area, 1), buf).write(role, note);
    below(area, 2)
}

fn empty_message(state: &State, changes: &ChangesDialog) -> String {
    let now = state.clock.local(state.clock.date);
    let Some(list) = &changes.list else { return "Reading the changes".to_owned() };
    if !list.changes.is_empty() {
        return "No matches".to_owned();
    }
    let at = |time: Timestamp| stamp(state.clock.local(time), now);
    if let Some(first) = changes.period.unknown_before(list, now) {
        return format!(
            "No changes since the server was first read, at {}. Earlier changes are unknown.",
            at(first)
        );
    }
    let since = match (changes.period, list.last_visit) {
        (Period::LastVisit, Some(visit)) => format!("your last visit ({})", at(visit)),
        (period, _) => period.label(now),
    };
    let read = match list.last_read_at {
        Some(read) => format!("The server was last read at {}.", at(read)),
        None => {
            "The server has not been read yet; changes appear after the second read.".to_owned()
        }
    };
    format!("No changes since {since}. {read}")
}
