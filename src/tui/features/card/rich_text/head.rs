//! The rows of a card that are always there: each takes one line, read or not,
//! unless the card is narrow.

use super::blind::Hidden;
use super::own_notes::{decided, fated};
use super::{BESIDE, CardInput};
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

/// In fewer cells rows are wrapped: what is known at once comes first then.
const NARROW: usize = 60;

/// What they do, where they stand, how they came there, what was decided.
pub(crate) fn head(of: &CardInput<'_>, hidden: &Hidden, width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    let now = current(of, hidden);
    let since = since(of, hidden);
    if width < NARROW {
        page.facts(0, now);
        page.facts(0, stage(of));
        page.facts(0, own(of));
        // A line also where there is nothing, since it was there before.
        if since.iter().all(Vec::is_empty) {
            page.row(Vec::new());
        } else {
            page.facts(0, since);
        }
        page.row(history(of, width));
        return page.into_lines();
    }
    if width < BESIDE {
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

/// Parts with a dot between, on one line.
fn joined<const N: usize>(groups: [Vec<Spans>; N]) -> Spans {
    let mut pieces = Vec::new();
    for part in groups.into_iter().flatten().filter(|part| !part.is_empty()) {
        if !pieces.is_empty() {
            pieces.extend([space(1), Span::Mark(TextRole::Dim, Mark::Dot), space(1)]);
        }
        pieces.extend(part);
    }
    pieces
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

/// Since when they do that, and where.
fn since(of: &CardInput<'_>, hidden: &Hidden) -> Vec<Spans> {
    let Some(person) = of.person else {
        let told = if of.no_person.is_some() { "the person was not read" } else { "being read" };
        return vec![part(TextRole::Dim, told)];
    };
    let held = position(of, person);
    let from = held.and_then(|held| held.start_date).map(format::month);
    let months = held.and_then(|held| held.duration_in_months).map(format::months);
    let place = location(person).unwrap_or("");
    vec![
        labelled(TextRole::Plain, "since", from.as_deref().unwrap_or("")),
        part(TextRole::Plain, months.as_deref().unwrap_or("")),
        part(TextRole::Plain, &hidden.hide(place)),
        part(TextRole::Dim, of.as_of.unwrap_or("")),
    ]
}

/// The position that they have now: at the company that the list tells, if there
/// is one.
fn position<'a>(of: &CardInput<'_>, person: &'a Person) -> Option<&'a Position> {
    let company = trimmed(&of.item.current_company_name);
    let held = |at_company: bool| {
        let works = person.work_experience.iter();
        let works = works.filter(move |work| !at_company || trimmed(&work.company_name) == company);
        works.flat_map(|work| &work.positions).find(|position| position.end_date.is_none())
    };
    held(true).or_else(|| held(false))
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
    let late = of.overdue.map_or_else(Vec::new, |told| {
        vec![Span::Mark(TextRole::Warning, Mark::Warning), space(1), said(TextRole::Warning, told)]
    });
    // Days are counted by the hour: the day it began beside them would not fit.
    vec![named, stay, late, date("added", added)]
}

fn history(of: &CardInput<'_>, width: usize) -> Spans {
    match (of.candidate, of.no_history) {
        (Some(candidate), _) => way(candidate, of.pipeline, of.now, width),
        (None, Some(trouble)) => part(TextRole::Error, &trouble.told),
        (None, None) => part(TextRole::Dim, "the history is being read"),
    }
}

/// What was decided, and why they are here.
fn own(of: &CardInput<'_>) -> Vec<Spans> {
    let own = of.own();
    let given = own.and_then(|own| own.verdict.as_ref());
    let mut parts = vec![match given {
        Some(given) => [part(TextRole::Dim, "yours:"), vec![space(1)], decided(given)].concat(),
        None => part(TextRole::Dim, "yours: no verdict yet"),
    }];
    // Why they came back is told by what the server did, and only once.
    let is_why = matches!(
        (of.why, of.fate),
        (Some(InboxReason::Changed(_)), Some(SyncStatus::Disagrees(_)))
    );
    if given.is_some() {
        parts.push(fated(of.fate));
    }
    if let Some(snooze) = own.and_then(|own| own.snooze.as_ref()) {
        let until = format!(" until {}", format::calendar(snooze.until));
        parts.push(vec![Span::Mark(TextRole::Plain, Mark::Snoozed), said(TextRole::Plain, &until)]);
    }
    if let Some(why) = of.why.filter(|_| !is_why) {
        let tone = match why {
            InboxReason::Changed(_) | InboxReason::Woken(_) => TextRole::Warning,
            _ => TextRole::Plain,
        };
        parts.push(part(tone, &why_told(why)));
    }
    parts
}

/// Why somebody is in the queue.
#[must_use]
pub fn why_told(why: &InboxReason) -> String {
    match why {
        InboxReason::New => "new".to_owned(),
        InboxReason::Unseen => "not looked at before".to_owned(),
        InboxReason::Undecided => "looked at before".to_owned(),
        InboxReason::Woken(day) => format!("back: put off until {}", format::calendar(*day)),
        InboxReason::Changed(what) => format!("back: {what}"),
        InboxReason::Decided => "decided in this sitting".to_owned(),
    }
}
