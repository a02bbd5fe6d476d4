//! Builds the queue from the loaded lists, and moves the cursor in it.

use std::collections::HashMap;
use std::time::Duration;

use super::areas::{areas, inner};
use super::jobs;
use super::state::{Inbox, InboxItem, InboxJob, InboxOrder, InboxReason, InboxSide};
use super::why::ReasonFinder;
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::query::{Filter, Matches, parse};
use crate::recruiting::table::{CANDIDATE_FIELDS, ListField, Row};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::app::update::lists::moved;
use crate::wire::{CandidateId, JobId, Timestamp};

/// Minimum delay before the queue is rebuilt.
const CALM: Duration = Duration::from_millis(100);

/// Schedules a rebuild of the queue.
pub(crate) fn outdate(state: &mut State) {
    let now = state.clock.moment;
    if let Some(inbox) = state.inbox.as_deref_mut() {
        // Rebuilding a longer queue takes longer.
        let more = Duration::from_micros(inbox.items.len() as u64);
        let at = now.after(CALM + 2 * more);
        inbox.stale.get_or_insert(at);
    }
}

/// Schedules a rebuild if the queue depends on the time in stage, of which more is known now.
pub(crate) fn learned(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref() else { return };
    let is_asked = || parse(inbox.filter.text(), CANDIDATE_FIELDS).filter.asks(ListField::Age);
    if inbox.order == InboxOrder::Longest || is_asked() {
        outdate(state);
    }
}

/// A job of the queue with its candidates and their sort keys.
struct Part {
    group: InboxJob,
    items: Vec<(Key, Row, InboxReason)>,
    /// The smallest key of all candidates that could be in the queue, decided or not, so that the job
    /// keeps its place while its candidates are decided.
    best: Option<Key>,
    /// Candidates decided today and no longer in the queue.
    earlier: usize,
}

/// Smaller keys come first.
type Key = (i64, i64);

/// Rebuilds the queue. The cursor stays on its candidate.
pub(crate) fn make(state: &mut State) {
    let Some(mut inbox) = state.inbox.take() else { return };
    inbox.stale = None;
    let filter = filter(state, &mut inbox);
    let mut parts: Vec<Part> = jobs::opened(state, &inbox.scope)
        .into_iter()
        .filter_map(|id| part(state, &inbox, id, &filter))
        .collect();
    inbox.earlier = parts.iter().map(|part| part.earlier).sum();
    parts.sort_by(|one, other| {
        let empty = one.items.is_empty().cmp(&other.items.is_empty());
        let name = || (&one.group.name, &one.group.id).cmp(&(&other.group.name, &other.group.id));
        match inbox.order {
            InboxOrder::Job => empty.then_with(name),
            _ => empty.then_with(|| one.best.cmp(&other.best)).then_with(name),
        }
    });
    let selected = inbox.item().map(|item| (inbox.jobs[item.job].id.clone(), item.row));
    inbox.jobs.clear();
    inbox.items.clear();
    inbox.items.reserve(parts.iter().map(|part| part.items.len()).sum());
    for (job, part) in parts.into_iter().enumerate() {
        inbox.jobs.push(part.group);
        inbox.items.extend(part.items.into_iter().map(|(_, row, why)| InboxItem { job, row, why }));
    }
    hold(&mut inbox, selected);
    state.inbox = Some(inbox);
    arrive(state);
}

/// Parses the filter and stores its error. Blind mode drops conditions on names.
fn filter(state: &State, inbox: &mut Inbox) -> Filter {
    let parsed = parse(inbox.filter.text(), CANDIDATE_FIELDS);
    let said = parsed.mistakes.first().map(crate::recruiting::query::QueryError::said);
    inbox.wrong = said.map(|said| crate::text::sanitize(&said).into_owned());
    if !inbox.blind || !parsed.filter.asks(ListField::Name) {
        return parsed.filter;
    }
    let key = state.key_of(Action::Triage(TriageAction::Blind));
    inbox.wrong.get_or_insert(format!("names are hidden; {key} shows them"));
    parsed.filter.without(ListField::Name)
}

fn part(state: &mut State, inbox: &Inbox, id: JobId, filter: &Filter) -> Option<Part> {
    let now = state.clock.date;
    let matches = (!filter.is_empty()).then(|| {
        let State { open, book, .. } = state;
        let open = open.get_mut(&id)?;
        Some(open.with_list(now, book, |list, context| {
            let rows = &list.roll.rows;
            if inbox.blind {
                filter.matches_beside(ListField::Name, rows, context)
            } else {
                filter.matches(rows, context)
            }
        }))
    });
    let matches: Option<Matches> = matches.flatten();
    let name = state.named_job(&id);
    let open = state.open.get(&id)?;
    let judge = ReasonFinder::new(state, open);
    let keys = keys(open, inbox.order, &judge);
    let (mut waiting, mut earlier, mut best) = (0, 0, None);
    let mut items = Vec::new();
    for row in open.list.roll.rows.rows() {
        if matches.as_ref().is_some_and(|matches| !matches.contains(row)) {
            continue;
        }
        if let Some(why) = judge.why(row, inbox) {
            waiting += usize::from(why != InboxReason::Decided);
            items.push((keys(row), row, why));
        } else if judge.was_today(row) {
            earlier += 1;
        }
        if !judge.is_over(row) {
            let key = keys(row);
            best = Some(best.map_or(key, |best: Key| best.min(key)));
        }
    }
    items.sort_unstable_by_key(|(key, row, _)| (*key, *row));
    let is_read = open.list.roll.is_covered() && judge.is_informed();
    Some(Part { group: InboxJob { id, name, waiting, is_read }, items, best, earlier })
}

fn keys(open: &OpenJob, order: InboxOrder, judge: &ReasonFinder<'_>) -> impl Fn(Row) -> Key {
    let ranks = if order == InboxOrder::Job { judge.ranks() } else { HashMap::new() };
    move |row| {
        let rows = &open.list.roll.rows;
        let came = rows.created(row).map(Timestamp::micros);
        let newest = came.map_or(i64::MAX, i64::saturating_neg);
        match order {
            InboxOrder::Newest => (newest, 0),
            InboxOrder::Oldest => (came.unwrap_or(i64::MAX), 0),
            InboxOrder::Longest => {
                let since = open.since(row).map(Timestamp::micros).or(came);
                (since.unwrap_or(i64::MAX), 0)
            }
            InboxOrder::Job => (ranks.get(&rows.stage(row)).copied().unwrap_or(i64::MAX), newest),
        }
    }
}

/// Keeps the cursor on the candidate; until the user moves, on the first one.
fn hold(inbox: &mut Inbox, selected: Option<(JobId, Row)>) {
    let found = selected.filter(|_| inbox.touched).and_then(|(job, row)| {
        let job = inbox.jobs.iter().position(|group| group.id == job)?;
        find(inbox, job, row)
    });
    let last = inbox.items.len().saturating_sub(1);
    match found {
        Some(at) => inbox.at = at,
        None if inbox.touched => {
            inbox.at = inbox.at.min(last);
            inbox.scroll = 0;
        }
        None => {
            inbox.at = (0..inbox.items.len()).find(|at| inbox.waits(*at)).unwrap_or(0);
            inbox.scroll = 0;
        }
    }
}

fn find(inbox: &Inbox, job: usize, row: Row) -> Option<usize> {
    let from = inbox.items.partition_point(|item| item.job < job);
    let to = inbox.items.partition_point(|item| item.job <= job);
    let at = inbox.items.get(from..to)?.iter().position(|item| item.row == row)?;
    Some(from + at)
}

pub(crate) fn place_of(state: &State, candidate: &str) -> Option<usize> {
    let inbox = state.inbox.as_deref()?;
    inbox.jobs.iter().enumerate().find_map(|(job, group)| {
        let row = state.open.get(&group.id)?.list.roll.rows.find(candidate)?;
        find(inbox, job, row)
    })
}

/// Goes to the stored position as soon as its candidate is loaded.
fn arrive(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref() else { return };
    let Some(candidate) = inbox.heading_for.clone() else { return };
    let place = place_of(state, candidate.as_str());
    let is_whole = inbox.jobs.iter().all(|group| group.is_read) && state.jobs.roll.is_complete();
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    if let Some(at) = place {
        inbox.scroll = if at == inbox.at { inbox.scroll } else { 0 };
        (inbox.at, inbox.touched, inbox.heading_for) = (at, true, None);
        inbox.scroll = 0;
    } else if is_whole {
        inbox.heading_for = None;
    }
}

pub(crate) fn go(state: &mut State, at: usize) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let at = at.min(inbox.items.len().saturating_sub(1));
    if at != inbox.at {
        inbox.scroll = 0;
    }
    inbox.at = at;
    inbox.touched = true;
    inbox.over_at = None;
    inbox.heading_for = None;
}

/// Goes to a candidate, rebuilding the queue if needed. Returns whether the queue has them.
pub(crate) fn go_to_candidate(state: &mut State, candidate: &CandidateId) -> bool {
    let place = place_of(state, candidate.as_str()).or_else(|| {
        make(state);
        place_of(state, candidate.as_str())
    });
    let Some(at) = place else { return false };
    go(state, at);
    moved(state);
    true
}

/// Opens the card of a candidate. Returns whether the queue has them.
pub(crate) fn open_card(state: &mut State, candidate: &CandidateId) -> bool {
    let Some(at) = place_of(state, candidate.as_str()) else { return false };
    go(state, at);
    moved(state);
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.side = InboxSide::Card;
    }
    true
}

/// Goes to the next undecided candidate; skipped ones come last.
pub(crate) fn go_on(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref() else { return };
    let all = inbox.items.len();
    let after = (inbox.at + 1..all).chain(0..inbox.at.min(all));
    let found = after.into_iter().find(|at| inbox.waits(*at));
    let next = found.unwrap_or(inbox.at);
    go(state, next);
    let now = state.clock.moment;
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.over_at = found.is_none().then_some(now);
    }
}

/// Updates the reason for which a candidate is in the queue. Returns whether the queue has them.
pub(crate) fn judge(state: &mut State, candidate: &CandidateId) -> bool {
    let Some(at) = place_of(state, candidate.as_str()) else { return false };
    let Some(inbox) = state.inbox.as_deref() else { return false };
    let (job, row) = (inbox.items[at].job, inbox.items[at].row);
    let Some(open) = state.open.get(&inbox.jobs[job].id) else { return false };
    let why = ReasonFinder::new(state, open).why(row, inbox);
    let Some(inbox) = state.inbox.as_deref_mut() else { return false };
    // A candidate that no longer belongs here stays until the queue is rebuilt.
    let why = why.unwrap_or(InboxReason::Decided);
    let before = std::mem::replace(&mut inbox.items[at].why, why);
    let waits = inbox.items[at].why != InboxReason::Decided;
    let waiting = &mut inbox.jobs[job].waiting;
    match (before != InboxReason::Decided, waits) {
        (true, false) => *waiting = waiting.saturating_sub(1),
        (false, true) => *waiting += 1,
        _ => {}
    }
    true
}

/// Scrolls the queue to the cursor, and bounds the scroll offset of the card.
pub(crate) fn reveal(state: &mut State) {
    bound_card(state);
    let Some(area) = areas(state).queue else { return };
    let height = usize::from(inner(area).height).max(1);
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let line = inbox.line_of(inbox.at);
    // With the heading above the first candidate of a job, if there is room.
    let first = match inbox.line(line.saturating_sub(1)) {
        Some(super::areas::QueueLine::Group(_)) if height > 1 => line.saturating_sub(1),
        _ => line,
    };
    let most = inbox.lines().saturating_sub(height);
    inbox.top = inbox.top.min(most).min(first).max((line + 1).saturating_sub(height));
}

fn bound_card(state: &mut State) {
    // Counting the lines lays out the whole card: only if it is scrolled.
    let scroll = state.inbox.as_deref().map_or(0, |inbox| inbox.scroll);
    let Some(area) = areas(state).card.map(inner).filter(|_| scroll > 0) else { return };
    let most = state.card_lines().saturating_sub(area.height.into());
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.scroll = scroll.min(most);
    }
}
