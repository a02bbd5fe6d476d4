//! Draws the queue: a heading for each job, then its candidates.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::frame::{frame, lower_edge};
use super::head;
use crate::keymap::action::Action;
use crate::recruiting::triage::CandidateTriage;
use crate::text::{Align, width, wrap};
use crate::theme::Role;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::features::inbox::areas::QueueLine;
use crate::tui::features::inbox::state::{Inbox, InboxItem, InboxJob, InboxReason, InboxSide};
use crate::tui::features::lists::columns::{CellContext, is_overdue, stay};
use crate::tui::features::lists::view::select;
use crate::tui::features::triage::marks;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;

/// Cells before the name: cursor, verdict, star, space.
const LEAD: u16 = 4;
/// From this width on, title, company and stage fit.
const ROOMY: usize = 70;

pub(crate) fn queue(
    state: &State,
    inbox: &Inbox,
    look: &RenderContext<'_>,
    (area, is_alone): (Rect, bool),
    buf: &mut Buffer,
) {
    let waiting = inbox.waiting();
    let mut title = vec![
        (Role::Title, "Queue".to_owned()),
        (Role::Dim, format!(" {} {} waiting", look.symbols.dot, count(waiting as u64))),
    ];
    if let Some(job) = inbox.job() {
        title.push((Role::Dim, format!(" {} {}", look.symbols.dot, job.name)));
    }
    let is_focused = is_alone || inbox.side == InboxSide::Queue;
    let inner = frame(look, &title, (area, is_focused), buf);
    if inbox.items.is_empty() {
        nobody(state, inbox, look, inner, buf);
        return lower_edge(state, look, (0, 0), area, buf);
    }
    let height = usize::from(inner.height);
    let cells = needed(state, inbox, look, height);
    for at in 0..height {
        let place = line(inner, at);
        match inbox.line(inbox.top + at) {
            Some(QueueLine::Group(job)) => {
                if let Some(group) = inbox.jobs.get(job) {
                    heading(state, look, group, place, buf);
                }
            }
            Some(QueueLine::Item(item)) => {
                row(state, inbox, look, (item, cells), place, buf);
                if item == inbox.at {
                    select(look, is_focused, place, buf);
                }
            }
            None => break,
        }
    }
    let below = inbox.lines().saturating_sub(inbox.top + height);
    lower_edge(state, look, (inbox.top, below), area, buf);
}

/// Says why the queue is empty.
fn nobody(state: &State, inbox: &Inbox, look: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    let (read, jobs, ..) = state.inbox_coverage();
    let failure = state.jobs.roll.gaps().map(|(_, failure)| {
        format!("The jobs could not be read: {}. {}", failure.told, state.hint(failure))
    });
    let told = if let Some(told) = failure.as_deref().filter(|_| jobs == 0) {
        told
    } else if jobs == 0 && !state.jobs.roll.is_complete() {
        "The jobs are being read."
    } else if !inbox.filter.text().is_empty() {
        "Nobody who waits for a decision matches the filter."
    } else if jobs == 0 {
        "There are no jobs here to look through."
    } else if read < jobs || inbox.jobs.iter().any(|job| !job.is_read) {
        "Nobody waits for a decision, as far as was read."
    } else {
        "Nobody waits for a decision."
    };
    let covered = head::coverage(state);
    let cells = usize::from(area.width.saturating_sub(2)).max(1);
    let lines = [(Role::Text, told), (Role::Dim, &*covered)];
    let lines = lines
        .iter()
        .flat_map(|(role, told)| wrap(told, cells).into_iter().map(move |words| (*role, words)));
    for (at, (role, words)) in lines.enumerate() {
        LineWriter::new(look, from(line(area, at), 1), buf).write(role, words);
    }
}

fn heading(
    state: &State,
    look: &RenderContext<'_>,
    group: &InboxJob,
    area: Rect,
    buf: &mut Buffer,
) {
    let failed = state.open.get(&group.id).is_some_and(|open| open.list.roll.gaps().is_some());
    let number = match (group.is_read, group.waiting) {
        (true, waiting) => count(waiting as u64),
        (false, _) if failed => {
            let again = state.key_of(Action::Refresh);
            format!("could not be read; {again} tries again")
        }
        (false, 0) => "being read".to_owned(),
        (false, waiting) => format!("{}{}", look.symbols.at_least, count(waiting as u64)),
    };
    let mut pen = LineWriter::new(look, from(area, 1), buf);
    let room = pen.room().saturating_sub(number.len() + 1);
    let name = look.cut(&group.name, room);
    let role = if failed && !group.is_read { Role::Warning } else { Role::Dim };
    pen.write(Role::Header, &name).skip(1).write(role, &number);
}

/// Column widths.
#[derive(Clone, Copy)]
struct Cells {
    name: usize,
    age: usize,
    why: usize,
}

/// The widths that the visible rows need; the other columns share the rest.
fn needed(state: &State, inbox: &Inbox, look: &RenderContext<'_>, height: usize) -> Cells {
    let lines = (inbox.top..inbox.top + height).map_while(|line| inbox.line(line));
    let mut cells = Cells { name: 8, age: 4, why: width("undecided") };
    for line in lines {
        let QueueLine::Item(at) = line else { continue };
        let Some((item, open)) = shown(state, inbox, at) else { continue };
        cells.name = cells.name.max(width(&state.called(open, item.row)));
        cells.age = cells.age.max(width(&stayed(state, look, open, item).1)).min(6);
        cells.why = cells.why.max(width(&why(item, state.own(open, item.row)).1)).min(16);
    }
    cells
}

fn shown<'a>(
    state: &'a State,
    inbox: &'a Inbox,
    at: usize,
) -> Option<(&'a InboxItem, &'a OpenJob)> {
    let item = inbox.items.get(at)?;
    Some((item, state.open.get(&inbox.jobs.get(item.job)?.id)?))
}

/// Time in the stage, with a warning symbol over the limit.
fn stayed(
    state: &State,
    look: &RenderContext<'_>,
    open: &OpenJob,
    item: &InboxItem,
) -> (Role, String) {
    let facts = CellContext {
        now: state.clock.date,
        symbols: look.symbols,
        open: Some(open),
        limits: &state.rules.limits,
    };
    let age = stay(&open.list.roll.rows, item.row, &facts);
    if is_overdue(item.row, &facts) {
        return (Role::Warning, format!("{}{age}", look.symbols.warning));
    }
    (Role::Dim, age)
}

fn row(
    state: &State,
    inbox: &Inbox,
    look: &RenderContext<'_>,
    (at, cells): (usize, Cells),
    area: Rect,
    buf: &mut Buffer,
) {
    let Some((item, open)) = shown(state, inbox, at) else { return };
    let rows = &open.list.roll.rows;
    let own = state.own(open, item.row);
    let is_decided = item.why == InboxReason::Decided;
    marks::signs(state, look, own, from(area, 1), buf);
    let mut pen = LineWriter::new(look, from(area, LEAD), buf);
    let room = pen.room().saturating_sub(1);
    let (late, age) = stayed(state, look, open, item);
    let (role, why) = why(item, own);
    let name = state.called(open, item.row);
    let text = if is_decided { Role::Dim } else { Role::Text };
    if room < ROOMY {
        let reason = cells.why.min((room * 2 / 5).max(9)).min(room);
        let names = room.saturating_sub(reason + cells.age + 2);
        pen.cell(text, &name, names, Align::Left).cell(late, &age, cells.age, Align::Right);
        pen.cell(role, &why, reason, Align::Left);
        return;
    }
    // The rest after age, reason and spaces.
    let share = room.saturating_sub(cells.age + cells.why + 5);
    let names = cells.name.min(share * 2 / 5);
    let rest = share - names;
    let [title, company] = [38, 28].map(|percent: usize| rest * percent / 100);
    pen.cell(text, &name, names, Align::Left);
    pen.cell(Role::Dim, rows.title(item.row), title, Align::Left);
    pen.cell(Role::Dim, rows.company(item.row), company, Align::Left);
    pen.cell(text, rows.stage_name(item.row), rest - title - company, Align::Left);
    pen.cell(late, &age, cells.age, Align::Right);
    pen.cell(role, &why, cells.why, Align::Left);
}

/// Drops the stage, which has its own column.
fn without_stage(what: &str) -> &str {
    let cut = |mark| what.split_once(mark).map(|(before, _)| before);
    match what.split(' ').next() {
        Some("moved") => cut(" to ").unwrap_or(what),
        Some("rejected") => cut(": ").unwrap_or(what),
        _ => what,
    }
}

fn why<'a>(
    item: &'a InboxItem,
    own: Option<&'a CandidateTriage>,
) -> (Role, std::borrow::Cow<'a, str>) {
    match &item.why {
        InboxReason::New => (Role::Notice, "new".into()),
        InboxReason::Unseen => (Role::Text, "unseen".into()),
        InboxReason::Undecided => (Role::Dim, "undecided".into()),
        InboxReason::Woken(_) => (Role::Warning, "woken".into()),
        InboxReason::Changed(what) => (Role::Warning, without_stage(what).into()),
        InboxReason::Decided => {
            let given = own.and_then(|own| own.verdict.as_ref());
            (Role::Dim, given.map_or("put off", |given| given.verdict.as_str()).into())
        }
    }
}
