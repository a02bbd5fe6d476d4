//! What is the recruiter's own about a candidate, told so that nobody takes it for
//! the server's.

use super::super::page::{Page, Part, labelled, part, said, space};
use super::super::{Line, Mark, Piece, Tone, format};
use crate::app::triage::{Fate, Given, Own, Verdict};

/// The sign of a verdict.
#[must_use]
pub const fn verdict_mark(verdict: Verdict) -> Mark {
    match verdict {
        Verdict::Advance => Mark::Advance,
        Verdict::Wait => Mark::Wait,
        Verdict::Decline => Mark::Decline,
    }
}

/// All of it in lines; none where there is nothing.
#[must_use]
pub fn yours(own: Option<&Own>, fate: Option<&Fate>, width: usize) -> Vec<Line> {
    let mut page = Page::new(width);
    let Some(own) = own.filter(|own| is_any(own)) else { return page.into_lines() };
    page.heading("yours, on this machine");
    if let Some(given) = &own.verdict {
        let stage = labelled(Tone::Dim, "in", &given.seen.stage_name);
        let at = labelled(Tone::Dim, "given", &format::day(given.at));
        page.facts(2, [decided(given), at, stage]);
        page.facts(2, [fated(fate)]);
    }
    if own.starred {
        page.facts(2, [vec![Piece::Mark(Tone::Plain, Mark::Star), said(Tone::Plain, " star")]]);
    }
    if let Some(snooze) = &own.snooze {
        let until = format!(" until {}", format::calendar(snooze.until));
        let day = vec![Piece::Mark(Tone::Plain, Mark::Snoozed), said(Tone::Plain, &until)];
        page.facts(2, [day, part(Tone::Plain, snooze.note.as_deref().unwrap_or(""))]);
    }
    tags(own, &mut page);
    notes(own, &mut page);
    page.into_lines()
}

/// What the rows above do not tell already, for the card.
pub(super) fn jotted(own: Option<&Own>, width: usize) -> Vec<Line> {
    let mut page = Page::new(width);
    page.heading("yours, on this machine");
    let Some(own) = own.filter(|own| is_any(own)) else {
        page.facts(2, [part(Tone::Dim, "no verdict, no notes, no tags")]);
        return page.into_lines();
    };
    if let Some(given) = &own.verdict {
        let at = format!("{} on {}", given.verdict.as_str(), format::day(given.at));
        let stage = labelled(Tone::Dim, "in", &given.seen.stage_name);
        page.facts(2, [part(Tone::Dim, &at), stage]);
    }
    if let Some(note) = own.snooze.as_ref().and_then(|snooze| snooze.note.as_deref()) {
        let sign = vec![Piece::Mark(Tone::Plain, Mark::Snoozed), space(1), said(Tone::Plain, note)];
        page.facts(2, [sign]);
    }
    tags(own, &mut page);
    notes(own, &mut page);
    if page.len() == 1 {
        page.facts(2, [part(Tone::Dim, "no notes, no tags")]);
    }
    page.into_lines()
}

fn tags(own: &Own, page: &mut Page) {
    if !own.tags.is_empty() {
        let tags: Vec<String> = own.tags.iter().map(|tag| format!("#{tag}")).collect();
        page.facts(2, [part(Tone::Value, &tags.join(" "))]);
    }
}

/// The newest first, each after its day.
fn notes(own: &Own, page: &mut Page) {
    for note in own.notes.iter().rev() {
        page.prose(2, &format!("{}: {}", format::day(note.at), note.text));
    }
}

fn is_any(own: &Own) -> bool {
    own.verdict.is_some()
        || own.starred
        || own.snooze.is_some()
        || !own.tags.is_empty()
        || !own.notes.is_empty()
}

/// A verdict with its sign and its reason.
pub(super) fn decided(given: &Given) -> Part {
    let mark = Piece::Mark(Tone::Plain, verdict_mark(given.verdict));
    let mut pieces = vec![mark, space(1), said(Tone::Strong, given.verdict.as_str())];
    if let Some(reason) = given.reason.as_deref().filter(|reason| !reason.trim().is_empty()) {
        pieces.push(said(Tone::Plain, &format!(" ({reason})")));
    }
    pieces
}

/// What became of it.
pub(super) fn fated(fate: Option<&Fate>) -> Part {
    match fate {
        Some(Fate::Done) => part(Tone::Good, "done on the server"),
        Some(Fate::ToDo) => part(Tone::Plain, "to do in the recruiting system"),
        Some(Fate::Disagrees(what)) => {
            part(Tone::Warning, &format!("the server disagrees: {what}"))
        }
        Some(Fate::Waits) => part(Tone::Plain, "they wait"),
        Some(Fate::Unknown) => part(Tone::Dim, "not known yet whether it was done"),
        None => Vec::new(),
    }
}
