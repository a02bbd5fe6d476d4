//! Draws the stage picker.

use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{StagePicker, StageTarget};
use crate::recruiting::stage::StageKind;
use crate::text::{Align, pluralize, width};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, line, right};
use crate::tui::widgets::pick_list_view::{draw_input, draw_rows};
use crate::tui::widgets::render_context::RenderContext;
use crate::wire::JobId;

/// "withdrawal", or the number of candidates in the stage.
const NOTE_WIDTH: usize = 11;

pub(crate) fn title(state: &State, picker: &StagePicker) -> String {
    let who = match picker.subjects.all.as_slice() {
        [(subject, snapshot)] => state.display_name_of(subject, snapshot),
        all => {
            let jobs: BTreeSet<&JobId> = all.iter().map(|(subject, _)| &subject.job).collect();
            let candidates = format!("{} candidates", count(all.len() as u64));
            match jobs.len() {
                0 | 1 => candidates,
                jobs => format!("{candidates} in {}", pluralize(jobs, "job", "jobs")),
            }
        }
    };
    format!("Move {who} to a stage")
}

/// Returns the hidden rows above and below.
pub(crate) fn picker(
    picker: &StagePicker,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let list = draw_input(&picker.field, context, area, buf);
    if picker.subjects.hidden > 0 {
        let message = format!(" {} hidden by the filter ", count(picker.subjects.hidden as u64));
        LineWriter::new(context, right(line(area, 1), width(&message)), buf)
            .write(Role::Warning, &message);
    }
    // Digits are part of a filter once it is begun.
    let has_numbers = picker.field.text().is_empty();
    let rows = picker.matches.iter().filter_map(|at| Some((*at, picker.targets.get(*at)?)));
    let rows: Vec<(usize, &StageTarget)> = rows.collect();
    draw_rows(rows.iter(), picker.selected(), "No match", context, list, buf, |row, writer| {
        let (at, target) = row;
        let number = if has_numbers && *at < 9 { (at + 1).to_string() } else { String::new() };
        writer.cell(Role::Key, &number, 1, Align::Left);
        let (role, sign) = match target.kind {
            StageKind::Rejection | StageKind::Withdrawal => {
                (Role::StageRejection, context.symbols.rejection)
            }
            StageKind::Interview => (Role::StageInterview, context.symbols.interview),
            StageKind::Plain | StageKind::Unlisted => (Role::Text, ""),
        };
        let role = if picker.has_all(target) { Role::Dim } else { role };
        writer.cell(role, sign, width(context.symbols.rejection), Align::Left);
        let name_width = writer.remaining().saturating_sub(NOTE_WIDTH + 1);
        writer.cell(role, &target.name, name_width, Align::Left);
        writer.cell(Role::Dim, &note(picker, target), NOTE_WIDTH, Align::Left);
    })
}

/// Who is in the stage, or else what it means.
fn note(picker: &StagePicker, target: &StageTarget) -> String {
    match target.here {
        _ if picker.has_all(target) => "current".to_owned(),
        0 => match target.kind {
            StageKind::Rejection => "rejection",
            StageKind::Withdrawal => "withdrawal",
            StageKind::Interview => "interview",
            StageKind::Plain | StageKind::Unlisted => "",
        }
        .to_owned(),
        here => format!("{} here", count(here as u64)),
    }
}
