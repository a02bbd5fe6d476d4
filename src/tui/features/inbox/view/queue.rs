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
use crate::tui::features::inbox::progress::pending_decisions;
use crate::tui::features::inbox::state::{Inbox, InboxItem, InboxJob, InboxReason, InboxSide};
use crate::tui::features::lists::columns::{CellContext, is_overdue, time_in_stage};
use crate::tui::features::lists::view::select;
use crate::tui::features::triage::marks;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;

/// Cells before the name: cursor, verdict, star, space.
const MARGIN: u16 = 4;
/// From this width on, title and stage fit.
const MEDIUM: usize = 48;
/// From this width on, the reason is shown in full.
const WIDE: usize = 70;
/// The narrowest column of companies.
const MIN_COMPANY: usize = 10;

pub(crate) fn queue(
    state: &State,
    inbox: &Inbox,
    context: &RenderContext<'_>,
    (area, is_alone): (Rect, bool),
    buf: &mut Buffer,
) {
    let waiting = inbox.waiting() + pending_decisions(state, inbox).count();
    let mut title = vec![
        (Role::Title, "Queue".to_owned()),
        (Role::Dim, format!(" {} {} waiting", context.symbols.dot, count(waiting as u64))),
    ];
    if let Some(job) = inbox.job() {
        title.push((Role::Dim, format!(" {} {}", context.symbols.dot, job.name)));
    }
    let is_focused = is_alone || inbox.side == InboxSide::Queue;
    let inner = frame(context, &title, (area, is_focused), buf);
    if inbox.items.is_empty() {
        draw_empty(state, inbox, context, inner, buf);
        return lower_edge(state, context, (0, 0), area, buf);
    }
    let height = usize::from(inner.height);
    let widths = column_widths(state, inbox, context, height);
    for at in 0..height {
        let place = line(inner, at);
        match inbox.line(inbox.top + at) {
            Some(QueueLine::Group(job)) => {
                if let Some(group) = inbox.jobs.get(job) {
                    heading(state, inbox, context, group, place, buf);
                }
            }
            Some(QueueLine::Item(item)) => {
                row(state, inbox, context, (item, widths), place, buf);
                if item == inbox.at {
                    select(context, is_focused, place, buf);
                }
            }
            None => break,
        }
    }
    let below = inbox.lines().saturating_sub(inbox.top + height);
    lower_edge(state, context, (inbox.top, below), area, buf);
}

/// Says why the queue is empty.
fn draw_empty(
    state: &State,
    inbox: &Inbox,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let (read, jobs, ..) = state.inbox_coverage();
    let failure = state.jobs.pages.gaps().map(|(_, failure)| {
        format!("Could not load the jobs: {}. {}", failure.message, state.hint(failure))
    });
    let message = if let Some(message) = failure.as_deref().filter(|_| jobs == 0) {
        message
    } else if jobs == 0 && !state.jobs.pages.is_complete() {
        "Loading the jobs"
    } else if !inbox.filter.text().is_empty() {
        "No matches in the queue"
    } else if jobs == 0 {
        "No open jobs"
    } else if read < jobs || inbox.jobs.iter().any(|job| !job.is_read) {
        "No candidates to decide on yet; still loading"
    } else {
        "No candidates to decide on"
    };
    let covered = head::coverage(state);
    let cells = usize::from(area.width.saturating_sub(2)).max(1);
    let lines = [(Role::Text, message), (Role::Dim, &*covered)];
    let lines = lines
        .iter()
        .flat_map(|(role, text)| wrap(text, cells).into_iter().map(move |words| (*role, words)));
    for (at, (role, words)) in lines.enumerate() {
        LineWriter::new(context, from(line(area, at), 1), buf).write(role, words);
    }
}

fn heading(
    state: &State,
    inbox: &Inbox,
    context: &RenderContext<'_>,
    group: &InboxJob,
    area: Rect,
    buf: &mut Buffer,
) {
    let failed = state.open.get(&group.id).is_some_and(|open| open.list.pages.gaps().is_some());
    let is_here = |triage: &&CandidateTriage| triage.subject.job == group.id;
    let pending = pending_decisions(state, inbox).filter(is_here).count();
    let number = match (group.is_read, group.waiting + pending) {
        (true, waiting) => count(waiting as u64),
        (false, _) if failed => {
            let refresh_key = state.key_of(Action::Refresh);
            format!("not loaded; {refresh_key} retries")
        }
        (false, 0) => "loading".to_owned(),
        (false, waiting) => format!("{}{}", context.symbols.at_least, count(waiting as u64)),
    };
    let mut writer = LineWriter::new(context, from(area, 1), buf);
    let available = writer.remaining().saturating_sub(number.len() + 1);
    let name = context.cut(&group.name, available);
    let role = if failed && !group.is_read { Role::Warning } else { Role::Dim };
    writer.write(Role::Header, &name).skip(1).write(role, &number);
}

/// Column widths.
#[derive(Clone, Copy)]
struct QueueWidths {
    name: usize,
    title: usize,
    stage: usize,
    age: usize,
    reason: usize,
}

/// The widths that the visible rows need; the other columns share the rest.
fn column_widths(
    state: &State,
    inbox: &Inbox,
    context: &RenderContext<'_>,
    height: usize,
) -> QueueWidths {
    let lines = (inbox.top..inbox.top + height).map_while(|line| inbox.line(line));
    let mut widths =
        QueueWidths { name: 8, title: 8, stage: 8, age: 4, reason: width("undecided") };
    for line in lines {
        let QueueLine::Item(at) = line else { continue };
        let Some((item, open)) = item_at(state, inbox, at) else { continue };
        widths.name = widths.name.max(width(&state.display_name(open, item.row)));
        let rows = &open.list.pages.rows;
        widths.title = widths.title.max(width(rows.title(item.row)));
        widths.stage = widths.stage.max(width(rows.stage_name(item.row)));
        widths.age =
            widths.age.max(width(&time_in_stage_cell(state, context, open, item).1)).min(6);
        widths.reason =
            widths.reason.max(width(&reason_cell(item, state.triage_of(open, item.row)).1)).min(16);
    }
    widths
}

fn item_at<'a>(
    state: &'a State,
    inbox: &'a Inbox,
    at: usize,
) -> Option<(&'a InboxItem, &'a OpenJob)> {
    let item = inbox.items.get(at)?;
    Some((item, state.open.get(&inbox.jobs.get(item.job)?.id)?))
}

/// Time in the stage, with a warning symbol over the limit.
fn time_in_stage_cell(
    state: &State,
    context: &RenderContext<'_>,
    open: &OpenJob,
    item: &InboxItem,
) -> (Role, String) {
    let facts = CellContext::new(state, context, Some(open));
    let age = time_in_stage(&open.list.pages.rows, item.row, &facts);
    if is_overdue(item.row, &facts) {
        return (Role::Overdue, format!("{}{age}", context.symbols.warning));
    }
    (Role::Dim, age)
}

fn row(
    state: &State,
    inbox: &Inbox,
    context: &RenderContext<'_>,
    (at, widths): (usize, QueueWidths),
    area: Rect,
    buf: &mut Buffer,
) {
    let Some((item, open)) = item_at(state, inbox, at) else { return };
    let rows = &open.list.pages.rows;
    let triage = state.triage_of(open, item.row);
    let is_decided = item.reason == InboxReason::Decided;
    marks::draw_signs(state, context, triage, from(area, 1), buf);
    let mut writer = LineWriter::new(context, from(area, MARGIN), buf);
    let available = writer.remaining().saturating_sub(1);
    let (age_role, age) = time_in_stage_cell(state, context, open, item);
    let (role, reason) = reason_cell(item, triage);
    let name = state.display_name(open, item.row);
    let text = if is_decided { Role::Dim } else { Role::Text };
    if available < MEDIUM {
        let reason_width = widths.reason.min((available * 2 / 5).max(9)).min(available);
        let names = available.saturating_sub(reason_width + widths.age + 2);
        writer.cell(text, &name, names, Align::Left).cell(age_role, &age, widths.age, Align::Right);
        writer.cell(role, &reason, reason_width, Align::Left);
        return;
    }
    // The rest after age, reason and spaces.
    let reason_width = if available >= WIDE { widths.reason } else { widths.reason.min(10) };
    let share = available.saturating_sub(widths.age + reason_width + 4);
    // The stage is cut last; the company needs room that the title leaves.
    let stage_width = widths.stage.min(share * 2 / 5);
    let names = widths.name.min((share - stage_width) * 3 / 5);
    let rest = share - stage_width - names;
    let company = rest.saturating_sub(widths.title + 1);
    let has_company = company >= MIN_COMPANY;
    let title = if has_company { widths.title } else { rest };
    writer.cell(text, &name, names, Align::Left);
    writer.cell(Role::Dim, rows.title(item.row), title, Align::Left);
    if has_company {
        writer.cell(Role::Dim, rows.company(item.row), company, Align::Left);
    }
    writer.cell(text, rows.stage_name(item.row), stage_width, Align::Left);
    writer.cell(age_role, &age, widths.age, Align::Right);
    writer.cell(role, &reason, reason_width, Align::Left);
}

/// Drops the stage, which has its own column.
fn without_stage(change: &str) -> &str {
    let cut = |mark| change.split_once(mark).map(|(before, _)| before);
    match change.split(' ').next() {
        Some("moved") => cut(" to ").unwrap_or(change),
        Some("rejected") => cut(": ").unwrap_or(change),
        _ => change,
    }
}

fn reason_cell<'a>(
    item: &'a InboxItem,
    triage: Option<&'a CandidateTriage>,
) -> (Role, std::borrow::Cow<'a, str>) {
    match &item.reason {
        InboxReason::New => (Role::Notice, "new".into()),
        InboxReason::Unseen => (Role::Text, "unseen".into()),
        InboxReason::Undecided => (Role::Dim, "undecided".into()),
        InboxReason::Woken(_) => (Role::Warning, "snooze over".into()),
        InboxReason::Changed(change) => (Role::Warning, without_stage(change).into()),
        InboxReason::Decided => {
            let verdict = triage.and_then(|triage| triage.verdict.as_ref());
            let words = verdict.map_or("snoozed", |verdict| verdict.verdict.as_str());
            // The column may be cut.
            if triage.is_some_and(|triage| triage.is_pending) {
                (Role::Warning, format!("unsaved: {words}").into())
            } else {
                (Role::Dim, words.into())
            }
        }
    }
}
