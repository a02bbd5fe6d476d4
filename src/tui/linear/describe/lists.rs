//! The job list and the candidate list, in words.

use std::fmt::Write as _;

use crate::keymap::action::{Action, Pane};
use crate::recruiting::query::Direction;
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{JobKind, Row};
use crate::text::pluralize;
use crate::tui::app::list::List;
use crate::tui::app::list_status::ListStatus;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::selectors::job_counts::job_counts;
use crate::tui::app::state::State;
use crate::tui::features::lists::columns::ColumnSource;
use crate::tui::features::lists::status_view;
use crate::tui::features::triage::selectors::overdue;
use crate::tui::linear::spoken_symbols::SPOKEN;
use crate::tui::runtime::controller::Controller;
use crate::tui::widgets::format::{count, days};

pub(super) fn jobs_heading(controller: &Controller) -> Vec<String> {
    let state = &controller.state;
    let mut lines = vec![summary(state, ("Jobs", Pane::Jobs), &state.jobs)];
    lines.extend(status(controller, &state.jobs_status(), Pane::Jobs, "jobs"));
    lines
}

pub(super) fn candidates_heading(controller: &Controller) -> Vec<String> {
    let state = &controller.state;
    let Some(open) = state.open_job() else { return vec!["No job is selected".to_owned()] };
    let name = format!("{}, candidates", super::record::job_title(state));
    let mut lines = vec![summary(state, (&name, Pane::Candidates), &open.list)];
    lines.extend(status(controller, &state.candidates_status(), Pane::Candidates, "candidates"));
    lines
}

/// How much there is, and how it is filtered and sorted.
fn summary<S: ColumnSource>(state: &State, (name, pane): (&str, Pane), list: &List<S>) -> String {
    let progress = state.load_progress(list);
    let loaded = count(progress.loaded as u64);
    let mut text = match progress.total {
        _ if !list.pages.is_known() => format!("{name}."),
        Some(total) if total != progress.loaded as u64 => {
            format!("{name}: {loaded} of {} loaded.", count(total))
        }
        _ => format!("{name}: {loaded}."),
    };
    if !list.filter.is_empty() || !list.field.text().is_empty() {
        let least = if progress.is_partial { "at least " } else { "" };
        let exact = count(list.exact() as u64);
        let _ = write!(text, " Filter `{}`: {least}{exact} shown", list.field.text());
        let near = list.len() - list.exact().min(list.len());
        let near = if near > 0 { format!(", and {near} similar") } else { String::new() };
        let _ = write!(text, "{near}.");
    }
    for mistake in &list.mistakes {
        let _ = write!(text, " {}.", mistake.describe());
    }
    if let Some(sort) = list.sort.filter(|sort| Some(*sort) != state.default_sort(pane)) {
        let field = S::FIELDS.iter().find(|field| field.field == sort.field);
        let down = if sort.direction == Direction::Descending { ", descending" } else { "" };
        let _ = write!(text, " Sorted by {}{down}.", field.map_or("", |field| field.heading));
    }
    if list.closed.count > 0 && list.leaves_out_closed() {
        let _ = write!(text, " {} {} hidden.", count(list.closed.count as u64), S::CLOSED);
    }
    if !list.marks.is_empty() {
        let _ = write!(text, " {} marked.", count(list.marks.len() as u64));
    }
    if progress.gaps + progress.cancelled > 0 {
        let pages = pluralize(progress.gaps + progress.cancelled, "page is", "pages are");
        let key = state.key_of(Action::Refresh);
        let _ = write!(text, " {pages} missing: {key} reads again.");
    }
    if let Some(at) = progress.stale {
        let _ = write!(text, " As of {}.", state.clock.time_of(at));
    }
    text
}

/// What there is in place of rows.
fn status(
    controller: &Controller,
    status: &ListStatus<'_>,
    pane: Pane,
    what: &str,
) -> Option<String> {
    let lines = controller.with_context(SPOKEN, |state, context| {
        status_view::describe(state, context, status, (pane, what))
    });
    let texts: Vec<String> = lines.into_iter().map(|(_, text)| text).collect();
    let text: String = texts.join(". ").chars().filter(|c| !is_symbol(*c)).collect();
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

const fn is_symbol(letter: char) -> bool {
    crate::tui::linear::spoken_symbols::word(letter).is_some()
}

/// `3 of 32: Rust Engineer, Northwind, open, 640 candidates`.
pub(super) fn job_row(state: &State, at: usize) -> Option<String> {
    let list = &state.jobs;
    let position = position(at, list)?;
    let Some(row) = list.at(at) else { return Some(format!("{position}: not loaded yet")) };
    let rows = &list.pages.rows;
    let kind = match rows.kind(row) {
        JobKind::Open => "open",
        JobKind::OnHold => "on hold",
        JobKind::Closed => "closed",
        JobKind::Archived => "archived",
    };
    let status = Some(rows.status(row)).filter(|status| !status.eq_ignore_ascii_case(kind));
    let status = if rows.is_archived(row) { None } else { status };
    let counts = job_counts(state, rows.id(row));
    let candidates = rows.candidate_count(row).map_or(String::new(), |count| {
        pluralize(usize::try_from(count).unwrap_or(0), "candidate", "candidates")
    });
    let number = |number: Option<usize>, what: &str| {
        number.filter(|number| *number > 0).map(|number| format!("{} {what}", count(number as u64)))
    };
    let facts = [
        Some(rows.name(row).to_owned()),
        Some(rows.client(row).to_owned()),
        Some(kind.to_owned()),
        status.map(str::to_owned),
        Some(candidates),
        number(counts.new, "new"),
        number(counts.overdue, if counts.is_partial { "overdue so far" } else { "overdue" }),
        number(Some(counts.todo), "to do in the ATS"),
        list.marks.contains(&row).then(|| "marked".to_owned()),
    ];
    Some(format!("{position}: {}", join(facts)))
}

/// `3 of 640: Ada Lovelace, Engineer at Kestrel, Screen (interview), 12 days in stage`.
pub(super) fn candidate_row(state: &State, at: usize) -> Option<String> {
    let open = state.open_job()?;
    let position = position(at, &open.list)?;
    let Some(row) = open.list.at(at) else { return Some(format!("{position}: not loaded yet")) };
    let is_marked = open.list.marks.contains(&row);
    let job = open.listed.is_some().then(|| open.list.pages.rows.job_name(row).to_owned());
    let facts = [is_marked.then(|| "marked".to_owned()), job];
    Some(format!("{position}: {}", join(facts_of(state, open, row).into_iter().chain(facts))))
}

/// What a row says about a candidate.
pub(super) fn facts_of(state: &State, open: &OpenJob, row: Row) -> Vec<Option<String>> {
    let rows = &open.list.pages.rows;
    let blind = state.is_blind();
    let company = rows.company(row);
    let position = match (rows.title(row), company) {
        (title, "") => title.to_owned(),
        ("", company) => company.to_owned(),
        (title, company) => format!("{title} at {company}"),
    };
    let found = StageRef::new(rows.stage_id(row), rows.stage_name(row)).find(open.pipeline_of(row));
    let kind = match found {
        Some(found) if found.is_rejection_stage => "rejection",
        Some(found) if found.is_interviewing_stage => "interview",
        _ => "",
    };
    let stage_name = rows.stage_name(row);
    // Not "Client interview (interview)".
    let is_said = kind.is_empty() || stage_name.to_lowercase().contains(kind);
    let stage_name = if is_said { stage_name.to_owned() } else { format!("{stage_name} ({kind})") };
    let now = state.clock.date;
    let since = open.since(row);
    let age = since.or_else(|| rows.created(row)).and_then(|from| days(from, now)).map(|age| {
        let most = if since.is_some() { "" } else { "at most " };
        let age = pluralize(usize::try_from(age).unwrap_or(0), "day", "days");
        format!("{most}{age} in stage")
    });
    let is_overdue = overdue(&state.rules.limits, open, row, now).is_some();
    let mut facts = vec![
        Some(state.display_name(open, row).into_owned()),
        Some(position).filter(|_| !blind || !company.is_empty()),
        Some(stage_name),
        age,
        is_overdue.then(|| "overdue".to_owned()),
    ];
    if let Some(triage) = state.triage_of(open, row) {
        facts.push(triage.verdict.as_ref().map(|verdict| {
            let reason = verdict.reason.as_ref().map(|reason| format!(": {reason}"));
            format!("your verdict {}{}", verdict.verdict.as_str(), reason.unwrap_or_default())
        }));
        facts.push(triage.is_pending.then(|| "not saved yet".to_owned()));
        facts.push(triage.starred.then(|| "starred".to_owned()));
        facts.push(triage.snooze.as_ref().map(|snooze| format!("snoozed until {}", snooze.until)));
        let notes = triage.notes.len();
        facts.push((notes > 0).then(|| pluralize(notes, "note", "notes")));
        let tags: Vec<&str> = triage.tags.iter().map(String::as_str).collect();
        facts.push((!tags.is_empty()).then(|| format!("tags {}", tags.join(" "))));
    }
    facts
}

/// The facts that are there, with commas between them.
pub(super) fn join(facts: impl IntoIterator<Item = Option<String>>) -> String {
    let facts = facts.into_iter().flatten().filter(|fact| !fact.trim().is_empty());
    facts.collect::<Vec<_>>().join(", ")
}

/// `None` beyond the end.
fn position<S: RowStore>(at: usize, list: &List<S>) -> Option<String> {
    let total = list.len();
    (at < total).then(|| format!("{} of {}", count(at as u64 + 1), count(total as u64)))
}
