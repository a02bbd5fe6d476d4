//! The first line: where one is, how much of it was read, and from when.

use ratatui::buffer::Buffer;

use crate::keymap::action::Pane;
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::{State, WorkspaceStatus};
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, right};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn header(state: &State, look: &RenderContext<'_>, buf: &mut Buffer) {
    let area = state.layout.header;
    let facts = facts(state, look, usize::from(area.width) * 2 / 3);
    let place = right(area, width(&facts) + 2);
    let mut left = area;
    left.width = area.width - place.width;

    let path = path(state, look, usize::from(left.width).saturating_sub(1));
    let mut pen = LineWriter::new(look, left, buf);
    pen.skip(1);
    for (at, (role, name)) in path.iter().enumerate() {
        if at > 0 {
            pen.write(Role::Dim, &format!(" {} ", look.symbols.step));
        }
        pen.write(*role, name);
    }
    let busy = state.requests.load() != (0, 0);
    let role = if busy { Role::Notice } else { Role::Dim };
    LineWriter::new(look, place, buf).skip(1).write(role, &facts);
}

/// Where one is, from the outside in, in the fullest form that fits. The pane
/// gives way last but one: its frame names it, too.
fn path(state: &State, look: &RenderContext<'_>, room: usize) -> Vec<(Role, String)> {
    let mut outside = vec!["shortlist".to_owned()];
    if let WorkspaceStatus::Open(name) = &state.workspace {
        outside.push(name.clone());
    }
    let outside = Some((Role::Text, look.joined(&outside)));
    if let Some(inbox) = &state.inbox {
        let named = inbox.job().map(|job| (Role::Text, job.name.clone()));
        let inbox = Some((Role::Title, "inbox".to_owned()));
        return fullest(
            [
                [outside, inbox.clone(), named.clone()].into_iter().flatten().collect(),
                [inbox.clone(), named].into_iter().flatten().collect(),
                inbox.clone().into_iter().collect(),
                inbox.into_iter().collect(),
            ],
            look,
            room,
        );
    }
    let (name, client) = job(state).unwrap_or_default();
    let named = (!name.is_empty()).then(|| (Role::Title, name.to_owned()));
    let full = named.clone().map(|(role, name)| match client {
        "" => (role, name),
        client => (role, look.joined(&[name, client.to_owned()])),
    });
    let here = is_alone(state).then(|| (Role::Text, here(state)));
    let last = named.clone().or_else(|| outside.clone());
    let forms: [Vec<_>; 4] = [
        [outside, full.clone(), here.clone()].into_iter().flatten().collect(),
        [full, here.clone()].into_iter().flatten().collect(),
        [named, here].into_iter().flatten().collect(),
        last.into_iter().collect(),
    ];
    fullest(forms, look, room)
}

/// The first of the forms that fits; the last where none does.
fn fullest(
    forms: [Vec<(Role, String)>; 4],
    look: &RenderContext<'_>,
    room: usize,
) -> Vec<(Role, String)> {
    let step = width(look.symbols.step) + 2;
    let long = |path: &[(Role, String)]| {
        path.iter().map(|(_, name)| width(name) + step).sum::<usize>().saturating_sub(step)
    };
    let fits = forms.iter().position(|path| !path.is_empty() && long(path) <= room);
    forms.into_iter().nth(fits.unwrap_or(3)).unwrap_or_default()
}

/// Whether not all panes are on the screen.
fn is_alone(state: &State) -> bool {
    state.layout.mode != Mode::Wide || state.zoom
}

/// How many candidates the selected job tells of.
fn told(state: &State) -> Option<u64> {
    let rows = &state.jobs.roll.rows;
    let row = rows.find(state.job.as_ref()?)?;
    u64::try_from(rows.candidate_count(row)?).ok()
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

/// What is on its way or not saved yet.
fn unsaved(state: &State) -> Vec<String> {
    let is_out = state.editor.as_ref().is_some_and(|editor| editor.is_sending());
    let saving = is_out.then(|| "saving".to_owned());
    let drafts = match state.memory.drafts.len() {
        0 => None,
        1 => Some("1 draft".to_owned()),
        many => Some(format!("{many} drafts")),
    };
    saving.into_iter().chain(drafts).collect()
}

/// Requests, how much was read, and when; the last ones give way first.
fn facts(state: &State, look: &RenderContext<'_>, room: usize) -> String {
    let mut facts = Vec::new();
    // What is counted is what the path ends with.
    let candidates = state.opened().filter(|_| !is_alone(state) || state.focus != Pane::Jobs);
    let (loaded, total, read) = match candidates {
        Some(open) => {
            let roll = &open.list.roll;
            (roll.loaded(), roll.total().or_else(|| told(state)), roll.read_at())
        }
        None => (state.jobs.roll.loaded(), state.jobs.roll.total(), state.jobs.roll.read_at()),
    };
    // The line of the inbox counts for itself.
    let is_counted = state.inbox.is_none();
    if is_counted && (candidates.is_some() || state.jobs.roll.is_known()) {
        let total = total.map_or("?".to_owned(), count);
        facts.push(format!("{}/{total}", count(loaded as u64)));
    }
    let (out, waiting) = state.requests.load();
    if out + waiting > 0 {
        let more = if waiting > 0 { format!("+{waiting}") } else { String::new() };
        facts.insert(0, format!("{} {out}{more}", look.symbols.down));
    }
    facts.splice(0..0, unsaved(state));
    if let Some(date) = read {
        facts.push(state.clock.time_of(date));
    }
    while facts.len() > 1 && width(&look.joined(&facts)) > room {
        facts.pop();
    }
    look.joined(&facts)
}
