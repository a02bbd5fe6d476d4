//! What the frame of a list says: how much of it there is, how it is narrowed
//! and sorted, and what is wrong with it. What rests on a part says so.

use std::fmt::Write as _;

use super::columns::Shown;
use super::frame::{Caption, place};
use super::look::Look;
use crate::app::State;
use crate::app::action::{Action, Pane};
use crate::app::list::List;
use crate::app::picture::Extent;
use crate::app::sheet::format::{age, count};
use crate::theme::Role;
use crate::wire::Timestamp;

pub(super) fn list<S: Shown>(
    state: &State,
    look: &Look<'_>,
    pane: Pane,
    list: &List<S>,
) -> Caption {
    let extent = state.extent(list);
    let name = if pane == Pane::Jobs { "Jobs" } else { "Candidates" };
    let at = (!list.is_empty()).then(|| list.index());
    let mut place = place(look, at, list.len(), &list.window());
    if !list.marks.is_empty() {
        let mut told = format!("{} {} marked", look.symbols.mark, count(list.marks.len() as u64));
        let hidden = list.hidden_marks();
        if hidden > 0 {
            let _ = write!(told, " ({} hidden)", count(hidden as u64));
        }
        if let Some(key) = list.range.and_then(|_| look.key(state, Action::MarkRange)) {
            let _ = write!(told, ", {key} ends");
        }
        place = if place.is_empty() { told } else { look.joined(&[told, place]) };
    }
    let bounds = pane == Pane::Candidates && state.rests_on_bounds();
    Caption {
        name: name.to_owned(),
        facts: facts(look, list, extent, bounds),
        troubles: troubles(state, look, extent),
        place,
    }
}

fn facts<S: Shown>(
    look: &Look<'_>,
    list: &List<S>,
    extent: Extent,
    bounds: bool,
) -> Vec<(Role, String)> {
    let mut facts = Vec::new();
    if list.roll.is_known() {
        facts.push(loaded(extent));
    }
    let so_far = if extent.partial { " so far" } else { "" };
    if !list.filter.is_empty() {
        let exact = list.exact();
        let near = list.len() - exact;
        let similar =
            if near > 0 { format!(" ({} similar)", count(near as u64)) } else { String::new() };
        facts.push((Role::Notice, format!("{} shown{similar}{so_far}", count(exact as u64))));
    }
    if let Some(sort) = list.sort {
        let field = S::FIELDS.iter().find(|column| column.field == sort.field);
        let name = field.map_or("", |column| column.heading);
        facts.push((Role::Dim, format!("{} {name}{so_far}", look.arrow(sort.direction))));
    }
    if bounds {
        facts.push((Role::Warning, format!("{} where not read", look.symbols.at_most)));
    }
    facts
}

/// How much was read of how much.
fn loaded(extent: Extent) -> (Role, String) {
    let read = count(extent.loaded as u64);
    match extent.total {
        Some(total) if total == extent.loaded as u64 && !extent.partial => (Role::Text, read),
        Some(total) => (Role::Warning, format!("{read}/{} loaded", count(total))),
        None if extent.partial => (Role::Warning, format!("{read}/? loaded")),
        None => (Role::Text, read),
    }
}

fn troubles(state: &State, look: &Look<'_>, extent: Extent) -> Vec<(Role, String)> {
    let mut troubles = Vec::new();
    // A list of which nothing came says so in its place.
    for (count, role, sign, what) in [
        (extent.gaps, Role::Error, look.symbols.error, "failed"),
        (extent.cancelled, Role::Warning, look.symbols.warning, "cancelled"),
    ] {
        if count == 0 || extent.loaded == 0 {
            continue;
        }
        let (pages, them) = if count == 1 { ("page", "it") } else { ("pages", "them") };
        let fills = look
            .key(state, Action::Refresh)
            .map_or_else(String::new, |key| format!(": {key} fills {them}"));
        troubles.push((role, format!("{sign} {count} {pages} {what}{fills}")));
    }
    if let Some(read) = extent.stale {
        let old = since(read, state.clock.date);
        let old = old.map_or_else(String::new, |old| format!(", {old} old"));
        let told = format!("as of {}{old}", state.clock.time_of(read));
        troubles.push((Role::Warning, told));
    }
    if extent.unreadable > 0 {
        let told =
            format!("{} {} unreadable", look.symbols.warning, count(extent.unreadable as u64));
        troubles.push((Role::Warning, told));
    }
    troubles
}

/// How long ago, in minutes, hours or days; nothing for less.
fn since(then: Timestamp, now: Timestamp) -> Option<String> {
    let minutes = (now.moment() - then.moment()).num_minutes();
    match minutes {
        ..1 => None,
        1..120 => Some(format!("{minutes} min")),
        120..2880 => Some(format!("{} h", minutes / 60)),
        _ => Some(age(minutes / 1440)),
    }
}
