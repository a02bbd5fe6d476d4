//! Builds the queue from the loaded lists, and moves the cursor in it.

use std::collections::HashMap;
use std::time::Duration;

use super::areas::areas;
use super::jobs;
use super::reason::ReasonFinder;
use super::state::{Inbox, InboxItem, InboxJob, InboxOrder, InboxReason, InboxSide};
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::query::{Filter, Matches, parse};
use crate::recruiting::table::{CANDIDATE_FIELDS, ListField, Row};
use crate::tui::app::layout::inner_area;
use crate::tui::app::list::tasks::note_cursor_jump;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::features::card::selectors::card_lines;
use crate::wire::{CandidateId, JobId, Timestamp};

/// Minimum delay before the queue is rebuilt.
const REBUILD_DELAY: Duration = Duration::from_millis(100);

/// Schedules a rebuild of the queue.
pub(crate) fn schedule_rebuild(state: &mut State) {
    let now = state.clock.moment;
    if let Some(inbox) = state.inbox.as_deref_mut() {
        // Rebuilding a longer queue takes longer.
        let extra = Duration::from_micros(inbox.items.len() as u64);
        let at = now.after(REBUILD_DELAY + 2 * extra);
        inbox.rebuild_at.get_or_insert(at);
    }
}

/// Schedules a rebuild after a response: the queue is made from lists and pipelines.
pub(crate) fn on_response(state: &mut State, slot: &Slot) {
    if matches!(slot, Slot::Jobs(_) | Slot::Job(_) | Slot::CandidatePage(..)) {
        schedule_rebuild(state);
    }
}

/// Schedules a rebuild if the queue depends on the time in stage, of which more is known now.
pub(crate) fn on_history(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref() else { return };
    let is_filtered_by_age =
        || parse(inbox.filter.text(), CANDIDATE_FIELDS).filter.depends_on_age();
    if inbox.order == InboxOrder::Longest || is_filtered_by_age() {
        schedule_rebuild(state);
    }
}

/// A job of the queue with its candidates and their sort keys.
struct JobQueue {
    group: InboxJob,
    items: Vec<(QueueKey, Row, InboxReason)>,
    /// The smallest key of all candidates that could be in the queue, decided or not, so that the
    /// job keeps its place while its candidates are decided.
    best: Option<QueueKey>,
    /// Candidates decided today and no longer in the queue.
    decided_earlier: usize,
}

/// Smaller keys come first.
type QueueKey = (i64, i64);

/// Rebuilds the queue. The cursor stays on its candidate.
pub(crate) fn rebuild(state: &mut State) {
    let Some(mut inbox) = state.inbox.take() else { return };
    inbox.rebuild_at = None;
    let filter = parse_filter(state, &mut inbox);
    let mut parts: Vec<JobQueue> = jobs::open_jobs(state, &inbox.scope)
        .into_iter()
        .filter_map(|id| build_job_queue(state, &inbox, id, &filter))
        .collect();
    inbox.decided_earlier = parts.iter().map(|part| part.decided_earlier).sum();
    parts.sort_by(|left, right| {
        let empty = left.items.is_empty().cmp(&right.items.is_empty());
        let name = || (&left.group.name, &left.group.id).cmp(&(&right.group.name, &right.group.id));
        match inbox.order {
            InboxOrder::Job => empty.then_with(name),
            _ => empty.then_with(|| left.best.cmp(&right.best)).then_with(name),
        }
    });
    let selected = inbox.item().map(|item| (inbox.jobs[item.job].id.clone(), item.row));
    inbox.jobs.clear();
    inbox.items.clear();
    inbox.items.reserve(parts.iter().map(|part| part.items.len()).sum());
    for (job, part) in parts.into_iter().enumerate() {
        inbox.jobs.push(part.group);
        inbox.items.extend(part.items.into_iter().map(|(_, row, reason)| InboxItem {
            job,
            row,
            reason,
        }));
    }
    keep_cursor(&mut inbox, selected);
    state.inbox = Some(inbox);
    resume_position(state);
}

/// Parses the filter and stores its error. Blind mode drops conditions on names.
fn parse_filter(state: &State, inbox: &mut Inbox) -> Filter {
    let parsed = parse(inbox.filter.text(), CANDIDATE_FIELDS);
    let error = parsed.mistakes.first().map(crate::recruiting::query::QueryError::describe);
    inbox.filter_error = error.map(|error| crate::text::sanitize(&error).into_owned());
    if !inbox.blind || !parsed.filter.has_condition_on(ListField::Name) {
        return parsed.filter;
    }
    let key = state.key_of(Action::Triage(TriageAction::Blind));
    inbox.filter_error.get_or_insert(format!("Names are hidden; {key} shows them"));
    parsed.filter.without(ListField::Name)
}

fn build_job_queue(
    state: &mut State,
    inbox: &Inbox,
    id: JobId,
    filter: &Filter,
) -> Option<JobQueue> {
    let now = state.clock.date;
    let matches = (!filter.is_empty()).then(|| {
        let State { open, triage, rules, .. } = state;
        let open = open.get_mut(&id)?;
        Some(open.with_list(now, (triage, &rules.limits), |list, context| {
            let rows = &list.pages.rows;
            if inbox.blind {
                filter.matches_without(ListField::Name, rows, context)
            } else {
                filter.matches(rows, context)
            }
        }))
    });
    let matches: Option<Matches> = matches.flatten();
    let name = state.job_display_name(&id);
    let open = state.open.get(&id)?;
    let finder = ReasonFinder::new(state, open);
    let sort_key = sort_key_fn(open, inbox.order, &finder);
    let (mut waiting, mut decided_earlier, mut best) = (0, 0, None);
    let mut items = Vec::new();
    for row in open.list.pages.rows.rows() {
        if matches.as_ref().is_some_and(|matches| !matches.contains(row)) {
            continue;
        }
        if let Some(reason) = finder.reason(row, inbox) {
            waiting += usize::from(reason != InboxReason::Decided);
            items.push((sort_key(row), row, reason));
        } else if finder.is_decided_today(row) {
            decided_earlier += 1;
        }
        if !finder.is_final(row) {
            let key = sort_key(row);
            best = Some(best.map_or(key, |best: QueueKey| best.min(key)));
        }
    }
    items.sort_unstable_by_key(|(key, row, _)| (*key, *row));
    let is_read = open.list.pages.is_covered() && finder.is_loaded();
    Some(JobQueue { group: InboxJob { id, name, waiting, is_read }, items, best, decided_earlier })
}

fn sort_key_fn(
    open: &OpenJob,
    order: InboxOrder,
    finder: &ReasonFinder<'_>,
) -> impl Fn(Row) -> QueueKey {
    let ranks = if order == InboxOrder::Job { finder.stage_ranks() } else { HashMap::new() };
    move |row| {
        let rows = &open.list.pages.rows;
        let created = rows.created(row).map(Timestamp::micros);
        let newest = created.map_or(i64::MAX, i64::saturating_neg);
        match order {
            InboxOrder::Newest => (newest, 0),
            InboxOrder::Oldest => (created.unwrap_or(i64::MAX), 0),
            InboxOrder::Longest => {
                let since = open.since(row).map(Timestamp::micros).or(created);
                (since.unwrap_or(i64::MAX), 0)
            }
            InboxOrder::Job => (ranks.get(&rows.stage(row)).copied().unwrap_or(i64::MAX), newest),
        }
    }
}

/// Keeps the cursor on the candidate; until the user moves, on the first one.
fn keep_cursor(inbox: &mut Inbox, selected: Option<(JobId, Row)>) {
    let index = selected.filter(|_| inbox.has_moved).and_then(|(job, row)| {
        let job = inbox.jobs.iter().position(|group| group.id == job)?;
        find_item(inbox, job, row)
    });
    let last = inbox.items.len().saturating_sub(1);
    match index {
        Some(at) => inbox.at = at,
        None if inbox.has_moved => {
            inbox.at = inbox.at.min(last);
            inbox.scroll = 0;
        }
        None => {
            inbox.at = (0..inbox.items.len()).find(|at| inbox.is_waiting(*at)).unwrap_or(0);
            inbox.scroll = 0;
        }
    }
}

fn find_item(inbox: &Inbox, job: usize, row: Row) -> Option<usize> {
    let from = inbox.items.partition_point(|item| item.job < job);
    let to = inbox.items.partition_point(|item| item.job <= job);
    let at = inbox.items.get(from..to)?.iter().position(|item| item.row == row)?;
    Some(from + at)
}

pub(crate) fn index_of(state: &State, candidate: &str) -> Option<usize> {
    let inbox = state.inbox.as_deref()?;
    inbox.jobs.iter().enumerate().find_map(|(job, group)| {
        let row = state.open.get(&group.id)?.list.pages.rows.find(candidate)?;
        find_item(inbox, job, row)
    })
}

/// Goes to the stored position as soon as its candidate is loaded.
fn resume_position(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref() else { return };
    let Some(candidate) = inbox.resume_at.clone() else { return };
    let index = index_of(state, candidate.as_str());
    let is_complete =
        inbox.jobs.iter().all(|group| group.is_read) && state.jobs.pages.is_complete();
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    if let Some(at) = index {
        (inbox.at, inbox.has_moved, inbox.resume_at) = (at, true, None);
        inbox.scroll = 0;
    } else if is_complete {
        inbox.resume_at = None;
    }
}

pub(crate) fn select(state: &mut State, at: usize) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let at = at.min(inbox.items.len().saturating_sub(1));
    if at != inbox.at {
        inbox.scroll = 0;
    }
    inbox.at = at;
    inbox.has_moved = true;
    inbox.finished_at = None;
    inbox.resume_at = None;
}

/// Goes to a candidate, rebuilding the queue if needed. Returns whether the queue has them.
pub(crate) fn go_to_candidate(state: &mut State, candidate: &CandidateId) -> bool {
    let index = index_of(state, candidate.as_str()).or_else(|| {
        rebuild(state);
        index_of(state, candidate.as_str())
    });
    let Some(at) = index else { return false };
    select(state, at);
    note_cursor_jump(state);
    true
}

/// Opens the card of a candidate. Returns whether the queue has them.
pub(crate) fn open_card(state: &mut State, candidate: &CandidateId) -> bool {
    let Some(at) = index_of(state, candidate.as_str()) else { return false };
    select(state, at);
    note_cursor_jump(state);
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.side = InboxSide::Card;
    }
    true
}

/// Goes to the next undecided candidate; skipped ones come last.
pub(crate) fn go_to_next(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref() else { return };
    let all = inbox.items.len();
    let after = (inbox.at + 1..all).chain(0..inbox.at.min(all));
    let next_waiting = after.into_iter().find(|at| inbox.is_waiting(*at));
    let next = next_waiting.unwrap_or(inbox.at);
    select(state, next);
    let now = state.clock.moment;
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.finished_at = next_waiting.is_none().then_some(now);
    }
}

/// Updates the reasons for which candidates are in the queue, as far as they are in it.
pub(crate) fn update_reasons<'a>(
    state: &mut State,
    candidates: impl IntoIterator<Item = &'a CandidateId>,
) {
    for candidate in candidates {
        update_reason(state, candidate);
    }
}

fn update_reason(state: &mut State, candidate: &CandidateId) {
    let Some(at) = index_of(state, candidate.as_str()) else { return };
    let Some(inbox) = state.inbox.as_deref() else { return };
    let (job, row) = (inbox.items[at].job, inbox.items[at].row);
    let Some(open) = state.open.get(&inbox.jobs[job].id) else { return };
    let reason = ReasonFinder::new(state, open).reason(row, inbox);
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    // A candidate that no longer belongs here stays until the queue is rebuilt.
    let reason = reason.unwrap_or(InboxReason::Decided);
    let before = std::mem::replace(&mut inbox.items[at].reason, reason);
    let is_waiting = inbox.items[at].reason != InboxReason::Decided;
    let waiting = &mut inbox.jobs[job].waiting;
    match (before != InboxReason::Decided, is_waiting) {
        (true, false) => *waiting = waiting.saturating_sub(1),
        (false, true) => *waiting += 1,
        _ => {}
    }
}

/// Scrolls the queue to the cursor, and bounds the scroll offset of the card.
pub(crate) fn scroll_to_cursor(state: &mut State) {
    clamp_card_scroll(state);
    let Some(area) = areas(state).queue else { return };
    let height = usize::from(inner_area(area).height).max(1);
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let line = inbox.line_of(inbox.at);
    // With the heading above the first candidate of a job, if there is room.
    let first = match inbox.line(line.saturating_sub(1)) {
        Some(super::areas::QueueLine::Group(_)) if height > 1 => line.saturating_sub(1),
        _ => line,
    };
    let max_top = inbox.lines().saturating_sub(height);
    inbox.top = inbox.top.min(max_top).min(first).max((line + 1).saturating_sub(height));
}

fn clamp_card_scroll(state: &mut State) {
    // Counting the lines lays out the whole card: only if it is scrolled.
    if state.inbox.as_deref().is_none_or(|inbox| inbox.scroll == 0) {
        return;
    }
    let height = areas(state).card.map_or(0, |area| usize::from(inner_area(area).height));
    let last = card_lines(state).saturating_sub(height);
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.scroll = inbox.scroll.min(last);
    }
}
