//! The rows at the top of a card. Each takes one line, loaded or not, unless the card is narrow.

use super::blind::Hidden;
use super::input::{CardInput, TWO_COLUMNS};
use super::own_notes::{sync_status, verdict};
use crate::recruiting::triage::SyncStatus;
use crate::tui::features::candidate::person::location;
use crate::tui::features::candidate::timeline::way;
use crate::tui::features::inbox::state::InboxReason;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, labelled, part, said, space, trimmed,
};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};
use crate::tui::widgets::stage_text::{StageLookup, marks, stage_name};
use crate::wire::{Person, Position};

/// Narrower cards wrap these rows, and begin with those that need no request.
const NARROW: usize = 60;

/// Position, stage, history and triage.
pub(crate) fn head(of: &CardInput<'_>, hidden: &Hidden, width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    let now = current(of, hidden);
    let since = since(of, hidden);
    if width < NARROW {
        page.facts(0, now);
        page.facts(0, stage(of));
        page.facts(0, own(of));
        // An empty line keeps the rows below in place.
        if since.iter().all(Vec::is_empty) {
            page.row(Vec::new());
        } else {
            page.facts(0, since);
        }
        page.row(history(of, width));
        return page.into_lines();
    }
    if width < TWO_COLUMNS {
        page.row(joined([now]));
        page.row(joined([since]));
    } else {
        page.row(joined([now, since]));
    }
    page.row(joined([stage(of)]));
    page.row(history(of, width));
    page.row(joined([own(of)]));
    page.into_lines()
}

/// Joins parts on one line, with dots between them.
fn joined<const N: usize>(groups: [Vec<Spans>; N]) -> Spans {
    let mut spans = Vec::new();
    for part in groups.into_iter().flatten().filter(|part| !part.is_empty()) {
        if !spans.is_empty() {
            spans.extend([space(1), Span::Mark(TextRole::Dim, Mark::Dot), space(1)]);
        }
        spans.extend(part);
    }
    spans
}

fn current(of: &CardInput<'_>, hidden: &Hidden) -> Vec<Spans> {
    let (title, company) = of
        .candidate
        .map_or((&of.item.current_job_title, &of.item.current_company_name), |candidate| {
            (&candidate.current_job_title, &candidate.current_company_name)
        });
    let both =
        [part(TextRole::Strong, &hidden.hide(title)), part(TextRole::Plain, &hidden.hide(company))];
    if both.iter().all(Vec::is_empty) {
        return vec![part(TextRole::Dim, "no title and no company given")];
    }
    both.into()
}

/// Start and length of the current position, and the location.
fn since(of: &CardInput<'_>, hidden: &Hidden) -> Vec<Spans> {
    let Some(person) = of.person else {
        let text = if of.no_person.is_some() { "the person was not read" } else { "being read" };
        return vec![part(TextRole::Dim, text)];
    };
    let position = current_position(of, person);
    let from = position.and_then(|position| position.start_date).map(format::month);
    let months = position.and_then(|position| position.duration_in_months).map(format::months);
    let place = location(person).unwrap_or("");
    vec![
        labelled(TextRole::Plain, "since", from.as_deref().unwrap_or("")),
        part(TextRole::Plain, months.as_deref().unwrap_or("")),
        part(TextRole::Plain, &hidden.hide(place)),
        part(TextRole::Dim, of.as_of.unwrap_or("")),
    ]
}

/// The current position, preferably at the company that the list names.
fn current_position<'a>(of: &CardInput<'_>, person: &'a Person) -> Option<&'a Position> {
    let company = trimmed(&of.item.current_company_name);
    let find = |at_company: bool| {
        let works = person.work_experience.iter();
        let works = works.filter(move |work| !at_company || trimmed(&work.company_name) == company);
        works.flat_map(|work| &work.positions).find(|position| position.end_date.is_none())
    };
    find(true).or_else(|| find(false))
}

fn stage(of: &CardInput<'_>) -> Vec<Spans> {
    let (id, name) = of.candidate.map_or(
        (&of.item.current_pipeline_stage_id, &of.item.current_pipeline_stage_name),
        |candidate| (&candidate.current_pipeline_stage_id, &candidate.current_pipeline_stage_name),
    );
    let known = StageLookup::new(of.pipeline).find(id, name);
    let mut named = vec![said(TextRole::Strong, stage_name(id, name))];
    for (tone, mark, _) in marks(known) {
        named.extend([space(1), Span::Mark(tone, mark)]);
    }
    let entered = of.candidate.and_then(|candidate| candidate.current_pipeline_stage_date);
    let entered = entered.or(of.since);
    let added = of.item.created_at;
    let days = |from| format::days(from, of.now);
    let stay = match (entered, entered.and_then(days), added.and_then(days)) {
        (Some(_), Some(days), _) => {
            part(TextRole::Plain, &format!("{} in stage", format::age(days)))
        }
        (None, _, Some(days)) => vec![
            Span::Mark(TextRole::Dim, Mark::AtMost),
            said(TextRole::Plain, &format!("{} in stage", format::age(days))),
        ],
        _ => part(TextRole::Plain, "? d in stage"),
    };
    let date = |label, date: Option<_>| {
        date.map_or_else(Vec::new, |date| labelled(TextRole::Dim, label, &format::day(date)))
    };
    let late = of.overdue.map_or_else(Vec::new, |text| {
        vec![Span::Mark(TextRole::Warning, Mark::Warning), space(1), said(TextRole::Warning, text)]
    });
    // Days count full 24 hours, so the start date beside them would seem wrong by one.
    vec![named, stay, late, date("added", added)]
}

fn history(of: &CardInput<'_>, width: usize) -> Spans {
    match (of.candidate, of.no_history) {
        (Some(candidate), _) => way(candidate, of.pipeline, of.now, width),
        (None, Some(trouble)) => part(TextRole::Error, &trouble.told),
        (None, None) => part(TextRole::Dim, "the history is being read"),
    }
}

/// The verdict, and why the candidate is in the queue.
fn own(of: &CardInput<'_>) -> Vec<Spans> {
    let own = of.own();
    let given = own.and_then(|own| own.verdict.as_ref());
    let mut parts = vec![match given {
        Some(given) => [part(TextRole::Dim, "yours:"), vec![space(1)], verdict(given)].concat(),
        None => part(TextRole::Dim, "yours: no verdict yet"),
    }];
    // The sync status says already why the candidate is back.
    let is_explained = matches!(
        (of.why, of.fate),
        (Some(InboxReason::Changed(_)), Some(SyncStatus::Disagrees(_)))
    );
    if given.is_some() {
        parts.push(sync_status(of.fate));
    }
    if let Some(snooze) = own.and_then(|own| own.snooze.as_ref()) {
        let until = format!(" until {}", format::calendar(snooze.until));
        parts.push(vec![Span::Mark(TextRole::Plain, Mark::Snoozed), said(TextRole::Plain, &until)]);
    }
    if let Some(why) = of.why.filter(|_| !is_explained) {
        let tone = match why {
            InboxReason::Changed(_) | InboxReason::Woken(_) => TextRole::Warning,
            _ => TextRole::Plain,
        };
        parts.push(part(tone, &reason_text(why)));
    }
    parts
}

fn reason_text(why: &InboxReason) -> String {
    match why {
        InboxReason::New => "new".to_owned(),
        InboxReason::Unseen => "not looked at before".to_owned(),
        InboxReason::Undecided => "looked at before".to_owned(),
        InboxReason::Woken(day) => format!("back: put off until {}", format::calendar(*day)),
        InboxReason::Changed(what) => format!("back: {what}"),
        InboxReason::Decided => "decided in this sitting".to_owned(),
    }
}
