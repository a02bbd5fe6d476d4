//! Draws the pairs, and below them the details of the selected one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::contacts::is_reading_contacts;
use super::state::{DuplicatePair, Duplicates};
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::duplicates::reason::ReasonKind;
use crate::text::{Align, width, wrap};
use crate::theme::Role;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, below, cells_u16, line};
use crate::tui::widgets::pick_list::{DETAILS_HEAD, list_above_details};
use crate::tui::widgets::pick_list_view::draw_rows;
use crate::tui::widgets::render_context::RenderContext;

/// Returns how many pairs are above and below the visible ones.
pub(crate) fn duplicates(
    state: &State,
    duplicates: &Duplicates,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let is_small = area.height < 12;
    draw_coverage(state, duplicates, context, line(area, 0), buf);
    let text_width = usize::from(area.width).max(1);
    let pair = duplicates.pairs.get(duplicates.at);
    let details = pair.map_or_else(Vec::new, |pair| {
        details(pair, duplicates.side, context.symbols.step, is_small)
    });
    let details: Vec<&str> = details.iter().flat_map(|text| wrap(text, text_width)).collect();
    let list = if is_small {
        Rect { y: area.y + 1, height: area.height.saturating_sub(3), ..area }
    } else {
        let note = "Possible duplicates only. Merge people in the ATS.";
        LineWriter::new(context, line(area, 1), buf).write(Role::Dim, note);
        LineWriter::new(context, line(area, usize::from(DETAILS_HEAD) - 1), buf).rule();
        list_above_details(area)
    };
    // The details take the lines that the pairs leave.
    let spare = usize::from(list.height).saturating_sub(duplicates.pairs.len().max(3));
    let foot = usize::from(area.bottom().saturating_sub(list.bottom() + 1));
    let more = details.len().saturating_sub(foot).min(spare);
    let list = Rect { height: list.height.saturating_sub(cells_u16(more)), ..list };
    let hidden = draw_pairs(duplicates, context, list, buf);
    let rest = below(area, list.bottom() - area.y);
    if !details.is_empty() {
        LineWriter::new(context, line(rest, 0), buf).rule();
    }
    for (at, words) in details.iter().enumerate() {
        LineWriter::new(context, line(rest, at + 1), buf).write(Role::Text, words);
    }
    hidden
}

/// The jobs and contacts that the pairs cover, in the longest form that fits.
fn draw_coverage(
    state: &State,
    duplicates: &Duplicates,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let is_reading = !state.subjects_to_fetch().is_empty() || is_reading_contacts(state);
    let reading = if is_reading { ", loading more" } else { "" };
    let [read, people] = [duplicates.read, duplicates.people].map(|number| count(number as u64));
    let [inbox, todo] =
        [TriageAction::Inbox, TriageAction::Todo].map(|it| state.key_of(Action::Triage(it)));
    let more = format!(" ({inbox} or {todo} loads more jobs)");
    let contacts = format!("{}{reading}", duplicates.read_coverage());
    let variants = [
        format!("{}{more}; {contacts}", duplicates.scope()),
        format!("{}; {contacts}", duplicates.scope()),
        format!("Jobs: {}, contacts: {read} of {people}{reading}", duplicates.jobs),
    ];
    let fitting = variants.iter().find(|form| width(form) <= usize::from(area.width));
    LineWriter::new(context, area, buf).write(Role::Dim, fitting.unwrap_or(&variants[2]));
}

/// On a small screen only the reasons. A sign marks the person that enter goes to.
fn details(pair: &DuplicatePair, side: usize, sign: &str, is_small: bool) -> Vec<String> {
    if is_small {
        return vec![pair.describe_reasons()];
    }
    let person = |at: usize| {
        let sign = if at == side { sign } else { " " };
        format!("{sign} {}: {}", pair.names[at], pair.details[at])
    };
    vec![person(0), person(1), pair.describe_reasons()]
}

fn draw_pairs(
    duplicates: &Duplicates,
    context: &RenderContext<'_>,
    list: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let widest = duplicates.pairs.iter().flat_map(|pair| &pair.names).map(|name| width(name)).max();
    let none = match duplicates.name_search {
        Some(_) => "Comparing names",
        None => "No possible duplicates in the loaded jobs",
    };
    let all = duplicates.pairs.iter();
    let selected = duplicates.pairs.get(duplicates.at);
    draw_rows(all, duplicates.at, none, context, list, buf, |pair, writer| {
        // A narrow row has no room for the reason; the details show it.
        let is_narrow = writer.remaining() < 60;
        let share =
            if is_narrow { writer.remaining() / 2 } else { (writer.remaining() / 4).min(28) };
        let name = share.min(widest.unwrap_or(0) + 1);
        let [first, second] = &pair.names;
        let is_selected = selected.is_some_and(|selected| std::ptr::eq(selected, *pair));
        for (side, words) in [first, second].into_iter().enumerate() {
            let is_target = is_selected && side == duplicates.side;
            let role = if is_target { Role::Key } else { Role::Text };
            writer.cell(role, words, name, Align::Left);
        }
        if is_narrow {
            return;
        }
        let is_strong = pair.strongest().is_some_and(ReasonKind::is_contact);
        writer.write(if is_strong { Role::Text } else { Role::Dim }, &pair.describe_reasons());
    })
}

pub(crate) fn title(state: &State) -> String {
    let Some(Dialog::Duplicates(duplicates)) = state.dialogs.top() else { return String::new() };
    let visible = count(duplicates.pairs.len() as u64);
    match duplicates.omitted_pairs {
        0 => format!("Possible duplicates: {visible}"),
        more => format!(
            "Possible duplicates: {visible} of {}",
            count((duplicates.pairs.len() + more) as u64)
        ),
    }
}
