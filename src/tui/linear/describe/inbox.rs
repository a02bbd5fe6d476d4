//! The inbox in words: what it covers, its progress, and its rows.

use super::lists::{facts_of, join};
use crate::text::pluralize;
use crate::tui::app::state::State;
use crate::tui::features::card::rich_text::head::reason_text;
use crate::tui::features::inbox::state::{InboxReason, InboxScope};
use crate::tui::widgets::format::count;

pub(super) fn heading(state: &State) -> Vec<String> {
    let Some(inbox) = state.inbox.as_deref() else { return Vec::new() };
    let scope = match &inbox.scope {
        InboxScope::Open => "all open jobs".to_owned(),
        InboxScope::Jobs(jobs) => match jobs.as_slice() {
            [job] => state.job_display_name(job),
            jobs => pluralize(jobs.len(), "job", "jobs"),
        },
        InboxScope::View(name) => format!("view {name}"),
    };
    let blind = if inbox.blind { " Blind: names are hidden." } else { "" };
    let mut lines = vec![format!("Inbox: {scope}, {}.{blind}", inbox.order.label())];
    let (read, jobs, ..) = state.inbox_coverage();
    if read < jobs {
        lines.push(format!("{read} of {} loaded", pluralize(jobs, "job", "jobs")));
    }
    if !inbox.filter.text().is_empty() {
        let error = inbox.filter_error.as_ref().map(|error| format!(" {error}."));
        let shown = count(inbox.items.len() as u64);
        let filter = inbox.filter.text();
        lines.push(format!("Filter `{filter}`: {shown} shown.{}", error.unwrap_or_default()));
    }
    if inbox.items.is_empty() {
        lines.push("No candidates to decide on".to_owned());
    }
    lines
}

/// Where the user is, and how much is done: for `where`.
pub(crate) fn progress(state: &State) -> Option<String> {
    let inbox = state.inbox.as_deref()?;
    let progress = inbox.progress(state.clock.moment);
    Some(format!("{} of {} decided", count(progress.decided as u64), count(progress.total as u64)))
}

pub(super) fn current_row(state: &State) -> Option<String> {
    row(state, state.inbox.as_deref()?.at)
}

pub(super) fn row(state: &State, at: usize) -> Option<String> {
    let inbox = state.inbox.as_deref()?;
    let item = inbox.items.get(at)?;
    let job = inbox.jobs.get(item.job)?;
    let open = state.open.get(&job.id)?;
    let reason = match &item.reason {
        // The verdict says it.
        InboxReason::Decided => None,
        reason => Some(reason_text(reason)),
    };
    let facts = facts_of(state, open, item.row).into_iter().chain([reason, Some(job.name.clone())]);
    let (at, total) = (count(at as u64 + 1), count(inbox.items.len() as u64));
    Some(format!("{at} of {total}: {}", join(facts)))
}

/// What was decided last.
pub(crate) fn last_verdict(state: &State) -> Option<String> {
    let last = state.inbox.as_deref()?.last_verdict.as_ref()?;
    let name = state.display_name_of(&last.subject, &last.snapshot);
    let Some(verdict) = last.verdict else { return Some(format!("Snoozed {name}.")) };
    let reason = last.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    let is_pending = state.triage_of_subject(&last.subject).is_some_and(|triage| triage.is_pending);
    let saved = if is_pending { " Not saved yet." } else { "" };
    Some(format!("{} {name}{reason}.{saved}", verdict.done()))
}

pub(super) fn name(state: &State) -> String {
    let Some(inbox) = state.inbox.as_deref().filter(|inbox| !inbox.items.is_empty()) else {
        return "inbox, empty".to_owned();
    };
    format!("inbox {} of {}", count(inbox.at as u64 + 1), count(inbox.items.len() as u64))
}
