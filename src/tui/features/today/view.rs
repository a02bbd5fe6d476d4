//! Draws the day's overview: sections with their rows, and what they are based on.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::selectors::coverage;
use super::state::TodayDialog;
use crate::keymap::action::{Action, OverviewAction};
use crate::recruiting::today::document::NO_INTERVIEW_TIMES;
use crate::recruiting::today::{TodayRow, TodayTarget, snoozes, summary};
use crate::text::{Align, pluralize, width};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::pick_list_view::{RowGroup, draw_footer, draw_groups};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn title(state: &State, today: &TodayDialog) -> String {
    let summary = summary(&today.sections);
    let is_wide = width(&summary) + 12 <= usize::from(state.layout.main.width);
    if summary.is_empty() || !is_wide { "Today".to_owned() } else { format!("Today: {summary}") }
}

/// The hint for a key where it differs from the keymap; empty if the key does nothing.
pub(crate) fn key_hint(state: &State, today: &TodayDialog, action: Action) -> Option<&'static str> {
    let row = today.rows().nth(today.at);
    match (action, row.map(|row| &row.target)) {
        (Action::Overview(OverviewAction::Reminders), _) if snoozes(&state.triage).is_empty() => {
            Some("")
        }
        (Action::Open, None) => Some(""),
        (Action::Open, Some(TodayTarget::Candidate(..))) => Some("go there"),
        (Action::Open, Some(TodayTarget::Changes)) => Some("changes"),
        (Action::Open, Some(TodayTarget::Todo)) => Some("to-do list"),
        (Action::Open, Some(TodayTarget::Drafts)) => Some("unsaved edits"),
        _ => None,
    }
}

/// Returns how many lines are hidden above and below.
pub(crate) fn today(
    state: &State,
    today: &TodayDialog,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    // A small screen has no room for it.
    let area = if area.height < 12 {
        area
    } else {
        draw_footer(&basis(state, today), Role::Dim, context, area, buf)
    };
    let rows: Vec<&TodayRow> = today.rows().collect();
    if rows.is_empty() {
        let message = "Nothing new and nothing due.";
        LineWriter::new(context, line(area, 0), buf).write(Role::Dim, message);
        return (0, 0);
    }
    let groups = today.sections.iter().map(|section| RowGroup {
        heading: section.kind.heading().to_owned(),
        rows: section.rows.len(),
        total: section.total,
    });
    let widest = |text: fn(&TodayRow) -> &str| rows.iter().map(|row| width(text(row))).max();
    let cells = usize::from(area.width);
    let name = widest(|row| &row.name).unwrap_or(0).min(cells / 3).max(8);
    let job = widest(|row| &row.job).unwrap_or(0).min(cells / 4);
    draw_groups(groups, today.at, context, area, buf, |at, writer| {
        let Some(row) = rows.get(at) else { return };
        if matches!(row.target, TodayTarget::Changes) {
            writer.write(Role::Text, &row.name);
            return;
        }
        writer.cell(Role::Text, &row.name, name, Align::Left);
        if cells >= 60 && job > 0 {
            writer.cell(Role::Dim, &row.job, job, Align::Left);
        }
        writer.write(Role::Text, &row.detail);
    })
}

/// What the sections are based on, and what none of them has.
fn basis(state: &State, today: &TodayDialog) -> String {
    let mut missing = Vec::new();
    let (read, all) = coverage(state);
    if read < all {
        missing.push(format!("{read} of {all} open jobs read"));
    }
    if today.unknown > 0 {
        let candidates = pluralize(today.unknown, "candidate", "candidates");
        missing.push(format!("stage dates of {candidates} not read"));
    }
    if missing.is_empty() && today.is_estimated {
        missing.push("limits are estimated so far".to_owned());
    }
    if missing.is_empty() {
        return NO_INTERVIEW_TIMES.to_owned();
    }
    format!("Over limit and offers: {}. {NO_INTERVIEW_TIMES}", missing.join(", "))
}
