//! Draws the to-do list by job, with the details of the selected row. `apply()` draws the preview.

pub mod apply;
#[cfg(test)]
mod tests;

pub(crate) use apply::{applies, apply, apply_title};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{TodoDialog, TodoRow};
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::triage::Verdict;
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::dialog::first_row;
use crate::tui::app::state::State;
use crate::tui::widgets::format::{age, count};
use crate::tui::widgets::line_writer::{LineWriter, below, line, right};
use crate::tui::widgets::render_context::RenderContext;

enum Line {
    Heading(String, usize),
    Row,
}

pub(crate) fn title(state: &State) -> String {
    let counts = state.todo_counts();
    let number = |number: usize| count(number as u64);
    let place = if state.layout.main.width < 70 { "" } else { " in the recruiting system" };
    let rest = [(counts.disagrees, "disagrees"), (counts.unread, "not read yet")];
    let rest = rest.into_iter().filter(|(number, _)| *number > 0);
    let rest = rest.map(|(some, word)| format!("; {word}: {}", number(some)));
    format!("To do{place}: {}{}", number(counts.todo), rest.collect::<String>())
}

/// The hint for a key; empty if it does nothing.
pub(crate) fn does(state: &State, todo: &TodoDialog, action: Action) -> &'static str {
    match action {
        _ if todo.todos.rows().next().is_none() => "",
        Action::Open => "go there",
        Action::Triage(TriageAction::Web) if state.memory.web_url.is_some() => "web",
        Action::Triage(TriageAction::Apply) if state.memory.applies => "apply",
        _ => "",
    }
}

pub(crate) fn todo(
    todo: &TodoDialog,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let todos = &todo.todos;
    let Some(selected) = todos.rows().nth(todo.at) else {
        let none = "Nothing is to be carried out: no verdict waits for the recruiting system.";
        for (at, words) in text::wrap(none, usize::from(area.width).max(1)).iter().enumerate() {
            LineWriter::new(look, line(area, at), buf).write(Role::Dim, words);
        }
        return (0, 0);
    };
    let mut lines = Vec::new();
    let mut part = |heading: &str, rows: &'_ [TodoRow]| {
        if !rows.is_empty() {
            lines.push(Line::Heading(heading.to_owned(), rows.len()));
            lines.extend((0..rows.len()).map(|_| Line::Row));
        }
    };
    for job in &todos.jobs {
        part(&job.heading(), &job.rows);
    }
    part("The server disagrees", &todos.disagrees);
    part("Not read yet", &todos.unread);
    let rows: Vec<&TodoRow> = todos.rows().collect();
    let told = said(selected, area.width < 60);
    let list = foot(&told, Role::Text, look, area, buf);
    let widths = Widths::of(&rows, list, look);
    headed(&lines, todo.at, look, list, buf, |at, pen| {
        if let Some(row) = rows.get(at) {
            todo_row(row, &widths, look, pen);
        }
    })
}

/// Column widths: as wide as the content, if there is room.
struct Widths {
    name: usize,
    reason: usize,
    notes: usize,
}

impl Widths {
    fn of(rows: &[&TodoRow], area: Rect, look: &RenderContext<'_>) -> Self {
        let room = usize::from(area.width);
        let widest = |cells: &dyn Fn(&TodoRow) -> usize| {
            rows.iter().map(|row| cells(row)).max().unwrap_or_default()
        };
        let name = widest(&|row| text::width(&row.name));
        let name = name.clamp(8, if room >= 100 { 32 } else { (room / 3).max(8) });
        let notes = if room >= 100 { widest(&|row| text::width(&noted(row))) } else { 0 };
        let reason = widest(&|row| text::width(row.reason.as_deref().unwrap_or_default()));
        let reason = if room >= 80 { reason } else { 0 };
        // Symbols, verdict, days and spaces.
        let rest = room.saturating_sub(17 + name + notes + 2);
        let what = widest(&|row| text::width(&leads(row, look)));
        let least = reason.min(room / 8);
        Self { name, reason: reason.min(rest.saturating_sub(what)).max(least), notes }
    }
}

fn leads(row: &TodoRow, look: &RenderContext<'_>) -> String {
    format!("{} {} {}", row.stage, look.symbols.step, row.what)
}

fn noted(row: &TodoRow) -> String {
    match row.notes.len() {
        0 => String::new(),
        1 => "1 note".to_owned(),
        notes => format!("{notes} notes"),
    }
}

fn todo_row(row: &TodoRow, widths: &Widths, look: &RenderContext<'_>, pen: &mut LineWriter<'_>) {
    let (role, sign) = verdict(row.verdict, look);
    let is_roomy = pen.room() >= 60;
    pen.cell(role, sign, 1, Align::Left);
    if is_roomy {
        pen.cell(role, row.verdict.as_str(), 7, Align::Left);
    }
    let days = format!("{}d", row.days);
    pen.cell(Role::Text, &row.name, widths.name, Align::Left);
    let beside = [widths.reason, widths.notes, 5].into_iter().filter(|cells| *cells > 0);
    let beside: usize = beside.map(|cells| cells + 1).sum();
    let cells = pen.room().saturating_sub(beside);
    let short = row.what.strip_prefix("move to ").unwrap_or(&row.what);
    let what = match leads(row, look) {
        what if is_roomy && text::width(&what) <= cells => what,
        _ if is_roomy => format!("{} {} {short}", row.stage, look.symbols.step),
        _ if text::width(&row.what) <= cells => row.what.clone(),
        _ => short.to_owned(),
    };
    pen.cell(Role::Text, &what, cells, Align::Left);
    if widths.reason > 0 {
        let reason = row.reason.as_deref().unwrap_or_default();
        pen.cell(Role::Hint, reason, widths.reason, Align::Left);
    }
    if widths.notes > 0 {
        pen.cell(Role::Hint, &noted(row), widths.notes, Align::Left);
    }
    pen.cell(Role::Dim, &days, 5, Align::Right);
}

/// The details of a row.
fn said(row: &TodoRow, is_narrow: bool) -> String {
    let ago = if row.days == 0 { "today".to_owned() } else { format!("{} ago", age(row.days)) };
    let reason = row.reason.as_ref().map(|reason| format!(" Reason: {reason}."));
    let note = row.notes.last().map(|note| format!(" Note: {note}"));
    // On narrow screens the name is only in the row.
    let name = if is_narrow { String::new() } else { format!("{}: ", row.name) };
    let told = format!(
        "{name}{}. Your verdict: {}, {ago}; {}.{}{}",
        row.what,
        row.verdict.as_str(),
        row.job_name,
        reason.unwrap_or_default(),
        note.unwrap_or_default()
    );
    text::sanitize(&told).into_owned()
}

const fn verdict(verdict: Verdict, look: &RenderContext<'_>) -> (Role, &'static str) {
    match verdict {
        Verdict::Advance => (Role::Advance, look.symbols.advance),
        Verdict::Wait => (Role::Wait, look.symbols.wait),
        Verdict::Decline => (Role::Decline, look.symbols.decline),
    }
}

/// Text at the bottom, below a rule. Returns the area above it.
fn foot(told: &str, role: Role, look: &RenderContext<'_>, area: Rect, buf: &mut Buffer) -> Rect {
    let words = text::wrap(told, usize::from(area.width).max(1));
    let most = if area.height >= 14 { 3 } else { 2 };
    let height = u16::try_from(words.len().min(most)).unwrap_or(1) + 1;
    let height = height.min(area.height.saturating_sub(2));
    let rest = below(area, area.height - height);
    LineWriter::new(look, line(rest, 0), buf).rule();
    for (at, words) in words.into_iter().enumerate() {
        LineWriter::new(look, line(rest, at + 1), buf).write(role, words);
    }
    Rect { height: area.height - height, ..area }
}

/// Rows and headings around the selected row. Returns the number of hidden lines above and below.
fn headed(
    lines: &[Line],
    at: usize,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
    draw: impl Fn(usize, &mut LineWriter<'_>),
) -> (usize, usize) {
    let is_row = |line: &Line| matches!(line, Line::Row);
    let places = lines.iter().enumerate().filter(|(_, line)| is_row(line));
    let selected = places.map(|(place, _)| place).nth(at).unwrap_or(0);
    let height = usize::from(area.height);
    let first = first_row(selected, lines.len(), height);
    let mut row = lines.iter().take(first).filter(|line| is_row(line)).count();
    for (number, item) in lines.iter().enumerate().skip(first).take(height) {
        let place = line(area, number - first);
        match item {
            Line::Heading(name, rows) => {
                let number = count(*rows as u64);
                let cells = text::width(&number);
                let room = usize::from(place.width).saturating_sub(cells + 2);
                LineWriter::new(look, place, buf).cell(Role::Header, name, room, Align::Left);
                LineWriter::new(look, right(place, cells + 1), buf).write(Role::Dim, &number);
            }
            Line::Row => {
                let sign = if row == at { look.symbols.cursor } else { " " };
                let mut pen = LineWriter::new(look, place, buf);
                draw(row, pen.cell(Role::Key, sign, 1, Align::Left));
                if row == at {
                    buf.set_style(place, look.style(Role::Selected));
                }
                row += 1;
            }
        }
    }
    (first, lines.len().saturating_sub(first + height))
}
