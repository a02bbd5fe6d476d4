//! The first line: the current location, how much of it is loaded, and its age.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keymap::action::{Action, Pane};
use crate::text::{pluralize, width};
use crate::theme::Role;
use crate::tui::app::all_candidates::TITLE;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::{State, WorkspaceStatus};
use crate::tui::widgets::format::count;
use crate::tui::widgets::hit_map::Hit;
use crate::tui::widgets::line_writer::{LineWriter, right};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn header(state: &State, context: &RenderContext<'_>, buf: &mut Buffer) {
    let area = state.layout.header;
    let facts = facts(state, context, usize::from(area.width) * 2 / 3);
    let place = right(area, width(&facts) + 2);
    let mut left = area;
    left.width = area.width - place.width;

    let path = path(state, context, usize::from(left.width).saturating_sub(1));
    let mut writer = LineWriter::new(context, left, buf);
    writer.skip(1);
    for (at, Crumb { role, name, action }) in path.iter().enumerate() {
        if at > 0 {
            writer.write(Role::Dim, &format!(" {} ", context.symbols.step));
        }
        let from = writer.x();
        let end = writer.write(*role, name).x();
        if let Some(action) = action {
            context.hits.add(Rect { x: from, width: end - from, ..left }, Hit::Action(*action));
        }
    }
    let busy = state.requests.counts() != (0, 0);
    let role = if busy { Role::Notice } else { Role::Dim };
    LineWriter::new(context, place, buf).skip(1).write(role, &facts);
}

/// A part of the path; a click on it goes there.
#[derive(Debug, Clone)]
struct Crumb {
    role: Role,
    name: String,
    action: Option<Action>,
}

/// The path of the current location, in the longest form that fits. The pane is dropped late,
/// although its frame names it too.
fn path(state: &State, context: &RenderContext<'_>, max_width: usize) -> Vec<Crumb> {
    let crumb = |role, name, action| Some(Crumb { role, name, action });
    let mut root = vec!["shortlist".to_owned()];
    if let WorkspaceStatus::Open(name) = &state.workspace {
        root.push(name.clone());
    }
    let root = context.join(&root);
    if let Some(inbox) = &state.inbox {
        let root = crumb(Role::Text, root, Some(Action::Quit));
        let named = inbox.job().and_then(|job| crumb(Role::Text, job.name.clone(), None));
        let inbox = crumb(Role::Title, "Inbox".to_owned(), None);
        return longest_fitting(
            [
                [root, inbox.clone(), named.clone()].into_iter().flatten().collect(),
                [inbox.clone(), named].into_iter().flatten().collect(),
                inbox.clone().into_iter().collect(),
                inbox.into_iter().collect(),
            ],
            context,
            max_width,
        );
    }
    let (name, client) = job(state).unwrap_or_default();
    let root = crumb(Role::Text, root, Some(Action::Go(Pane::Jobs)));
    let job = |name| crumb(Role::Title, name, Some(Action::Go(Pane::Job)));
    let named = if name.is_empty() { None } else { job(name.to_owned()) };
    let full = match (name, client) {
        ("", _) | (_, "") => named.clone(),
        (name, client) => job(context.join(&[name.to_owned(), client.to_owned()])),
    };
    let pane = is_single_pane(state).then(|| pane_name(state));
    let pane = pane.and_then(|name| crumb(Role::Text, name, None));
    let last = named.clone().or_else(|| root.clone());
    let forms: [Vec<_>; 4] = [
        [root, full.clone(), pane.clone()].into_iter().flatten().collect(),
        [full, pane.clone()].into_iter().flatten().collect(),
        [named, pane].into_iter().flatten().collect(),
        last.into_iter().collect(),
    ];
    longest_fitting(forms, context, max_width)
}

/// The first form that fits, or the last one.
fn longest_fitting(
    forms: [Vec<Crumb>; 4],
    context: &RenderContext<'_>,
    max_width: usize,
) -> Vec<Crumb> {
    let step = width(context.symbols.step) + 2;
    let path_width = |path: &[Crumb]| {
        path.iter().map(|crumb| width(&crumb.name) + step).sum::<usize>().saturating_sub(step)
    };
    let fits = forms.iter().position(|path| !path.is_empty() && path_width(path) <= max_width);
    forms.into_iter().nth(fits.unwrap_or(3)).unwrap_or_default()
}

fn is_single_pane(state: &State) -> bool {
    state.layout.mode != Mode::Wide || state.zoom
}

/// The number of candidates of the selected job.
fn candidate_count(state: &State) -> Option<u64> {
    let rows = &state.jobs.pages.rows;
    let row = rows.find(state.job.as_ref()?)?;
    u64::try_from(rows.candidate_count(row)?).ok()
}

fn job(state: &State) -> Option<(&str, &str)> {
    if state.is_all_selected() {
        return Some((TITLE, ""));
    }
    let rows = &state.jobs.pages.rows;
    let row = rows.find(state.job.as_ref()?)?;
    Some((rows.name(row), rows.client(row)))
}

fn pane_name(state: &State) -> String {
    let list = state.open_job().map(|open| &open.list);
    match state.focus {
        Pane::Jobs => "jobs".to_owned(),
        Pane::Job => "pipeline".to_owned(),
        Pane::Candidates if state.board => "board".to_owned(),
        Pane::Candidates => "candidates".to_owned(),
        Pane::Candidate => list
            .and_then(|list| Some(list.pages.rows.name(list.row()?).to_owned()))
            .unwrap_or_else(|| "candidate".to_owned()),
    }
}

/// Writes in flight and unsaved edits.
fn unsaved(state: &State) -> Vec<String> {
    let is_saving = state.editor.as_ref().is_some_and(|editor| editor.is_sending());
    let is_awaiting = !state.edit_session.awaiting.is_empty();
    let awaiting = is_awaiting.then(|| "result pending".to_owned());
    let saving = is_saving.then(|| "saving".to_owned()).or(awaiting);
    let drafts = &state.edit_session.drafts;
    let waiting = drafts.iter().filter(|draft| draft.waiting).count();
    let counts = [
        (waiting, "edit to send", "edits to send"),
        (drafts.len() - waiting, "unsaved edit", "unsaved edits"),
    ];
    let drafts = counts.into_iter().filter(|(count, ..)| *count > 0);
    let drafts = drafts.map(|(count, one, many)| pluralize(count, one, many));
    saving.into_iter().chain(drafts).collect()
}

/// Requests, loaded rows and their age; the last ones are dropped first.
fn facts(state: &State, context: &RenderContext<'_>, max_width: usize) -> String {
    let mut facts = Vec::new();
    // Count what the path ends with.
    let candidates =
        state.open_job().filter(|_| !is_single_pane(state) || state.focus != Pane::Jobs);
    let (loaded, total, read) = match candidates {
        Some(open) => {
            let pages = &open.list.pages;
            (pages.loaded(), pages.total().or_else(|| candidate_count(state)), pages.read_at())
        }
        None => (state.jobs.pages.loaded(), state.jobs.pages.total(), state.jobs.pages.read_at()),
    };
    // The inbox has its own counts.
    let is_counted = state.inbox.is_none();
    if is_counted && (candidates.is_some() || state.jobs.pages.is_known()) {
        let total = total.map_or("?".to_owned(), count);
        facts.push(format!("{}/{total}", count(loaded as u64)));
    }
    let (in_flight, waiting) = state.requests.counts();
    if in_flight + waiting > 0 {
        let more = if waiting > 0 { format!("+{waiting}") } else { String::new() };
        facts.insert(0, format!("{} {in_flight}{more}", context.symbols.down));
    }
    facts.splice(0..0, unsaved(state));
    if state.connection.read_only.is_some() {
        facts.insert(0, "read-only".to_owned());
    }
    if let Some(date) = read {
        facts.push(state.clock.time_of(date));
    }
    while facts.len() > 1 && width(&context.join(&facts)) > max_width {
        facts.pop();
    }
    context.join(&facts)
}
