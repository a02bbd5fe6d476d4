//! Draws the pairs, and below them the details of the selected one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{DuplicatePair, Duplicates};
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::duplicates::reason::ReasonKind;
use crate::text::{Align, width, wrap};
use crate::theme::Role;
use crate::tui::app::dialog::{BATCH_HEAD, Dialog, batch_list};
use crate::tui::app::state::State;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, below, line};
use crate::tui::widgets::pick_list::rows;
use crate::tui::widgets::render_context::RenderContext;

/// Returns how many pairs are above and below the visible ones.
pub(crate) fn duplicates(
    state: &State,
    found: &Duplicates,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let small = area.height < 12;
    coverage(state, found, look, line(area, 0), buf);
    let wide = usize::from(area.width).max(1);
    let details = found.pairs.get(found.at).map_or_else(Vec::new, |pair| details(pair, small));
    let details: Vec<&str> = details.iter().flat_map(|text| wrap(text, wide)).collect();
    let list = if small {
        Rect { y: area.y + 1, height: area.height.saturating_sub(3), ..area }
    } else {
        let merges = "Hints only: the recruiting system offers no way to merge people from here.";
        LineWriter::new(look, line(area, 1), buf).write(Role::Dim, merges);
        LineWriter::new(look, line(area, usize::from(BATCH_HEAD) - 1), buf).rule();
        batch_list(area)
    };
    // The details take the lines that the pairs leave.
    let spare = usize::from(list.height).saturating_sub(found.pairs.len().max(3));
    let foot = usize::from(area.bottom().saturating_sub(list.bottom() + 1));
    let more = details.len().saturating_sub(foot).min(spare);
    let list = Rect { height: list.height.saturating_sub(cells(more)), ..list };
    if found.pairs.is_empty() {
        let none = match found.looking {
            Some(_) => "looking through the names",
            None => "nobody seems to be here twice, in the jobs that were looked at",
        };
        LineWriter::new(look, line(list, 0), buf).write(Role::Dim, none);
    }
    let hidden = pairs(found, look, list, buf);
    let rest = below(area, list.bottom() - area.y);
    if !details.is_empty() {
        LineWriter::new(look, line(rest, 0), buf).rule();
    }
    for (at, words) in details.iter().enumerate() {
        LineWriter::new(look, line(rest, at + 1), buf).write(Role::Text, words);
    }
    hidden
}

/// The jobs and contacts that the pairs cover, in the longest form that fits.
fn coverage(
    state: &State,
    found: &Duplicates,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let reads = !state.wanted_beside().is_empty() || state.reads_contacts();
    let reads = if reads { ", reading" } else { "" };
    let [read, people] = [found.read, found.people].map(|number| count(number as u64));
    let [inbox, todo] =
        [TriageAction::Inbox, TriageAction::Todo].map(|it| state.key_of(Action::Triage(it)));
    let more = format!(" ({inbox} and {todo} read more)");
    let contacts = format!("{}{reads}", found.read_coverage());
    let forms = [
        format!("over {}{more}; {contacts}", found.scope()),
        format!("over {}; {contacts}", found.scope()),
        format!("jobs: {}, contacts: {read} of {people}{reads}", found.jobs),
    ];
    let fitting = forms.iter().find(|form| width(form) <= usize::from(area.width));
    LineWriter::new(look, area, buf).write(Role::Dim, fitting.unwrap_or(&forms[2]));
}

/// On a small screen only the reasons.
fn details(pair: &DuplicatePair, small: bool) -> Vec<String> {
    if small {
        return vec![pair.why()];
    }
    let person = |at: usize| format!("{}: {}", pair.names[at], pair.beside[at]);
    vec![person(0), person(1), pair.why()]
}

fn pairs(
    found: &Duplicates,
    look: &RenderContext<'_>,
    list: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let widest = found.pairs.iter().flat_map(|pair| &pair.names).map(|name| width(name)).max();
    rows(found.pairs.iter(), found.at, look, list, buf, |pair, pen| {
        // A narrow row has no room for the reason; the details show it.
        let narrow = pen.room() < 60;
        let share = if narrow { pen.room() / 2 } else { (pen.room() / 4).min(28) };
        let name = share.min(widest.unwrap_or(0) + 1);
        let [one, other] = &pair.names;
        pen.cell(Role::Text, one, name, Align::Left);
        pen.cell(Role::Text, other, name, Align::Left);
        if narrow {
            return;
        }
        let strong = pair.best().is_some_and(ReasonKind::is_contact);
        pen.write(if strong { Role::Warning } else { Role::Dim }, &pair.why());
    })
}

fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

pub(crate) fn title(state: &State) -> String {
    let Some(Dialog::Duplicates(found)) = &state.over else { return String::new() };
    let shown = count(found.pairs.len() as u64);
    match found.more {
        0 => format!("People who may be there twice: {shown} pairs"),
        more => format!(
            "People who may be there twice: {shown} of {} pairs",
            count((found.pairs.len() + more) as u64)
        ),
    }
}
