//! The caption of a list: how much is loaded, its filter, sort and errors.
//!
//! An incomplete list says so at any width.

use std::fmt::Write as _;

use super::columns::ColumnSource;
use crate::keymap::action::{Action, Pane};
use crate::recruiting::table::ListField;
use crate::theme::Role;
use crate::tui::app::list::List;
use crate::tui::app::list_status::LoadProgress;
use crate::tui::app::state::State;
use crate::tui::widgets::format::{age, count};
use crate::tui::widgets::frame::{Caption, place, room_above, room_below};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::shorten::{Spellings, fitting, only};
use crate::wire::Timestamp;

pub(crate) fn list<S: ColumnSource>(
    state: &State,
    look: &RenderContext<'_>,
    pane: Pane,
    list: &List<S>,
    (width, headings): (u16, &[ListField]),
) -> Caption {
    let extent = state.extent(list);
    let name = if pane == Pane::Jobs { "Jobs" } else { "Candidates" };
    let at = (!list.is_empty()).then(|| list.index());
    let mut place = place(look, at, list.len(), &list.window());
    if !list.marks.is_empty() {
        let mut message =
            format!("{} {} marked", look.symbols.mark, count(list.marks.len() as u64));
        let hidden = list.hidden_marks();
        if hidden > 0 {
            let _ = write!(message, " ({} hidden)", count(hidden as u64));
        }
        if let Some(key) = list.range.and_then(|_| look.key(state, Action::MarkRange)) {
            let _ = write!(message, ", {key} ends");
        }
        place = if place.is_empty() { message } else { look.joined(&[message, place]) };
    }
    let bounds = pane == Pane::Candidates && state.rests_on_bounds();
    let facts = facts(look, list, extent, bounds, headings);
    Caption {
        name: name.to_owned(),
        facts: fitting(&facts, room_above(width, name)),
        troubles: fitting(&troubles(state, look, extent), room_below(width, &place)),
        place,
    }
}

fn facts<S: ColumnSource>(
    look: &RenderContext<'_>,
    list: &List<S>,
    extent: LoadProgress,
    bounds: bool,
    headings: &[ListField],
) -> Vec<Spellings> {
    let mut facts = Vec::new();
    if list.roll.is_known() {
        facts.push(loaded(extent));
    }
    let so_far = if extent.partial { " so far" } else { "" };
    if !list.filter.is_empty() {
        let (exact, near) = (list.exact(), list.len() - list.exact());
        let similar =
            if near > 0 { format!(" ({} similar)", count(near as u64)) } else { String::new() };
        let least = if extent.partial { look.symbols.at_least } else { "" };
        let exact = count(exact as u64);
        let spellings = [
            format!("{exact} shown{similar}{so_far}"),
            format!("{least}{exact} shown{similar}"),
            format!("{least}{exact}{similar}"),
            format!("{least}{exact}"),
            // The filter line says it.
            String::new(),
        ];
        facts.push((Role::Notice, spellings.into()));
    }
    if let Some(sort) = list.sort {
        let field = S::FIELDS.iter().find(|column| column.field == sort.field);
        let name = field.map_or("", |column| column.heading);
        let by = format!("{} {name}", look.arrow(sort.direction));
        let part = if extent.partial { " part" } else { "" };
        let mut spellings = vec![format!("{by}{so_far}"), format!("{by}{part}"), by];
        if headings.contains(&sort.field) {
            // The column heading says it.
            spellings.push(String::new());
        }
        facts.push((Role::Dim, spellings));
    }
    if bounds {
        let most = look.symbols.at_most;
        let spellings =
            vec![format!("{most} where not read"), format!("{most} unread"), most.to_owned()];
        facts.push((Role::Warning, spellings));
    }
    facts
}

fn loaded(extent: LoadProgress) -> Spellings {
    let read = count(extent.loaded as u64);
    let of = match extent.total {
        Some(total) if total == extent.loaded as u64 && !extent.partial => None,
        Some(total) => Some(count(total)),
        None => extent.partial.then(|| "?".to_owned()),
    };
    match of {
        None => only(Role::Text, read),
        Some(of) => (Role::Warning, vec![format!("{read}/{of} loaded"), format!("{read}/{of}")]),
    }
}

fn troubles(state: &State, look: &RenderContext<'_>, extent: LoadProgress) -> Vec<Spellings> {
    let mut troubles = Vec::new();
    // An empty list says so in its body.
    let key = look.key(state, Action::Refresh).map(|key| format!(": {key}")).unwrap_or_default();
    for (count, role, sign, what) in [
        (extent.gaps, Role::Error, look.symbols.error, "failed"),
        (extent.cancelled, Role::Warning, look.symbols.warning, "cancelled"),
    ] {
        if count == 0 || extent.loaded == 0 {
            continue;
        }
        let (pages, them) = if count == 1 { ("page", "it") } else { ("pages", "them") };
        let fills = if key.is_empty() { String::new() } else { format!("{key} fills {them}") };
        let spellings = vec![
            format!("{sign} {count} {pages} {what}{fills}"),
            format!("{sign} {count} {pages} {what}{key}"),
            format!("{sign} {count} {what}{key}"),
        ];
        troubles.push((role, spellings));
    }
    if let Some(read) = extent.stale {
        let old = since(read, state.clock.date);
        let old = old.map_or_else(String::new, |old| format!(", {old} old"));
        let of = format!("as of {}", state.clock.time_of(read));
        troubles.push((Role::Warning, vec![format!("{of}{old}"), of]));
    }
    if extent.unreadable > 0 {
        let message =
            format!("{} {} unreadable", look.symbols.warning, count(extent.unreadable as u64));
        troubles.push(only(Role::Warning, message));
    }
    troubles
}

/// `None` below a minute.
fn since(then: Timestamp, now: Timestamp) -> Option<String> {
    let minutes = (now.to_utc() - then.to_utc()).num_minutes();
    match minutes {
        ..1 => None,
        1..120 => Some(format!("{minutes} min")),
        120..2880 => Some(format!("{} h", minutes / 60)),
        _ => Some(age(minutes / 1440)),
    }
}
