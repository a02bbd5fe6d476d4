//! The rows at the top of a card. Each takes one line, loaded or not, unless the card is narrow.

use super::blind::Redactor;
use super::input::{CardInput, TWO_COLUMNS};
use super::triage_section::{pending_spans, sync_status_spans, verdict_spans};
use crate::recruiting::triage::SyncStatus;
use crate::tui::features::candidate::person::location;
use crate::tui::features::candidate::timeline::short_timeline;
use crate::tui::features::inbox::state::InboxReason;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, labelled, part, space, text_span, trim_text,
};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};
use crate::tui::widgets::stage_text::{StageLookup, marks, stage_name};
use crate::wire::{Person, Position};

/// Narrower cards wrap these rows, and begin with those that need no request.
const NARROW: usize = 60;

/// Position, stage, history and triage.
pub(crate) fn head(input: &CardInput<'_>, redactor: &Redactor, width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    let now = current(input, redactor);
    let since = since(input, redactor);
    if width < NARROW && input.contacts_first {
        page.items(0, now);
        push_errors(input, &mut page);
        page.items(0, since);
        page.items(0, stage(input));
        page.row(history(input, width));
        page.items(0, triage_facts(input));
        return page.into_lines();
    }
    if width < NARROW {
        page.items(0, now);
        push_errors(input, &mut page);
        page.items(0, stage(input));
        page.items(0, triage_facts(input));
        // An empty line keeps the rows below in place.
        if since.iter().all(Vec::is_empty) {
            page.row(Vec::new());
        } else {
            page.items(0, since);
        }
        page.row(history(input, width));
        return page.into_lines();
    }
    if width < TWO_COLUMNS {
        page.row(join([now]));
        page.row(join([since]));
    } else {
        page.items(0, now.into_iter().chain(since));
    }
    push_errors(input, &mut page);
    page.row(join([stage(input)]));
    page.row(history(input, width));
    page.row(join([triage_facts(input)]));
    page.into_lines()
}

/// Joins parts on one line, with dots between them.
fn join<const N: usize>(groups: [Vec<Spans>; N]) -> Spans {
    let mut spans = Vec::new();
    for part in groups.into_iter().flatten().filter(|part| !part.is_empty()) {
        if !spans.is_empty() {
            spans.extend([space(1), Span::Mark(TextRole::Dim, Mark::Dot), space(1)]);
        }
        spans.extend(part);
    }
    spans
}

fn current(input: &CardInput<'_>, redactor: &Redactor) -> Vec<Spans> {
    let (title, company) = input
        .candidate
        .map_or((&input.item.current_job_title, &input.item.current_company_name), |candidate| {
            (&candidate.current_job_title, &candidate.current_company_name)
        });
    let both = [
        part(TextRole::Strong, &redactor.redact(title)),
        part(TextRole::Plain, &redactor.redact(company)),
    ];
    if both.iter().all(Vec::is_empty) {
        return vec![part(TextRole::Dim, "No title or company")];
    }
    both.into()
}

/// Start and length of the current position, and the location.
fn since(input: &CardInput<'_>, redactor: &Redactor) -> Vec<Spans> {
    let Some(person) = input.person else {
        let text = if input.no_person.is_some() { "Person not loaded" } else { "Loading" };
        return vec![part(TextRole::Dim, text)];
    };
    let position = current_position(input, person);
    let from = position.and_then(|position| position.start_date).map(format::month);
    let months = position.and_then(|position| position.duration_in_months).map(format::months);
    let home = location(person).unwrap_or("");
    vec![
        labelled(TextRole::Plain, "since", from.as_deref().unwrap_or("")),
        part(TextRole::Plain, months.as_deref().unwrap_or("")),
        part(TextRole::Plain, &redactor.redact(home)),
        part(TextRole::Dim, input.as_of.unwrap_or("")),
    ]
}

/// The current position, preferably at the company that the list names.
fn current_position<'a>(input: &CardInput<'_>, person: &'a Person) -> Option<&'a Position> {
    let company = trim_text(&input.item.current_company_name);
    let find = |at_company: bool| {
        let works = person.work_experience.iter();
        let works =
            works.filter(move |work| !at_company || trim_text(&work.company_name) == company);
        works.flat_map(|work| &work.positions).find(|position| position.end_date.is_none())
    };
    find(true).or_else(|| find(false))
}

fn stage(input: &CardInput<'_>) -> Vec<Spans> {
    let (id, name) = input.candidate.map_or(
        (&input.item.current_pipeline_stage_id, &input.item.current_pipeline_stage_name),
        |candidate| (&candidate.current_pipeline_stage_id, &candidate.current_pipeline_stage_name),
    );
    let pipeline_stage = StageLookup::new(input.pipeline).find(id, name);
    let mut name_spans = vec![text_span(TextRole::Strong, stage_name(id, name))];
    for (role, mark, _) in marks(pipeline_stage) {
        name_spans.extend([space(1), Span::Mark(role, mark)]);
    }
    let entered = input.candidate.and_then(|candidate| candidate.current_pipeline_stage_date);
    let entered = entered.or(input.since);
    let added = input.item.created_at;
    let days = |from| format::days(from, input.now);
    let time_in_stage = match (entered, entered.and_then(days), added.and_then(days)) {
        (Some(_), Some(days), _) => {
            part(TextRole::Plain, &format!("{} in stage", format::stay(days)))
        }
        (None, _, Some(days)) => vec![
            Span::Mark(TextRole::Dim, Mark::AtMost),
            text_span(TextRole::Plain, &format!("{} in stage", format::stay(days))),
        ],
        _ => part(TextRole::Dim, "time in stage unknown"),
    };
    let date = |label, date: Option<_>| {
        date.map_or_else(Vec::new, |date| labelled(TextRole::Dim, label, &format::day(date)))
    };
    let overdue = input.overdue.map_or_else(Vec::new, |text| {
        vec![
            Span::Mark(TextRole::Overdue, Mark::Warning),
            space(1),
            text_span(TextRole::Overdue, text),
        ]
    });
    // Days count full 24 hours, so the start date beside them would seem wrong by one.
    vec![name_spans, time_in_stage, overdue, date("added", added)]
}

/// The stages as one line.
fn history(input: &CardInput<'_>, width: usize) -> Spans {
    match (input.candidate, input.no_history) {
        (Some(candidate), _) => short_timeline(candidate, input.pipeline, input.now, width),
        (None, Some(_)) => part(TextRole::Dim, "History not loaded"),
        (None, None) => part(TextRole::Dim, "Loading the history"),
    }
}

/// Records that could not be read, or not read again, take as many lines as they need.
fn push_errors(input: &CardInput<'_>, page: &mut RichTextBuilder) {
    for error in input.no_history.into_iter().chain(input.no_person) {
        page.errors(std::slice::from_ref(error));
    }
}

/// The verdict, and why the candidate is in the queue.
fn triage_facts(input: &CardInput<'_>) -> Vec<Spans> {
    let triage = input.candidate_triage();
    let verdict = triage.and_then(|triage| triage.verdict.as_ref());
    let mut parts = vec![match verdict {
        Some(verdict) => {
            let spans = verdict_spans(verdict, triage.is_some_and(|triage| triage.is_pending));
            [part(TextRole::Dim, "Your verdict:"), vec![space(1)], spans].concat()
        }
        None => part(TextRole::Dim, "No verdict yet"),
    }];
    parts.extend(triage.map(pending_spans));
    // The sync status says already why the candidate is back.
    let is_explained = matches!(
        (input.reason, input.sync_status),
        (Some(InboxReason::Changed(_)), Some(SyncStatus::Diverged(_)))
    );
    if verdict.is_some() {
        parts.push(sync_status_spans(input.sync_status));
    }
    if triage.is_some_and(|triage| triage.starred) {
        let star = Span::Mark(TextRole::Plain, Mark::Star);
        parts.push(vec![star, text_span(TextRole::Plain, " starred")]);
    }
    if let Some(snooze) = triage.and_then(|triage| triage.snooze.as_ref()) {
        let until = format!(" until {}", format::calendar(snooze.until));
        parts.push(vec![
            Span::Mark(TextRole::Plain, Mark::Snoozed),
            text_span(TextRole::Plain, &until),
        ]);
    }
    if let Some(reason) = input.reason.filter(|_| !is_explained) {
        let role = match reason {
            InboxReason::Changed(_) | InboxReason::Woken(_) => TextRole::Warning,
            _ => TextRole::Plain,
        };
        parts.push(part(role, &reason_text(reason)));
    }
    parts
}

/// Why the candidate is in the queue.
pub(crate) fn reason_text(reason: &InboxReason) -> String {
    match reason {
        InboxReason::New => "new".to_owned(),
        InboxReason::Unseen => "not seen before".to_owned(),
        InboxReason::Undecided => "seen, undecided".to_owned(),
        InboxReason::Woken(day) => format!("back: snoozed until {}", format::calendar(*day)),
        InboxReason::Changed(change) => format!("back: {change}"),
        InboxReason::Decided => "decided in this session".to_owned(),
    }
}
