//! Draws the to-do list by job, with the details of the selected row. `apply()` draws the preview.

pub(crate) mod apply;
#[cfg(test)]
mod tests;

pub(crate) use apply::{apply, apply_key_hint, apply_title};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{DISAGREES, TodoDialog, TodoRow, UNREAD};
use super::todo_counts::todo_counts;
use crate::keymap::action::{Action, TriageAction};
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::triage::marks::{pending_text, verdict_sign};
use crate::tui::widgets::format::{age, count};
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::pick_list_view::{draw_footer, draw_groups};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn title(state: &State) -> String {
    let counts = todo_counts(state);
    let number = |number: usize| count(number as u64);
    let suffix = if state.layout.main.width < 70 { "" } else { " in the ATS" };
    let rest = [
        (counts.unchecked, "not checked yet"),
        (counts.disagrees, "changed in the ATS"),
        (counts.unread, "not loaded yet"),
    ];
    let rest = rest.into_iter().filter(|(number, _)| *number > 0);
    let rest = rest.map(|(rows, word)| format!("; {word}: {}", number(rows)));
    format!("To do{suffix}: {}{}", number(counts.todo), rest.collect::<String>())
}

/// The hint for a key; empty if it does nothing.
pub(crate) fn key_hint(state: &State, todo: &TodoDialog, action: Action) -> &'static str {
    match action {
        _ if todo.todos.rows().next().is_none() => "",
        Action::Open => "go there",
        Action::Triage(TriageAction::Web) if state.local_data.web_url.is_some() => "web",
        Action::Triage(TriageAction::Apply) if state.local_data.can_apply => "apply",
        _ => "",
    }
}

pub(crate) fn todo(
    todo: &TodoDialog,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let todos = &todo.todos;
    let Some(selected) = todos.rows().nth(todo.at) else {
        let message = "Nothing to do: no verdict waits to be carried out in the ATS.";
        for (at, words) in text::wrap(message, usize::from(area.width).max(1)).iter().enumerate() {
            LineWriter::new(context, line(area, at), buf).write(Role::Dim, words);
        }
        return (0, 0);
    };
    let mut groups: Vec<(String, usize)> =
        todos.jobs.iter().map(|job| (job.heading(), job.rows.len())).collect();
    groups.push((DISAGREES.to_owned(), todos.disagrees.len()));
    groups.push((UNREAD.to_owned(), todos.unread.len()));
    groups.retain(|(_, rows)| *rows > 0);
    let rows: Vec<&TodoRow> = todos.rows().collect();
    let details = describe(selected, area.width < 60);
    let list = draw_footer(&details, Role::Text, context, area, buf);
    let widths = TodoWidths::measure(&rows, list, context);
    draw_groups(groups, todo.at, context, list, buf, |at, writer| {
        if let Some(row) = rows.get(at) {
            todo_row(row, &widths, context, writer);
        }
    })
}

/// Column widths: as wide as the content, if there is room.
struct TodoWidths {
    name: usize,
    reason: usize,
    notes: usize,
}

impl TodoWidths {
    fn measure(rows: &[&TodoRow], area: Rect, context: &RenderContext<'_>) -> Self {
        let available = usize::from(area.width);
        let widest = |cells: &dyn Fn(&TodoRow) -> usize| {
            rows.iter().map(|row| cells(row)).max().unwrap_or_default()
        };
        let name = widest(&|row| text::width(&row.name));
        let name = name.clamp(8, if available >= 100 { 32 } else { (available / 3).max(8) });
        let notes =
            if available >= 100 { widest(&|row| text::width(&note_count_text(row))) } else { 0 };
        let reason = widest(&|row| text::width(row.reason.as_deref().unwrap_or_default()));
        let reason = if available >= 80 { reason } else { 0 };
        // Symbols, verdict, days and spaces.
        let rest = available.saturating_sub(17 + name + notes + 2);
        let task_width = widest(&|row| text::width(&task_text(row, context)));
        let min_reason = reason.min(available / 8);
        Self { name, reason: reason.min(rest.saturating_sub(task_width)).max(min_reason), notes }
    }
}

fn task_text(row: &TodoRow, context: &RenderContext<'_>) -> String {
    format!("{} {} {}", row.stage, context.symbols.step, row.task)
}

fn note_count_text(row: &TodoRow) -> String {
    match row.notes.len() {
        0 => String::new(),
        1 => "1 note".to_owned(),
        notes => format!("{notes} notes"),
    }
}

fn todo_row(
    row: &TodoRow,
    widths: &TodoWidths,
    context: &RenderContext<'_>,
    writer: &mut LineWriter<'_>,
) {
    let (role, sign) = if row.is_pending {
        (Role::Warning, context.symbols.pending)
    } else {
        verdict_sign(context, row.verdict)
    };
    let is_wide = writer.remaining() >= 60;
    writer.cell(role, sign, 1, Align::Left);
    if is_wide {
        writer.cell(role, row.verdict.as_str(), 7, Align::Left);
    }
    let days = format!("{}d", row.days);
    writer.cell(Role::Text, &row.name, widths.name, Align::Left);
    let reserved = [widths.reason, widths.notes, 5].into_iter().filter(|cells| *cells > 0);
    let reserved: usize = reserved.map(|cells| cells + 1).sum();
    let cells = writer.remaining().saturating_sub(reserved);
    let short = row.task.strip_prefix("move to ").unwrap_or(&row.task);
    let task = match task_text(row, context) {
        task if is_wide && text::width(&task) <= cells => task,
        _ if is_wide => format!("{} {} {short}", row.stage, context.symbols.step),
        _ if text::width(&row.task) <= cells => row.task.clone(),
        _ => short.to_owned(),
    };
    writer.cell(Role::Text, &task, cells, Align::Left);
    if widths.reason > 0 {
        let reason = row.reason.as_deref().unwrap_or_default();
        writer.cell(Role::Hint, reason, widths.reason, Align::Left);
    }
    if widths.notes > 0 {
        writer.cell(Role::Hint, &note_count_text(row), widths.notes, Align::Left);
    }
    writer.cell(Role::Dim, &days, 5, Align::Right);
}

/// The details of a row.
fn describe(row: &TodoRow, is_narrow: bool) -> String {
    let ago = if row.days == 0 { "today".to_owned() } else { format!("{} ago", age(row.days)) };
    let reason = row.reason.as_ref().map(|reason| format!(" Reason: {reason}."));
    let note = row.notes.last().map(|note| format!(" Note: {note}"));
    // On narrow screens the name is only in the row.
    let name = if is_narrow { String::new() } else { format!("{}: ", row.name) };
    let details = format!(
        "{name}{}. Your verdict: {}, {ago}; {}.{}{}",
        row.task,
        pending_text(row.verdict.as_str(), row.is_pending),
        row.job_name,
        reason.unwrap_or_default(),
        note.unwrap_or_default()
    );
    text::sanitize(&details).into_owned()
}
