//! The rows of a card that are always there: each takes one line, read or not,
//! unless the card is narrow.

use super::super::page::{Page, Part, labelled, part, said, space, trimmed};
use super::super::person::location;
use super::super::timeline::way;
use super::super::{Line, Mark, Piece, Stages, Tone, format, marks, stage_name};
use super::blind::Hidden;
use super::yours::{decided, fated};
use super::{BESIDE, CardOf};
use crate::app::inbox::Why;
use crate::app::triage::Fate;
use crate::wire::{Person, Position};

/// In fewer cells rows are wrapped: what is known at once comes first then.
const NARROW: usize = 60;

/// What they do, where they stand, how they came there, what was decided.
pub(super) fn head(of: &CardOf<'_>, hidden: &Hidden, width: usize) -> Vec<Line> {
    let mut page = Page::new(width);
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
fn joined<const N: usize>(groups: [Vec<Part>; N]) -> Part {
    let mut pieces = Vec::new();
    for part in groups.into_iter().flatten().filter(|part| !part.is_empty()) {
        if !pieces.is_empty() {
            pieces.extend([space(1), Piece::Mark(Tone::Dim, Mark::Dot), space(1)]);
        }
        pieces.extend(part);
    }
    pieces
}

fn current(of: &CardOf<'_>, hidden: &Hidden) -> Vec<Part> {
    let (title, company) = of
        .candidate
        .map_or((&of.item.current_job_title, &of.item.current_company_name), |candidate| {
            (&candidate.current_job_title, &candidate.current_company_name)
        });
    let both = [part(Tone::Strong, &hidden.hide(title)), part(Tone::Plain, &hidden.hide(company))];
    if both.iter().all(Vec::is_empty) {
        return vec![part(Tone::Dim, "no title and no company given")];
    }
    both.into()
}

/// Since when they do that, and where.
fn since(of: &CardOf<'_>, hidden: &Hidden) -> Vec<Part> {
    let Some(person) = of.person else {
        let told = if of.no_person.is_some() { "the person was not read" } else { "being read" };
        return vec![part(Tone::Dim, told)];
    };
    let held = position(of, person);
    let from = held.and_then(|held| held.start_date).map(format::month);
    let months = held.and_then(|held| held.duration_in_months).map(format::months);
    let place = location(person).unwrap_or("");
    vec![
        labelled(Tone::Plain, "since", from.as_deref().unwrap_or("")),
        part(Tone::Plain, months.as_deref().unwrap_or("")),
        part(Tone::Plain, &hidden.hide(place)),
        part(Tone::Dim, of.as_of.unwrap_or("")),
    ]
}

/// The position that they have now: at the company that the list tells, if there
/// is one.
fn position<'a>(of: &CardOf<'_>, person: &'a Person) -> Option<&'a Position> {
    let company = trimmed(&of.item.current_company_name);
    let held = |at_company: bool| {
        let works = person.work_experience.iter();
        let works = works.filter(move |work| !at_company || trimmed(&work.company_name) == company);
        works.flat_map(|work| &work.positions).find(|position| position.end_date.is_none())
    };
    held(true).or_else(|| held(false))
}

fn stage(of: &CardOf<'_>) -> Vec<Part> {
    let (id, name) = of.candidate.map_or(
        (&of.item.current_pipeline_stage_id, &of.item.current_pipeline_stage_name),
        |candidate| (&candidate.current_pipeline_stage_id, &candidate.current_pipeline_stage_name),
    );
    let known = Stages::new(of.pipeline).find(id, name);
    let mut named = vec![said(Tone::Strong, stage_name(id, name))];
    for (tone, mark, _) in marks(known) {
        named.extend([space(1), Piece::Mark(tone, mark)]);
    }
    let entered = of.candidate.and_then(|candidate| candidate.current_pipeline_stage_date);
    let entered = entered.or(of.since);
    let added = of.item.created_at;
    let days = |from| format::days(from, of.now);
    let stay = match (entered, entered.and_then(days), added.and_then(days)) {
        (Some(_), Some(days), _) => part(Tone::Plain, &format!("{} in stage", format::age(days))),
        (None, _, Some(days)) => vec![
            Piece::Mark(Tone::Dim, Mark::AtMost),
            said(Tone::Plain, &format!("{} in stage", format::age(days))),
        ],
        _ => part(Tone::Plain, "? d in stage"),
    };
    let date = |label, date: Option<_>| {
        date.map_or_else(Vec::new, |date| labelled(Tone::Dim, label, &format::day(date)))
    };
    let late = of.overdue.map_or_else(Vec::new, |told| {
        vec![Piece::Mark(Tone::Warning, Mark::Warning), space(1), said(Tone::Warning, told)]
    });
    // Days are counted by the hour: the day it began beside them would not fit.
    vec![named, stay, late, date("added", added)]
}

fn history(of: &CardOf<'_>, width: usize) -> Part {
    match (of.candidate, of.no_history) {
        (Some(candidate), _) => way(candidate, of.pipeline, of.now, width),
        (None, Some(trouble)) => part(Tone::Error, &trouble.told),
        (None, None) => part(Tone::Dim, "the history is being read"),
    }
}

/// What was decided, and why they are here.
fn own(of: &CardOf<'_>) -> Vec<Part> {
    let own = of.own();
    let given = own.and_then(|own| own.verdict.as_ref());
    let mut parts = vec![match given {
        Some(given) => [part(Tone::Dim, "yours:"), vec![space(1)], decided(given)].concat(),
        None => part(Tone::Dim, "yours: no verdict yet"),
    }];
    // Why they came back is told by what the server did, and only once.
    let is_why = matches!((of.why, of.fate), (Some(Why::Changed(_)), Some(Fate::Disagrees(_))));
    if given.is_some() {
        parts.push(fated(of.fate));
    }
    if let Some(snooze) = own.and_then(|own| own.snooze.as_ref()) {
        let until = format!(" until {}", format::calendar(snooze.until));
        parts.push(vec![Piece::Mark(Tone::Plain, Mark::Snoozed), said(Tone::Plain, &until)]);
    }
    if let Some(why) = of.why.filter(|_| !is_why) {
        let tone = match why {
            Why::Changed(_) | Why::Woken(_) => Tone::Warning,
            _ => Tone::Plain,
        };
        parts.push(part(tone, &why_told(why)));
    }
    parts
}

/// Why somebody is in the queue.
#[must_use]
pub fn why_told(why: &Why) -> String {
    match why {
        Why::New => "new".to_owned(),
        Why::Unseen => "not looked at before".to_owned(),
        Why::Undecided => "looked at before".to_owned(),
        Why::Woken(day) => format!("back: put off until {}", format::calendar(*day)),
        Why::Changed(what) => format!("back: {what}"),
        Why::Decided => "decided in this sitting".to_owned(),
    }
}
