//! The first line: where one is, how much of it was read, and from when.

use ratatui::buffer::Buffer;

use super::look::Look;
use super::pen::{Pen, right};
use crate::app::State;
use crate::app::action::Pane;
use crate::app::layout::Mode;
use crate::app::sheet::format::count;
use crate::app::state::Workspace;
use crate::text::width;
use crate::theme::Role;

pub(super) fn header(state: &State, look: &Look<'_>, buf: &mut Buffer) {
    let area = state.layout.header;
    let facts = facts(state, look, usize::from(area.width) * 2 / 3);
    let place = right(area, width(&facts) + 2);
    let mut left = area;
    left.width = area.width - place.width;

    let path = path(state, look, usize::from(left.width).saturating_sub(1));
    let mut pen = Pen::new(look, left, buf);
    pen.skip(1);
    for (at, (role, name)) in path.iter().enumerate() {
        if at > 0 {
            pen.write(Role::Dim, &format!(" {} ", look.symbols.step));
        }
        pen.write(*role, name);
    }
    let busy = state.requests.load() != (0, 0);
    let role = if busy { Role::Notice } else { Role::Dim };
    Pen::new(look, place, buf).skip(1).write(role, &facts);
}

/// Where one is, from the outside in; what is furthest out gives way first.
fn path(state: &State, look: &Look<'_>, room: usize) -> Vec<(Role, String)> {
    let mut outside = vec!["shortlist".to_owned()];
    if let Workspace::Open(name) = &state.workspace {
        outside.push(name.clone());
    }
    let mut path = vec![(Role::Text, look.joined(&outside))];
    if let Some((name, client)) = job(state) {
        let facts: Vec<String> =
            [name, client].into_iter().filter(|fact| !fact.is_empty()).map(str::to_owned).collect();
        path.push((Role::Title, look.joined(&facts)));
    }
    if state.layout.mode != Mode::Wide || state.zoom {
        path.push((Role::Text, here(state)));
    }
    let step = width(look.symbols.step) + 2;
    let long = |path: &[(Role, String)]| {
        path.iter().map(|(_, name)| width(name) + step).sum::<usize>().saturating_sub(step)
    };
    while path.len() > 1 && long(&path) > room {
        path.remove(0);
    }
    path
}

fn job(state: &State) -> Option<(&str, &str)> {
    let rows = &state.jobs.roll.rows;
    let row = rows.find(state.job.as_ref()?)?;
    Some((rows.name(row), rows.client(row)))
}

/// What the pane in front shows.
fn here(state: &State) -> String {
    let list = state.opened().map(|open| &open.list);
    match state.focus {
        Pane::Jobs => "jobs".to_owned(),
        Pane::Job => "pipeline".to_owned(),
        Pane::Candidates if state.board => "board".to_owned(),
        Pane::Candidates => "candidates".to_owned(),
        Pane::Candidate => list
            .and_then(|list| Some(list.roll.rows.name(list.row()?).to_owned()))
            .unwrap_or_else(|| "candidate".to_owned()),
    }
}

/// Requests, how much was read, and when; the last ones give way first.
fn facts(state: &State, look: &Look<'_>, room: usize) -> String {
    let mut facts = Vec::new();
    let read = state.opened().map(|open| {
        let roll = &open.list.roll;
        let total = roll.total().map_or("?".to_owned(), count);
        facts.push(format!("{}/{total}", count(roll.loaded() as u64)));
        roll.read_at()
    });
    let (out, waiting) = state.requests.load();
    if out + waiting > 0 {
        let more = if waiting > 0 { format!("+{waiting}") } else { String::new() };
        facts.insert(0, format!("{} {out}{more}", look.symbols.down));
    }
    if let Some(date) = read.unwrap_or_else(|| state.jobs.roll.read_at()) {
        facts.push(state.clock.time_of(date));
    }
    while facts.len() > 1 && width(&look.joined(&facts)) > room {
        facts.pop();
    }
    look.joined(&facts)
}
